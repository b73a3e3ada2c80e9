// SPDX-License-Identifier: Apache-2.0
// How a unit is saved and restored. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/core/snapshot.h>
#include <pmu/tlm/timed_unit.h>

#include <systemc>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace PMU_API pmu {

// What follows the core in the body of a snapshot (core/snapshot.h). Times are ticks of the time
// resolution, and count from the instant of the snapshot.
//
//   bytes      what
//   2          how many events batches have reported, where the unit keeps them (event_doubts);
//   2 each     their numbers, the lowest first
//   ...        the pins as last sampled: state_of() of the core's inputs
//   1          flag: reset is asserted
//   1          the time resolution: n for 10^-n s
//   1          flag: the unit has taken the edge of the instant, if there is one
//   8          how far the unit is ahead, after an access with a delay
//   ...        the outputs as the pins have them: state_of() of the core's outputs
//   4          how many changes wait for their time; for each, in the order of time:
//     8          when
//     ...        the outputs from then on
//
// There is nothing of a clock: the edges after the restore are those of the clock that is bound.

template <class Core>
void timed_unit<Core>::refuse_snapshot(const std::string& why) const {
    throw snapshot_error(std::string(m_module.name()) + ": " + why);
}

template <class Core>
void timed_unit<Core>::check_elaborated() const {
    if (sc_core::sc_get_status() < sc_core::SC_START_OF_SIMULATION) {
        refuse_snapshot("a unit can be saved and restored from the start of the simulation on");
    }
    if (is_telling()) {
        refuse_snapshot("a unit cannot be saved or restored while an observer is being called");
    }
}

// The n of the time resolution 10^-n s, as a byte.
template <class Core>
std::uint64_t timed_unit<Core>::resolution() {
    return static_cast<std::uint8_t>(
        std::lround(-std::log10(sc_core::sc_get_time_resolution().to_seconds())));
}

template <class Core>
void timed_unit<Core>::save(std::ostream& out) {
    check_elaborated();
    catch_up("save");
    // A clock that is high has had the edge of this instant.
    const bool has_taken_edge = is_tickless() || m_module.clk->read() || is_replaying();
    snapshot_writer body;
    write_core(body, m_core);
    std::vector<std::uint32_t> reported;
    m_reports.doubts().any_reported([&](std::uint32_t number) {
        reported.push_back(number);
        return false;
    });
    body.number(reported.size(), sizeof(std::uint16_t));
    for (const std::uint32_t number : reported) {
        body.number(number, sizeof(std::uint16_t));
    }
    body.state(m_sampled);
    body.number(m_is_in_reset, 1);
    body.number(resolution(), 1);
    body.number(has_taken_edge, 1);
    body.number(own_time() - now(), sizeof(std::uint64_t));
    body.state(m_outputs.levels_at(now()));
    body.number(m_outputs.count_after(now()), sizeof(std::uint32_t));
    m_outputs.for_each_after(now(), [&](std::uint64_t time, const outputs& levels) {
        body.number(time - now(), sizeof time);
        body.state(levels);
    });
    try {
        write_snapshot(out, unit_snapshot, body.bytes());
    } catch (const snapshot_error& e) {
        refuse_snapshot(e.what());
    }
}

/// What a snapshot says of a unit.
template <class Core>
struct timed_unit<Core>::saved_state {
    Core core;                           ///< what software sees, and more
    std::vector<std::uint32_t> reported; ///< by batches, in the order of numbers
    inputs sampled;                      ///< the pins
    bool is_in_reset = false;            ///< reset is asserted
    bool has_taken_edge = false;         ///< that of the instant, if there is one
    std::uint64_t own_time = 0;          ///< ticks
    output_schedule<outputs> to_drive;   ///< from now on
};

template <class Core>
typename timed_unit<Core>::saved_state timed_unit<Core>::parse(const std::string& body) const {
    snapshot_reader in(body);
    saved_state saved{read_core(in, m_core), {}, {}, false, false, 0, {}};
    for (std::uint64_t n = in.number(sizeof(std::uint16_t)); n != 0; --n) {
        const auto number = static_cast<std::uint32_t>(in.number(sizeof(std::uint16_t)));
        if (number >= event_doubts::batch_numbers ||
            (!saved.reported.empty() && number <= saved.reported.back())) {
            snapshot_reader::refuse_state();
        }
        saved.reported.push_back(number);
    }
    in.state(saved.sampled, [&](inputs& levels) { saved.core.normalise(levels); });
    saved.is_in_reset = in.flag();
    const std::uint64_t of_times = in.number(1);
    if (of_times != resolution()) {
        throw snapshot_error("the time resolution is 1e-" + std::to_string(of_times) +
                             " s in the snapshot and 1e-" + std::to_string(resolution()) +
                             " s here");
    }
    saved.has_taken_edge = in.flag();
    const std::uint64_t ahead = in.number(sizeof ahead);
    saved.own_time = saturating_add(now(), ahead);
    outputs levels;
    const auto read_levels = [&] {
        in.state(levels, [&](outputs& driven) { saved.core.normalise(driven); });
    };
    read_levels();
    saved.to_drive.restart(levels, now());
    std::uint64_t last = 0;
    for (std::uint64_t n = in.number(sizeof(std::uint32_t)); n != 0; --n) {
        const std::uint64_t time = in.number(sizeof time);
        read_levels();
        if (time == 0 || time < last || time > ahead || !saved.to_drive.put(levels, now() + time)) {
            snapshot_reader::refuse_state();
        }
        last = time;
    }
    if (levels != saved.core.driven() || saved.own_time == never ||
        (!saved.has_taken_edge && ahead != 0)) {
        snapshot_reader::refuse_state();
    }
    in.end();
    return saved;
}

template <class Core>
void timed_unit<Core>::restore(std::istream& in) {
    check_elaborated();
    catch_up("restore");
    if (is_ahead()) {
        refuse_snapshot("a unit that a delay has moved ahead cannot be restored");
    }
    try {
        adopt(parse(read_snapshot(in, unit_snapshot)));
    } catch (const snapshot_error& e) {
        refuse_snapshot(e.what());
    }
}

// Goes on as the unit that was saved. Nothing here fails.
template <class Core>
void timed_unit<Core>::adopt(saved_state&& saved) {
    m_core = saved.core;
    m_sampled = saved.sampled;
    m_is_in_reset = saved.is_in_reset;
    m_outputs = std::move(saved.to_drive);
    // This clock has had the edge of this instant, that of the saved unit not.
    const bool is_edge_due = m_source->has_taken_present(now(), stamp()) && !saved.has_taken_edge;
    if (is_tickless()) {
        m_computed->time = saved.own_time;
        m_computed->edges.take_by(saved.own_time);
    }
    restart(!is_tickless() && saved.has_taken_edge ? saved.own_time + 1 : 0);
    if (m_watchers != nullptr) {
        m_watchers->start_observing(m_core); // what the restore changes is not told
    }
    if (is_edge_due && !m_is_in_reset) {
        m_core.run(m_sampled, 1);
        publish();
        look_at_edges(1);
    }
    predict();
    look();
    for (const std::uint32_t number : saved.reported) {
        m_reports.doubts().take_batch(number);
    }
    m_reports.doubts().look_at(m_core.selections());
    choose_way();
}

} // namespace pmu
