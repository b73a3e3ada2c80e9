// SPDX-License-Identifier: Apache-2.0
// The driver of the PMUs that have everything in one register, PMNC: the ARM1136 and the XScale
// core, from which it took it over. A part's source says what differs and includes this.
//
// PMNC_FIELD(macro): that of a field of PMNC. PMNC_STORED: the bits of PMNC that keep what is
// written. PMNC_EVENT_SHIFT(counter): the place of its event number. PMNC_ENABLE_SHIFT and
// PMNC_FLAG_SHIFT: the places of the interrupt enables and of the overflow flags of PMN0, PMN1 and
// CCNT, in this order. EVENT_NOTHING: the number for an unused counter. PMNC_START_DELAY: cycles
// from setting E to the first that counts.
#pragma once

#include "coprocessor.h"
#include "pmu.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

#define PMNC_E PMNC_FIELD(E_MASK)
#define PMNC_P PMNC_FIELD(P_MASK)
#define PMNC_C PMNC_FIELD(C_MASK)
#define PMNC_CCNT_BIT 0x4u
#define PMNC_COUNTER_BITS 0x7u
#define PMNC_PARKED                                                                                \
    ((uint32_t)EVENT_NOTHING << PMNC_EVENT_SHIFT(0) | (uint32_t)EVENT_NOTHING                      \
                                                          << PMNC_EVENT_SHIFT(1))

/// PMNC for a read-modify-write: flags as 0, since writing a 1 back would clear them; also C, P
/// and the unpredictable bits.
static inline uint32_t pmnc(void) {
    return read_PMNC() & PMNC_STORED;
}

static inline uint32_t to_pmnc_bits(uint32_t counters) {
    return (counters & 0x3u) | (counters & PMU_BIT(PMU_CYCLE_COUNTER) ? PMNC_CCNT_BIT : 0);
}

unsigned pmu_counters(void) {
    return 2;
}

void pmu_reset(void) {
    // ARM1136: only with E = 1 does a request end. XScale: flags are unknown after reset.
    write_PMNC(PMNC_COUNTER_BITS << PMNC_FLAG_SHIFT | PMNC_E);
    // Intel: first stop, then reset the counters.
    write_PMNC(PMNC_PARKED | PMNC_COUNTER_BITS << PMNC_FLAG_SHIFT);
    write_PMNC(PMNC_PARKED | PMNC_C | PMNC_P);
}

void pmu_start(void) {
    write_PMNC(pmnc() | PMNC_E);
    __asm__ volatile(".rept %c0\n\tnop\n\t.endr" ::"i"(PMNC_START_DELAY));
}

void pmu_stop(void) {
    write_PMNC(pmnc() & ~PMNC_E);
}

void pmu_select(unsigned counter, int number) {
    const unsigned shift = PMNC_EVENT_SHIFT(counter);
    write_PMNC((pmnc() & ~(UINT32_C(0xFF) << shift)) | (uint32_t)number << shift);
}

uint32_t pmu_read(unsigned counter) {
    switch (counter) {
    case 0: return read_PMN0();
    case 1: return read_PMN1();
    default: return read_CCNT();
    }
}

void pmu_write(unsigned counter, uint32_t value) {
    switch (counter) {
    case 0: write_PMN0(value); break;
    case 1: write_PMN1(value); break;
    default: write_CCNT(value); break;
    }
}

void pmu_enable_interrupts(uint32_t counters) {
    write_PMNC(pmnc() | to_pmnc_bits(counters) << PMNC_ENABLE_SHIFT);
}

void pmu_disable_interrupts(uint32_t counters) {
    write_PMNC(pmnc() & ~(to_pmnc_bits(counters) << PMNC_ENABLE_SHIFT));
}

uint32_t pmu_overflows(void) {
    const uint32_t flags = read_PMNC() >> PMNC_FLAG_SHIFT & PMNC_COUNTER_BITS;
    return (flags & 0x3u) | (flags & PMNC_CCNT_BIT ? PMU_BIT(PMU_CYCLE_COUNTER) : 0);
}

void pmu_clear_overflows(uint32_t counters) {
    write_PMNC(pmnc() | to_pmnc_bits(counters) << PMNC_FLAG_SHIFT);
}
