// SPDX-License-Identifier: Apache-2.0
// The interrupt mask of the CPU. Privileged modes only.
#pragma once

#include <stdint.h>

#define CPSR_I 0x80u ///< IRQ masked

static inline uint32_t read_cpsr(void) {
    uint32_t cpsr;
    __asm__ volatile("mrs %0, cpsr" : "=r"(cpsr)::"memory");
    return cpsr;
}

static inline void write_cpsr_control(uint32_t cpsr) {
    __asm__ volatile("msr cpsr_c, %0" ::"r"(cpsr) : "memory");
}

static inline void irq_enable(void) {
    write_cpsr_control(read_cpsr() & ~CPSR_I);
}

/// Masks IRQ. \return what irq_restore() wants
static inline uint32_t irq_disable(void) {
    const uint32_t cpsr = read_cpsr();
    write_cpsr_control(cpsr | CPSR_I);
    return cpsr;
}

/// Brings back the mask that irq_disable() found.
static inline void irq_restore(uint32_t cpsr) {
    write_cpsr_control(cpsr);
}
