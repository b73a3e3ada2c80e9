// SPDX-License-Identifier: Apache-2.0
// What a driver writes to bring every counter of a part to count: for benchmarks and for tests that
// treat all parts alike.
#pragma once

#include <generated/part_cores.h>

#include <cstdint>
#include <vector>

namespace sc_test {

struct register_write {
    std::uint32_t address;
    std::uint32_t value;
};
using register_writes = std::vector<register_write>;

/// In which mode the counters of a unit are set up. All counters are enabled and their interrupt
/// requests too.
struct counting_mode {
    bool enabled = true; ///< the enable of all counters: E, CEN
    bool divided = false;
    bool exported = false; ///< events to EVNTBUS, where the part has it
};

/// For each core:
///   event            what its first event counter is set to count
///   cycle_counter    address of CCNT
///   start(mode)      sets all counters to zero, selects events, clears flags, and starts
///   clear_flags(mode) clears the overflow flags of all counters and keeps the rest
template <class Core>
struct part_setup;

/// Of the PMUs of the ARM11 cores.
struct arm11_setup {
    static constexpr std::uint32_t event = 0x07;
    static constexpr std::uint32_t cycle_counter = pmu::arm11_address(1);

    static register_writes start(counting_mode mode) {
        using namespace pmu::arm11_pmnc;
        return {{pmnc, control(mode) | C.mask() | P.mask()}};
    }
    static register_writes clear_flags(counting_mode mode) { return {{pmnc, control(mode)}}; }

private:
    static constexpr std::uint32_t pmnc = pmu::arm11_address(0);

    static std::uint32_t control(counting_mode mode) {
        using namespace pmu::arm11_pmnc;
        return EvtCount0.in_place(event) | EvtCount1.in_place(0x05) | ECC.mask() | EC1.mask() |
               EC0.mask() | CCR.mask() | CR1.mask() | CR0.mask() | E.in_place(mode.enabled) |
               D.in_place(mode.divided) | X.in_place(mode.exported);
    }
};

template <>
struct part_setup<pmu::arm1136_core> : arm11_setup {};
template <>
struct part_setup<pmu::arm1176_core> : arm11_setup {};

template <>
struct part_setup<pmu::xscale_core> {
    static constexpr std::uint32_t event = 0x07;
    static constexpr std::uint32_t cycle_counter =
        pmu::xscale_registers[static_cast<std::size_t>(pmu::xscale_register::CCNT)].address;

    static register_writes start(counting_mode mode) {
        using namespace pmu::xscale_pmnc;
        return {{pmnc, control(mode) | C.mask() | P.mask()}};
    }
    static register_writes clear_flags(counting_mode mode) { return {{pmnc, control(mode)}}; }

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

template <>
struct part_setup<pmu::ixp42x_core> {
    static constexpr std::uint32_t event = 0x07;
    static constexpr std::uint32_t cycle_counter =
        pmu::ixp42x_registers[static_cast<std::size_t>(pmu::ixp42x_register::CCNT)].address;

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

private:
    static constexpr std::uint32_t all_counters = 0x1F;

    static constexpr std::uint32_t address(pmu::ixp42x_register r) {
        return pmu::ixp42x_registers[static_cast<std::size_t>(r)].address;
    }
};

template <>
struct part_setup<pmu::cci400_core> {
    static constexpr std::uint32_t event = 0x80; ///< S4, read handshakes
    static constexpr std::uint32_t cycle_counter =
        pmu::cci400_registers[pmu::cci400_register::CCNT].address;

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

private:
    // Offsets in the block of a counter.
    static constexpr std::uint32_t select_register = 0x0;
    static constexpr std::uint32_t control_register = 0x8;
    static constexpr std::uint32_t overflow_register = 0xC;
};

template <>
struct part_setup<pmu::cortex_r5_core> {
    static constexpr std::uint32_t event = 0x08;
    static constexpr std::uint32_t cycle_counter =
        pmu::cortex_r5_registers[pmu::cortex_r5_register::PMCCNTR].address;

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

private:
    static constexpr std::uint32_t all_counters = 0x8000'0007;

    static constexpr std::uint32_t address(pmu::cortex_r5_register r) {
        return pmu::cortex_r5_registers[r].address;
    }
};

} // namespace sc_test
