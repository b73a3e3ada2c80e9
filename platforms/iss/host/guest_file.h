// SPDX-License-Identifier: Apache-2.0
// What a semihosting handle stands for: a file of the host, a console, or the feature bits.
#pragma once

#include <iss/host/beneath.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <utility>

namespace platform::iss {

/// How far a call came.
struct file_result {
    std::uint64_t value = 0; ///< bytes transferred, or a length
    int error = 0;           ///< errno of the host; 0: none
};

/// An open file. What a kind of file cannot do is an error.
class guest_file {
public:
    guest_file() = default;
    guest_file(const guest_file&) = delete;
    guest_file& operator=(const guest_file&) = delete;
    virtual ~guest_file() = default;

    /// Up to `bytes` bytes; fewer at the end of the file, or of a line of a console.
    virtual file_result read(char* data, std::size_t bytes);
    virtual file_result write(const char* data, std::size_t bytes);
    /// Moves to a position in bytes from the start. \return errno of the host or 0
    virtual int seek(std::uint32_t position);
    /// The length in bytes.
    virtual file_result length() = 0;
    virtual bool is_console() const { return false; }
};

/// A regular file of the host. It grows up to the size that positions of 32 bits reach; what would
/// lie after is EFBIG.
class host_file final : public guest_file {
public:
    explicit host_file(process::descriptor file);

    file_result read(char* data, std::size_t bytes) override;
    file_result write(const char* data, std::size_t bytes) override;
    int seek(std::uint32_t position) override;
    file_result length() override;

private:
    file_result position() const;

    process::descriptor m_file;
    bool m_appends;
};

/// A console that is read, line by line. Its length is 0: newlib takes an error for a file and
/// then buffers by block.
class console_input final : public guest_file {
public:
    /// `prompt` is what was written before, so that it is seen before the input is waited for.
    console_input(std::istream& in, std::ostream& prompt) : m_in(in), m_prompt(prompt) {}

    file_result read(char* data, std::size_t bytes) override;
    file_result length() override { return {}; }
    bool is_console() const override { return true; }

private:
    std::istream& m_in;
    std::ostream& m_prompt;
};

/// A console that is written. Its length is 0, as of console_input.
class console_output final : public guest_file {
public:
    /// `other` is flushed first, so that what goes to both is seen in order; nullptr: none.
    console_output(std::ostream& out, std::ostream* other) : m_out(out), m_other(other) {}

    file_result write(const char* data, std::size_t bytes) override;
    file_result length() override { return {}; }
    bool is_console() const override { return true; }

private:
    std::ostream& m_out;
    std::ostream* m_other;
};

/// The file ":semihosting-features": which extensions there are.
class feature_file final : public guest_file {
public:
    file_result read(char* data, std::size_t bytes) override;
    int seek(std::uint32_t position) override;
    file_result length() override;

private:
    std::size_t m_position = 0;
};

} // namespace platform::iss
