// SPDX-License-Identifier: Apache-2.0
// The PMUs of the CPUs that firmware runs on.
#include <iss/platform/firmware_platform.h>

#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_platform.h>
#include <arm1136/arm1136_unit.h>
#include <cci400/cci400_platform.h>
#include <cci400/cci400_unit.h>
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/cortex_r5_unit.h>
#include <iss/platform/cci400_traffic.h>
#include <ixp42x/ixp42x_platform.h>
#include <ixp42x/ixp42x_unit.h>
#include <xscale/xscale_platform.h>
#include <xscale/xscale_unit.h>
#include <xscale_common/xsc_activity.h>

#include <algorithm>

namespace platform {

namespace {

/// A platform of a PMU with one input word.
template <class Pmu>
class one_bus_platform final : public firmware_platform {
public:
    one_bus_platform(const firmware_setup& setup, const typename Pmu::core_type::config& parameters,
                     bool irq_active_low, const line_map& lines, const event_map& kinds,
                     const pmu::event_table& events)
        : firmware_platform("platform", setup), m_unit("pmu", parameters) {
        connect(m_unit, kinds, events, irq_active_low);
        m_unit.event_bus(m_event_bus);
        cpu.add_output(lines, [this](std::uint64_t word) { m_event_bus.write(word); });
    }

private:
    Pmu m_unit;
    sc_core::sc_signal<typename Pmu::event_bus_type> m_event_bus{"event_bus"};
};

class cortex_r5_firmware_platform final : public firmware_platform, public wired_cortex_r5 {
public:
    cortex_r5_firmware_platform(const firmware_setup& setup,
                                const pmu::cortex_r5_config& parameters,
                                const pmu::cci400_config& interconnect)
        : firmware_platform("platform", setup, interconnect),
          wired_cortex_r5(parameters, setup.cpu.cycle) {
        connect(unit, cortex_r5_event_kinds(), pmu::cortex_r5_events, parameters.irq_active_low);
        connect_requests(vic);
        cpu.add_output(cortex_r5_bus_lines(),
                       [this](std::uint64_t word) { event_bus.write(word); });
        cpu.add_output(cortex_r5_aux_lines(),
                       [this](std::uint64_t word) { aux_events.write(word); });
    }
};

/// \param unit the PMU of the CPU
firmware_setup completed(firmware_setup setup, cpu_type type, const unit_info& unit) {
    setup.cpu.type = type;
    setup.cpu.coprocessor = &unit.registers();
    setup.cpu.coprocessor_window = memory_map::coprocessor(0);
    return setup;
}

/// \param unit whose options the setup has
std::vector<std::uint64_t> option_values(const firmware_setup& setup, const unit_info& unit) {
    return setup.option_values.empty() ? default_values(unit) : setup.option_values;
}

std::unique_ptr<firmware_platform> make_arm1136(const firmware_setup& asked) {
    const unit_info& unit = arm1136_part().unit;
    const pmu::arm1136_config parameters = arm1136_configuration(option_values(asked, unit));
    firmware_setup setup = asked;
    setup.cpu.settle_cycles =
        std::max(parameters.start_delay_cycles, parameters.stop_delay_cycles) + 1;
    return std::make_unique<one_bus_platform<pmu::arm1136_pmu>>(
        completed(setup, cpu_type::arm1136, unit), parameters, parameters.irq_active_low,
        arm1136_lines(), arm1136_events(), pmu::arm1136_events);
}

template <class Pmu>
std::unique_ptr<firmware_platform>
make_xsc(const firmware_setup& setup, cpu_type type, const unit_info& unit,
         const typename Pmu::core_type::config& parameters, const pmu::event_table& events) {
    return std::make_unique<one_bus_platform<Pmu>>(completed(setup, type, unit), parameters, false,
                                                   xsc_lines(), xsc_event_kinds(), events);
}

std::unique_ptr<firmware_platform> make_xscale(const firmware_setup& setup) {
    const unit_info& unit = xscale_part().unit;
    return make_xsc<pmu::xscale_pmu>(setup, cpu_type::xscale, unit,
                                     xscale_configuration(option_values(setup, unit)),
                                     pmu::xsc_events);
}

std::unique_ptr<firmware_platform> make_ixp42x(const firmware_setup& setup) {
    const unit_info& unit = ixp42x_part().unit;
    return make_xsc<pmu::ixp42x_pmu>(setup, cpu_type::ixp42x, unit,
                                     ixp42x_configuration(option_values(setup, unit)),
                                     pmu::xsc_core_events);
}

std::unique_ptr<firmware_platform> make_on_cortex_r5(const firmware_setup& asked,
                                                     const pmu::cortex_r5_config& parameters,
                                                     const pmu::cci400_config& interconnect) {
    firmware_setup setup = asked;
    // PMSWINC: bits 2:0 are the counters
    setup.cpu.counted_writes = {{{15, 0, 9, 12, 4}, 7, activity_kind::software_increment}};
    return std::make_unique<cortex_r5_firmware_platform>(
        completed(setup, cpu_type::cortex_r5, cortex_r5_part().unit), parameters, interconnect);
}

std::unique_ptr<firmware_platform> make_cortex_r5(const firmware_setup& setup) {
    return make_on_cortex_r5(
        setup, cortex_r5_configuration(option_values(setup, cortex_r5_part().unit)), {});
}

pmu::cci400_config interconnect_of(const firmware_setup& setup) {
    return cci400_configuration(option_values(setup, cci400_part().unit));
}

std::unique_ptr<firmware_platform> make_cci400(const firmware_setup& setup) {
    return make_on_cortex_r5(setup, {}, interconnect_of(setup));
}

template <const pmu::event_table& table>
const pmu::event_table& only_table(const firmware_setup& /*setup*/) {
    return table;
}

const pmu::event_table& cci400_table(const firmware_setup& setup) {
    return pmu::cci400_core::events(interconnect_of(setup).revision);
}

} // namespace

const std::vector<firmware_part>& firmware_parts() {
    static const std::vector<firmware_part> parts{
        {arm1136_part(),
         cpu_type::arm1136,
         arm1136_events(),
         only_table<pmu::arm1136_events>,
         {0x20, 0x21, 0x22},
         make_arm1136},
        {cci400_part(),
         cpu_type::cortex_r5,
         cci400_traffic_events(),
         cci400_table,
         {},
         make_cci400},
        {xscale_part(),
         cpu_type::xscale,
         xsc_event_kinds(),
         only_table<pmu::xsc_events>,
         {pmu::xsc_unused_event},
         make_xscale},
        {ixp42x_part(),
         cpu_type::ixp42x,
         xsc_event_kinds(),
         only_table<pmu::xsc_core_events>,
         {pmu::xsc_unused_event},
         make_ixp42x},
        {cortex_r5_part(),
         cpu_type::cortex_r5,
         cortex_r5_event_kinds(),
         only_table<pmu::cortex_r5_events>,
         {},
         make_cortex_r5},
    };
    return parts;
}

bool firmware_part::parks(std::uint32_t number) const {
    return std::find(parking.begin(), parking.end(), number) != parking.end();
}

std::optional<activity_kind> firmware_part::kind_of(std::uint32_t number) const {
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [=](const event_entry& e) { return e.number == number; });
    return found != kinds.end() ? std::optional(found->kind) : std::nullopt;
}

std::vector<const pmu::event_desc*> firmware_part::shown_events(const firmware_setup& setup) const {
    std::vector<const pmu::event_desc*> shown;
    const bool has_interfaces = &part == &cci400_part();
    for (const pmu::event_desc& e : events(setup)) {
        const bool is_parking = e.rule == pmu::event_rule::nothing && parks(e.number);
        // Of the CCI-400 those of the CPU's slave interface: nothing is connected to the others.
        const bool is_of_others = has_interfaces && e.number >> 5U != cpu_slave_interface;
        if (!is_parking && !is_of_others) {
            shown.push_back(&e);
        }
    }
    return shown;
}

const firmware_part* find_firmware_part(const std::string& name) {
    const auto& parts = firmware_parts();
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const firmware_part& p) {
        return name == p.part.unit.name();
    });
    return found != parts.end() ? &*found : nullptr;
}

} // namespace platform
