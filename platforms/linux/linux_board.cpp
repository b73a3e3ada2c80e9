// SPDX-License-Identifier: Apache-2.0
#include <linux/linux_board.h>

#include <components/memory_map.h>

namespace platform::linux_board {

namespace {

constexpr std::uint32_t page_bytes = 4096;

iss::iss_config completed(iss::iss_config config, const board_cpu& which,
                          const pmu::arm11_config& parameters, iss::enabled_counts& enabled,
                          std::optional<cci400_counts>& through_cci400) {
    config.type = which.part.cpu;
    config.coprocessor = &which.part.part.unit.registers();
    config.coprocessor_window = components::memory_map::coprocessor(0);
    which.tell_of_pmu(config, parameters);
    config.enabled = &enabled;
    if (through_cci400) {
        config.enabled_on_bus = through_cci400->of_cpu();
    }
    config.starts_at_reset = true;
    return config;
}

/// What the kernel expects (Documentation/arm/booting.rst): r0 is 0, r1 tells no machine, r2 is the
/// address of the device tree.
std::vector<std::uint8_t> boot_loader() {
    constexpr std::uint32_t words[] = {
        0xE3A00000,             // mov r0, #0
        0xE3E01000,             // mvn r1, #0
        0xE59F2000,             // ldr r2, [pc]
        0xE59FF000,             // ldr pc, [pc]
        board_map::device_tree, //
        board_map::kernel,
    };
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words) {
        for (const unsigned shift : {0U, 8U, 16U, 24U}) {
            bytes.push_back(static_cast<std::uint8_t>(word >> shift));
        }
    }
    return bytes;
}

} // namespace

board::board(const sc_core::sc_module_name& name, const board_cpu& which,
             const iss::iss_config& cpu_config, const program::option_values& options,
             const std::optional<board_cci400_config>& cci400)
    : sc_core::sc_module(name), m_parameters(which.parameters(options)),
      enabled(m_parameters.start_delay_cycles, m_parameters.stop_delay_cycles),
      through_cci400(cci400 ? std::make_optional<cci400_counts>(cpu_config.cycle) : std::nullopt),
      cpu("cpu", completed(cpu_config, which, m_parameters, enabled, through_cci400)) {
    cpu.socket.bind(bus.socket);
    cpu.irq(m_irq);
    cpu.fiq(m_fiq);
    cpu.add_interrupt_source([] { return true; }); // somebody may type at any time
    m_interrupts.irq(m_irq);
    m_interrupts.fiq(m_fiq);

    bus.map(0, board_map::ram_bytes, m_ram.socket);
    cpu.map(0, board_map::ram_bytes);
    map(board_map::system_timer, page_bytes, m_timer.socket);
    map(board_map::interrupt_controller, 0x200, m_interrupts.socket);
    map(board_map::uart, page_bytes, console.socket);

    for (unsigned channel = 0; channel < m_timer_irq.size(); ++channel) {
        m_timer.irq[channel](m_timer_irq[channel]);
        m_interrupts.irq_in[board_map::system_timer_line + channel](m_timer_irq[channel]);
    }
    console.UARTINTR(m_uart_irq);
    console.turn_on(); // as a boot loader leaves it, for the early console
    m_interrupts.irq_in[board_map::uart_line](m_uart_irq);

    m_pmuirq.set_active_low(m_parameters.irq_active_low);
    m_interrupts.irq_in[board_map::pmuirq_line](m_pmuirq.request);
    m_pmu = which.make_pmu(which, options, {cpu, bus, m_reset, m_pmuirq});
    if (cci400) {
        m_cci400 = std::make_unique<board_cci400>("cci400", *cci400, cpu_config.cycle, m_reset,
                                                  *through_cci400);
        m_cci400->connect(cpu, bus);
        m_cci400->connect(m_interrupts);
    }
    MODULE_PROCESSES(board);
    SC_METHOD(count_request);
    dont_initialize();
    sensitive << m_pmuirq.request.posedge_event();
}

/// The CPU knows whole pages.
void board::map(std::uint32_t base, std::uint64_t bytes, tlm::tlm_base_target_socket_b<>& target) {
    bus.map(base, bytes, target);
    cpu.map(base & ~(page_bytes - 1), page_bytes);
}

void board::load(const boot_files& files) {
    iss::elf_image image;
    image.path = files.kernel_path;
    image.entry = board_map::boot_loader;
    image.end = board_map::ram_bytes;
    const auto add = [&image](std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
        if (!bytes.empty()) {
            image.segments.push_back(
                {address, bytes, static_cast<std::uint32_t>(bytes.size()), true});
        }
    };
    add(board_map::boot_loader, boot_loader());
    add(board_map::kernel, files.kernel);
    add(board_map::initrd, files.initrd);
    add(board_map::device_tree, files.device_tree);
    cpu.load(image, {});
}

} // namespace platform::linux_board
