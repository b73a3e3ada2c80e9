// SPDX-License-Identifier: Apache-2.0
// The PL190 vectored interrupt controller (ARM DDI 0181), without its vectors: one handler a line.
#pragma once

#include <stdint.h>

#define VIC_LINES 32u
#define VIC_LINE_PMU 0u       ///< PMUIRQ of the CPU
#define VIC_LINE_CCI 2u       ///< PMUIRQ of the CCI-400, all of its overflow outputs combined
#define VIC_LINE_UART 12u     ///< UARTINTR of UART 0
#define VIC_LINE_TIMER_01 13u ///< timers 0 and 1
#define VIC_LINE_TIMER_23 14u ///< timers 2 and 3

/// Serves a line, in IRQ mode with IRQ masked. It must end the request at its source.
/// \param pc the instruction that was interrupted
typedef void (*vic_handler)(uint32_t pc);

/// Enables a line as IRQ. \param line 0 to 31
void vic_enable(unsigned line, vic_handler handler);
/// Disables a line. \param line 0 to 31
void vic_disable(unsigned line);
/// The lines that are enabled and request an IRQ, one bit each.
uint32_t vic_status(void);
/// Waits until a line requests an IRQ, masked or not: with the clock stopped, where the CPU can;
/// the IXP42X looks again and again. Where FIQ or IRQ are requested already, it returns at once.
void vic_wait(void);
/// IRQ exceptions at whose entry no line requested one any more.
unsigned vic_spurious(void);
/// Serves the lines that request an IRQ, each once; the IRQ vector comes here. A line without a
/// handler ends the program. \param pc the instruction that was interrupted
void vic_dispatch(uint32_t pc);
