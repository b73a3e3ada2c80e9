/* SPDX-License-Identifier: Apache-2.0
   All that a program of Csmith needs; it prints nothing, so what is executed depends on nothing outside. */
#include <stddef.h>

int main(int argc, char** argv);

unsigned char stack[1 << 20];

void* memcpy(void* to, const void* from, size_t bytes) {
    for (size_t n = 0; n < bytes; ++n) {
        ((volatile char*)to)[n] = ((const char*)from)[n];
    }
    return to;
}

void* memset(void* to, int value, size_t bytes) {
    for (size_t n = 0; n < bytes; ++n) {
        ((volatile char*)to)[n] = (char)value;
    }
    return to;
}

int printf(const char* format, ...) {
    (void)format;
    return 0;
}

int strcmp(const char* a, const char* b) {
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a - *b;
}

void begin(void) {
    static char* no_arguments[] = {"program", NULL};
    main(1, no_arguments);
    register unsigned call __asm__("r0") = 0x18; /* SYS_EXIT: an application has exited */
    register unsigned reason __asm__("r1") = 0x20026;
#ifdef __thumb__
    __asm__ volatile("svc 0xAB" : : "r"(call), "r"(reason) : "memory");
#else
    __asm__ volatile("svc 0x123456" : : "r"(call), "r"(reason) : "memory");
#endif
    for (;;) {
    }
}

__asm__(".global _start\n"
#ifdef __thumb__
        ".thumb_func\n"
#endif
        ".type _start, %function\n"
        "_start: ldr r0, =stack + (1 << 20)\n"
        "mov sp, r0\n"
        "bl begin\n"
        ".ltorg\n");
