// SPDX-License-Identifier: Apache-2.0
// The last words of a program that met an exception it has no handler for.
#include <stdint.h>

void exception_report(uint32_t exception, uint32_t link, uint32_t spsr) __attribute__((noreturn));

enum semihosting_operation { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18 };
/// Reason of SYS_EXIT for a run-time error: the simulator ends with exit code 1.
#define ADP_STOPPED_RUN_TIME_ERROR 0x20023u

static void semihosting(enum semihosting_operation operation, uint32_t parameter) {
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = parameter;
#ifdef __thumb__
    __asm__ volatile("svc #0xAB" : "+r"(r0) : "r"(r1) : "lr", "memory");
#else
    __asm__ volatile("svc #0x123456" : "+r"(r0) : "r"(r1) : "lr", "memory");
#endif
}

static void write_text(const char* text) {
    semihosting(SYS_WRITE0, (uint32_t)text);
}

static void write_word(uint32_t word) {
    char text[sizeof "0x00000000"] = "0x";
    for (unsigned digit = 0; digit < 8; ++digit) {
        text[2 + digit] = "0123456789ABCDEF"[word >> (28 - 4 * digit) & 0xF];
    }
    text[10] = '\0';
    write_text(text);
}

/// Ends the program with exit code 1. It uses nothing of the C library, whose state is unknown.
/// \param exception 1 to 7, by the vector \param link LR and \param spsr SPSR at entry
void exception_report(uint32_t exception, uint32_t link, uint32_t spsr) {
    static const char* const names[] = {"Reset",
                                        "Undefined Instruction",
                                        "Supervisor Call",
                                        "Prefetch Abort",
                                        "Data Abort",
                                        "reserved",
                                        "IRQ",
                                        "FIQ"};
    write_text("unexpected exception: ");
    write_text(exception < sizeof names / sizeof names[0] ? names[exception] : "unknown");
    write_text(", LR ");
    write_word(link);
    write_text(", SPSR ");
    write_word(spsr);
    write_text("\n");
    for (;;) {
        semihosting(SYS_EXIT, ADP_STOPPED_RUN_TIME_ERROR);
    }
}
