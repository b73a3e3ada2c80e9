// SPDX-License-Identifier: Apache-2.0
// The registers of a core in a trace file.
#pragma once

#include <pmu/core/register_map.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <string>

namespace pmu {

/// What a trace file shows of a core. Costs nothing where there is no trace file.
template <class Core>
class register_trace {
public:
    /// Adds every register to a trace file, as `name`.REGISTER.
    void add_to(sc_core::sc_trace_file* file, const std::string& name) {
        if (!is_on()) {
            m_values = std::make_unique<std::uint32_t[]>(Core::registers().size());
        }
        for (const register_desc& r : Core::registers()) {
            sc_core::sc_trace(file, m_values[Core::registers().index_of(r)], name + "." + r.name);
        }
    }

    bool is_on() const { return m_values != nullptr; }

    /// Shows the registers as they are now.
    void refresh(const Core& core, const typename Core::inputs& in) {
        if (is_on()) {
            show(core, in);
        }
    }

private:
    [[gnu::cold]] void show(const Core& core, const typename Core::inputs& in) {
        for (const register_desc& r : Core::registers()) {
            core.peek(r.address, in, m_values[Core::registers().index_of(r)]);
        }
    }

    std::unique_ptr<std::uint32_t[]> m_values; ///< the trace file looks at them; none: not traced
};

} // namespace pmu
