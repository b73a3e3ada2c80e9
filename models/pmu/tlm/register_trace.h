// SPDX-License-Identifier: Apache-2.0
// The registers of a core in a trace file.
#pragma once

#include <pmu/core/register_map.h>

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pmu {

/// What a trace file shows of a core. Costs nothing where there is no trace file.
template <class Core>
class register_trace {
public:
    /// Adds every register to a trace file, as `name`.REGISTER.
    void add_to(sc_core::sc_trace_file* file, const std::string& name) {
        m_values.resize(Core::registers().size());
        for (const register_desc& r : Core::registers()) {
            sc_core::sc_trace(file, m_values[Core::registers().index_of(r)], name + "." + r.name);
        }
    }

    /// Shows the registers as they are now.
    void refresh(const Core& core, const typename Core::inputs& in) {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            core.peek(Core::registers()[i].address, in, m_values[i]);
        }
    }

private:
    std::vector<std::uint32_t> m_values; ///< the trace file looks at them; empty: not traced
};

} // namespace pmu
