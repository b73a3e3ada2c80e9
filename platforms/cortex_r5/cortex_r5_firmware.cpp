// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_firmware.h>

#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/cortex_r5_unit.h>
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

struct sampling_driver {
    using reg = pmu::cortex_r5_register;
    static constexpr std::uint32_t event_counters = pmu::cortex_r5_counters::event_counters;

    static constexpr std::uint32_t address(reg r) { return pmu::cortex_r5_registers[r].address; }

    template <class Registers>
    static void start(Registers& registers, const std::vector<std::uint32_t>& events) {
        constexpr std::uint32_t all = 1U << 31U | ((1U << event_counters) - 1);
        for (std::uint32_t n = 0; n < events.size(); ++n) {
            registers.write(address(reg::PMSELR), n);
            registers.write(address(reg::PMXEVTYPER), events[n]);
        }
        registers.write(address(reg::PMCNTENSET), all);
        registers.write(address(reg::PMCR), pmu::cortex_r5_pmcr::C.mask() |
                                                pmu::cortex_r5_pmcr::P.mask() |
                                                pmu::cortex_r5_pmcr::E.mask());
    }
    template <class Registers>
    static void load(Registers& registers, unsigned counter, std::uint32_t value) {
        if (counter == event_counters) {
            registers.write(address(reg::PMCCNTR), value);
        } else {
            registers.write(address(reg::PMSELR), counter);
            registers.write(address(reg::PMXEVCNTR), value);
        }
    }
};

std::unique_ptr<iss::sampling_unit> make_sampling_unit(const program::option_values& options) {
    return std::make_unique<iss::core_sampling_unit<pmu::cortex_r5_core, sampling_driver>>(
        options.to(pmu::cortex_r5_parameters));
}

} // namespace

const iss::firmware_part& cortex_r5_firmware() {
    static const iss::firmware_part part{
        cortex_r5_part(),
        iss::cpu_type::cortex_r5,
        cortex_r5_event_kinds(),
        iss::only_table<pmu::cortex_r5_events>,
        {},
        make,
        nullptr,
        nullptr,
        make_sampling_unit,
    };
    return part;
}

} // namespace platform::cortex_r5
