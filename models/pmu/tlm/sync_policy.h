// SPDX-License-Identifier: Apache-2.0
// What a unit on a tickless clock does with the delay of an access.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// Who bridges the time to an access with a delay, on a tickless clock. On a toggling clock the
/// access always waits.
enum class sync_policy : std::uint8_t {
    /// The unit runs ahead to now + delay, and the initiator keeps its delay. An access of another
    /// initiator to a time before that is answered at the unit's later time, with the warning
    /// `/pmu/<part>/late`, once.
    run_ahead,
    /// The access waits in its initiator's process until its time has come, and returns delay 0. So
    /// several decoupled initiators see what they would see on a toggling clock. Batches apply at
    /// the present instant, as there.
    wait,
};

} // namespace pmu
