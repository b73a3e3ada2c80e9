// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the CCI-400 PMU.
#pragma once

#include <pmu/cci400/cci400_core.h>
#include <support/part_setup.h>

#include <cstdint>

namespace sc_test {

template <>
struct part_setup<pmu::cci400_core> {
    static constexpr unsigned event_counters = 4; ///< ARM DDI 0470, 2.5
    static constexpr std::uint32_t event = 0x80;  ///< S4, read handshakes
    static constexpr const char* event_text = "S4:0x00";
    static constexpr std::uint32_t cycle_counter =
        pmu::cci400_registers[pmu::cci400_register::CCNT].address;
    static constexpr std::uint32_t first_counter = pmu::cci400_block_offset(0) + 4;

    static register_writes start(counting_mode mode) {
        using namespace pmu::cci400_pmcr;
        register_writes all{{pmu::cci400_registers[pmu::cci400_register::CCNT_CTRL].address, 1}};
        for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
            all.push_back({pmu::cci400_block_offset(n) + select_register, event + n});
            all.push_back({pmu::cci400_block_offset(n) + control_register, 1});
        }
        for (const register_write& w : clear_flags(mode)) {
            all.push_back(w);
        }
        all.push_back({pmu::cci400_registers[pmu::cci400_register::PMCR].address,
                       CCR.mask() | RST.mask() | CEN.in_place(mode.enabled) |
                           CCD.in_place(mode.divided) | EX.in_place(mode.exported)});
        return all;
    }
    static register_writes clear_flags(counting_mode /*mode*/) {
        register_writes all{{pmu::cci400_registers[pmu::cci400_register::CCNT_OVF].address, 1}};
        for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
            all.push_back({pmu::cci400_block_offset(n) + overflow_register, 1});
        }
        return all;
    }

    static register_writes everywhere(std::uint32_t number) {
        using namespace pmu::cci400_pmcr;
        register_writes all;
        for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
            all.push_back({pmu::cci400_block_offset(n) + select_register, number});
            all.push_back({pmu::cci400_block_offset(n) + control_register, 1});
        }
        all.push_back(
            {pmu::cci400_registers[pmu::cci400_register::PMCR].address, RST.mask() | CEN.mask()});
        return all;
    }
    static bool is_reported(std::uint32_t /*number*/) { return false; }

private:
    // Offsets in the block of a counter.
    static constexpr std::uint32_t select_register = 0x0;
    static constexpr std::uint32_t control_register = 0x8;
    static constexpr std::uint32_t overflow_register = 0xC;
};

} // namespace sc_test
