// SPDX-License-Identifier: Apache-2.0
// A PMU as one who watches a run sees it, whatever its part.
#pragma once

#include <components/payload.h>
#include <pmu/core/register_map.h>
#include <pmu/tlm/event_totals.h>
#include <pmu/tlm/pmu_observer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace platform::components {

/// What can be asked of a unit without effect on it, also in a call of an observer. It refers to
/// the unit.
struct watched_unit {
    std::function<void(pmu::pmu_observer&)> observe;
    /// The word of a register, by debug transport; nothing: none is there, or it cannot be read.
    std::function<std::optional<std::uint32_t>(std::uint32_t address)> debug;
    /// The value of a banked register; empty: the part has none.
    std::function<std::uint32_t(const pmu::banked_register&)> peek;
    /// Sets the flag of each event that a counter is to count as things stand, or once a start
    /// delay is over; totals are none of its counters. Flags that are set stay so.
    std::function<void(const std::vector<pmu::event_total>& events, std::vector<bool>& flags)>
        add_counted;
    /// As pmu_module::count_totals() and totals().
    std::function<void()> count_totals;
    std::function<std::vector<pmu::event_total>()> totals;
    std::vector<std::string> counters; ///< their names, as pmu_observer::overflow() has them
};

/// \param unit a module with a register socket, which must outlive the result
template <class Pmu>
watched_unit watch(Pmu& unit) {
    watched_unit w;
    w.observe = [&unit](pmu::pmu_observer& observer) { unit.observe(observer); };
    w.debug = [&unit](std::uint32_t address) -> std::optional<std::uint32_t> {
        std::uint32_t word = 0;
        tlm::tlm_generic_payload payload;
        prepare(payload, tlm::TLM_READ_COMMAND, address, &word, sizeof word);
        const bool done = unit.socket.get_base_interface().transport_dbg(payload) == sizeof word;
        return done ? std::optional(word) : std::nullopt;
    };
    w.add_counted = [&unit](const std::vector<pmu::event_total>& events, std::vector<bool>& flags) {
        auto ready = unit.snapshot();
        ready.end_start_delay();
        for (std::size_t i = 0; i != events.size(); ++i) {
            if (!flags[i]) {
                auto counted = ready;
                counted.count(events[i].number, 1, typename Pmu::core_type::inputs{});
                flags[i] = counted != ready;
            }
        }
    };
    w.count_totals = [&unit] { unit.count_totals(); };
    w.totals = [&unit] { return unit.totals(); };
    if constexpr (Pmu::core_type::registers().banked().size() != 0) {
        w.peek = [&unit](const ::pmu::banked_register& r) { return unit.snapshot().peek(r); };
    }
    w.counters.assign(Pmu::core_type::counter_names.begin(), Pmu::core_type::counter_names.end());
    return w;
}

} // namespace platform::components
