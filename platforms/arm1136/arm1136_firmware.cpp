// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_firmware.h>

#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_platform.h>
#include <arm1136/arm1136_unit.h>

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

struct sampling_driver {
    using reg = pmu::arm1136_register;

    template <class Registers>
    static void start(Registers& registers, std::vector<std::uint32_t> events) {
        using namespace pmu::arm1136_pmnc;
        events.resize(2);
        registers.write(pmu::arm1136_registers[reg::PMNC].address,
                        EvtCount0.in_place(events[0]) | EvtCount1.in_place(events[1]) | C.mask() |
                            P.mask() | E.mask());
    }
    template <class Registers>
    static void load(Registers& registers, unsigned counter, std::uint32_t value) {
        constexpr reg counters[] = {reg::PMN0, reg::PMN1, reg::CCNT};
        registers.write(pmu::arm1136_registers[counters[counter]].address, value);
    }
};

std::unique_ptr<iss::sampling_unit> make_sampling_unit(const program::option_values& options) {
    return std::make_unique<iss::core_sampling_unit<pmu::arm1136_core, sampling_driver>>(
        options.to(pmu::arm1136_parameters));
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
        make_sampling_unit,
    };
    return part;
}

} // namespace platform::arm1136
