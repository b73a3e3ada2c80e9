// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the IXP42X PMU.
#pragma once

#include <pmu/ixp42x/ixp42x_core.h>
#include <support/part_setup.h>

#include <cstdint>

namespace sc_test {

template <>
struct part_setup<pmu::ixp42x_core> {
    static constexpr unsigned event_counters = 4; ///< the manual, 3.7
    static constexpr std::uint32_t event = 0x07;
    static constexpr const char* event_text = "0x07";
    static constexpr std::uint32_t cycle_counter =
        pmu::ixp42x_registers[static_cast<std::size_t>(pmu::ixp42x_register::CCNT)].address;
    static constexpr std::uint32_t first_counter =
        pmu::ixp42x_registers[pmu::ixp42x_register::PMN0].address;

    static register_writes start(counting_mode mode) {
        using namespace pmu::ixp42x_pmnc;
        using namespace pmu::ixp42x_evtsel;
        return {{address(pmu::ixp42x_register::EVTSEL),
                 evtCount0.in_place(event) | evtCount1.in_place(0x05) | evtCount2.in_place(0x0A) |
                     evtCount3.in_place(0x0D)},
                {address(pmu::ixp42x_register::FLAG), all_counters},
                {address(pmu::ixp42x_register::INTEN), all_counters},
                {address(pmu::ixp42x_register::PMNC),
                 C.mask() | P.mask() | E.in_place(mode.enabled) | D.in_place(mode.divided)}};
    }
    static register_writes clear_flags(counting_mode /*mode*/) {
        return {{address(pmu::ixp42x_register::FLAG), all_counters}};
    }

    static register_writes everywhere(std::uint32_t number) {
        return {{address(pmu::ixp42x_register::PMNC), 0},
                {address(pmu::ixp42x_register::EVTSEL), number * 0x0101'0101U},
                {address(pmu::ixp42x_register::PMNC),
                 pmu::ixp42x_pmnc::P.mask() | pmu::ixp42x_pmnc::E.mask()}};
    }
    static bool is_reported(std::uint32_t /*number*/) { return false; }

private:
    static constexpr std::uint32_t all_counters = 0x1F;

    static constexpr std::uint32_t address(pmu::ixp42x_register r) {
        return pmu::ixp42x_registers[static_cast<std::size_t>(r)].address;
    }
};

} // namespace sc_test
