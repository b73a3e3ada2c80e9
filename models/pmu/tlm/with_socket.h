// SPDX-License-Identifier: Apache-2.0
// A PMU for a bus of some width: the module of a part, and the socket to its registers.
#pragma once

#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/register_socket.h>

#include <systemc>

namespace PMU_API pmu {

/// The module of a part with its register socket. A part has one for 32, 64 and 128 bits in the
/// library; other widths are compiled where they are used.
/// \tparam Module of a part: its pins and its time; derives from pmu_module
/// \tparam BUSWIDTH bits; an initiator socket of this width binds. Registers are 32 bits on each.
template <class Module, unsigned BUSWIDTH>
class with_socket : public Module {
public:
    /// Register accesses: 4-byte aligned words, whatever the width of the bus. Debug transport
    /// reaches every register without side effects; DMI is refused. Optional.
    ///
    /// Several decoupled initiators may share it. On a tickless clock an access in the past of
    /// another's is answered at the later time, with the warning `/pmu/<part>/late`, once; where
    /// that matters, set_sync_policy() makes each access wait for its time.
    register_socket<pmu_module<typename Module::core_type>, BUSWIDTH> socket{"socket", *this};

    /// \param name of the module
    /// \param parameters of the unit; an impossible one is the error `/pmu/<part>/<parameter>`
    explicit with_socket(const sc_core::sc_module_name& name,
                         const typename Module::core_type::config& parameters = {});
    ~with_socket() override;
};

// Not inline: so the library has what these need of the socket, and programs of another compiler
// have none of it.

template <class Module, unsigned BUSWIDTH>
with_socket<Module, BUSWIDTH>::with_socket(const sc_core::sc_module_name& name,
                                           const typename Module::core_type::config& parameters)
    : Module(name, parameters) {
}

template <class Module, unsigned BUSWIDTH>
with_socket<Module, BUSWIDTH>::~with_socket() = default;

} // namespace pmu
