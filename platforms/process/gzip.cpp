// SPDX-License-Identifier: Apache-2.0
#include <process/gzip.h>

#include <algorithm>
#include <new>
#include <utility>

namespace platform::process {

namespace {

constexpr int gzip_format = 16 + MAX_WBITS; // as zlib.h has it

Bytef* bytes_of(const char* text) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(text)); // zlib only reads its input
}

} // namespace

bool is_gzip_name(std::string_view path) {
    constexpr std::string_view end = ".gz";
    return path.size() > end.size() && path.substr(path.size() - end.size()) == end;
}

bool is_gzip(std::string_view bytes) {
    return bytes.substr(0, 2) == "\x1F\x8B";
}

// The simulator waits for it: the fastest level.
gzip_output::gzip_output(std::streambuf& below) : m_below(below) {
    constexpr int memory = 8; // zlib's own
    if (::deflateInit2(&m_zlib, Z_BEST_SPEED, Z_DEFLATED, gzip_format, memory,
                       Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::bad_alloc();
    }
}

bool gzip_output::put(std::string_view text, int flush) {
    m_zlib.next_in = bytes_of(text.data());
    m_zlib.avail_in = static_cast<uInt>(text.size());
    do {
        m_zlib.next_out = bytes_of(m_data.data());
        m_zlib.avail_out = static_cast<uInt>(m_data.size());
        ::deflate(&m_zlib, flush);
        const auto made = static_cast<std::streamsize>(m_data.size() - m_zlib.avail_out);
        if (m_below.sputn(m_data.data(), made) != made) {
            return false;
        }
    } while (m_zlib.avail_out == 0);
    return true;
}

gzip_output::int_type gzip_output::overflow(int_type character) {
    const char c = traits_type::to_char_type(character);
    const bool is_end = traits_type::eq_int_type(character, traits_type::eof());
    return is_end || put({&c, 1}, Z_NO_FLUSH) ? traits_type::not_eof(character)
                                              : traits_type::eof();
}

std::streamsize gzip_output::xsputn(const char* text, std::streamsize size) {
    constexpr std::streamsize most = 1 << 30; // zlib counts in 32 bits
    for (std::streamsize at = 0; at < size; at += most) {
        const auto some = static_cast<std::size_t>(std::min(most, size - at));
        if (!put({text + at, some}, Z_NO_FLUSH)) {
            return at;
        }
    }
    return size;
}

int gzip_output::sync() {
    return put({}, Z_SYNC_FLUSH) ? m_below.pubsync() : -1;
}

gzip_input::gzip_input(std::function<std::size_t(char*, std::size_t)> from)
    : m_from(std::move(from)) {
    if (::inflateInit2(&m_zlib, gzip_format) != Z_OK) {
        throw std::bad_alloc();
    }
}

void gzip_input::begin_with(std::string_view bytes) {
    const std::size_t size = std::min(bytes.size(), m_data.size());
    std::copy_n(bytes.data(), size, m_data.data());
    m_zlib.next_in = bytes_of(m_data.data());
    m_zlib.avail_in = static_cast<uInt>(size);
}

/// \return whether there are bytes to be expanded
bool gzip_input::fill() {
    if (m_zlib.avail_in == 0) {
        m_zlib.next_in = bytes_of(m_data.data());
        m_zlib.avail_in = static_cast<uInt>(m_from(m_data.data(), m_data.size()));
    }
    return m_zlib.avail_in != 0;
}

std::size_t gzip_input::read(char* data, std::size_t bytes) {
    m_zlib.next_out = bytes_of(data);
    m_zlib.avail_out = static_cast<uInt>(bytes);
    while (m_zlib.avail_out == bytes) {
        if (!fill()) {
            if (m_is_inside) {
                throw gzip_error("a gzip file that ends too early");
            }
            return 0;
        }
        if (!std::exchange(m_is_inside, true)) {
            ::inflateReset(&m_zlib); // another one follows
        }
        const int result = ::inflate(&m_zlib, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END) {
            throw gzip_error("a damaged gzip file");
        }
        m_is_inside = result != Z_STREAM_END;
    }
    return bytes - m_zlib.avail_out;
}

} // namespace platform::process
