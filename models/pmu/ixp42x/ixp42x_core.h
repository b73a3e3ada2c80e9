// SPDX-License-Identifier: Apache-2.0
// The IXP42X's performance monitor (XSC2) as the manual describes it, without time.
#pragma once

#include <pmu/ixp42x/ixp42x_parameters.h>
#include <pmu/ixp42x/ixp42x_registers.h>
#include <pmu/xscale_common/xsc_core.h>

#include <array>
#include <cstdint>

namespace PMU_API pmu {

/// The event numbers: `pmu::ixp42x_event::DCACHE_MISS`.
namespace ixp42x_event {
using namespace xsc_event;
} // namespace ixp42x_event

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// Not modelled: the latency of the request in the pipeline, and the over-count of event 0x1, which
/// is a matter of the event's source (IXD-13). The Internal Bus PMU of the same chip is another
/// unit.
class ixp42x_core : public xsc_core<ixp42x_core, ixp42x_config, 4> {
public:
    static constexpr const char* part = ixp42x_parameters.part(); ///< as in report ids
    /// The counters, in the order of a mask of them.
    static constexpr std::array<const char*, 5> counter_names{"PMN0", "PMN1", "PMN2", "PMN3",
                                                              "CCNT"};
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return ixp42x_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return ixp42x_registers; }
    /// The events of the part: it reserves those of a product.
    static constexpr const event_table& events() { return xsc_core_events; }

    /// A unit after reset.
    explicit ixp42x_core(const config& parameters = {});

private:
    using base = xsc_core<ixp42x_core, ixp42x_config, 4>;
    friend base;

    static constexpr auto control_register = static_cast<std::size_t>(ixp42x_register::PMNC);
    static constexpr auto event_register = static_cast<std::size_t>(ixp42x_register::EVTSEL);
    static constexpr auto cycle_register = static_cast<std::size_t>(ixp42x_register::CCNT);
    static constexpr auto first_counter = static_cast<std::size_t>(ixp42x_register::PMN0);

    static bool have_same_parameters(const config& a, const config& b) {
        return a.pmu_id == b.pmu_id;
    }
    std::uint32_t control_word(std::size_t index) const;
    void set_control_word(std::size_t index, std::uint32_t word);
};

} // namespace pmu
