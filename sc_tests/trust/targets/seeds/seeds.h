// SPDX-License-Identifier: Apache-2.0
// Makes inputs to begin with, of formats that are binary.
#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace trust {

/// Writes an input of a target: FOLDER/NAME.
inline void write_seed(const std::string& folder, const std::string& name,
                       const std::string& bytes) {
    std::ofstream out(folder + "/" + name, std::ios::binary);
    if (!(out << bytes).flush()) {
        throw std::runtime_error("cannot write " + folder + "/" + name);
    }
}
inline void write_seed(const std::string& folder, const std::string& name,
                       const std::vector<std::uint8_t>& bytes) {
    write_seed(folder, name, std::string(bytes.begin(), bytes.end()));
}

/// Calls write(FOLDER) with the one argument of the command line. \return the exit code
template <class Write>
int write_seeds(int argc, char** argv, Write write) {
    try {
        write(std::string(argc == 2 ? argv[1] : "."));
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
        return 1;
    }
    return 0;
}

} // namespace trust
