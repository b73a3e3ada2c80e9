// SPDX-License-Identifier: Apache-2.0
// A board that boots Linux: what the kernel needs of a Raspberry Pi 1, with one of several CPUs and
// its PMU, and with a CCI-400, if it is to have one.
#pragma once

#include <components/bcm2835_interrupt_controller.h>
#include <components/bcm2835_system_timer.h>
#include <components/interrupt_wires.h>
#include <components/module_processes.h>
#include <components/ram.h>
#include <components/router.h>
#include <components/uart.h>
#include <components/watched_unit.h>
#include <iss/cpu/enabled_counts.h>
#include <iss/cpu/iss_cpu.h>
#include <linux/board_cci400.h>
#include <linux/board_cpu.h>
#include <linux/cci400_counts.h>
#include <pmu/arm11_common/arm11_tables.h>
#include <program/option_values.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platform::linux_board {

/// Where things are. The device tree says the same.
namespace board_map {
constexpr std::uint64_t ram_bytes = 256U << 20U; ///< from 0 on
constexpr std::uint32_t system_timer = 0x2000'3000;
constexpr std::uint32_t interrupt_controller = 0x2000'B200;
constexpr std::uint32_t uart = 0x2020'1000;
constexpr auto cci400 = static_cast<std::uint32_t>(cci400::wired_cci400::base);

/// Interrupt lines: 0 to 63 are the GPU's, then those of the ARM.
constexpr unsigned system_timer_line = 0; ///< the first of four
constexpr unsigned cci400_line = 32;      ///< the first of five
constexpr unsigned uart_line = 57;
constexpr unsigned pmuirq_line = 66;

constexpr std::uint32_t boot_loader = 0x0000'0100;
constexpr std::uint32_t kernel = 0x0000'8000;
constexpr std::uint32_t initrd = 0x0800'0000;
constexpr std::uint32_t device_tree = 0x0F00'0000;
} // namespace board_map

/// What is loaded before the CPU starts.
struct boot_files {
    std::string kernel_path;
    std::vector<std::uint8_t> kernel; ///< an Image, or a zImage, which decompresses itself
    std::vector<std::uint8_t> device_tree;
    std::vector<std::uint8_t> initrd; ///< may be empty
};

/// Everything but the console, which is on, is at reset; execution starts at a few instructions
/// that a boot loader would end with.
class board : public sc_core::sc_module {
    const pmu::arm11_config m_parameters; // before those that they are for

public:
    /// What is executed while the PMU is enabled, beside what the PMU counts.
    iss::enabled_counts enabled;
    /// The same of the interconnect; nothing: there is none.
    std::optional<cci400_counts> through_cci400;
    components::router bus{"bus"};
    iss::iss_cpu cpu;
    components::uart console{"console"};

    /// \param which CPU it has
    /// \param cpu_config its type and what concerns its PMU are set here
    /// \param options of the PMU of this CPU
    /// \param cci400 nothing: the CPU is connected to the bus
    board(const sc_core::sc_module_name& name, const board_cpu& which,
          const iss::iss_config& cpu_config, const program::option_values& options,
          const std::optional<board_cci400_config>& cci400 = {});

    void load(const boot_files& files);
    /// The PMU, for who looks on.
    components::watched_unit watched_pmu() { return m_pmu->watched(); }
    /// How often PMUIRQ was raised since the last call.
    std::uint64_t take_pmu_requests() { return std::exchange(m_pmu_requests, 0); }
    /// The same of the lines of the interconnect; 0: there is none.
    std::uint64_t take_cci400_requests() { return m_cci400 ? m_cci400->take_requests() : 0; }

private:
    void count_request() { ++m_pmu_requests; }
    void map(std::uint32_t base, std::uint64_t bytes, tlm::tlm_base_target_socket_b<>& target);

    components::ram m_ram{"ram", board_map::ram_bytes};
    components::bcm2835_interrupt_controller m_interrupts{"interrupts"};
    components::bcm2835_system_timer m_timer{"timer"};
    std::uint64_t m_pmu_requests = 0;
    sc_core::sc_signal<bool> m_reset{"reset"};
    sc_core::sc_signal<bool> m_irq{"irq"};
    sc_core::sc_signal<bool> m_fiq{"fiq"};
    components::interrupt_wire m_pmuirq{"pmuirq"};
    sc_core::sc_signal<bool> m_uart_irq{"uart_irq"};
    sc_core::sc_vector<sc_core::sc_signal<bool>> m_timer_irq{"timer_irq", 4};
    std::unique_ptr<board_pmu> m_pmu;
    std::unique_ptr<board_cci400> m_cci400;
};

} // namespace platform::linux_board
