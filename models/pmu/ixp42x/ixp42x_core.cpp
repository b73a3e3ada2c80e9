// SPDX-License-Identifier: Apache-2.0
#include <pmu/ixp42x/ixp42x_core.h>

namespace PMU_API pmu {

namespace evtsel = ixp42x_evtsel;

namespace {

// INTEN and FLAG have CCNT in bit 0, before the event counters; a mask of the counters has it last.
constexpr unsigned event_counters = 4;

constexpr std::uint32_t ccnt_first(std::uint32_t mask) {
    return (mask << 1 | mask >> event_counters) & 0x1FU;
}
constexpr std::uint32_t ccnt_last(std::uint32_t word) {
    return (word >> 1 | word << event_counters) & 0x1FU;
}

} // namespace

ixp42x_core::ixp42x_core(const config& parameters) : base(parameters) {
    reset();
}

std::uint32_t ixp42x_core::control_word(std::size_t index) const {
    switch (static_cast<ixp42x_register>(index)) {
    case ixp42x_register::PMNC: return ixp42x_pmnc::ID.in_place(m_config.pmu_id) | control();
    case ixp42x_register::INTEN: return ccnt_first(m_interrupt_enables);
    case ixp42x_register::FLAG: return ccnt_first(m_flags);
    case ixp42x_register::EVTSEL:
        return evtsel::evtCount3.in_place(m_counters.events[3].event) |
               evtsel::evtCount2.in_place(m_counters.events[2].event) |
               evtsel::evtCount1.in_place(m_counters.events[1].event) |
               evtsel::evtCount0.in_place(m_counters.events[0].event);
    default: return 0;
    }
}

void ixp42x_core::set_control_word(std::size_t index, std::uint32_t word) {
    switch (static_cast<ixp42x_register>(index)) {
    case ixp42x_register::PMNC: set_control(word); break;
    case ixp42x_register::INTEN: m_interrupt_enables = ccnt_last(word); break;
    case ixp42x_register::FLAG: m_flags = ccnt_last(word); break;
    case ixp42x_register::EVTSEL:
        m_counters.events[0].event = evtsel::evtCount0.of(word);
        m_counters.events[1].event = evtsel::evtCount1.of(word);
        m_counters.events[2].event = evtsel::evtCount2.of(word);
        m_counters.events[3].event = evtsel::evtCount3.of(word);
        break;
    default: break;
    }
}

} // namespace pmu
