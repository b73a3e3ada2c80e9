// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the Cortex-R5 PMU.
#pragma once

#include <pmu/cortex_r5/cortex_r5_core.h>
#include <support/part_setup.h>

#include <cstdint>

namespace sc_test {

template <>
struct part_setup<pmu::cortex_r5_core> {
    static constexpr unsigned event_counters = 3; ///< ARM DDI 0460, 6.2
    static constexpr std::uint32_t event = 0x08;
    static constexpr const char* event_text = "0x08";
    static constexpr std::uint32_t cycle_counter =
        pmu::cortex_r5_registers[pmu::cortex_r5_register::PMCCNTR].address;
    static constexpr std::uint32_t first_counter =
        pmu::cortex_r5_registers[pmu::cortex_r5_register::PMXEVCNTR].address;

    static register_writes start(counting_mode mode) {
        using namespace pmu::cortex_r5_pmcr;
        constexpr std::uint32_t events[] = {event, 0x06, 0x01};
        register_writes all;
        for (std::uint32_t n = 0; n < pmu::cortex_r5_counters::event_counters; ++n) {
            all.push_back({address(pmu::cortex_r5_register::PMSELR), n});
            all.push_back({address(pmu::cortex_r5_register::PMXEVTYPER), events[n]});
        }
        all.push_back({address(pmu::cortex_r5_register::PMOVSR), all_counters});
        all.push_back({address(pmu::cortex_r5_register::PMINTENSET), all_counters});
        all.push_back({address(pmu::cortex_r5_register::PMCNTENSET), all_counters});
        all.push_back({address(pmu::cortex_r5_register::PMCR),
                       C.mask() | P.mask() | E.in_place(mode.enabled) | D.in_place(mode.divided) |
                           X.in_place(mode.exported)});
        return all;
    }
    static register_writes clear_flags(counting_mode /*mode*/) {
        return {{address(pmu::cortex_r5_register::PMOVSR), all_counters}};
    }

    static register_writes everywhere(std::uint32_t number) {
        using reg = pmu::cortex_r5_register;
        register_writes all;
        for (std::uint32_t n = 0; n < pmu::cortex_r5_counters::event_counters; ++n) {
            all.push_back({address(reg::PMSELR), n});
            all.push_back({address(reg::PMXEVTYPER), number});
        }
        all.push_back({address(reg::PMSELR), 0});
        all.push_back({address(reg::PMCNTENSET), 7});
        all.push_back(
            {address(reg::PMCR), pmu::cortex_r5_pmcr::P.mask() | pmu::cortex_r5_pmcr::E.mask()});
        return all;
    }
    static bool is_reported(std::uint32_t number) { return number == 0x63; } // D8: it is unused

private:
    static constexpr std::uint32_t all_counters = 0x8000'0007;

    static constexpr std::uint32_t address(pmu::cortex_r5_register r) {
        return pmu::cortex_r5_registers[r].address;
    }
};

} // namespace sc_test
