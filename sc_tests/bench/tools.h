// SPDX-License-Identifier: Apache-2.0
// What figures depend on beside our own code.
#pragma once

#include <map>
#include <string>

namespace bench {

/// The programs and libraries that take part.
struct tools {
    /// Versions by name, as the libraries and programs tell them: "SystemC", "compiler", "Unicorn"
    /// and "QEMU"; without the last two where they are missing.
    std::map<std::string, std::string> versions;
    std::string qemu; ///< path of qemu-system-arm; empty: not installed

    /// The version of one of them; empty: it is missing.
    std::string version(const std::string& name) const;
    /// Whether Unicorn's stores have the speed of its loads: since 2.1.
    bool has_fast_stores() const;
};

/// Looks for them.
/// \param program_dir the folder of our own programs
/// \throws std::runtime_error one of these cannot be run
tools find_tools(const std::string& program_dir);

} // namespace bench
