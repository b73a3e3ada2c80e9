// SPDX-License-Identifier: Apache-2.0
// UART 0, a PL011 (ARM DDI 0183).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Eight bits without parity, 38400 baud, FIFOs; transmitter and receiver on, no interrupts.
void uart_init(void);
/// Sends characters; waits while there is no room for them.
void uart_write(const char* text, size_t bytes);
/// Sends a text from the interrupt of the UART, which comes when there is room. \param text must
/// stay until uart_is_done()
void uart_write_by_interrupt(const char* text);
/// Whether everything has been handed over.
int uart_is_done(void);
/// The last character received, or -1: there is none.
int uart_read(void);
