// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <support/temporary_folder.h>

#include <cstring>
#include <sstream>

namespace iss_test {

pmu_run_result run_counted(const arguments& what, const circumstances& how) {
    const sc_test::temporary_folder folder;
    arguments all = what + arguments{"-v", "-o", folder.path("counts")};
    all.front() = "stat";
    pmu_run_result result = run_pmu_run(all, how);
    result.out += folder.read("counts");
    return result;
}

std::string without_mode(const pmu_run_result& result) {
    std::string output = result.out;
    for (const char* mode : {", exact:", ", fast:"}) {
        const std::size_t at = output.find(mode);
        if (at != std::string::npos) {
            return output.replace(at, std::strlen(mode), ", in some mode:");
        }
    }
    return "no title in " + output;
}

std::string without_notices(const std::string& err) {
    std::string left;
    for (const std::string& line : lines_of(err)) {
        const bool is_about_event = line.rfind("pmu_run: event 0x", 0) == 0 &&
                                    line.find(") is not supported here: ") != std::string::npos;
        const bool is_about_caches =
            line.rfind("pmu_run: --", 0) == 0 &&
            line.find("the cache registers of this CPU cannot tell that") != std::string::npos;
        if (!is_about_event && !is_about_caches) {
            left += line + "\n";
        }
    }
    return left;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

} // namespace iss_test
