// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_unit.h>

#include <program/wide_value.h>

#include <algorithm>
#include <iterator>

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
                program::wide_value{reference.number}.to_hex(8);
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
        error = "expected an event number from 0x00 to 0x1F, got " +
                program::wide_value{reference.number}.to_hex(8);
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

} // namespace platform::cci400
