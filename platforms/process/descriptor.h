// SPDX-License-Identifier: Apache-2.0
// A file descriptor and its owner.
#pragma once

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace platform::process {

/// A file descriptor that is closed with its owner.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int number) : m_number(number) {}
    descriptor(descriptor&& other) noexcept : m_number(other.release()) {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~descriptor() {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }

    explicit operator bool() const { return m_number >= 0; }
    int get() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }
    /// \return 0, or errno: what was written may be lost
    int close() {
        const bool is_closed = ::close(release()) == 0 || errno == EINTR; // as Linux has it
        return is_closed ? 0 : errno;
    }

private:
    int m_number = -1; ///< -1: none
};

} // namespace platform::process
