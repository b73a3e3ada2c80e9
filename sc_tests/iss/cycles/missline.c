// SPDX-License-Identifier: Apache-2.0
// A block with one load that misses the data cache in every pass (line 202), ten NOPs before it (line
// 201) and its branch (line 203). cycles_test.cpp counts what they take.
enum { bytes = 1 << 20, stride = 64, rounds = 20 };

static char big[bytes] __attribute__((aligned(4096)));

__attribute__((noinline)) void loop(int n, char* p) {
    __asm volatile(".balign 32\n"
                   "1:\n"
                   ".loc 1 201\n"
                   " nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n"
                   ".loc 1 202\n"
                   " ldrb r3, [%1], #64\n"
                   ".loc 1 203\n"
                   " subs %0, %0, #1\n"
                   " bne 1b\n"
                   : "+r"(n), "+r"(p)::"cc", "r3");
}

// Not in the lines of the loop.
__attribute__((aligned(32))) int main(void) {
    for (int k = 0; k < rounds; k++) {
        loop(bytes / stride, big);
    }
    return 0;
}
