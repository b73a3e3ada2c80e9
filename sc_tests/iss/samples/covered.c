// SPDX-License-Identifier: Apache-2.0
// Lines and branches whose executions can be counted by hand, without optimisation.

static int three_times(int n) {
    int result = n;
    if (n > 1) { // of 0, 1 and 2: once
        result += 10;
    }
    return result;
}

int never(int n) {
    if (n > 1) {
        return 1;
    }
    return n;
}

int run(int n) {
    int sum = 0;
    while (n > 0) { // of 3: three times, and then it ends
        --n;
        sum += three_times(n);
    }
    return sum > 0 ? 0 : never(n);
}

__attribute__((naked)) void _start(void) {
    __asm__("ldr sp, =0x20000\n"
            "mov r0, #3\n"
            "bl run\n"
            "mov r0, #0x18\n"
            "ldr r1, =0x20026\n"
            "svc #0x123456\n");
}
