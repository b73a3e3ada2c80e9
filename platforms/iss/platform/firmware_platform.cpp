// SPDX-License-Identifier: Apache-2.0
#include <iss/platform/firmware_platform.h>

#include <iss/cpu/iss_text.h>
#include <iss/platform/cci400_traffic.h>

#include <new>

namespace platform {

namespace {

constexpr std::uint16_t cci_code(unsigned number) {
    return static_cast<std::uint16_t>(cpu_slave_interface << 5U | number);
}

struct device_range {
    std::uint64_t base;
    std::uint64_t bytes;
};

template <class Range>
bool overlap(const ram_range& r, const Range& other) {
    return r.base < other.base + other.bytes && other.base < r.base + r.bytes;
}

constexpr device_range devices[] = {
    {memory_map::interrupt_controller, memory_map::interrupt_controller_size},
    {memory_map::cci400, memory_map::cci400_size},
};

[[noreturn]] void refuse(const std::vector<ram_range>& all, std::size_t index,
                         const std::string& why) {
    throw memory_error(index, "memory of " + std::to_string(all[index].bytes) + " bytes at " +
                                  hex_text(all[index].base) + ": " + why);
}

void check(const std::vector<ram_range>& all, std::size_t index) {
    constexpr std::uint64_t page = 4096;
    const ram_range& r = all[index];
    if (r.bytes == 0 || r.base % page != 0 || r.bytes % page != 0) {
        refuse(all, index, "expected whole pages of 4096 bytes");
    }
    if (r.bytes > (std::uint64_t{1} << 32U) - r.base) {
        refuse(all, index, "expected to end below 4 GiB");
    }
    for (const device_range& d : devices) {
        if (overlap(r, d)) {
            refuse(all, index,
                   "overlaps the unit at " + hex_text(static_cast<std::uint32_t>(d.base)));
        }
    }
    for (std::size_t before = 0; before != index; ++before) {
        if (overlap(r, all[before])) {
            refuse(all, index, "overlaps the memory at " + hex_text(all[before].base));
        }
    }
}

} // namespace

const event_map& cci400_traffic_events() {
    // RAM is Non-shareable, and this master sends no barriers, no maintenance and no DVM messages:
    // what counts those is truly 0. The stalls are not modelled.
    static const event_map events = {
        {cci_code(0x00), activity_kind::bus_read},
        {cci_code(0x01), activity_kind::bus_read_device},
        {cci_code(0x02), activity_kind::bus_read_normal},
        {cci_code(0x03), activity_kind::nothing},
        {cci_code(0x04), activity_kind::nothing},
        {cci_code(0x05), activity_kind::nothing},
        {cci_code(0x06), activity_kind::nothing},
        {cci_code(0x07), activity_kind::nothing},
        {cci_code(0x08), activity_kind::nothing},
        {cci_code(0x0A), activity_kind::nothing},
        {cci_code(0x0C), activity_kind::bus_write},
        {cci_code(0x0D), activity_kind::bus_write_device},
        {cci_code(0x0E), activity_kind::bus_write_normal},
        {cci_code(0x0F), activity_kind::nothing},
        {cci_code(0x10), activity_kind::nothing},
        {cci_code(0x11), activity_kind::nothing},
        {cci_code(0x12), activity_kind::nothing},
    };
    return events;
}

firmware_platform::firmware_platform(const sc_core::sc_module_name& name,
                                     const firmware_setup& setup,
                                     const pmu::cci400_config& interconnect)
    : platform_fabric(name, {clock_kind::tickless, setup.cpu.cycle}), cpu("cpu", setup.cpu),
      cci("cci", setup.cpu.cycle, interconnect) {
    cpu.socket.bind(bus.socket);
    cpu.irq(m_irq);
    cpu.fiq(m_fiq);
    for (std::size_t i = 0; i < setup.ram.size(); ++i) {
        check(setup.ram, i);
        const ram_range& r = setup.ram[i];
        const std::string ram_name = "ram" + std::to_string(i);
        try {
            m_ram.push_back(std::make_unique<ram>(ram_name.c_str(), r.bytes));
        } catch (const std::bad_alloc&) {
            refuse(setup.ram, i, "the host does not have that much");
        }
        bus.map(r.base, r.bytes, m_ram.back()->socket);
        cpu.map(r.base, r.bytes);
    }
    connect_pmu(cci.unit, memory_map::cci400, memory_map::cci400_size, cci.pmuirq,
                memory_map::irq::cci400);
    cci.connect_overflow(vic);
    cpu.count_on_bus(cci.unit, cci400_traffic_events(),
                     pmu::cci400_core::events(interconnect.revision), setup.cpu.cycle,
                     static_cast<std::uint32_t>(memory_map::cci400),
                     static_cast<std::uint32_t>(memory_map::cci400_size));
    for (const device_range& d : devices) {
        cpu.map(static_cast<std::uint32_t>(d.base), d.bytes);
    }
}

} // namespace platform
