// SPDX-License-Identifier: Apache-2.0
#include "fst.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX names it so

namespace platform::pmu_run {

namespace {

constexpr const char* converter = "vcd2fst";

bool is_installed() {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (::access((folder + "/" + converter).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

} // namespace

void check_fst_converter() {
    if (!is_installed()) {
        throw std::runtime_error("--fst: vcd2fst is not installed; it comes with the package "
                                 "gtkwave");
    }
}

void convert_to_fst(const std::string& vcd, const std::string& fst) {
    std::string program = converter;
    std::string from_option = "-v";
    std::string from = vcd;
    std::string to_option = "-f";
    std::string to = fst;
    std::array<char*, 6> arguments{program.data(),   from_option.data(), from.data(),
                                   to_option.data(), to.data(),          nullptr};
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, converter, nullptr, nullptr, arguments.data(), environ);
    int status = 0;
    while (error == 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (error != 0) {
        throw std::runtime_error("--fst " + fst + ": vcd2fst: " + std::strerror(error));
    }
    struct stat made {};
    const bool is_there =
        ::stat(fst.c_str(), &made) == 0 && S_ISREG(made.st_mode) && made.st_size != 0;
    if (status != 0 || !is_there) { // it is silent about what it cannot write
        throw std::runtime_error("--fst " + fst + ": vcd2fst could not make it of " + vcd);
    }
}

} // namespace platform::pmu_run
