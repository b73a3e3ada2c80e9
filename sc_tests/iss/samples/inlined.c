// SPDX-License-Identifier: Apache-2.0
// Inlined functions whose instructions can be counted by hand: all of them are assembler.

#define INLINED static inline __attribute__((always_inline))

INLINED void inner(void) { // 3 instructions
    __asm__ volatile("nop\n"
                     "nop\n"
                     "nop\n");
}

INLINED void outer(void) { // 3 of its own
    __asm__ volatile("nop\n"
                     "nop\n");
    inner();
    __asm__ volatile("nop\n");
}

__attribute__((naked)) void leaf(void) { // 2
    __asm__("nop\n"
            "bx lr\n");
}

INLINED void calls(void) { // 1 of its own
    __asm__ volatile("bl leaf\n" ::: "lr");
}

__attribute__((naked)) void work(void) { // 2 of its own
    __asm__ volatile("mov r4, lr\n");
    outer();
    calls();
    outer();
    __asm__ volatile("bx r4\n");
}

__attribute__((naked)) void _start(void) { // 5
    __asm__("ldr sp, =0x20000\n"
            "bl work\n"
            "mov r0, #0x18\n"
            "ldr r1, =0x20026\n"
            "svc #0x123456\n");
}
