// SPDX-License-Identifier: Apache-2.0
// The return stack of a core that predicts where procedures return to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace platform::iss {

/// A circular buffer: an address that is pushed when it is full replaces the oldest one, and an
/// empty one predicts nothing (ARM1176: DDI 0301, 5.3).
class return_stack {
public:
    static constexpr unsigned most_entries = 4;

    /// \param entries 0 to most_entries
    explicit return_stack(unsigned entries) : m_entries{entries} {}

    void push(std::uint32_t address) {
        if (m_entries == 0) {
            return;
        }
        m_top = (m_top + 1) % m_entries;
        m_addresses[m_top] = address;
        m_used += m_used < m_entries ? 1U : 0U;
    }
    /// \return the address that it predicts; nothing: it is empty
    std::optional<std::uint32_t> pop() {
        if (m_used == 0) {
            return std::nullopt;
        }
        const std::uint32_t address = m_addresses[m_top];
        m_top = (m_top + m_entries - 1) % m_entries;
        --m_used;
        return address;
    }

private:
    unsigned m_entries;
    unsigned m_used = 0;
    unsigned m_top = 0; ///< the entry that was pushed last
    std::array<std::uint32_t, most_entries> m_addresses{};
};

} // namespace platform::iss
