// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/device_access.h>

#include <components/payload.h>
#include <components/tlm_access_result.h>
#include <process/words.h>

namespace platform::iss {

device_access::device_access(tlm::tlm_initiator_socket<>& socket, unicorn_engine& cpu,
                             execution_meter& meter, counting_units& units, cpu_time& time)
    : m_socket(socket), m_engine(cpu), m_meter(meter), m_units(units), m_time(time) {
    m_payload.set_extension(&m_extension);
}

device_access::~device_access() {
    m_payload.clear_extension(&m_extension);
}

bool device_access::access(const instruction* by, const device_piece& piece, std::uint32_t address,
                           bool is_write, std::uint32_t& data, std::uint64_t cycles) {
    m_cycles = cycles;
    const bool is_exclusive_store = by != nullptr && by->is_store_exclusive;
    std::uint32_t& loaded = m_exclusive_data.at(address >> 2U & 1U);
    if (is_exclusive_store && !is_write) { // the engine compares it with what LDREX has loaded
        data = loaded;
        return true;
    }
    if (by != nullptr && piece.is_split) {
        return access_piece(*by, piece, is_write, data);
    }
    const bool is_done = transfer(by, piece, is_write, data);
    if (is_done && by != nullptr && by->is_exclusive && !is_write) {
        loaded = data;
    }
    return is_done;
}

/// One access of the bus. \param by nullptr: it is not known
bool device_access::transfer(const instruction* by, const device_piece& item, bool is_write,
                             std::uint32_t& data) {
    m_time.keep_up(); // another device may have changed what this one shows
    const bool is_of_unit = m_units.is_on_bus(item.item);
    if (is_write && is_of_unit) { // this may be the end of what is selected
        m_units.look_at_selection(m_cycles);
        m_units.note_write(item.item, data);
    }
    components::prepare(m_payload, components::command_of(is_write), item.item, &data, item.bytes);
    m_extension.attributes.privileged = (m_engine.cpsr() & psr::mode) != psr::user_mode;
    sc_core::sc_time delay = m_time.ahead();
    m_socket->b_transport(m_payload, delay);
    m_time.set_ahead(delay);
    if (m_payload.is_response_ok()) { // what is aborted counts nothing
        m_meter.access_device(by, item.item, item.bytes, is_write);
    } else {
        m_refusal =
            std::string(is_write ? "store of " : "load of ") + std::to_string(item.bytes) +
            " bytes at " + process::hex(item.item, 8) + " refused by the bus (" +
            components::to_string(components::to_access_result(m_payload.get_response_status())) +
            ")";
    }
    // A read changes outputs, too: it takes a character, or enters an interrupt. Those of a PMU do
    // not.
    if (is_write || !is_of_unit) {
        m_time.expect_change();
    }
    if (is_write) {
        m_units.expect_selection();
        // What follows in the same block may be counted already: so the engine tells accesses from
        // the first write to a PMU on, not from that which starts a counter.
        m_units.use_bus(item.item);
    }
    m_meter.set_budget(0); // look at what has become of it after this instruction
    return m_payload.is_response_ok();
}

/// The CPU accesses a device once, at an aligned place, whatever the low bits of the address are
/// (meaning M41). The engine accesses it in pieces: it loads two aligned items and puts together
/// what it wants of them, and stores bytes.
bool device_access::access_piece(const instruction& by, const device_piece& piece, bool is_write,
                                 std::uint32_t& data) {
    const unsigned bits = 8 * piece.bytes;
    const unsigned shift = 8 * piece.low; // neither 0 nor as much as `bits`
    if (is_write) {
        m_piece_data = (piece.number == 0 ? 0 : m_piece_data) | (data & 0xFFU) << 8 * piece.number;
        return piece.number + 1 < piece.bytes || transfer(&by, piece, true, m_piece_data);
    }
    if (piece.number == 0) {
        if (!transfer(&by, piece, false, m_piece_data)) {
            return false;
        }
        if (m_meter.alignment() == alignment_policy::ignores && by.may_rotate()) {
            m_piece_data = m_piece_data >> shift | m_piece_data << (bits - shift);
        }
    }
    data = piece.number == 0 ? m_piece_data << shift : m_piece_data >> (bits - shift);
    return true;
}

} // namespace platform::iss
