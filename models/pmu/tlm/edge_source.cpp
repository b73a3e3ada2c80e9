// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/edge_source.h>

#include <algorithm>
#include <typeinfo>

namespace PMU_API pmu {

namespace {

edge_timeline edges_of(const sc_core::sc_clock& clock) {
    const sc_core::sc_time high = clock.period() * clock.duty_cycle(); // rounded as the clock does
    const sc_core::sc_time low =
        clock.posedge_first() ? sc_core::SC_ZERO_TIME : clock.period() - high;
    return edge_timeline::from_first((clock.start_time() + low).value(), clock.period().value());
}

} // namespace

const sc_core::sc_clock* constant_clock(const sc_core::sc_interface& bound) {
    return typeid(bound) == typeid(sc_core::sc_clock)
               ? dynamic_cast<const sc_core::sc_clock*>(&bound)
               : nullptr;
}

// --- stepped -----------------------------------------------------------------------------

void stepped_edges::join(void* unit, clock_stepper::step_function step, const void* touched) {
    if (m_membership == nullptr) {
        m_membership = std::make_unique<membership>();
        m_membership->stepper = clock_stepper::of(*constant_clock(*m_clock));
    }
    m_membership->stepper->add(m_membership->seat, unit, step, touched);
}

void stepped_edges::leave() {
    if (m_membership != nullptr) {
        m_membership->stepper->remove(m_membership->seat);
    }
}

// --- computed ----------------------------------------------------------------------------

computed_edges::computed_edges(const tickless_clock& clock)
    : computed_edges({clock.start().value(), clock.period().value()}, clock.period().value()) {
}

computed_edges::computed_edges(const edge_timeline& all, std::uint64_t period) : edges(all) {
    alarm->note_period(period);
}

void computed_edges::set_period(std::uint64_t now, std::uint64_t period) {
    edges.set_period(std::max(time, now), period);
    alarm->note_period(period);
}

// --- predicted ---------------------------------------------------------------------------

predicted_edges::predicted_edges(const sc_core::sc_clock& clock, std::uint64_t now,
                                 std::uint64_t stamp, bool with_present)
    : computed_edges(edges_of(clock), clock.period().value()), m_clock(clock) {
    skip(now, stamp, with_present);
}

void predicted_edges::skip(std::uint64_t now, std::uint64_t stamp, bool with_present) {
    m_last = with_present ? stamp : never;
    const std::uint64_t t = with_present && is_at_edge(now) ? now : past(now);
    if (t != never) {
        edges.take_by(t);
    }
}

// The clock is low before the edge of this instant, if there is one; before time 0 none has been.
std::uint64_t predicted_edges::past(std::uint64_t now) const {
    return m_clock.read() && !is_at_edge(now) ? now : now - 1;
}

bool predicted_edges::take_present(std::uint64_t now, std::uint64_t stamp) {
    if (m_last == stamp || !is_at_edge(now)) {
        return false;
    }
    m_last = stamp;
    return true;
}

bool predicted_edges::has_taken_present(std::uint64_t /*now*/, std::uint64_t stamp) const {
    return m_last == stamp && m_clock.posedge();
}

// A signal's posedge() is true from its delta to the next in which a process runs, and that may be
// at a later time.
bool predicted_edges::is_at_edge(std::uint64_t now) const {
    return m_clock.posedge() && edges.has_edge_at(now);
}

} // namespace pmu
