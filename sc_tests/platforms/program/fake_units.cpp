// SPDX-License-Identifier: Apache-2.0
#include "fake_units.h"

#include <pmu/arm1136/arm1136_core.h>
#include <pmu/arm1136/arm1136_registers.h>

#include <algorithm>

namespace platform::program {
namespace {

constexpr pmu::register_desc memory_mapped_table[] = {
    {"PMCR", 0x100, pmu::register_access::read_write, pmu::user_rule::always,
     pmu::nonsecure_rule::always, 0, pmu::value_field, "control"},
    {"CCNT", 0x9004, pmu::register_access::read_write, pmu::user_rule::always,
     pmu::nonsecure_rule::always, 0, pmu::value_field, "cycle counter"},
};

constexpr pmu::register_map memory_mapped_registers{memory_mapped_table};

struct mapped_config {
    unsigned revision = 6;
};
constexpr pmu::parameter_row<mapped_config> mapped_rows[] = {
    pmu::parameter_row<mapped_config>::number<&mapped_config::revision>("REVISION", 0, 15,
                                                                        "revision", "D1"),
};
constexpr pmu::parameter_map_of<mapped_config, mapped_rows> mapped_parameters{"mapped"};

struct coprocessor_config {
    unsigned delay = 3;
    bool polarity = false;
};
constexpr pmu::parameter_row<coprocessor_config> coprocessor_rows[] = {
    pmu::parameter_row<coprocessor_config>::number<&coprocessor_config::delay>("DELAY", 0, 1000,
                                                                               "start delay", "D1"),
    pmu::parameter_row<coprocessor_config>::flag<&coprocessor_config::polarity>(
        "POLARITY", "polarity of the request", "D2"),
};
constexpr pmu::parameter_map_of<coprocessor_config, coprocessor_rows> coprocessor_parameters{
    "arm1136"};

constexpr pin_info mapped_pin_table[] = {{"NIDEN", false, 1, "debug enable", 0},
                                         {"EVNTBUS", true, 159, "exported events", 0},
                                         {"OVERFLOW", true, 5, "overflow lines", 0}};
constexpr pin_map mapped_pins{mapped_pin_table};

constexpr pin_info coprocessor_pin_table[] = {{"ETM", false, 2, "trace outputs", 0},
                                              {"LEVEL", false, 1, "a level", 0},
                                              {"WORD", false, 32, "a word", 0},
                                              {"EVNTBUS", true, 20, "exported events", 0},
                                              {"PMUIRQ", true, 1, "the request", 0}};
constexpr pin_map coprocessor_pins{coprocessor_pin_table};

/// Each source has 32 lines; those of Secure transactions follow all others.
class memory_mapped final : public unit_info {
public:
    const char* name() const override { return "mapped"; }
    const char* title() const override { return "MAPPED-1"; }
    const pmu::register_map& registers() const override { return memory_mapped_registers; }
    bool is_coprocessor() const override { return false; }
    std::uint64_t window_size() const override { return 0x1'0000; }
    const pmu::parameter_map& options() const override { return mapped_parameters; }
    const pin_map& pins() const override { return mapped_pins; }
    unsigned bus_bits() const override { return 0; }

    bool resolve(const event_reference& reference, bool /*for_batch*/, event_lines& found,
                 std::string& error) const override {
        static const std::string sources[] = {"S0", "S1", "S2", "S3", "S4", "M0", "M1", "M2"};
        const auto* source = std::find(std::begin(sources), std::end(sources), reference.source);
        if (source == std::end(sources) || reference.number > 0x1F || reference.wires != 1) {
            error = "expected S0:0x00 to M2:0x1F, got something else";
            return false;
        }
        const auto index = static_cast<std::uint64_t>(source - std::begin(sources));
        const std::uint64_t line = (reference.secure ? 256U : 0U) + index * 32 + reference.number;
        found.id = static_cast<std::uint32_t>(line);
        found.lines = {static_cast<std::uint16_t>(line)};
        return true;
    }
};

} // namespace

const unit_info& coprocessor_unit() {
    static const table_unit unit({"arm1136", "ARM1136JF-S", &pmu::arm1136_registers, true,
                                  0x10'0000, &coprocessor_parameters, &coprocessor_pins,
                                  pmu::arm1136_event_bus_width, &pmu::arm1136_events,
                                  pmu::arm1136_event_bus_width});
    return unit;
}

const unit_info& memory_mapped_unit() {
    static const memory_mapped unit;
    return unit;
}

} // namespace platform::program
