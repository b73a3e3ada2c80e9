// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/gdb_protocol.h>

#include <iss/debugger/gdb_text.h>
#include <iss/debugger/packet_reader.h>
#include <process/words.h>

#include <algorithm>
#include <array>

namespace platform::iss {

namespace {

// Errors have no meaning beyond being some.
constexpr const char* malformed = "E16";     // EINVAL
constexpr const char* not_possible = "E01";  // EPERM
constexpr const char* nothing_there = "E0e"; // EFAULT
constexpr const char* done = "OK";
constexpr const char* not_supported = "";

/// gdb's number of the CPSR: registers of an old coprocessor come between it and PC.
constexpr unsigned cpsr_number = 25;

constexpr std::string_view core_description = R"(<?xml version="1.0"?>
<!DOCTYPE target SYSTEM "gdb-target.dtd">
<target version="1.0">
<architecture>arm</architecture>
<feature name="org.gnu.gdb.arm.core">
<reg name="r0" bitsize="32" type="uint32"/>
<reg name="r1" bitsize="32" type="uint32"/>
<reg name="r2" bitsize="32" type="uint32"/>
<reg name="r3" bitsize="32" type="uint32"/>
<reg name="r4" bitsize="32" type="uint32"/>
<reg name="r5" bitsize="32" type="uint32"/>
<reg name="r6" bitsize="32" type="uint32"/>
<reg name="r7" bitsize="32" type="uint32"/>
<reg name="r8" bitsize="32" type="uint32"/>
<reg name="r9" bitsize="32" type="uint32"/>
<reg name="r10" bitsize="32" type="uint32"/>
<reg name="r11" bitsize="32" type="uint32"/>
<reg name="r12" bitsize="32" type="uint32"/>
<reg name="sp" bitsize="32" type="data_ptr"/>
<reg name="lr" bitsize="32"/>
<reg name="pc" bitsize="32" type="code_ptr"/>
<reg name="cpsr" bitsize="32" regnum="25"/>
</feature>
</target>
)";

std::optional<unsigned> register_of(std::uint32_t number) {
    return number <= debug_target::program_counter ? std::optional<unsigned>(number)
           : number == cpsr_number                 ? std::optional<unsigned>(debug_target::status)
                                                   : std::nullopt;
}

} // namespace

// --- what the CPU does ---------------------------------------------------------------------------

std::string gdb_protocol::halted(const debug_halt& why) {
    constexpr const char* by_trap = "T05";  // SIGTRAP
    constexpr const char* by_hand = "T02";  // SIGINT
    constexpr const char* by_fault = "T06"; // SIGABRT
    std::string text = by_trap;
    switch (why.why) {
    case debug_halt::reason::asked: text = by_hand; break;
    case debug_halt::reason::failed: text = by_fault; break;
    case debug_halt::reason::stepped: break;
    case debug_halt::reason::point:
        switch (why.point) {
        case stop_kind::software_breakpoint:
            text += m_knows_breakpoint_kinds ? "swbreak:;" : "";
            break;
        case stop_kind::hardware_breakpoint:
            text += m_knows_breakpoint_kinds ? "hwbreak:;" : "";
            break;
        case stop_kind::write_watchpoint: text += "watch:"; break;
        case stop_kind::read_watchpoint: text += "rwatch:"; break;
        case stop_kind::access_watchpoint: text += "awatch:"; break;
        }
        if (!is_breakpoint(why.point)) {
            text += hex_of_number(why.address) + ";";
        }
        break;
    }
    m_latest_halt = text + "thread:1;";
    return m_latest_halt;
}

std::string gdb_protocol::ended(int exit_code) {
    const auto code = static_cast<std::uint8_t>(exit_code);
    return "W" + process::hex_of_bytes({reinterpret_cast<const char*>(&code), 1});
}

std::string gdb_protocol::console(const std::string& text) {
    return "O" + process::hex_of_bytes(text);
}

// --- packets -------------------------------------------------------------------------------------

