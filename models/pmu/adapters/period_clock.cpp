// SPDX-License-Identifier: Apache-2.0
#include <pmu/adapters/period_clock.h>

#include <cstdio>
#include <string>

namespace pmu {

sc_core::sc_time period_of_hertz(double hertz, const sc_core::sc_object& port) {
    if (!(hertz > 0)) {
        return sc_core::SC_ZERO_TIME;
    }
    const double ticks = 1.0 / hertz / sc_core::sc_get_time_resolution().to_seconds();
    const double limit = 9223372036854775808.0; // 2^63: SystemC takes seconds no further
    if (ticks >= 0.5 && ticks < limit) {
        return sc_core::sc_time(1.0 / hertz, sc_core::SC_SEC);
    }
    char text[40];
    std::snprintf(text, sizeof text, "%g Hz", hertz);
    const std::string why = ticks < 0.5
                                ? " has a period that rounds to 0 in the time resolution, "
                                : " has a period beyond the range of time in the resolution, ";
    const std::string message = std::string(port.name()) + ": " + text + why +
                                sc_core::sc_get_time_resolution().to_string();
    SC_REPORT_ERROR("/pmu/clock/frequency", message.c_str());
    return sc_core::SC_ZERO_TIME;
}

} // namespace pmu
