// SPDX-License-Identifier: Apache-2.0
// A program without semihosting: newlib prints by UART 0 (uart_syscalls.c), and where it ends is an
// endless loop.
#include "cpu.h"
#include "pmu.h"
#include "uart.h"
#include "vic.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uart_init();
    printf("hello from %s\n", pmu_name());
    fprintf(stderr, "numbers: %d 0x%08X %.3f\n", -42, 0xC0FFEEu, 3.14159);
    char* const text = malloc(1000);
    if (text == NULL) {
        printf("FAILED: no memory\n");
        return 1;
    }
    snprintf(text, 1000, "by interrupt: %s\n", "each character when the one before has left");
    uart_write_by_interrupt(text);
    unsigned interrupts = 0;
    while (!uart_is_done() || vic_status() != 0) {
        vic_wait();
        irq_enable();
        irq_disable();
        ++interrupts;
    }
    vic_disable(VIC_LINE_UART);
    free(text);
    printf("%s\n", interrupts != 0 && vic_spurious() == 0 ? "done" : "FAILED");
    return 0;
}
