// SPDX-License-Identifier: Apache-2.0
#include "fst.h"

#include <process/child.h>

#include <stdexcept>
#include <sys/stat.h>

namespace platform::pmu_run {

void check_fst_converter() {
    if (!process::is_command("vcd2fst")) {
        throw std::runtime_error("--fst: vcd2fst is not installed; it comes with the package "
                                 "gtkwave");
    }
}

void convert_to_fst(const std::string& vcd, const std::string& fst) {
    process::child converter([&] { return process::execute({"vcd2fst", "-v", vcd, "-f", fst}); });
    const int exit_code = converter.wait().exit_code;
    struct stat made {};
    const bool is_there =
        ::stat(fst.c_str(), &made) == 0 && S_ISREG(made.st_mode) && made.st_size != 0;
    if (exit_code != 0 || !is_there) { // it is silent about what it cannot write
        throw std::runtime_error("--fst " + fst + ": vcd2fst could not make it of " + vcd);
    }
}

} // namespace platform::pmu_run
