// SPDX-License-Identifier: Apache-2.0
#include <arm1176/arm1176_activity.h>

#include <arm11_common/arm11_activity.h>
#include <pmu/arm1176/arm1176_core.h>

namespace platform::arm1176 {

const activity::event_map& arm1176_event_kinds() {
    static const activity::event_map events = arm11_common::arm11_event_kinds().with({
        {0x23, activity::activity_kind::procedure_call},
        {0x24, activity::activity_kind::procedure_return},
        {0x25, activity::activity_kind::return_predicted},
        {0x26, activity::activity_kind::return_mispredicted},
    });
    return events;
}

const activity::line_map& arm1176_aux_lines() {
    static const activity::line_map lines =
        activity::lines_of(arm1176_event_kinds(), pmu::arm1176_events, pmu::arm11_return_stack_line,
                           pmu::arm1176_return_stack_width);
    return lines;
}

} // namespace platform::arm1176
