// SPDX-License-Identifier: Apache-2.0
#include <iss/host/guest_file.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <istream>
#include <iterator>

namespace platform::iss {

namespace {

/// The magic number "SHFB", then the bits SH_EXT_EXIT_EXTENDED and SH_EXT_STDOUT_STDERR.
constexpr char features[] = {0x53, 0x48, 0x46, 0x42, 0x03};

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32U;

/// Calls read(2) or write(2) until everything is transferred, nothing more comes, or an error.
template <class Pointer, class Call>
file_result transfer(int descriptor, Pointer data, std::size_t bytes, Call call) {
    file_result result;
    while (result.value < bytes) {
        const ssize_t count = call(descriptor, data + result.value, bytes - result.value);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            result.error = errno;
        }
        if (count <= 0) {
            break;
        }
        result.value += static_cast<std::uint64_t>(count);
    }
    return result;
}

} // namespace

file_result guest_file::read(char* /*data*/, std::size_t /*bytes*/) {
    return {0, EBADF};
}

file_result guest_file::write(const char* /*data*/, std::size_t /*bytes*/) {
    return {0, EBADF};
}

int guest_file::seek(std::uint32_t /*position*/) {
    return ESPIPE;
}

host_file::host_file(process::descriptor file)
    : m_file(std::move(file)), m_appends((::fcntl(m_file.get(), F_GETFL) & O_APPEND) != 0) {
}

file_result host_file::read(char* data, std::size_t bytes) {
    return transfer(m_file.get(), data, bytes, ::read);
}

file_result host_file::write(const char* data, std::size_t bytes) {
    const file_result start = m_appends ? length() : position();
    if (start.error != 0) {
        return {0, start.error};
    }
    const std::uint64_t room = most_bytes - std::min(start.value, most_bytes);
    file_result result =
        transfer(m_file.get(), data, std::min<std::uint64_t>(bytes, room), ::write);
    if (room < bytes && result.value == room) {
        result.error = EFBIG;
    }
    return result;
}

file_result host_file::position() const {
    const off_t now = ::lseek(m_file.get(), 0, SEEK_CUR);
    return now < 0 ? file_result{0, errno} : file_result{static_cast<std::uint64_t>(now), 0};
}

int host_file::seek(std::uint32_t position) {
    return ::lseek(m_file.get(), static_cast<off_t>(position), SEEK_SET) < 0 ? errno : 0;
}

file_result host_file::length() {
    struct stat status {};
    if (::fstat(m_file.get(), &status) != 0) {
        return {0, errno};
    }
    return {static_cast<std::uint64_t>(status.st_size), 0};
}

file_result console_input::read(char* data, std::size_t bytes) {
    m_prompt.flush();
    file_result result;
    for (int c = 0; result.value < bytes && c != '\n'; ++result.value) {
        c = m_in.get();
        if (c == std::istream::traits_type::eof()) {
            break;
        }
        data[result.value] = static_cast<char>(c);
    }
    result.error = m_in.bad() ? EIO : 0;
    return result;
}

file_result console_output::write(const char* data, std::size_t bytes) {
    if (m_other != nullptr) {
        m_other->flush();
    }
    if (!m_out.write(data, static_cast<std::streamsize>(bytes))) {
        return {0, EIO};
    }
    return {bytes, 0};
}

file_result feature_file::read(char* data, std::size_t bytes) {
    const std::size_t count = std::min(bytes, std::size(features) - m_position);
    std::copy_n(features + m_position, count, data);
    m_position += count;
    return {count, 0};
}

int feature_file::seek(std::uint32_t position) {
    if (position > std::size(features)) {
        return EINVAL;
    }
    m_position = position;
    return 0;
}

file_result feature_file::length() {
    return {std::size(features), 0};
}

} // namespace platform::iss
