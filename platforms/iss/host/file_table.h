// SPDX-License-Identifier: Apache-2.0
// The files and consoles that firmware has open, by handle.
#pragma once

#include <iss/host/guest_file.h>
#include <iss/host/guest_folder.h>
#include <iss/host/warning_log.h>

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>

namespace platform::iss {

/// The consoles of the firmware: what ":tt" names.
struct guest_console {
    std::ostream& out;
    std::ostream& err;
    std::istream& in;
};

/// Opens, removes and renames by the names of semihosting. Refusals are warned about.
class file_table {
public:
    static constexpr std::uint32_t most_open = 64;

    file_table(guest_folder folder, guest_console console, warning_log& warnings);

    struct opened {
        std::uint32_t handle = 0; ///< 1 to most_open; 0: see `error`
        int error = 0;            ///< errno of the host
    };

    /// \param mode 0 to 11: "r", "rb", "r+", "r+b", the same four of "w", and of "a"
    opened open(const std::string& name, std::uint32_t mode);

    /// The file of a handle; nullptr if it is not open.
    guest_file* find(std::uint32_t handle) const;

    /// \return false if the handle is not open
    bool close(std::uint32_t handle);

    /// \return errno of the host or 0
    int remove(const std::string& name);
    int rename(const std::string& from, const std::string& to);

private:
    int open_file(const std::string& name, std::uint32_t mode, std::unique_ptr<guest_file>& slot);
    std::unique_ptr<guest_file> open_console(std::uint32_t mode) const;
    int checked(const std::string& name, int error);

    guest_folder m_folder;
    guest_console m_console;
    warning_log& m_warnings;
    bool m_told_of_no_folder = false;
    std::array<std::unique_ptr<guest_file>, most_open> m_files;
};

} // namespace platform::iss
