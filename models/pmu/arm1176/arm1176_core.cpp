// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1176/arm1176_core.h>

namespace PMU_API pmu {

static_assert(are_all_numbers<arm11_event::number>(arm11_core_events.begin(),
                                                   arm11_core_events.end()) &&
                  are_all_numbers<arm11_return_event::number>(arm11_core_events.end(),
                                                              arm1176_events.end()),
              "an event has no enumerator, or an enumerator has no event of its name");

arm1176_core::arm1176_core(const config& parameters) : base(parameters) {
    reset();
}

} // namespace pmu
