// SPDX-License-Identifier: Apache-2.0
// What a driver writes to select an event in the counters of a part, with all of them enabled.
#pragma once

#include <support/part_setup.h>

#include <pmu/core/register_map.h>

#include <cstdint>

namespace sc_test {

/// For each core: `everywhere(event)` selects the event in all event counters, from the first on,
/// sets them to zero, and enables them and the unit; the first one then reads at `first_counter`.
template <class Core>
struct event_selection;

/// Of the PMUs of the ARM11 cores.
struct arm11_selection {
    static constexpr std::uint32_t first_counter = pmu::arm11_address(2);

    static register_writes everywhere(std::uint32_t event) {
        using namespace pmu::arm11_pmnc;
        return {{pmu::arm11_address(0),
                 EvtCount0.in_place(event) | EvtCount1.in_place(event) | P.mask() | E.mask()}};
    }
};

template <>
struct event_selection<pmu::arm1136_core> : arm11_selection {};
template <>
struct event_selection<pmu::arm1176_core> : arm11_selection {};

template <>
struct event_selection<pmu::xscale_core> {
    static constexpr std::uint32_t first_counter =
        pmu::xscale_registers[pmu::xscale_register::PMN0].address;

    static register_writes everywhere(std::uint32_t event) {
        using namespace pmu::xscale_pmnc;
        constexpr std::uint32_t pmnc = pmu::xscale_registers[pmu::xscale_register::PMNC].address;
        const std::uint32_t events = evtCount0.in_place(event) | evtCount1.in_place(event);
        return {{pmnc, events}, {pmnc, events | P.mask() | E.mask()}};
    }
};

template <>
struct event_selection<pmu::ixp42x_core> {
    static constexpr std::uint32_t first_counter =
        pmu::ixp42x_registers[pmu::ixp42x_register::PMN0].address;

    static register_writes everywhere(std::uint32_t event) {
        constexpr std::uint32_t pmnc = pmu::ixp42x_registers[pmu::ixp42x_register::PMNC].address;
        constexpr std::uint32_t evtsel =
            pmu::ixp42x_registers[pmu::ixp42x_register::EVTSEL].address;
        return {{pmnc, 0},
                {evtsel, event * 0x0101'0101U},
                {pmnc, pmu::ixp42x_pmnc::P.mask() | pmu::ixp42x_pmnc::E.mask()}};
    }
};

template <>
struct event_selection<pmu::cci400_core> {
    static constexpr std::uint32_t first_counter = pmu::cci400_block_offset(0) + 4;

    static register_writes everywhere(std::uint32_t event) {
        using namespace pmu::cci400_pmcr;
        register_writes all;
        for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
            all.push_back({pmu::cci400_block_offset(n), event});
            all.push_back({pmu::cci400_block_offset(n) + 8, 1});
        }
        all.push_back(
            {pmu::cci400_registers[pmu::cci400_register::PMCR].address, RST.mask() | CEN.mask()});
        return all;
    }
};

template <>
struct event_selection<pmu::cortex_r5_core> {
    static constexpr std::uint32_t first_counter =
        pmu::cortex_r5_registers[pmu::cortex_r5_register::PMXEVCNTR].address;

    static register_writes everywhere(std::uint32_t event) {
        using reg = pmu::cortex_r5_register;
        register_writes all;
        for (std::uint32_t n = 0; n < pmu::cortex_r5_counters::event_counters; ++n) {
            all.push_back({address(reg::PMSELR), n});
            all.push_back({address(reg::PMXEVTYPER), event});
        }
        all.push_back({address(reg::PMSELR), 0});
        all.push_back({address(reg::PMCNTENSET), 7});
        all.push_back(
            {address(reg::PMCR), pmu::cortex_r5_pmcr::P.mask() | pmu::cortex_r5_pmcr::E.mask()});
        return all;
    }

private:
    static constexpr std::uint32_t address(pmu::cortex_r5_register r) {
        return pmu::cortex_r5_registers[r].address;
    }
};

} // namespace sc_test
