// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_firmware.h>

#include <cci400/cci400_platform.h>
#include <cci400/wired_cci400.h>

namespace platform::cci400 {

namespace {

/// The slave interface that the CPU is connected to: S4.
constexpr unsigned cpu_slave_interface = 4;

constexpr std::uint16_t cci_code(unsigned number) {
    return static_cast<std::uint16_t>(cpu_slave_interface << 5U | number);
}

/// Read and write requests of slave interface S4, by ESR codes of the r1 list.
const activity::event_map& traffic_events() {
    // RAM is Non-shareable, and this master sends no barriers, no maintenance and no DVM messages:
    // what counts those is truly 0. The stalls are not modelled.
    static const activity::event_map events = {
        {cci_code(0x00), activity::activity_kind::bus_read},
        {cci_code(0x01), activity::activity_kind::bus_read_device},
        {cci_code(0x02), activity::activity_kind::bus_read_normal},
        {cci_code(0x03), activity::activity_kind::nothing},
        {cci_code(0x04), activity::activity_kind::nothing},
        {cci_code(0x05), activity::activity_kind::nothing},
        {cci_code(0x06), activity::activity_kind::nothing},
        {cci_code(0x07), activity::activity_kind::nothing},
        {cci_code(0x08), activity::activity_kind::nothing},
        {cci_code(0x0A), activity::activity_kind::nothing},
        {cci_code(0x0C), activity::activity_kind::bus_write},
        {cci_code(0x0D), activity::activity_kind::bus_write_device},
        {cci_code(0x0E), activity::activity_kind::bus_write_normal},
        {cci_code(0x0F), activity::activity_kind::nothing},
        {cci_code(0x10), activity::activity_kind::nothing},
        {cci_code(0x11), activity::activity_kind::nothing},
        {cci_code(0x12), activity::activity_kind::nothing},
    };
    return events;
}

class cci400_on_bus final : public iss::bus_unit {
public:
    cci400_on_bus(iss::firmware_platform& platform, const pmu::cci400_config& parameters)
        : m_node("cci", platform.period(), parameters) {
        platform.connect_on_bus(m_node.unit,
                                {static_cast<std::uint32_t>(wired_cci400::base),
                                 static_cast<std::uint32_t>(wired_cci400::window_size),
                                 pmu::cci400_is_of_pmu},
                                m_node.pmuirq, wired_cci400::pmuirq_line, traffic_events(),
                                pmu::cci400_core::events(parameters.revision));
        m_node.connect_overflow(platform.vic);
    }

private:
    cci400_node m_node;
};

iss::bus_unit_plan on_bus(const program::option_values& options) {
    const pmu::cci400_config parameters = options.to(pmu::cci400_parameters);
    return {wired_cci400::base, wired_cci400::window_size,
            [parameters](iss::firmware_platform& platform) {
                return std::make_unique<cci400_on_bus>(platform, parameters);
            }};
}

const pmu::event_table& events_of(const program::option_values& options) {
    return pmu::cci400_core::events(options.to(pmu::cci400_parameters).revision);
}

/// Nothing is connected to the other interfaces.
bool can_happen(const pmu::event_desc& event) {
    return event.number >> 5U == cpu_slave_interface;
}

// --- a second one --------------------------------------------------------------------------------

// Offsets in the block of a counter.
constexpr std::uint32_t select_register = 0x0;
constexpr std::uint32_t count_register = 0x4;
constexpr std::uint32_t control_register = 0x8;
constexpr std::uint32_t overflow_register = 0xC;

std::uint32_t address(pmu::cci400_register r) {
    return pmu::cci400_registers[r].address;
}

void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::cci400_pmcr;
    unit.write(address(pmu::cci400_register::PMCR), 0);
    for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
        const std::uint32_t block = pmu::cci400_block_offset(n);
        const bool is_used = n < events.size();
        unit.write(block + select_register, is_used ? events[n] : 0);
        unit.write(block + control_register, is_used ? 1 : 0);
        unit.write(block + overflow_register, 1);
    }
    unit.write(address(pmu::cci400_register::CCNT_CTRL), 1);
    unit.write(address(pmu::cci400_register::CCNT_OVF), 1);
    unit.write(address(pmu::cci400_register::PMCR), CCR.mask() | RST.mask() | CEN.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::cci400_register::PMCR), 0);
}

std::uint32_t take_overflows(iss::register_port& unit) {
    std::uint32_t flags = 0;
    const auto take = [&](std::uint32_t offset, unsigned counter) {
        if (unit.read(offset) != 0) {
            unit.write(offset, 1);
            flags |= 1U << counter;
        }
    };
    for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
        take(pmu::cci400_block_offset(n) + overflow_register, n);
    }
    take(address(pmu::cci400_register::CCNT_OVF), pmu::cci400_counters);
    return flags;
}

std::uint32_t select(iss::register_port& /*unit*/, unsigned counter) {
    return counter < pmu::cci400_counters ? pmu::cci400_block_offset(counter) + count_register
                                          : address(pmu::cci400_register::CCNT);
}

iss::driven_port counting_port(const program::option_values& options) {
    static constexpr iss::counting_driver driver{pmu::cci400_counters, start, stop, take_overflows,
                                                 select};
    return {std::make_unique<iss::core_port<pmu::cci400_core>>(options.to(pmu::cci400_parameters)),
            &driver};
}

// --- metrics -------------------------------------------------------------------------------------

constexpr std::size_t cycles = report::metric_figure::cycles;

/// ESR codes of slave interface S4, where the CPU of a firmware run is.
constexpr std::uint32_t read_any = 0x80;
constexpr std::uint32_t read_device = 0x81;
constexpr std::uint32_t write_any = 0x8C;
constexpr std::uint32_t write_device = 0x8D;

/// What follows from counts of the CCI-400's events.
const std::vector<report::metric>& metrics() {
    static const std::vector<report::metric> all{
        {"traffic",
         "requests of S4",
         {read_any, write_any},
         {{"requests", "per thousand cycles", {0, 1}, {cycles}, 1000},
          {"writes", "% of requests", {1}, {0, 1}, 100}}},
        {"device",
         "requests of S4 to devices",
         {read_device, write_device, read_any, write_any},
         {{"to devices", "% of requests", {0, 1}, {2, 3}, 100}}},
    };
    return all;
}

} // namespace

const iss::firmware_part& cci400_firmware() {
    static const iss::firmware_part part = [] {
        iss::firmware_part p{cci400_part(), traffic_events()};
        p.cpu = iss::cpu_type::cortex_r5;
        p.events = events_of;
        p.on_bus = on_bus;
        p.can_happen = can_happen;
        p.counting_port = counting_port;
        p.metrics = metrics;
        return p;
    }();
    return part;
}

} // namespace platform::cci400
