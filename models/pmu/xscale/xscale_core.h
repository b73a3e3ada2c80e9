// SPDX-License-Identifier: Apache-2.0
// The XScale core's performance monitor (XSC1) as the manual describes it, without time.
#pragma once

#include <pmu/xscale/xscale_parameters.h>
#include <pmu/xscale/xscale_registers.h>
#include <pmu/xscale_common/xsc_core.h>

#include <array>
#include <cstdint>

namespace PMU_API pmu {

/// The event numbers, those of the product included: `pmu::xscale_event::DCACHE_MISS`.
namespace xscale_event {
using namespace xsc_event;
using namespace xsc_product_event;
} // namespace xscale_event

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen. Flags, interrupt enables and event
/// numbers share PMNC. So writing back what was read clears the flags that were set.
///
/// Not modelled: LDC and STC to the registers, the latency of the request in the pipeline, and the
/// over-count of event 0x1, which is a matter of the event's source (XD-13).
class xscale_core : public xsc_core<xscale_core, xscale_config, 2> {
public:
    static constexpr const char* part = xscale_parameters.part(); ///< as in report ids
    /// The counters, in the order of a mask of them.
    static constexpr std::array<const char*, 3> counter_names{"PMN0", "PMN1", "CCNT"};
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return xscale_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return xscale_registers; }
    /// The events of the part, those of the product included.
    static constexpr const event_table& events() { return xsc_events; }

    /// A unit after reset.
    explicit xscale_core(const config& parameters = {});

private:
    using base = xsc_core<xscale_core, xscale_config, 2>;
    friend base;

    static constexpr auto control_register = static_cast<std::size_t>(xscale_register::PMNC);
    static constexpr std::size_t event_register = control_register;
    static constexpr auto cycle_register = static_cast<std::size_t>(xscale_register::CCNT);
    static constexpr auto first_counter = static_cast<std::size_t>(xscale_register::PMN0);

    static bool have_same_parameters(const config& a, const config& b) {
        return a.erratum_a_stepping == b.erratum_a_stepping;
    }
    std::uint32_t control_word(std::size_t index) const;
    void set_control_word(std::size_t index, std::uint32_t word);

    std::uint32_t flags_after(std::uint32_t overflowed) const;
    std::uint64_t edges_to_irq_change(const inputs& in) const;
};

} // namespace pmu