gdb_protocol::answer gdb_protocol::handle(std::string_view packet, debug_target& target) {
    if (packet.empty()) {
        return {not_supported, {}};
    }
    const std::string_view rest = packet.substr(1);
    using kind = debug_resume::kind;
    switch (packet.front()) {
    case '?': return {m_latest_halt, {}};
    case 'g': return {read_registers(target), {}};
    case 'G': return {write_registers(rest, target), {}};
    case 'p': return {read_register(rest, target), {}};
    case 'P': return {write_register(rest, target), {}};
    case 'm': return {read_memory(rest, target), {}};
    case 'M': return {write_memory(rest, false, target), {}};
    case 'X': return {write_memory(rest, true, target), {}};
    case 'Z': return {change_point(rest, true, target), {}};
    case 'z': return {change_point(rest, false, target), {}};
    case 'c': return resume(rest, false, kind::go_on, target);
    case 'C': return resume(rest, true, kind::go_on, target);
    case 's': return resume(rest, false, kind::step, target);
    case 'S': return resume(rest, true, kind::step, target);
    case 'D': return {done, debug_resume{kind::detach}};
    case 'k': return {std::nullopt, debug_resume{kind::kill}};
    case 'v': return handle_v(packet);
    case 'q': return {handle_query(rest, target), {}};
    case 'Q':
        if (rest == "StartNoAckMode") {
            m_acknowledges = false;
            return {done, {}};
        }
        return {not_supported, {}};
    case 'H':
    case 'T': return {done, {}}; // there is one thread
    default: return {not_supported, {}};
    }
}

// --- registers and memory ------------------------------------------------------------------------

std::string gdb_protocol::read_registers(debug_target& target) const {
    std::string text;
    for (unsigned n = 0; n < debug_target::registers; ++n) {
        text += hex_of_word(target.reg(n));
    }
    return text;
}

std::string gdb_protocol::write_registers(std::string_view digits, debug_target& target) {
    constexpr std::size_t digits_each = 8;
    std::array<std::uint32_t, debug_target::registers> values{};
    if (digits.size() != values.size() * digits_each) {
        return malformed;
    }
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto value = word_of_hex(digits.substr(n * digits_each, digits_each));
        if (!value) {
            return malformed;
        }
        values.at(n) = *value;
    }
    // The status first: the mode decides which registers the others are.
    bool is_done = target.set_reg(debug_target::status, values.at(debug_target::status));
    for (unsigned n = 0; n < debug_target::status; ++n) {
        is_done = is_done && target.set_reg(n, values.at(n));
    }
    return is_done ? done : not_possible;
}

std::string gdb_protocol::read_register(std::string_view number, debug_target& target) {
    packet_text text(number);
    const auto n = text.number();
    if (!n || !text.is_empty()) {
        return malformed;
    }
    const auto which = register_of(*n);
    return which ? hex_of_word(target.reg(*which)) : not_possible;
}

std::string gdb_protocol::write_register(std::string_view number_and_value, debug_target& target) {
    packet_text text(number_and_value);
    const auto n = text.number();
    if (!n || !text.skip("=")) {
        return malformed;
    }
    const auto value = word_of_hex(text.rest());
    if (!value) {
        return malformed;
    }
    const auto which = register_of(*n);
    return which && target.set_reg(*which, *value) ? done : not_possible;
}

std::string gdb_protocol::read_memory(std::string_view range, debug_target& target) {
    packet_text text(range);
    const auto address = text.number();
    if (!address || !text.skip(",")) {
        return malformed;
    }
    const auto length = text.number();
    if (!length || !text.is_empty()) {
        return malformed;
    }
    std::vector<std::uint8_t> bytes(std::min<std::size_t>(*length, packet_reader::most / 2));
    const std::size_t there = target.read(*address, bytes.data(), bytes.size());
    return there == 0 && !bytes.empty()
               ? nothing_there
               : process::hex_of_bytes({reinterpret_cast<const char*>(bytes.data()), there});
}

std::string gdb_protocol::write_memory(std::string_view range_and_data, bool is_binary,
                                       debug_target& target) {
    packet_text text(range_and_data);
    const auto address = text.number();
    if (!address || !text.skip(",")) {
        return malformed;
    }
    const auto length = text.number();
    if (!length || !text.skip(":")) {
        return malformed;
    }
    const auto data = is_binary ? unescaped(text.rest()) : bytes_of_hex(text.rest());
    if (!data || data->size() != *length) {
        return malformed;
    }
    return data->empty() || target.write(*address, data->data(), data->size()) ? done
                                                                               : nothing_there;
}

std::string gdb_protocol::change_point(std::string_view packet, bool adds, debug_target& target) {
    packet_text text(packet);
    const auto kind = text.number();
    if (!kind || !text.skip(",")) {
        return malformed;
    }
    if (*kind > static_cast<unsigned>(stop_kind::access_watchpoint)) {
        return not_supported;
    }
    const auto address = text.number();
    if (!address || !text.skip(",")) {
        return malformed;
    }
    const auto bytes = text.number();
    if (!bytes || !(text.is_empty() || text.skip(";"))) {
        return malformed;
    }
    const auto which = static_cast<stop_kind>(*kind);
    if (!is_breakpoint(which) && *bytes == 0) {
        return malformed;
    }
    if (!adds) {
        target.remove(which, *address, *bytes);
        return done;
    }
    return target.add(which, *address, *bytes) ? done : not_possible;
}

