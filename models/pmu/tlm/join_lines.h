// SPDX-License-Identifier: Apache-2.0
// Joins single wires into a packed bus of event lines.
#pragma once

#include <pmu/tlm/dynamic_processes.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/pins.h>

#include <systemc>

namespace PMU_API pmu {

/// For a model that has a wire for each event: drives `bus` with wire n as line n. The bus follows
/// one delta cycle after the wires. So an edge counts what the wires showed one delta earlier. A
/// model that can write a packed bus itself simulates faster.
///
/// \tparam W lines of the bus, at least 1
template <unsigned W>
class join_lines : public sc_core::sc_module {
public:
    sc_core::sc_vector<sc_core::sc_in<bool>> lines{"lines", W}; ///< optional, each; 0 where unbound
    sc_core::sc_out<line_bus<W>> bus{"bus"};                    ///< line n is wire n

    /// \param name of the module
    explicit join_lines(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        for (sc_core::sc_in<bool>& line : lines) {
            m_pins.add(line, false);
        }
    }

    const char* kind() const override { return "pmu::join_lines"; }

private:
    void before_end_of_elaboration() override { m_pins.bind_stubs(); }

    void end_of_elaboration() override {
        sc_core::sc_spawn_options options;
        options.spawn_method();
        m_pins.for_each_change(pin_use::edges, [&options](const sc_core::sc_event& change) {
            options.set_sensitivity(&change);
        });
        sc_core::sc_spawn([this] { join(); }, "join", &options);
    }

    void join() {
        for (unsigned n = 0; n < W; ++n) {
            m_levels[static_cast<int>(n)] = lines[n].read();
        }
        bus.write(m_levels);
    }

    optional_pins m_pins;
    line_bus<W> m_levels; ///< kept: an sc_bv owns memory
};

} // namespace pmu
