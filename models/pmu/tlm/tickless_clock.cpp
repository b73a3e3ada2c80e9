// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/tickless_clock.h>

#include <string>

namespace PMU_API pmu {

tickless_clock::tickless_clock(const char* name, const sc_core::sc_time& period,
                               const sc_core::sc_time& start)
    : sc_core::sc_object(name), m_period(period), m_start(start) {
}

const char* tickless_clock::kind() const {
    return "pmu::tickless_clock";
}

void tickless_clock::set_period(const sc_core::sc_time& period) {
    m_period = period;
    for (listener* l : m_listeners) {
        l->period_changed(period);
    }
}

const sc_core::sc_event& tickless_clock::no_edges(const char* asked) const {
    const std::string message = std::string(name()) + " was asked for its " + asked +
                                ": a tickless clock has no edges; bind an sc_clock here";
    SC_REPORT_ERROR("/pmu/clock/no_edges", message.c_str());
    return m_never;
}

} // namespace pmu