// --- going on ------------------------------------------------------------------------------------

/// c, C, s, S. Signals are nothing to firmware.
gdb_protocol::answer gdb_protocol::resume(std::string_view packet, bool has_signal,
                                          debug_resume::kind how, debug_target& target) {
    packet_text text(packet);
    if (has_signal && (!text.number() || !(text.is_empty() || text.skip(";")))) {
        return {malformed, {}};
    }
    if (!text.is_empty()) {
        const auto address = text.number();
        if (!address || !text.is_empty()) {
            return {malformed, {}};
        }
        if (!target.set_reg(debug_target::program_counter, *address)) {
            return {not_possible, {}};
        }
    }
    return {std::nullopt, debug_resume{how}};
}

/// vCont: the first action, of which others are for other threads, and there is but one.
gdb_protocol::answer gdb_protocol::resume_by_actions(std::string_view actions) {
    packet_text all(actions);
    packet_text action(all.until(';'));
    debug_resume how;
    bool is_right = true;
    if (action.skip("C")) {
        is_right = action.number().has_value();
    } else if (action.skip("S")) {
        how.how = debug_resume::kind::step;
        is_right = action.number().has_value();
    } else if (action.skip("s")) {
        how.how = debug_resume::kind::step;
    } else if (action.skip("r")) {
        how.how = debug_resume::kind::step;
        const auto first = action.number();
        const bool has_comma = action.skip(",");
        const auto end = action.number();
        is_right = first && has_comma && end;
        how.first = first.value_or(0);
        how.end = end.value_or(0);
    } else {
        is_right = action.skip("c");
    }
    if (!is_right || !(action.is_empty() || action.skip(":"))) {
        return {malformed, {}};
    }
    return {std::nullopt, how};
}

gdb_protocol::answer gdb_protocol::handle_v(std::string_view packet) {
    packet_text text(packet);
    if (text.skip("vCont?")) {
        return {"vCont;c;C;s;S;r", {}};
    }
    if (text.skip("vCont;")) {
        return resume_by_actions(text.rest());
    }
    if (text.skip("vKill")) {
        return {done, debug_resume{debug_resume::kind::kill}};
    }
    return {not_supported, {}};
}

// --- queries -------------------------------------------------------------------------------------

std::string gdb_protocol::handle_query(std::string_view query, debug_target& target) {
    packet_text text(query);
    if (query == "C") {
        return "QC1";
    }
    if (query == "Attached") {
        return "1"; // so that gdb lets it go on when it ends
    }
    if (query == "fThreadInfo") {
        return "m1";
    }
    if (query == "sThreadInfo") {
        return "l";
    }
    if (text.skip("Supported")) {
        return features(text.rest());
    }
    if (text.skip("Xfer:features:read:target.xml:")) {
        return description(text.rest());
    }
    if (text.skip("Rcmd,")) {
        return command(text.rest(), target);
    }
    if (text.skip("Symbol:")) {
        return done; // none is wanted
    }
    return not_supported;
}

/// \param wanted what gdb can do
std::string gdb_protocol::features(std::string_view wanted) {
    packet_text text(wanted);
    text.skip(":");
    m_knows_breakpoint_kinds = false;
    while (!text.is_empty()) {
        m_knows_breakpoint_kinds = text.until(';') == "swbreak+" || m_knows_breakpoint_kinds;
    }
    return "PacketSize=" + hex_of_number(packet_reader::most) +
           ";qXfer:features:read+;QStartNoAckMode+;vContSupported+;swbreak+;hwbreak+";
}

std::string gdb_protocol::description(std::string_view range) {
    packet_text text(range);
    const auto offset = text.number();
    if (!offset || !text.skip(",")) {
        return malformed;
    }
    const auto length = text.number();
    if (!length || !text.is_empty()) {
        return malformed;
    }
    if (*offset > core_description.size()) {
        return malformed;
    }
    const std::string_view piece =
        core_description.substr(*offset, std::min<std::size_t>(*length, packet_reader::most / 2));
    const bool is_last = *offset + piece.size() == core_description.size();
    return (is_last ? "l" : "m") + std::string(piece);
}

std::string gdb_protocol::command(std::string_view digits, debug_target& target) {
    const auto line = bytes_of_hex(digits);
    if (!line) {
        return malformed;
    }
    const auto output = target.command(std::string(line->begin(), line->end()));
    const std::string text = output.value_or("unknown command; try: monitor help\n");
    return text.empty()
               ? done
               : process::hex_of_bytes(std::string_view(text).substr(0, packet_reader::most / 2));
}

} // namespace platform::iss
