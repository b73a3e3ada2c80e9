// SPDX-License-Identifier: Apache-2.0
#include <iss/platform/firmware_platform.h>

#include <process/words.h>

#include <iostream>
#include <new>

namespace platform::iss {

namespace {

struct device_range {
    std::uint64_t base;
    std::uint64_t bytes;
};

template <class Range>
bool overlap(const ram_range& r, const Range& other) {
    return r.base < other.base + other.bytes && other.base < r.base + r.bytes;
}

std::vector<device_range> devices_of(const firmware_setup& setup) {
    namespace map = components::memory_map;
    std::vector<device_range> devices{
        {map::interrupt_controller, map::interrupt_controller_size},
        {map::dual_timer_01, components::sp804_core::window_size},
        {map::dual_timer_23, components::sp804_core::window_size},
        {map::uart0, components::pl011_core::window_size},
    };
    for (const bus_unit_plan& unit : setup.bus_units) {
        devices.push_back({unit.base, unit.bytes});
    }
    return devices;
}

[[noreturn]] void refuse(const std::vector<ram_range>& all, std::size_t index,
                         const std::string& why) {
    throw memory_error(index, "memory of " + std::to_string(all[index].bytes) + " bytes at " +
                                  process::hex(all[index].base, 8) + ": " + why);
}

void check(const std::vector<ram_range>& all, std::size_t index,
           const std::vector<device_range>& devices) {
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
                   "overlaps the unit at " + process::hex(static_cast<std::uint32_t>(d.base), 8));
        }
    }
    for (std::size_t before = 0; before != index; ++before) {
        if (overlap(r, all[before])) {
            refuse(all, index, "overlaps the memory at " + process::hex(all[before].base, 8));
        }
    }
}

} // namespace

firmware_platform::firmware_platform(const sc_core::sc_module_name& name,
                                     const firmware_setup& setup)
    : components::platform_fabric(name, {components::clock_kind::tickless, setup.cpu.cycle}),
      cpu("cpu", setup.cpu), timer01("timer01", setup.timclk), timer23("timer23", setup.timclk) {
    cpu.socket.bind(bus.socket);
    cpu.irq(m_irq);
    cpu.fiq(m_fiq);
    connect_devices(setup);
    const std::vector<device_range> devices = devices_of(setup);
    for (std::size_t i = 0; i < setup.ram.size(); ++i) {
        check(setup.ram, i, devices);
        const ram_range& r = setup.ram[i];
        const std::string ram_name = "ram" + std::to_string(i);
        try {
            m_ram.push_back(std::make_unique<components::ram>(ram_name.c_str(), r.bytes));
        } catch (const std::bad_alloc&) {
            refuse(setup.ram, i, "the host does not have that much");
        }
        bus.map(r.base, r.bytes, m_ram.back()->socket);
        cpu.map(r.base, r.bytes);
    }
    for (const bus_unit_plan& unit : setup.bus_units) {
        m_bus_units.push_back(unit.make(*this));
    }
    for (const device_range& d : devices) {
        cpu.map(static_cast<std::uint32_t>(d.base), d.bytes);
    }
}

void firmware_platform::connect_devices(const firmware_setup& setup) {
    namespace map = components::memory_map;
    bus.map(map::dual_timer_01, components::sp804_core::window_size, timer01.socket);
    bus.map(map::dual_timer_23, components::sp804_core::window_size, timer23.socket);
    bus.map(map::uart0, components::pl011_core::window_size, uart0.socket);
    timer01.TIMINTC(m_timer01_request);
    timer23.TIMINTC(m_timer23_request);
    uart0.UARTINTR(m_uart0_request);
    vic.irq_in[map::dual_timer_01_line](m_timer01_request);
    vic.irq_in[map::dual_timer_23_line](m_timer23_request);
    vic.irq_in[map::uart0_line](m_uart0_request);
    cpu.add_interrupt_source([this] { return timer01.may_change() || timer23.may_change(); });
    uart0.transmit_to(setup.console != nullptr ? *setup.console : std::cout);
    if (!setup.cpu.starts_at_reset) {
        uart0.turn_on();
    }
}

} // namespace platform::iss
