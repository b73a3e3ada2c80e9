// SPDX-License-Identifier: Apache-2.0
// Warnings about what firmware asks of its host.
#pragma once

#include <process/printable.h>

#include <cstddef>
#include <ostream>
#include <set>
#include <string>

namespace platform::iss {

/// Prints each different warning once, and not endlessly many.
class warning_log {
public:
    explicit warning_log(std::ostream& out) : m_out(out) {}

    void warn(const std::string& text) {
        if (m_seen.size() > most || !m_seen.insert(text).second) {
            return;
        }
        m_out << "warning: semihosting: "
              << (m_seen.size() > most ? "further warnings are left out" : process::printable(text))
              << std::endl;
    }

private:
    static constexpr std::size_t most = 16;

    std::ostream& m_out;
    std::set<std::string> m_seen;
};

} // namespace platform::iss
