// SPDX-License-Identifier: Apache-2.0
// The remote serial protocol of gdb: what a packet asks for, and the answer. It knows no sockets.
#pragma once

#include <iss/debugger/debug_target.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platform::iss {

/// Answers the packets of one debugger, with one CPU as its only thread.
class gdb_protocol {
public:
    /// What a packet leads to.
    struct answer {
        std::optional<std::string> reply; ///< a payload; nothing: none, or not yet
        std::optional<debug_resume> resume;
    };

    /// \param packet its payload, whatever it is
    answer handle(std::string_view packet, debug_target& target);

    /// The CPU has halted: what is answered to the packet that let it go on.
    std::string halted(const debug_halt& why);
    /// The firmware has ended: likewise.
    static std::string ended(int exit_code);
    /// Text for the user, while the CPU is to go on.
    static std::string console(const std::string& text);

    /// Whether packets are acknowledged. This changes after the answer to the packet that asks for
    /// it has been sent.
    bool acknowledges() const { return m_acknowledges; }

private:
    struct point {
        stop_kind kind;
        std::uint32_t address;
    };

    std::string read_registers(debug_target& target) const;
    static std::string write_registers(std::string_view digits, debug_target& target);
    static std::string read_register(std::string_view number, debug_target& target);
    static std::string write_register(std::string_view number_and_value, debug_target& target);
    static std::string read_memory(std::string_view range, debug_target& target);
    static std::string write_memory(std::string_view range_and_data, bool is_binary,
                                    debug_target& target);
    static std::string change_point(std::string_view packet, bool adds, debug_target& target);
    answer resume(std::string_view packet, bool has_signal, debug_resume::kind how,
                  debug_target& target);
    answer resume_by_actions(std::string_view actions);
    answer handle_v(std::string_view packet);
    std::string handle_query(std::string_view query, debug_target& target);
    std::string features(std::string_view wanted);
    static std::string description(std::string_view range);
    static std::string command(std::string_view digits, debug_target& target);

    bool m_acknowledges = true;
    bool m_knows_breakpoint_kinds = false;
    std::string m_latest_halt = "S05"; ///< what `?` is answered with
};

} // namespace platform::iss
