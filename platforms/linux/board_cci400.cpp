// SPDX-License-Identifier: Apache-2.0
#include <linux/board_cci400.h>

#include <cci400/cci400_firmware.h>
#include <linux/linux_board.h>

#include <cstring>

namespace platform::linux_board {

namespace {

/// Says of a transaction, while this lives, whether it is Secure.
class security_mark {
public:
    security_mark(tlm::tlm_generic_payload& payload, bool is_secure)
        : m_payload(payload), m_theirs(payload.get_extension<pmu::access_extension>()),
          m_mark(pmu::attributes_of(payload)) {
        m_mark.attributes.secure = is_secure;
        m_payload.set_extension(&m_mark);
    }
    security_mark(const security_mark&) = delete;
    security_mark& operator=(const security_mark&) = delete;
    ~security_mark() { m_payload.set_extension(m_theirs); }

private:
    tlm::tlm_generic_payload& m_payload;
    pmu::access_extension* const m_theirs;
    pmu::access_extension m_mark;
};

} // namespace

unsigned cci400_line_of(const board_cci400_config& config, unsigned overflow) {
    return board_map::cci400_line + (config.lines == cci400_lines::one ? 0 : overflow);
}

board_cci400::board_cci400(const sc_core::sc_module_name& name, const board_cci400_config& config,
                           const sc_core::sc_time& period, sc_core::sc_signal<bool>& reset,
                           cci400_counts& counts)
    : sc_core::sc_module(name), m_config(config), m_period(period), m_counts(counts),
      m_aclk("aclk", period), m_node("node", period, config.unit) {
    m_socket.register_b_transport(this, &board_cci400::b_transport);
    m_socket.register_transport_dbg(this, &board_cci400::transport_dbg);
    m_registers.bind(m_node.unit.socket);
    m_node.unit.clk(m_aclk);
    m_node.unit.reset(reset);
    m_node.unit.pmuirq(m_node.pmuirq.pin);
    MODULE_PROCESSES(board_cci400);
    SC_METHOD(count_request);
    dont_initialize();
    if (config.lines == cci400_lines::one) {
        sensitive << m_node.pmuirq.request.posedge_event();
    } else {
        for (unsigned n = 0; n < pmu::cci400_core::overflow_lines; ++n) {
            sensitive << m_node.overflow_request(n).posedge_event();
        }
    }
}

void board_cci400::connect(iss::iss_cpu& cpu, components::router& bus) {
    constexpr std::uint32_t bytes = pmu::cci400_core::window_size;
    const iss::firmware_part& part = cci400::cci400_firmware();
    bus.map(board_map::cci400, bytes, m_socket);
    cpu.map(board_map::cci400, bytes);
    cpu.count_on_bus(m_node.unit, part.kinds, pmu::cci400_core::events(m_config.unit.revision),
                     m_period, {board_map::cci400, bytes, pmu::cci400_is_of_pmu});
}

void board_cci400::connect(components::bcm2835_interrupt_controller& controller) {
    if (m_config.lines == cci400_lines::one) {
        controller.irq_in[cci400_line_of(m_config, 0)](m_node.pmuirq.request);
        return;
    }
    for (unsigned n = 0; n < pmu::cci400_core::overflow_lines; ++n) {
        controller.irq_in[cci400_line_of(m_config, n)](m_node.overflow_request(n));
    }
}

void board_cci400::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const sc_core::sc_time now = sc_core::sc_time_stamp() + delay;
    const auto offset = static_cast<std::uint32_t>(payload.get_address());
    {
        const security_mark mark(payload, m_config.secure);
        m_registers->b_transport(payload, delay);
    }
    if (payload.is_write() && payload.is_response_ok()) { // so it is a word
        std::uint32_t value = 0;
        std::memcpy(&value, payload.get_data_ptr(), sizeof value);
        m_counts.written(offset, value, now);
    }
}

} // namespace platform::linux_board
