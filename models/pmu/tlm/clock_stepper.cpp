// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/clock_stepper.h>
#include <pmu/tlm/dynamic_processes.h>

#include <map>

namespace PMU_API pmu {

std::shared_ptr<clock_stepper> clock_stepper::of(const sc_core::sc_clock& clock) {
    static std::map<const sc_core::sc_clock*, std::weak_ptr<clock_stepper>> all;
    std::weak_ptr<clock_stepper>& found = all[&clock];
    std::shared_ptr<clock_stepper> stepper = found.lock();
    if (stepper == nullptr) {
        stepper = std::make_shared<clock_stepper>(clock);
        found = stepper;
    }
    return stepper;
}

void clock_stepper::add(seat& who, void* unit, step_function step, const void* touched) {
    if (who.m_place == nowhere) {
        who.m_place = m_units.size();
        m_units.push_back({unit, step, touched});
        m_seats.push_back(&who);
        have_process();
    }
}

void clock_stepper::have_process() {
    if (m_process.valid()) {
        m_process.enable();
        return;
    }
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&m_clock.posedge_event());
    const auto run = [self = m_self] {
        if (*self != nullptr) {
            (*self)->step_all();
        }
    };
    m_process = sc_core::sc_spawn(run, sc_core::sc_gen_unique_name("pmu_stepper"), &options);
}

void clock_stepper::remove(seat& who) {
    if (who.m_place != nowhere) {
        m_units[who.m_place].unit = nullptr; // step_all() may be among them
        who.m_place = nowhere;
        ++m_left;
    }
}

namespace {

// What a unit needs of memory for an edge comes while two others are stepped: of a thousand units
// nothing is in the first-level cache any more.
constexpr std::size_t units_ahead = 2;

void fetch_ahead(const void* touched) {
    constexpr std::size_t line = 64;   // bytes of a cache line
    constexpr std::size_t bytes = 448; // of the largest core, and what stands before it
    for (std::size_t n = 0; n < bytes; n += line) {
        __builtin_prefetch(static_cast<const char*>(touched) + n, 1);
    }
}

} // namespace

// The process. A step may let units come and leave.
void clock_stepper::step_all() {
    // NOLINTNEXTLINE(modernize-loop-convert): there may be more by then
    for (std::size_t n = 0; n < m_units.size(); ++n) {
        const stepped_unit next = m_units[n];
        if (n + units_ahead < m_units.size()) {
            fetch_ahead(m_units[n + units_ahead].touched);
        }
        if (next.unit != nullptr) {
            next.step(next.unit);
        }
    }
    if (m_left != 0) {
        close_ranks();
    }
}

// Lets go of those that have left; while all have, edges cost nothing.
void clock_stepper::close_ranks() {
    std::size_t kept = 0;
    for (std::size_t n = 0; n != m_units.size(); ++n) {
        if (m_units[n].unit != nullptr) {
            m_seats[n]->m_place = kept;
            m_units[kept] = m_units[n];
            m_seats[kept++] = m_seats[n];
        }
    }
    m_units.resize(kept);
    m_seats.resize(kept);
    m_left = 0;
    if (kept == 0) {
        m_process.disable();
    }
}

} // namespace pmu
