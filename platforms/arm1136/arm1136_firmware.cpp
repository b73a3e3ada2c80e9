// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_firmware.h>

#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_platform.h>

#include <algorithm>

namespace platform::arm1136 {

namespace {

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& asked) {
    const program::unit_info& unit = arm1136_unit();
    const pmu::arm1136_config parameters = iss::options_of(asked, unit).to(pmu::arm1136_parameters);
    iss::firmware_setup setup = iss::completed(asked, iss::cpu_type::arm1136, unit);
    set_settling(setup.cpu, parameters);
    return std::make_unique<iss::one_bus_firmware_platform<pmu::arm1136_pmu>>(
        setup, parameters, arm1136_lines(), arm1136_event_kinds(), pmu::arm1136_events,
        &pmu::arm1136_pmu::DEBUG_STATE);
}

// --- a second one --------------------------------------------------------------------------------

std::uint32_t address(pmu::arm1136_register r) {
    return pmu::arm1136_registers[r].address;
}

/// An event counter that is not used counts what nobody drives.
std::uint32_t event_at(const std::vector<std::uint32_t>& events, std::size_t n) {
    return n < events.size() ? events[n] : std::uint32_t{pmu::arm1136_event::ETMEXTOUT0};
}

void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::arm1136_pmnc;
    unit.write(address(pmu::arm1136_register::PMNC),
               EvtCount0.in_place(event_at(events, 0)) | EvtCount1.in_place(event_at(events, 1)) |
                   CCR.mask() | CR1.mask() | CR0.mask() | ECC.mask() | EC1.mask() | EC0.mask() |
                   C.mask() | P.mask() | E.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::arm1136_register::PMNC), 0);
}

/// What is written back clears the flags that were set.
std::uint32_t take_overflows(iss::register_port& unit) {
    using namespace pmu::arm1136_pmnc;
    const std::uint32_t pmnc = unit.read(address(pmu::arm1136_register::PMNC));
    unit.write(address(pmu::arm1136_register::PMNC), pmnc);
    return (pmnc & (CCR.mask() | CR1.mask() | CR0.mask())) >> CR0.lsb;
}

std::uint32_t address_of(unsigned counter) {
    constexpr pmu::arm1136_register counters[] = {
        pmu::arm1136_register::PMN0, pmu::arm1136_register::PMN1, pmu::arm1136_register::CCNT};
    return address(counters[counter]);
}

std::uint32_t read(iss::register_port& unit, unsigned counter) {
    return unit.read(address_of(counter));
}

void load(iss::register_port& unit, unsigned counter, std::uint32_t value) {
    unit.write(address_of(counter), value);
}

/// It counts from where it is started to where it is stopped.
iss::driven_port counting_port(const program::option_values& options) {
    static constexpr iss::counting_driver driver{2, start, stop, take_overflows, read, load};
    pmu::arm1136_config parameters = options.to(pmu::arm1136_parameters);
    parameters.start_delay_cycles = 0;
    parameters.stop_delay_cycles = 0;
    return {std::make_unique<iss::core_port<pmu::arm1136_core>>(parameters), &driver};
}

// --- metrics -------------------------------------------------------------------------------------

constexpr std::size_t cycles = report::metric_figure::cycles;
/// What follows from counts of the ARM1136's events.
const std::vector<report::metric>& metrics() {
    namespace event = pmu::arm1136_event;
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

} // namespace

void set_settling(iss::iss_config& cpu, const pmu::arm1136_config& parameters) {
    cpu.settle_cycles = std::max(parameters.start_delay_cycles, parameters.stop_delay_cycles) + 1;
    cpu.settling = {pmu::decode_coprocessor_address(
                        pmu::arm1136_registers[pmu::arm1136_register::PMNC].address),
                    pmu::arm1136_pmnc::E.mask()};
}

const iss::firmware_part& arm1136_firmware() {
    static const iss::firmware_part part{
        arm1136_part(),
        iss::cpu_type::arm1136,
        arm1136_event_kinds(),
        iss::only_table<pmu::arm1136_events>,
        {0x20, 0x21, 0x22},
        make,
        nullptr,
        nullptr,
        counting_port,
        metrics,
    };
    return part;
}

} // namespace platform::arm1136
