// SPDX-License-Identifier: Apache-2.0
#include "uart.h"

#include "vic.h"

#define UART_BASE 0x101F1000u
#define UART_REGISTER(offset) (*(volatile uint32_t*)(UART_BASE + (offset)))
#define UARTDR UART_REGISTER(0x000)
#define UARTFR UART_REGISTER(0x018)
#define UARTIBRD UART_REGISTER(0x024)
#define UARTFBRD UART_REGISTER(0x028)
#define UARTLCR_H UART_REGISTER(0x02C)
#define UARTCR UART_REGISTER(0x030)
#define UARTIMSC UART_REGISTER(0x038)
#define UARTICR UART_REGISTER(0x044)

#define UARTFR_RXFE 0x10u
#define UARTFR_TXFF 0x20u
#define UARTLCR_H_FEN 0x10u
#define UARTLCR_H_8_BITS 0x60u
#define UARTCR_UARTEN 0x001u
#define UARTCR_TXE 0x100u
#define UARTCR_RXE 0x200u
#define UART_TX 0x20u ///< the transmit interrupt
#define UART_ALL 0x7FFu

static const char* volatile rest = ""; ///< what the interrupt still has to send

void uart_init(void) {
    UARTCR = 0;
    UARTIMSC = 0;
    UARTICR = UART_ALL;
    UARTIBRD = 39; // 24 MHz / (16 * 38400) = 39 + 4 / 64
    UARTFBRD = 4;
    UARTLCR_H = UARTLCR_H_8_BITS | UARTLCR_H_FEN;
    UARTCR = UARTCR_UARTEN | UARTCR_TXE | UARTCR_RXE;
}

void uart_write(const char* text, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        while ((UARTFR & UARTFR_TXFF) != 0) {
        }
        UARTDR = (unsigned char)text[i];
    }
}

static void send_next(uint32_t pc) {
    (void)pc;
    UARTICR = UART_TX; // before the write, which may raise it again
    if (*rest != '\0') {
        UARTDR = (unsigned char)*rest++;
    } else {
        UARTIMSC = UARTIMSC & ~UART_TX;
    }
}

void uart_write_by_interrupt(const char* text) {
    rest = text;
    vic_enable(VIC_LINE_UART, send_next);
    UARTIMSC = UARTIMSC | UART_TX;
    if (*rest != '\0') { // the interrupt comes when a character leaves, not before the first
        UARTDR = (unsigned char)*rest++;
    }
}

int uart_is_done(void) {
    return *rest == '\0';
}

int uart_read(void) {
    return (UARTFR & UARTFR_RXFE) != 0 ? -1 : (int)(UARTDR & 0xFFu);
}
