// SPDX-License-Identifier: Apache-2.0
// A listener for the tests of outputs.
#pragma once

#include <components/module_processes.h>

#include <systemc>
#include <utility>
#include <vector>

namespace sc_test {

/// Notes each change of a signal, and when it was.
class level_log : public sc_core::sc_module {
public:
    using entry = std::pair<sc_core::sc_time, bool>;

    sc_core::sc_in<bool> pin{"pin"};
    std::vector<entry> changes;

    MODULE_PROCESSES(level_log);
    explicit level_log(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        SC_METHOD(note);
        dont_initialize();
        sensitive << pin;
    }

private:
    void note() { changes.emplace_back(sc_core::sc_time_stamp(), pin.read()); }
};

} // namespace sc_test
