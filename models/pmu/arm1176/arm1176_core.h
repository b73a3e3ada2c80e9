// SPDX-License-Identifier: Apache-2.0
// The ARM1176JZF-S performance monitor as the manual describes it, without time.
#pragma once

#include <pmu/arm1176/arm1176_parameters.h>
#include <pmu/arm1176/arm1176_registers.h>
#include <pmu/arm11_common/arm11_core.h>

#include <cstdint>
#include <tuple>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1176_event_bus_width = arm11_evntbus_width;
/// Events of the return stack, which the manual gives no bit of EVNTBUS (D17).
constexpr unsigned arm1176_return_stack_width = arm11_return_stack_width;

/// The event numbers, for EvtCount0, EvtCount1 and batches: `pmu::arm1176_event::DCACHE_MISS`.
namespace arm1176_event {
using namespace arm11_event;
using namespace arm11_return_event;
} // namespace arm1176_event

/// The events of the part.
inline constexpr const event_table& arm1176_events = arm11_events;

/// What an edge of an ARM1176 PMU samples, and what an access sees.
struct arm1176_inputs {
    /// EVNTBUS numbering in [19:0], ETMEXTOUT in [21:20], events of the return stack in [25:22].
    std::uint64_t lines = 0;
    bool debug_state = false; ///< halting debug state: nothing counts, EVNTBUS is 0
    bool v = false;           ///< the V bit: User mode has access (D1)

    /// All levels, as references.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.lines, self.debug_state, self.v);
    }
    /// Edges with equal inputs do the same.
    friend constexpr bool operator==(const arm1176_inputs& a, const arm1176_inputs& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const arm1176_inputs& a, const arm1176_inputs& b) {
        return !(a == b);
    }
};

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// Not modelled: pipeline effects that make absolute counts vary on silicon, the System Validation
/// registers at Opcode_2 1 to 7, and that SPNIDEN and SUNIDEN may forbid to count in the Secure
/// world.
class arm1176_core : public arm11_core<arm1176_core, arm1176_config, arm1176_inputs> {
public:
    static constexpr const char* part = arm1176_parameters.part();       ///< as in report ids
    static constexpr unsigned event_bus_width = arm1176_event_bus_width; ///< lines
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return arm1176_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return arm1176_registers; }
    /// The events of the part.
    static constexpr const event_table& events() { return arm1176_events; }

    /// A unit after reset.
    explicit arm1176_core(const config& parameters = {});

private:
    using base = arm11_core<arm1176_core, arm1176_config, arm1176_inputs>;
    friend base;

    static constexpr unsigned sampled_lines = arm11_return_stack_line + arm11_return_stack_width;

    // `user_access` is a matter of the pin V.
    static bool have_same_parameters(const config& /*a*/, const config& /*b*/) { return true; }
    bool lets_user_in(const inputs& in) const { return in.v; }
};

} // namespace pmu
