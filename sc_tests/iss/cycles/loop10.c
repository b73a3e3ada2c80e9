// SPDX-License-Identifier: Apache-2.0
// A loop of exactly ten cycles a pass: seven NOPs, SUBS, and BNE, which takes two.
__attribute__((noinline)) void loop(int n) {
    __asm volatile("1:\n"
                   " nop\n nop\n nop\n nop\n nop\n nop\n nop\n"
                   " subs %0, %0, #1\n"
                   " bne 1b\n"
                   : "+r"(n)::"cc");
}

int main(void) {
    loop(1000000);
    return 0;
}
