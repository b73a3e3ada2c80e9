// SPDX-License-Identifier: Apache-2.0
// A shared library of a user, with a PMU inside.
#pragma once

#include <systemc>

#define PROFILER_API [[gnu::visibility("default")]]

/// Makes an XScale PMU named `pmu` on a clock. Lives until the end.
PROFILER_API sc_core::sc_module& make_pmu(sc_core::sc_signal_in_if<bool>& clock);

/// Makes a CCI-400 with a revision that there is not.
PROFILER_API void make_impossible_pmu();

/// Where the registers of the XScale are, as the library sees it.
PROFILER_API const void* registers_of_library();
