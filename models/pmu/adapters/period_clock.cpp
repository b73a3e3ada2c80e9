// SPDX-License-Identifier: Apache-2.0
#include <pmu/adapters/period_clock.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace PMU_API pmu {

namespace {

// The shortest text that names this number and no other.
std::string text_of(double number) {
    char text[40];
    int digits = 6;
    do {
        std::snprintf(text, sizeof text, "%.*g", digits, number);
    } while (std::strtod(text, nullptr) != number && ++digits <= 17);
    return text;
}

} // namespace

sc_core::sc_time period_of_hertz(double hertz, const sc_core::sc_object& port) {
    if (!(hertz > 0)) {
        return sc_core::SC_ZERO_TIME;
    }
    const double femto = 1e15;
    const double tick = std::pow( // exactly a power of ten
        10.0, 15 + std::round(std::log10(sc_core::sc_get_time_resolution().to_seconds())));
    const double limit = 9223372036854775808.0; // 2^63: SystemC takes seconds no further
    const double seconds = 1.0 / hertz;
    const bool is_in_range = seconds * (femto / tick) + 0.5 < limit; // as SystemC rounds
    if (is_in_range) {
        const sc_core::sc_time period(seconds, sc_core::SC_SEC);
        if (period != sc_core::SC_ZERO_TIME) {
            return period;
        }
    }
    const std::string why = is_in_range
                                ? " Hz has a period that rounds to 0 in the time resolution, "
                                : " Hz has a period beyond the range of time in the resolution, ";
    // SystemC 3.0.1 aborts where it is to print a time in a resolution of 1 ms or more.
    const std::string message =
        std::string(port.name()) + ": " + text_of(hertz) + why + text_of(tick / femto) + " s";
    SC_REPORT_ERROR("/pmu/clock/frequency", message.c_str());
    return sc_core::SC_ZERO_TIME;
}

} // namespace pmu
