// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/message_text.h>
#include <pmu/tlm/report_once.h>

#include <algorithm>
#include <systemc>

namespace PMU_API pmu {

void report_once::report(const notice& kind, std::uint32_t value) {
    if (is_new(kind, value)) {
        warn(kind, ": " + hex(value, 2));
    }
}

void report_once::report(const notice& kind) {
    if (is_new(kind, 0)) {
        warn(kind, "");
    }
}

// Names the counter and, if there is one, the event.
void report_once::report_selection(const notice& kind, const selection& s) {
    if (is_new(kind, s.number)) {
        std::string detail =
            std::string(": ") + s.counter + " of " + m_part + ", " + hex(s.number, 2);
        if (s.event != nullptr) {
            detail.append(" ").append(s.event->name);
        }
        warn(kind, detail);
    }
}

event_set& report_once::driven_events() {
    if (m_driven == nullptr) {
        m_driven = std::make_unique<event_set>();
    }
    return *m_driven;
}

bool report_once::is_driven(std::uint32_t event) {
    return m_driven == nullptr || m_driven->test(event % event_table::numbers);
}

bool report_once::is_new(const notice& kind, std::uint32_t value) {
    const std::pair<const char*, std::uint32_t> key{kind.what, value & kind.told_apart_by};
    if (std::find(m_reported.begin(), m_reported.end(), key) != m_reported.end()) {
        return false;
    }
    m_reported.push_front(key);
    return true;
}

void report_once::warn(const notice& kind, const std::string& detail) const {
    SC_REPORT_WARNING(id(kind).c_str(), message(kind, detail).c_str());
}

void report_once::inform(const notice& kind, const std::string& detail) const {
    SC_REPORT_INFO(id(kind).c_str(), message(kind, detail).c_str());
}

std::string report_once::id(const notice& kind) const {
    return std::string("/pmu/") + m_part + "/" + kind.what;
}

std::string report_once::message(const notice& kind, const std::string& detail) const {
    return std::string(m_instance) + ": " + kind.text + detail;
}

} // namespace pmu
