// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_platform.h>

#include <algorithm>
#include <iterator>
#include <process/words.h>
#include <program/wide_value.h>

#include <climits>
#include <string>

namespace platform::cci400 {

namespace {

constexpr std::uint64_t numbers_per_interface = 32;

constexpr program::pin_info pin_table[] = {
    {"NIDEN", false, 1, "non-invasive debug enable", 1},
    {"SPNIDEN", false, 1, "events of Secure transactions are counted and exported too", 0},
    {"ECOREVNUM", false, 4, "read as PIDR3[7:4]", 0},
    {"nEVNTCNTOVERFLOW", true, pmu::cci400_core::overflow_lines,
     "overflow flags, active LOW: 3 to 0 event counters, 4 CCNT", 0},
    {"EVNTBUS", true, pmu::cci400_evntbus_width, "exported events", 0},
    {"PMUIRQ", true, 1, "any overflow flag", 0},
};
constexpr program::pin_map_of<cci400_pin, pin_table> cci400_pins;

class cci400_info final : public program::unit_info {
public:
    const char* name() const override { return "cci400"; }
    const char* title() const override { return "CCI-400"; }
    const pmu::register_map& registers() const override { return pmu::cci400_registers; }
    bool is_coprocessor() const override { return false; }
    std::uint64_t window_size() const override { return pmu::cci400_window_size; }
    const pmu::parameter_map& options() const override { return pmu::cci400_parameters; }
    const program::pin_map& pins() const override { return cci400_pins; }
    unsigned bus_bits() const override { return 0; }
    bool resolve(const program::event_reference& reference, bool for_batch,
                 program::event_lines& found, std::string& error) const override;
    program::event_reference reference_to(const pmu::event_desc& e) const override {
        return {pmu::cci400_interface_names[e.number / numbers_per_interface],
                e.number % numbers_per_interface, 1, false};
    }
};

bool cci400_info::resolve(const program::event_reference& reference, bool /*for_batch*/,
                          program::event_lines& found, std::string& error) const {
    if (reference.source.empty()) {
        error = "expected an interface before the event number, as in S0:0x00, got " +
                process::hex(reference.number, 2);
        return false;
    }
    const auto* first = std::begin(pmu::cci400_interface_names);
    const auto* last = std::end(pmu::cci400_interface_names);
    const auto* interface = std::find(first, last, reference.source);
    if (interface == last) {
        error = "expected an interface from S0 to S4 or M0 to M2, got " + reference.source;
        return false;
    }
    if (reference.number >= numbers_per_interface) {
        error =
            "expected an event number from 0x00 to 0x1F, got " + process::hex(reference.number, 2);
        return false;
    }
    if (reference.wires != 1) {
        error = "expected an event without '*', as every event has one line, got *" +
                std::to_string(reference.wires);
        return false;
    }
    const auto code = static_cast<std::uint32_t>((interface - first) << 5) |
                      static_cast<std::uint32_t>(reference.number);
    const unsigned line = reference.secure ? pmu::cci400_event_bus_width + code : code;
    found.id = reference.secure ? code | pmu::cci400_core::secure_event : code;
    found.lines.assign(1, static_cast<std::uint16_t>(line));
    return true;
}

} // namespace

const program::unit_info& cci400_unit() {
    static const cci400_info unit;
    return unit;
}

namespace {

constexpr unsigned word_bits = 32; // of an sc_bv

// The lines from `first` on, as many as the bus has.
cci400_platform::bus_type bus_of(const program::line_set& lines, unsigned first) {
    const program::line_set word_mask(0xFFFF'FFFFU);
    cci400_platform::bus_type bus;
    for (int w = 0; w < bus.size(); ++w) {
        const program::line_set from_here = lines >> (first + static_cast<unsigned>(w) * word_bits);
        bus.set_word(w, static_cast<sc_dt::sc_digit>((from_here & word_mask).to_ulong()));
    }
    return bus;
}

program::wide_value value_of(const cci400_platform::evntbus_type& bus) {
    program::wide_value value;
    for (unsigned w = 0; w < static_cast<unsigned>(bus.size()); ++w) {
        value.words[w / 2] |= std::uint64_t{bus.get_word(static_cast<int>(w))} << w % 2 * word_bits;
    }
    return value;
}

} // namespace

cci400_platform::cci400_platform(const sc_core::sc_module_name& name,
                                 const components::clock_choice& clock,
                                 const pmu::cci400_config& parameters)
    : part::pmu_platform(name, clock, wired_cci400::base, wired_cci400::pmuirq_line),
      wired_cci400(parameters, clock.period) {
    connect(unit, window_size, parameters.irq_active_low);
    connect_overflow(vic);
}

void cci400_platform::drive_lines(const program::line_set& lines) {
    event_bus.write(bus_of(lines, 0));
    secure_event_bus.write(bus_of(lines, pmu::cci400_event_bus_width));
}

void cci400_platform::drive_pin(std::size_t pin, const program::wide_value& value) {
    switch (static_cast<cci400_pin>(pin)) {
    case cci400_pin::NIDEN: m_niden.write(value.bit(0)); return;
    case cci400_pin::SPNIDEN: m_spniden.write(value.bit(0)); return;
    case cci400_pin::ECOREVNUM: m_ecorevnum.write(value.low()); return;
    case cci400_pin::nEVNTCNTOVERFLOW:
    case cci400_pin::EVNTBUS:
    case cci400_pin::PMUIRQ: break;
    }
    refuse_direction();
}

program::wide_value cci400_platform::read_pin(std::size_t pin) const {
    switch (static_cast<cci400_pin>(pin)) {
    case cci400_pin::nEVNTCNTOVERFLOW: return m_n_overflow.pins.read().to_uint64();
    case cci400_pin::EVNTBUS: return value_of(m_evntbus.read());
    case cci400_pin::PMUIRQ: return unit.pmuirq.read();
    case cci400_pin::NIDEN:
    case cci400_pin::SPNIDEN:
    case cci400_pin::ECOREVNUM: break;
    }
    refuse_direction();
}

void cci400_platform::trace(sc_core::sc_trace_file* file) const {
    part::pmu_platform::trace(file);
    sc_core::sc_trace(file, event_bus, "event_bus");
    sc_core::sc_trace(file, secure_event_bus, "secure_event_bus");
    sc_core::sc_trace(file, m_niden, "NIDEN");
    sc_core::sc_trace(file, m_spniden, "SPNIDEN");
    sc_core::sc_trace(file, m_ecorevnum, "ECOREVNUM");
    sc_core::sc_trace(file, m_n_overflow.pins, "nEVNTCNTOVERFLOW");
    sc_core::sc_trace(file, m_evntbus, "EVNTBUS");
}

const part::part_entry& cci400_part() {
    static const part::part_entry entry{
        cci400_unit(),
        {{&pmu::cci400_core::events(0),
          {},
          UINT_MAX,
          "r0",
          "r0 list: revision 0 to " + std::to_string(pmu::cci400_first_r1_revision - 1)},
         {&pmu::cci400_core::events(pmu::cci400_first_r1_revision),
          {},
          UINT_MAX,
          "r1",
          "r1 list: revision from " + std::to_string(pmu::cci400_first_r1_revision) + " on"}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<cci400_platform>("platform", clock,
                                                     options.to(pmu::cci400_parameters));
        },
        cci400_demo,
        [](const program::option_values& options) -> const pmu::event_table& {
            return pmu::cci400_core::events(options.to(pmu::cci400_parameters).revision);
        },
    };
    return entry;
}

} // namespace platform::cci400
