// SPDX-License-Identifier: Apache-2.0
// hit() and miss() have the same instructions, each eight in one line of the cache; all loads of
// miss() miss the data cache, as does the first one of each call of hit(). They are called in turn.
// cycles_test.cpp counts what they take.
enum { calls = 4000, page_bytes = 4096, pages = 255 };

static char big[(pages + 1) * page_bytes] __attribute__((aligned(4096)));

#define LOOP(step)                                                                                 \
    __asm volatile("mov r2, #64\n"                                                                 \
                   "1: ldrb r3, [r0], #" #step "\n"                                                \
                   " nop\n nop\n nop\n"                                                            \
                   " subs r2, r2, #1\n"                                                            \
                   " bne 1b\n"                                                                     \
                   " bx lr\n")

__attribute__((naked, noinline, aligned(32))) void hit(char* p __attribute__((unused))) {
    LOOP(0);
}

__attribute__((naked, noinline, aligned(32))) void miss(char* p __attribute__((unused))) {
    LOOP(64);
}

int main(void) {
    for (int i = 0; i < calls; i++) {
        hit(big);
        miss(big + (1 + i % pages) * page_bytes);
    }
    return 0;
}
