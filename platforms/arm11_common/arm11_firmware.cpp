// SPDX-License-Identifier: Apache-2.0
#include <arm11_common/arm11_firmware.h>

#include <pmu/arm11_common/arm11_tables.h>

#include <algorithm>

namespace platform::arm11_common {

namespace {

constexpr std::uint32_t address(pmu::arm11_register r) {
    return pmu::arm11_address(static_cast<unsigned>(r));
}

/// An event counter that is not used counts what nobody drives.
std::uint32_t event_at(const std::vector<std::uint32_t>& events, std::size_t n) {
    return n < events.size() ? events[n] : std::uint32_t{pmu::arm11_event::ETMEXTOUT0};
}

void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::arm11_pmnc;
    unit.write(address(pmu::arm11_register::PMNC),
               EvtCount0.in_place(event_at(events, 0)) | EvtCount1.in_place(event_at(events, 1)) |
                   CCR.mask() | CR1.mask() | CR0.mask() | ECC.mask() | EC1.mask() | EC0.mask() |
                   C.mask() | P.mask() | E.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::arm11_register::PMNC), 0);
}

/// What is written back clears the flags that were set.
std::uint32_t take_overflows(iss::register_port& unit) {
    using namespace pmu::arm11_pmnc;
    const std::uint32_t pmnc = unit.read(address(pmu::arm11_register::PMNC));
    unit.write(address(pmu::arm11_register::PMNC), pmnc);
    return (pmnc & (CCR.mask() | CR1.mask() | CR0.mask())) >> CR0.lsb;
}

std::uint32_t select(iss::register_port& /*unit*/, unsigned counter) {
    constexpr pmu::arm11_register counters[] = {
        pmu::arm11_register::PMN0, pmu::arm11_register::PMN1, pmu::arm11_register::CCNT};
    return address(counters[counter]);
}

constexpr std::size_t cycles = report::metric_figure::cycles;
} // namespace

const iss::counting_driver arm11_driver{2, start, stop, take_overflows, select};

void set_settling(iss::iss_config& cpu, const pmu::arm11_config& parameters) {
    cpu.settle_cycles = std::max(parameters.start_delay_cycles, parameters.stop_delay_cycles) + 1;
    cpu.settling = {pmu::decode_coprocessor_address(address(pmu::arm11_register::PMNC)),
                    pmu::arm11_pmnc::E.mask()};
}

const std::vector<report::metric>& arm11_metrics() {
    namespace event = pmu::arm11_event;
    static const std::vector<report::metric> all{
        report::instructions_per_cycle(event::INSTR_EXEC),
        report::percentage("branch", "branches that are mispredicted", "branch misprediction rate",
                           "% of branches", event::BR_MISPREDICT, event::BR_EXEC),
        report::branch_mpki(event::BR_MISPREDICT, event::INSTR_EXEC),
        report::per_thousand_instructions("icache", "instruction cache misses",
                                          "instruction cache MPKI", event::ICACHE_MISS,
                                          event::INSTR_EXEC),
        report::percentage("dcache", "data cache misses of cachable accesses",
                           "data cache miss rate", "% of cachable accesses", event::DCACHE_MISS,
                           event::DCACHE_ACCESS_CACHABLE),
        report::per_thousand_instructions("dcache_mpki", "data cache misses", "data cache MPKI",
                                          event::DCACHE_MISS, event::INSTR_EXEC),
        {"fetch",
         "cycles without an instruction to execute",
         {event::IBUF_STALL, event::ICACHE_MISS},
         {{"stalled for instructions", "% of cycles", {0}, {cycles}, 100},
          {"mean stall", "cycles per miss", {0}, {1}}}},
        {"writeback",
         "stalls on data and what the data cache writes back",
         {event::DDEP_STALL, event::DCACHE_WBACK},
         {{"stalled on data", "% of cycles", {0}, {cycles}, 100},
          {"data cache write-backs", "bytes", {1}, {}, 16}}},
        report::per_thousand_instructions("itlb", "instruction MicroTLB misses",
                                          "instruction MicroTLB MPKI", event::ITLB_MISS,
                                          event::INSTR_EXEC),
        report::percentage("dtlb", "data MicroTLB misses", "data MicroTLB miss rate",
                           "% of accesses", event::DTLB_MISS, event::DCACHE_ACCESS),
        report::per_thousand_instructions("tlb", "main TLB misses", "main TLB MPKI",
                                          event::MAIN_TLB_MISS, event::INSTR_EXEC),
    };
    return all;
}

} // namespace platform::arm11_common
