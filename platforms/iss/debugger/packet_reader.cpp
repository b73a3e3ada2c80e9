// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/packet_reader.h>

#include <iss/debugger/gdb_text.h>

#include <utility>

namespace platform::iss {

std::optional<packet_reader::item> packet_reader::take(char byte) {
    constexpr char interrupt = 0x03;
    if (byte == '$' && m_place != place::outside) { // the packet before it was cut off
        m_place = place::outside;
    }
    switch (m_place) {
    case place::outside:
        if (byte == '$') {
            m_place = place::payload;
            m_payload.clear();
            m_is_too_long = false;
            m_sum = 0;
        } else if (byte == interrupt) {
            return item{item_kind::interrupt, {}};
        } else if (byte == '-') {
            return item{item_kind::resend, {}};
        }
        return std::nullopt;
    case place::payload:
        if (byte == '#') {
            m_place = place::first_digit;
        } else if (m_payload.size() == most) {
            m_is_too_long = true;
        } else {
            m_payload += byte;
            m_sum += static_cast<unsigned char>(byte);
        }
        return std::nullopt;
    case place::first_digit:
        m_first_digit = digit_value(byte);
        m_place = place::second_digit;
        return std::nullopt;
    case place::second_digit: break;
    }
    m_place = place::outside;
    const int second_digit = digit_value(byte);
    const bool is_right =
        !m_is_too_long && m_first_digit >= 0 && second_digit >= 0 &&
        static_cast<unsigned>(m_first_digit << 4 | second_digit) == (m_sum & 0xFFU);
    return is_right ? item{item_kind::packet, std::exchange(m_payload, {})}
                    : item{item_kind::damaged, {}};
}

} // namespace platform::iss
