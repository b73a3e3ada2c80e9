// SPDX-License-Identifier: Apache-2.0
#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace PMU_API pmu {

namespace {

constexpr unsigned flags_mask = (1U << cci400_core::overflow_lines) - 1U;

// An sc_bv keeps its bits in words of 32.
cci400_lines words_of(const cci400_module::event_bus_type& bus) {
    cci400_lines lines;
    for (unsigned w = 0; w < lines.size(); ++w) {
        const int low = static_cast<int>(2 * w);
        lines[w] = std::uint64_t{bus.get_word(low)} | std::uint64_t{bus.get_word(low + 1)} << 32;
    }
    return lines;
}

} // namespace

template <>
struct sampled_inputs<cci400_core> {
    using module = cci400_module;

    sampled_pin<module::event_bus_type> secure_lines;
    sampled_pin<bool> niden;
    sampled_pin<bool> spniden;
    sampled_pin<sc_dt::sc_uint<4>> ecorevnum;

    cci400_core::inputs sample(const module& ports, const module::event_bus_type& lines) const {
        cci400_core::inputs in;
        in.lines = words_of(lines);
        in.secure_lines = words_of(secure_lines.read(ports.secure_event_bus));
        in.niden = niden.read(ports.NIDEN);
        in.spniden = spniden.read(ports.SPNIDEN);
        in.ecorevnum = static_cast<std::uint8_t>(ecorevnum.read(ports.ECOREVNUM).to_uint());
        return in;
    }
};

template class timed_unit<cci400_core>;
template class pmu_module<cci400_core>;
template class with_socket<cci400_module, 32>;
template class with_socket<cci400_module, 64>;
template class with_socket<cci400_module, 128>;

cci400_module::cci400_module(const sc_core::sc_module_name& name, const cci400_config& parameters)
    : pmu_module(name, parameters), m_events(cci400_core::events(parameters.revision)) {
    optional_lines(secure_event_bus, sampled().secure_lines, 0);
    optional_pin(NIDEN, sampled().niden, true);
    optional_pin(SPNIDEN, sampled().spniden, false);
    optional_pin(ECOREVNUM, sampled().ecorevnum, sc_dt::sc_uint<4>{}, pin_use::accesses);
    optional_pin(nEVNTCNTOVERFLOW, sc_dt::sc_uint<cci400_core::overflow_lines>{flags_mask});
    optional_pin(EVNTBUS, sc_dt::sc_bv<cci400_evntbus_width>{});
}

const event_table& cci400_module::traced_events() const {
    return m_events;
}

void cci400_module::drive_pins(const outputs& levels) {
    nEVNTCNTOVERFLOW.write(~unsigned{levels.overflow} & flags_mask);
    if (m_exported == nullptr) {
        m_exported = std::make_unique<sc_dt::sc_bv<cci400_evntbus_width>>();
    }
    for (int w = 0; w < m_exported->size(); ++w) {
        m_exported->set_word(w, static_cast<sc_dt::sc_digit>(
                                    levels.evntbus[static_cast<std::size_t>(w) / 2] >> w % 2 * 32));
    }
    EVNTBUS.write(*m_exported);
}

} // namespace pmu
