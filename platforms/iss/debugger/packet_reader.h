// SPDX-License-Identifier: Apache-2.0
// Packets out of the bytes that gdb sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace platform::iss {

/// Takes bytes, one after the other, whatever they are. It keeps one packet at most.
class packet_reader {
public:
    /// Bytes of a payload at most, which gdb is told; a longer one is damaged.
    static constexpr std::size_t most = 0x4000;

    enum class item_kind : std::uint8_t {
        packet,    ///< its checksum is right
        damaged,   ///< it is not, or the packet is too long
        interrupt, ///< the byte 0x03 outside of a packet: the CPU is to halt
        resend,    ///< `-`: what was sent last is to be sent again
    };
    struct item {
        item_kind kind;
        std::string payload; ///< of a packet, as it came
    };

    /// \return what is complete with this byte
    std::optional<item> take(char byte);

private:
    enum class place : std::uint8_t { outside, payload, first_digit, second_digit };

    place m_place = place::outside;
    std::string m_payload;
    bool m_is_too_long = false;
    unsigned m_sum = 0;
    int m_first_digit = 0;
};

} // namespace platform::iss
