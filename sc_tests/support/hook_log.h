// SPDX-License-Identifier: Apache-2.0
// An observer that writes down what it is told.
#pragma once

#include <pmu/tlm/pmu_observer.h>

#include <sstream>
#include <string>
#include <systemc>
#include <vector>

namespace sc_test {

/// A line for each call: time, what happened, and to what.
class hook_log : public pmu::pmu_observer {
public:
    std::vector<std::string> lines;

    /// The lines so far, which are forgotten.
    std::vector<std::string> take() {
        std::vector<std::string> taken;
        taken.swap(lines);
        return taken;
    }

    void register_access(const pmu::observed_access& a, const sc_core::sc_time& time) override {
        static constexpr const char* answers[] = {"ok", "address error", "command error", "burst",
                                                  "byte enables"};
        std::ostringstream text;
        text << (a.is_write ? "write " : "read ");
        if (a.target != nullptr) {
            text << a.target->name;
        } else {
            text << "0x" << std::hex << a.address;
        }
        text << " 0x" << std::hex << a.value << (a.who.privileged ? "" : " user")
             << (a.who.secure ? "" : " nonsecure") << ' ' << answers[static_cast<int>(a.answer)];
        note(text.str(), time);
    }
    void refused(const pmu::refused_access& access, const sc_core::sc_time& time) override {
        note("refused: " + access.sentence(), time);
    }
    void reset(const sc_core::sc_time& time) override { note("reset", time); }
    void enabled(const sc_core::sc_time& time) override { note("enabled", time); }
    void disabled(const sc_core::sc_time& time) override { note("disabled", time); }
    void overflow(const char* counter, const sc_core::sc_time& time) override {
        note(std::string("overflow ") + counter, time);
    }
    void interrupt_raised(const sc_core::sc_time& time) override { note("raised", time); }
    void interrupt_cleared(const sc_core::sc_time& time) override { note("cleared", time); }

private:
    void note(const std::string& what, const sc_core::sc_time& time) {
        lines.push_back(time.to_string() + " " + what);
    }
};

} // namespace sc_test
