// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S performance monitor as the manual describes it, without time.
#pragma once

#include <pmu/arm1136/arm1136_parameters.h>
#include <pmu/arm1136/arm1136_registers.h>
#include <pmu/arm11_common/arm11_core.h>

#include <cstdint>
#include <tuple>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1136_event_bus_width = arm11_evntbus_width;

/// The event numbers, for EvtCount0, EvtCount1 and batches: `pmu::arm1136_event::DCACHE_MISS`.
namespace arm1136_event = arm11_event;

/// The events of the part.
inline constexpr const event_table& arm1136_events = arm11_core_events;

/// What an edge of an ARM1136 PMU samples.
struct arm1136_inputs {
    std::uint64_t lines = 0;  ///< EVNTBUS numbering in [19:0], ETMEXTOUT in [21:20]
    bool debug_state = false; ///< halting debug state: nothing counts, EVNTBUS is 0

    /// All levels, as references.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.lines, self.debug_state);
    }
    /// Edges with equal inputs do the same.
    friend constexpr bool operator==(const arm1136_inputs& a, const arm1136_inputs& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const arm1136_inputs& a, const arm1136_inputs& b) {
        return !(a == b);
    }
};

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// Not modelled: pipeline effects that make absolute counts vary on silicon, and the System
/// Validation registers that the ARM1176 has at Opcode_2 1 to 7.
class arm1136_core : public arm11_core<arm1136_core, arm1136_config, arm1136_inputs> {
public:
    static constexpr const char* part = arm1136_parameters.part();       ///< as in report ids
    static constexpr unsigned event_bus_width = arm1136_event_bus_width; ///< lines
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return arm1136_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return arm1136_registers; }
    /// The events of the part.
    static constexpr const event_table& events() { return arm1136_events; }

    /// A unit after reset.
    explicit arm1136_core(const config& parameters = {});

private:
    using base = arm11_core<arm1136_core, arm1136_config, arm1136_inputs>;
    friend base;

    static constexpr unsigned sampled_lines = arm11_return_stack_line;

    static bool have_same_parameters(const config& a, const config& b) {
        return a.user_access == b.user_access &&
               a.erratum_double_increment == b.erratum_double_increment &&
               a.ccnt_reset_value == b.ccnt_reset_value;
    }
    bool lets_user_in(const inputs& /*in*/) const { return m_config.user_access; }
    std::uint32_t ccnt_after_reset() const { return m_config.ccnt_reset_value; }
    std::uint32_t unflagged(std::uint64_t lines) const {
        return m_config.erratum_double_increment ? unflagged_by_erratum(lines) : 0;
    }
    std::uint32_t unflagged_by_erratum(std::uint64_t lines) const;
};

} // namespace pmu
