// SPDX-License-Identifier: Apache-2.0
// A stream buffer over a file descriptor that knows why it could not be written.
#pragma once

#include <streambuf>
#include <string>

namespace platform {

/// Writes to a descriptor. The first failure is kept and makes the run stop; what comes after it is
/// dropped. A write that blocks fails soon after the run has been asked to stop.
class descriptor_buffer final : public std::streambuf {
public:
    enum class flushing : std::uint8_t {
        when_full, ///< after some tens of kilobytes
        by_line,
    };

    /// \param descriptor stays the caller's \param name as messages call it
    descriptor_buffer(int descriptor, std::string name, flushing when);
    ~descriptor_buffer() override;

    descriptor_buffer(const descriptor_buffer&) = delete;
    descriptor_buffer& operator=(const descriptor_buffer&) = delete;

    const std::string& name() const { return m_name; }
    /// Why it could not be written; empty: it could.
    const std::string& failure() const { return m_failure; }
    /// Notes that it could not be.
    void fail(const std::string& reason);

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    const int m_descriptor;
    const std::string m_name;
    const flushing m_when;
    std::string m_waiting; ///< not written yet
    std::string m_failure;
};

} // namespace platform
