// SPDX-License-Identifier: Apache-2.0
#include "pmu_run_process.h"

#include <cstring>

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

} // namespace iss_test
