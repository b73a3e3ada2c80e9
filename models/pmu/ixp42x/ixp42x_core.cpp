// SPDX-License-Identifier: Apache-2.0
#include <pmu/ixp42x/ixp42x_core.h>

namespace pmu {

namespace evtsel = ixp42x_evtsel;

ixp42x_core::ixp42x_core(const config& parameters) : base(parameters) {
    reset();
}

std::uint32_t ixp42x_core::stored(std::size_t index) const {
    switch (static_cast<ixp42x_register>(index)) {
    case ixp42x_register::PMNC: return ixp42x_pmnc::ID.in_place(m_config.pmu_id) | control();
    case ixp42x_register::CCNT: return m_ccnt.value();
    case ixp42x_register::INTEN: return m_interrupt_enables;
    case ixp42x_register::FLAG: return m_flags;
    case ixp42x_register::EVTSEL:
        return evtsel::evtCount3.in_place(m_pmn[3].event) |
               evtsel::evtCount2.in_place(m_pmn[2].event) |
               evtsel::evtCount1.in_place(m_pmn[1].event) |
               evtsel::evtCount0.in_place(m_pmn[0].event);
    case ixp42x_register::PMN0: return m_pmn[0].count.value();
    case ixp42x_register::PMN1: return m_pmn[1].count.value();
    case ixp42x_register::PMN2: return m_pmn[2].count.value();
    case ixp42x_register::PMN3: return m_pmn[3].count.value();
    }
    return 0;
}

void ixp42x_core::store(std::size_t index, std::uint32_t word) {
    switch (static_cast<ixp42x_register>(index)) {
    case ixp42x_register::PMNC: set_control(word); break;
    case ixp42x_register::CCNT: m_ccnt.set(word); break;
    case ixp42x_register::INTEN: m_interrupt_enables = word; break;
    case ixp42x_register::FLAG: m_flags = word; break;
    case ixp42x_register::EVTSEL:
        select(0, evtsel::evtCount0.of(word));
        select(1, evtsel::evtCount1.of(word));
        select(2, evtsel::evtCount2.of(word));
        select(3, evtsel::evtCount3.of(word));
        break;
    case ixp42x_register::PMN0: m_pmn[0].count.set(word); break;
    case ixp42x_register::PMN1: m_pmn[1].count.set(word); break;
    case ixp42x_register::PMN2: m_pmn[2].count.set(word); break;
    case ixp42x_register::PMN3: m_pmn[3].count.set(word); break;
    }
}

} // namespace pmu
