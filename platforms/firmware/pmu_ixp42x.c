// SPDX-License-Identifier: Apache-2.0
// The PMU of the IXP42X, second generation of the XScale PMU (IXP42X Developer's Manual, 3.7).
#include "coprocessor.h"
#include "pmu.h"
#include "pmu_registers.h"

#define EVENT(name) IXP42X_EVENT_##name
#include "xsc_events.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

#define PMNC_E IXP42X_PMNC_E_MASK
#define PMNC_P IXP42X_PMNC_P_MASK
#define PMNC_C IXP42X_PMNC_C_MASK
#define COUNTERS 4u
/// Of INTEN and FLAG: CCNT, then PMN0 to PMN3.
#define COUNTER_BITS                                                                               \
    (IXP42X_FLAG_CCNT_MASK | IXP42X_FLAG_PMN0_MASK | IXP42X_FLAG_PMN1_MASK |                       \
     IXP42X_FLAG_PMN2_MASK | IXP42X_FLAG_PMN3_MASK)
#define CCNT_BIT IXP42X_FLAG_CCNT_MASK

static inline uint32_t to_unit_bits(uint32_t counters) {
    return (counters & 0xFu) << IXP42X_FLAG_PMN0_SHIFT | (counters & PMU_BIT(PMU_CYCLE_COUNTER) ? CCNT_BIT : 0);
}

const char* pmu_name(void) {
    return "ixp42x";
}

unsigned pmu_counters(void) {
    return COUNTERS;
}

void pmu_reset(void) {
    write_PMNC(0); // D too, which is unknown after reset; first stop, then reset the counters
    write_PMNC(PMNC_C | PMNC_P);
    write_INTEN(0);
    write_FLAG(COUNTER_BITS);
    write_EVTSEL(EVENT_NOTHING * UINT32_C(0x01010101));
}

void pmu_start(void) {
    write_PMNC(PMNC_E);
}

void pmu_stop(void) {
    write_PMNC(0);
}

void pmu_select(unsigned counter, int number) {
    const unsigned shift = 8 * counter;
    write_EVTSEL((read_EVTSEL() & ~(UINT32_C(0xFF) << shift)) | (uint32_t)number << shift);
}

uint32_t pmu_read(unsigned counter) {
    switch (counter) {
    case 0: return read_PMN0();
    case 1: return read_PMN1();
    case 2: return read_PMN2();
    case 3: return read_PMN3();
    default: return read_CCNT();
    }
}

void pmu_write(unsigned counter, uint32_t value) {
    switch (counter) {
    case 0: write_PMN0(value); break;
    case 1: write_PMN1(value); break;
    case 2: write_PMN2(value); break;
    case 3: write_PMN3(value); break;
    default: write_CCNT(value); break;
    }
}

void pmu_enable_interrupts(uint32_t counters) {
    write_INTEN((read_INTEN() & COUNTER_BITS) | to_unit_bits(counters));
}

void pmu_disable_interrupts(uint32_t counters) {
    write_INTEN(read_INTEN() & COUNTER_BITS & ~to_unit_bits(counters));
}

uint32_t pmu_overflows(void) {
    const uint32_t flags = read_FLAG() & COUNTER_BITS;
    return flags >> IXP42X_FLAG_PMN0_SHIFT | (flags & CCNT_BIT ? PMU_BIT(PMU_CYCLE_COUNTER) : 0);
}

void pmu_clear_overflows(uint32_t counters) {
    write_FLAG(to_unit_bits(counters));
}
