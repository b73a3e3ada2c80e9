// SPDX-License-Identifier: Apache-2.0
// The registers of a core in a trace file.
#pragma once

#include <pmu/core/register_map.h>

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace pmu {

/// What a trace file shows of a core. Without a trace file it costs nothing.
template <class Core>
class register_trace {
public:
    /// Adds every register to a trace file as `name`.REGISTER, banked registers included.
    void add_to(sc_core::sc_trace_file* file, const std::string& name) {
        if (!is_on()) {
            m_values = std::make_unique<std::uint32_t[]>(map.size() + map.banked().size());
        }
        std::size_t at = 0;
        for (const register_desc& r : map) {
            sc_core::sc_trace(file, m_values[at++], name + "." + r.name);
        }
        for (const banked_register& r : map.banked()) {
            sc_core::sc_trace(file, m_values[at++], name + "." + r.name);
        }
    }

    /// Whether there is a trace file.
    bool is_on() const { return m_values != nullptr; }

    /// Shows the registers as they are now.
    void refresh(const Core& core, const typename Core::inputs& in) {
        if (is_on()) {
            show(core, in);
        }
    }

private:
    static constexpr const register_map& map = Core::registers();

    [[gnu::cold]] void show(const Core& core, const typename Core::inputs& in) {
        std::size_t at = 0;
        for (const register_desc& r : map) {
            core.peek(r.address, in, m_values[at++]);
        }
        if constexpr (map.banked().size() != 0) {
            for (const banked_register& r : map.banked()) {
                m_values[at++] = core.peek(r);
            }
        }
    }

    std::unique_ptr<std::uint32_t[]> m_values; ///< what the trace file reads; null: not traced
};

} // namespace pmu
