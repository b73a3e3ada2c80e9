// SPDX-License-Identifier: Apache-2.0
// Text in gzip's format (RFC 1952), by zlib.
#pragma once

#include <zlib.h>

#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>

namespace platform::process {

/// Whether a file of this name is to be compressed: it ends in ".gz".
bool is_gzip_name(std::string_view path);
/// Whether bytes are the beginning of a compressed file.
bool is_gzip(std::string_view bytes);

/// Compresses what is written to it. A flush passes on all that there is, which costs some bytes.
class gzip_output final : public std::streambuf {
public:
    /// \param below outlives this, and knows why it failed
    explicit gzip_output(std::streambuf& below);
    ~gzip_output() override { ::deflateEnd(&m_zlib); }
    gzip_output(const gzip_output&) = delete;
    gzip_output& operator=(const gzip_output&) = delete;

    /// All has been written: nothing may follow. \return whether `below` took it
    bool end() { return put({}, Z_FINISH); }

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    bool put(std::string_view text, int flush);

    std::streambuf& m_below;
    z_stream m_zlib{};
    std::array<char, 16384> m_data{};
};

/// What was compressed cannot be read.
class gzip_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads what gzip_output, or gzip, has written: one file, or several one after the other.
class gzip_input {
public:
    /// \param from gives the next bytes; 0: there are no more. What it throws is passed on
    explicit gzip_input(std::function<std::size_t(char* data, std::size_t bytes)> from);
    ~gzip_input() { ::inflateEnd(&m_zlib); }
    gzip_input(const gzip_input&) = delete;
    gzip_input& operator=(const gzip_input&) = delete;

    /// What was read already, at most 65,536 bytes, comes before all else.
    void begin_with(std::string_view bytes);
    /// \return 0: the end
    /// \throws gzip_error "a damaged gzip file" or "a gzip file that ends too early"
    std::size_t read(char* data, std::size_t bytes);

private:
    bool fill();

    const std::function<std::size_t(char*, std::size_t)> m_from;
    z_stream m_zlib{};
    bool m_is_inside = true; ///< of a file that has not come to its end
    std::array<char, 65536> m_data{};
};

} // namespace platform::process
