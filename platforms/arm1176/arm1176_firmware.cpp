// SPDX-License-Identifier: Apache-2.0
#include <arm1176/arm1176_firmware.h>

#include <arm1176/arm1176_activity.h>
#include <arm1176/arm1176_platform.h>
#include <arm11_common/arm11_activity.h>
#include <arm11_common/arm11_firmware.h>

namespace platform::arm1176 {

namespace {

/// Secure User and Non-secure Access Validation Control Register (DDI 0301, 3.2.50): the V bit.
constexpr iss::register_bits access_validation{{15, 0, 15, 9, 0}, 1};

/// The platform of every ARM11, with the wires that this one has beside.
class arm1176_firmware_platform final : public iss::one_bus_firmware_platform<pmu::arm1176_pmu> {
public:
    arm1176_firmware_platform(const iss::firmware_setup& setup,
                              const pmu::arm1176_config& parameters)
        : one_bus_firmware_platform(setup, parameters, arm11_common::arm11_lines(),
                                    arm1176_event_kinds(), pmu::arm1176_events,
                                    &pmu::arm1176_pmu::DEBUG_STATE),
          m_wires(cpu, unit(), parameters) {}

private:
    arm1176_wires m_wires;
};

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& asked) {
    const program::unit_info& unit = arm1176_unit();
    const pmu::arm1176_config parameters = iss::options_of(asked, unit).to(pmu::arm1176_parameters);
    iss::firmware_setup setup = iss::completed(asked, iss::cpu_type::arm1176, unit);
    tell_of_pmu(setup.cpu, parameters);
    return std::make_unique<arm1176_firmware_platform>(setup, parameters);
}

} // namespace

void tell_of_pmu(iss::iss_config& cpu, const pmu::arm11_config& parameters) {
    arm11_common::set_settling(cpu, parameters);
    cpu.held_register = access_validation;
    cpu.held_at_start = parameters.user_access ? access_validation.mask : 0;
}

arm1176_wires::arm1176_wires(iss::iss_cpu& cpu, pmu::arm1176_pmu& unit,
                             const pmu::arm11_config& parameters)
    : m_v("V", parameters.user_access) {
    unit.aux_events(m_aux_events);
    unit.V(m_v);
    cpu.add_output(arm1176_aux_lines(), [this](std::uint64_t word) { m_aux_events.write(word); });
    cpu.on_held_register = [this](std::uint32_t value) { m_v.write(value != 0); };
}

const iss::firmware_part& arm1176_firmware() {
    static const iss::firmware_part part =
        arm11_common::arm11_firmware_part<pmu::arm1176_core, pmu::arm1176_events>(
            arm1176_part(), iss::cpu_type::arm1176, arm1176_event_kinds(), make);
    return part;
}

} // namespace platform::arm1176
