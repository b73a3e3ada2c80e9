// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <cstring>
#include <sstream>

namespace iss_test {

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
    std::istringstream lines(err);
    std::string left;
    for (std::string line; std::getline(lines, line);) {
        const bool is_about_event = line.rfind("pmu_run: event 0x", 0) == 0 &&
                                    line.find(") is not supported here: ") != std::string::npos;
        const bool is_about_caches =
            line.rfind("pmu_run: --caches ", 0) == 0 &&
            line.find("the cache registers of this CPU cannot tell that") != std::string::npos;
        if (!is_about_event && !is_about_caches) {
            left += line + "\n";
        }
    }
    return left;
}

} // namespace iss_test
