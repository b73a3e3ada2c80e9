// SPDX-License-Identifier: Apache-2.0
// An XScale performance monitor as a SystemC module: the wrapper, with no pins of its own.
#pragma once

#include <pmu/tlm/pmu_module.h>

namespace PMU_API pmu {

/// The module of both XScale variants.
/// \tparam Core xscale_core or ixp42x_core
template <class Core>
class xsc_module : public pmu_module<Core> {
public:
    /// \param name of the module
    /// \param parameters of the unit
    explicit xsc_module(const sc_core::sc_module_name& name,
                        const typename Core::config& parameters = {})
        : pmu_module<Core>(name, parameters) {}

private:
    void drive_pins(const typename Core::outputs& /*levels*/) override {
    } // `pmuirq` is the wrapper's
};

/// What an edge samples: `event_bus`.
template <class Core>
struct xsc_sampled_inputs {
    using module = xsc_module<Core>; ///< the class that has the ports

    /// What the core takes. \param lines of event_bus
    typename Core::inputs sample(const module& /*ports*/,
                                 const typename module::event_bus_type& lines) const {
        return {lines.to_uint64()};
    }
};

} // namespace pmu
