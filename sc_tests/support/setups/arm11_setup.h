// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the PMU of an ARM11 core.
#pragma once

#include <pmu/arm11_common/arm11_tables.h>
#include <support/part_setup.h>

#include <cstdint>

namespace sc_test {

/// Of the PMUs of the ARM11 cores.
struct arm11_setup {
    static constexpr unsigned event_counters = 2; ///< ARM DDI 0211, c15
    static constexpr std::uint32_t event = 0x07;
    static constexpr const char* event_text = "0x07";
    static constexpr std::uint32_t cycle_counter = pmu::arm11_address(1);
    static constexpr std::uint32_t first_counter = pmu::arm11_address(2);

    static register_writes start(counting_mode mode) {
        using namespace pmu::arm11_pmnc;
        return {{pmnc, control(mode) | C.mask() | P.mask()}};
    }
    static register_writes clear_flags(counting_mode mode) { return {{pmnc, control(mode)}}; }

    static register_writes everywhere(std::uint32_t number) {
        using namespace pmu::arm11_pmnc;
        return {
            {pmnc, EvtCount0.in_place(number) | EvtCount1.in_place(number) | P.mask() | E.mask()}};
    }
    static bool is_reported(std::uint32_t /*number*/) { return false; }

private:
    static constexpr std::uint32_t pmnc = pmu::arm11_address(0);

    static std::uint32_t control(counting_mode mode) {
        using namespace pmu::arm11_pmnc;
        return EvtCount0.in_place(event) | EvtCount1.in_place(0x05) | ECC.mask() | EC1.mask() |
               EC0.mask() | CCR.mask() | CR1.mask() | CR0.mask() | E.in_place(mode.enabled) |
               D.in_place(mode.divided) | X.in_place(mode.exported);
    }
};

} // namespace sc_test
