// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_firmware.h>

#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/wired_cortex_r5.h>

namespace platform::cortex_r5 {

namespace {

class cortex_r5_firmware_platform final : public iss::firmware_platform, public wired_cortex_r5 {
public:
    cortex_r5_firmware_platform(const iss::firmware_setup& setup,
                                const pmu::cortex_r5_config& parameters)
        : iss::firmware_platform("platform", setup), wired_cortex_r5(parameters, setup.cpu.cycle) {
        connect(unit, cortex_r5_event_kinds(), pmu::cortex_r5_events, parameters.irq_active_low);
        connect_requests(vic);
        cpu.add_output(cortex_r5_bus_lines(),
                       [this](std::uint64_t word) { event_bus.write(word); });
        cpu.add_output(cortex_r5_aux_lines(),
                       [this](std::uint64_t word) { aux_events.write(word); });
        cpu.on_debug_state = [this](bool is_halted) { m_dbg_halt.write(is_halted); };
    }
};

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& asked) {
    const program::unit_info& unit = cortex_r5_unit();
    iss::firmware_setup setup = iss::completed(asked, iss::cpu_type::cortex_r5, unit);
    // PMSWINC: bits 2:0 are the counters
    setup.cpu.counted_writes = {
        {{15, 0, 9, 12, 4}, 7, activity::activity_kind::software_increment}};
    return std::make_unique<cortex_r5_firmware_platform>(
        setup, iss::options_of(asked, unit).to(pmu::cortex_r5_parameters));
}

// --- a second one --------------------------------------------------------------------------------

constexpr unsigned event_counters = pmu::cortex_r5_counters::event_counters;
constexpr std::uint32_t cycle_bit = pmu::cortex_r5_counters::cycle_bit;
constexpr std::uint32_t event_bits = (1U << event_counters) - 1;

std::uint32_t address(pmu::cortex_r5_register r) {
    return pmu::cortex_r5_registers[r].address;
}

void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::cortex_r5_pmcr;
    using reg = pmu::cortex_r5_register;
    unit.write(address(reg::PMCR), 0);
    for (unsigned n = 0; n < events.size(); ++n) {
        unit.write(address(reg::PMSELR), n);
        unit.write(address(reg::PMXEVTYPER), events[n]);
    }
    const std::uint32_t used = cycle_bit | ((1U << events.size()) - 1);
    unit.write(address(reg::PMOVSR), cycle_bit | event_bits);
    unit.write(address(reg::PMCNTENCLR), cycle_bit | event_bits);
    unit.write(address(reg::PMINTENCLR), cycle_bit | event_bits);
    unit.write(address(reg::PMCNTENSET), used);
    unit.write(address(reg::PMINTENSET), used);
    unit.write(address(reg::PMCR), C.mask() | P.mask() | E.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::cortex_r5_register::PMCR), 0);
}

std::uint32_t take_overflows(iss::register_port& unit) {
    const std::uint32_t flags = unit.read(address(pmu::cortex_r5_register::PMOVSR));
    unit.write(address(pmu::cortex_r5_register::PMOVSR), flags);
    return (flags & event_bits) | ((flags & cycle_bit) != 0 ? 1U << event_counters : 0);
}

/// Selects an event counter. \return the register through which a counter is seen then
std::uint32_t select(iss::register_port& unit, unsigned counter) {
    if (counter == event_counters) {
        return address(pmu::cortex_r5_register::PMCCNTR);
    }
    unit.write(address(pmu::cortex_r5_register::PMSELR), counter);
    return address(pmu::cortex_r5_register::PMXEVCNTR);
}

void increment(iss::register_port& unit, unsigned counter) {
    unit.write(address(pmu::cortex_r5_register::PMSWINC), 1U << counter);
}

iss::driven_port counting_port(const program::option_values& options) {
    static constexpr iss::counting_driver driver{event_counters, start,  stop,
                                                 take_overflows, select, increment};
    pmu::cortex_r5_config parameters = options.to(pmu::cortex_r5_parameters);
    parameters.irq_gated_by_e = false;
    return {std::make_unique<iss::core_port<pmu::cortex_r5_core>>(parameters), &driver};
}

// --- metrics -------------------------------------------------------------------------------------

constexpr std::size_t cycles = report::metric_figure::cycles;
/// What follows from counts of the Cortex-R5's events.
const std::vector<report::metric>& metrics() {
    namespace event = pmu::cortex_r5_event;
    static const std::vector<report::metric> all{
        report::instructions_per_cycle(event::INST_EXEC),
        report::percentage("branch", "changes of the program flow that are mispredicted",
                           "branch misprediction rate", "% of predictable branches",
                           event::BR_MISPRED, event::BR_PREDICTABLE),
        report::branch_mpki(event::BR_MISPRED, event::INST_EXEC),
        {"icache",
         "instruction cache misses",
         {event::ICACHE_MISS, event::ICACHE_ACCESS, event::INST_EXEC},
         {{"instruction cache miss rate", "% of accesses", {0}, {1}, 100},
          {"instruction cache MPKI", "per thousand instructions", {0}, {2}, 1000}}},
        {"dcache",
         "data cache misses",
         {event::DCACHE_MISS, event::DCACHE_ACCESS, event::INST_EXEC},
         {{"data cache miss rate", "% of accesses", {0}, {1}, 100},
          {"data cache MPKI", "per thousand instructions", {0}, {2}, 1000}}},
        {"fetch",
         "cycles without an instruction to execute",
         {event::STALL_IBUF, event::ICACHE_MISS},
         {{"stalled for instructions", "% of cycles", {0}, {cycles}, 100},
          {"mean stall", "cycles per miss", {0}, {1}}}},
        {"writeback",
         "stalls on data and what the data cache writes back",
         {event::STALL_DATADEP, event::DCACHE_WB},
         {{"stalled on data", "% of cycles", {0}, {cycles}, 100},
          {"data cache write-backs", "bytes", {1}, {}, 1, false, report::lines_of::data_cache}}},
        {"memory",
         "instructions that read or write data",
         {event::DATA_READ, event::DATA_WRITE, event::INST_EXEC},
         {{"loads and stores", "% of instructions", {0, 1}, {2}, 100}}},
        report::per_thousand_instructions("external", "requests to external memory",
                                          "external requests", event::EXT_MEM_REQ,
                                          event::INST_EXEC),
        {"irq_off",
         "cycles with interrupts disabled",
         {event::IRQ_DIS_CYCLES, event::FIQ_DIS_CYCLES},
         {{"IRQ disabled", "% of cycles", {0}, {cycles}, 100},
          {"FIQ disabled", "% of cycles", {1}, {cycles}, 100}}},
    };
    return all;
}

} // namespace

const iss::firmware_part& cortex_r5_firmware() {
    static const iss::firmware_part part = [] {
        iss::firmware_part p{cortex_r5_part(), cortex_r5_event_kinds()};
        p.cpu = iss::cpu_type::cortex_r5;
        p.events = iss::only_table<pmu::cortex_r5_events>;
        p.make = make;
        p.counting_port = counting_port;
        p.metrics = metrics;
        return p;
    }();
    return part;
}

} // namespace platform::cortex_r5
