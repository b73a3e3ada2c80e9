// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the XScale PMU.
#pragma once

#include <pmu/xscale/xscale_core.h>
#include <support/part_setup.h>

#include <cstdint>

namespace sc_test {

template <>
struct part_setup<pmu::xscale_core> {
    static constexpr unsigned event_counters = 2; ///< XScale core manual, 8.2
    static constexpr std::uint32_t event = 0x07;
    static constexpr const char* event_text = "0x07";
    static constexpr std::uint32_t cycle_counter =
        pmu::xscale_registers[static_cast<std::size_t>(pmu::xscale_register::CCNT)].address;
    static constexpr std::uint32_t first_counter =
        pmu::xscale_registers[pmu::xscale_register::PMN0].address;

    static register_writes start(counting_mode mode) {
        using namespace pmu::xscale_pmnc;
        return {{pmnc, control(mode) | C.mask() | P.mask()}};
    }
    static register_writes clear_flags(counting_mode mode) { return {{pmnc, control(mode)}}; }

    static register_writes everywhere(std::uint32_t number) {
        using namespace pmu::xscale_pmnc;
        const std::uint32_t events = evtCount0.in_place(number) | evtCount1.in_place(number);
        return {{pmnc, events}, {pmnc, events | P.mask() | E.mask()}};
    }
    static bool is_reported(std::uint32_t /*number*/) { return false; }

private:
    static constexpr std::uint32_t pmnc =
        pmu::xscale_registers[static_cast<std::size_t>(pmu::xscale_register::PMNC)].address;

    static std::uint32_t control(counting_mode mode) {
        using namespace pmu::xscale_pmnc;
        return evtCount0.in_place(event) | evtCount1.in_place(0x05) | inten_CCNT.mask() |
               inten_PMN1.mask() | inten_PMN0.mask() | flag_CCNT.mask() | flag_PMN1.mask() |
               flag_PMN0.mask() | E.in_place(mode.enabled) | D.in_place(mode.divided);
    }
};

} // namespace sc_test
