// SPDX-License-Identifier: Apache-2.0
#include <iss/host/file_table.h>

#include <program/lexer.h>

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace platform::iss {

namespace {

const char* const console_name = ":tt";
const char* const feature_name = ":semihosting-features";

constexpr std::uint32_t mode_count = 12;

enum class open_kind : std::uint8_t { read, write, append };

open_kind kind_of(std::uint32_t mode) {
    return static_cast<open_kind>(mode / 4);
}

/// The flags of open(2) for a mode. Text and binary are the same on this host.
int open_flags(std::uint32_t mode) {
    const open_kind kind = kind_of(mode);
    int flags = (mode & 2U) != 0 ? O_RDWR : kind == open_kind::read ? O_RDONLY : O_WRONLY;
    if (kind == open_kind::write) {
        flags |= O_CREAT | O_TRUNC;
    } else if (kind == open_kind::append) {
        flags |= O_CREAT | O_APPEND;
    }
    return flags;
}

} // namespace

file_table::file_table(guest_folder folder, guest_console console, warning_log& warnings)
    : m_folder(std::move(folder)), m_console(console), m_warnings(warnings) {
}

file_table::opened file_table::open(const std::string& name, std::uint32_t mode) {
    if (mode >= mode_count) {
        return {0, EINVAL};
    }
    auto* const free = std::find(m_files.begin(), m_files.end(), nullptr);
    if (free == m_files.end()) {
        return {0, EMFILE};
    }
    const int error = open_file(name, mode, *free);
    if (error != 0) {
        return {0, error};
    }
    return {static_cast<std::uint32_t>(free - m_files.begin()) + 1, 0};
}

int file_table::open_file(const std::string& name, std::uint32_t mode,
                          std::unique_ptr<guest_file>& slot) {
    if (name == console_name) {
        slot = open_console(mode);
        return 0;
    }
    if (name == feature_name) {
        if (kind_of(mode) != open_kind::read || (mode & 2U) != 0) {
            return EACCES;
        }
        slot = std::make_unique<feature_file>();
        return 0;
    }
    opened_file file = m_folder.open(name, open_flags(mode));
    if (file.error == 0) {
        slot = std::make_unique<host_file>(std::move(file.file));
    }
    return checked(name, file.error);
}

std::unique_ptr<guest_file> file_table::open_console(std::uint32_t mode) const {
    switch (kind_of(mode)) {
    case open_kind::read: return std::make_unique<console_input>(m_console.in, m_console.out);
    case open_kind::write: return std::make_unique<console_output>(m_console.out, nullptr);
    default: return std::make_unique<console_output>(m_console.err, &m_console.out);
    }
}

guest_file* file_table::find(std::uint32_t handle) const {
    return handle >= 1 && handle <= m_files.size() ? m_files[handle - 1].get() : nullptr;
}

bool file_table::close(std::uint32_t handle) {
    if (find(handle) == nullptr) {
        return false;
    }
    m_files[handle - 1].reset();
    return true;
}

int file_table::remove(const std::string& name) {
    return checked(name, m_folder.remove(name));
}

int file_table::rename(const std::string& from, const std::string& to) {
    return checked(from + " -> " + to, m_folder.rename(from, to));
}

/// Warns of what is refused, which the firmware cannot know the reason of.
int file_table::checked(const std::string& name, int error) {
    if (!m_folder.exists()) {
        if (!std::exchange(m_told_of_no_folder, true)) {
            m_warnings.warn("the file " + program::in_quotes(name) +
                            " is refused, and all others: give the firmware a folder with "
                            "--semihosting-dir");
        }
    } else if (error == EACCES) {
        m_warnings.warn("the file " + program::in_quotes(name) +
                        " is refused: it is not accessible, or not in the folder of "
                        "--semihosting-dir");
    }
    return error;
}

} // namespace platform::iss
