// SPDX-License-Identifier: Apache-2.0
// A forward branch that is taken, and so mispredicted, in every second pass: five NOPs (line 101), TST
// and the branch (line 102), the end of the loop (line 103). cycles_test.cpp counts what they take.
__attribute__((noinline)) void loop(int n) {
    __asm volatile("1:\n"
                   ".loc 1 101\n"
                   " nop\n nop\n nop\n nop\n nop\n"
                   ".loc 1 102\n"
                   " tst %0, #1\n"
                   " bne 2f\n"
                   ".loc 1 103\n"
                   "2: subs %0, %0, #1\n"
                   " bne 1b\n"
                   : "+r"(n)::"cc");
}

int main(void) {
    loop(1000000);
    return 0;
}
