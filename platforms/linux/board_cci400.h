// SPDX-License-Identifier: Apache-2.0
// The CCI-400 of a board: between its CPU, at slave interface S4, and everything else.
#pragma once

#include <cci400/wired_cci400.h>
#include <components/bcm2835_interrupt_controller.h>
#include <components/module_processes.h>
#include <components/router.h>
#include <iss/cpu/iss_cpu.h>
#include <linux/cci400_counts.h>
#include <pmu/cci400/cci400_parameters.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <utility>

namespace platform::linux_board {

/// The interrupt lines of a CCI-400.
enum class cci400_lines : std::uint8_t {
    one,  ///< all overflows together: PMUIRQ
    five, ///< each counter has its own: nEVNTCNTOVERFLOW
};

/// The CCI-400, and what the board makes of it.
struct board_cci400_config {
    pmu::cci400_config unit;                 ///< its parameters
    cci400_lines lines = cci400_lines::five; ///< to the interrupt controller
    /// Whether it takes accesses to its registers for Secure. Then the device tree leaves it to
    /// the driver to find the revision out.
    bool secure = false;
};

/// A row of board_cci400_rows.
using board_cci400_row = pmu::parameter_row<board_cci400_config>;
/// The parameters of the part, and those of the board.
inline constexpr board_cci400_row board_cci400_rows[] = {
    board_cci400_row::number<&board_cci400_config::unit, &pmu::cci400_config::revision>(
        pmu::cci400_parameters[0].name, pmu::cci400_parameters[0].min,
        pmu::cci400_parameters[0].max, pmu::cci400_parameters[0].description,
        pmu::cci400_parameters[0].source),
    board_cci400_row::flag<&board_cci400_config::unit, &pmu::cci400_config::irq_active_low>(
        pmu::cci400_parameters[1].name, pmu::cci400_parameters[1].description,
        pmu::cci400_parameters[1].source),
    board_cci400_row::choice<&board_cci400_config::lines>(
        "lines", "interrupt lines of its overflows", "a matter of the board"),
    board_cci400_row::flag<&board_cci400_config::secure>(
        "secure", "accesses to its registers are Secure", "a matter of the board"),
};

/// What `--option cci400.NAME=VALUE` sets.
inline constexpr pmu::parameter_map_of<board_cci400_config, board_cci400_rows>
    board_cci400_parameters{"cci400"};

/// The line of the interrupt controller that a counter's overflow has.
/// \param overflow 0 to 4, as in nEVNTCNTOVERFLOW
unsigned cci400_line_of(const board_cci400_config& config, unsigned overflow);

/// The PMU of the interconnect with its clock, which goes on while the CPU waits for an interrupt.
/// Its registers are seen as the board says, and who counts beside it hears of their writes.
class board_cci400 : public sc_core::sc_module {
public:
    /// \param period of the clock \param reset active high \param counts beside it
    board_cci400(const sc_core::sc_module_name& name, const board_cci400_config& config,
                 const sc_core::sc_time& period, sc_core::sc_signal<bool>& reset,
                 cci400_counts& counts);

    /// Maps the registers, and lets it count what the CPU does. During construction only.
    void connect(iss::iss_cpu& cpu, components::router& bus);
    /// Connects its interrupt lines. During construction only.
    void connect(components::bcm2835_interrupt_controller& controller);
    /// How often one of its interrupt lines was raised since the last call.
    std::uint64_t take_requests() { return std::exchange(m_requests, 0); }

private:
    void count_request() { ++m_requests; }
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
        return m_registers->transport_dbg(payload);
    }

    const board_cci400_config m_config;
    const sc_core::sc_time m_period;
    cci400_counts& m_counts;
    tlm_utils::simple_target_socket<board_cci400> m_socket{"socket"};
    tlm_utils::simple_initiator_socket<board_cci400> m_registers{"registers"};
    pmu::tickless_clock m_aclk;
    cci400::cci400_node m_node;
    std::uint64_t m_requests = 0;
};

} // namespace platform::linux_board
