// SPDX-License-Identifier: Apache-2.0
// The target socket of a PMU: a simple_target_socket with a shorter way for blocking transport.
#pragma once

#include <pmu/core/api.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

namespace PMU_API pmu {

/// The shorter way: an initiator that is bound to it calls the module's b_transport() and
/// transport_dbg() directly. The usual way, a second virtual call and a pointer to member, would be
/// a third of what a register access costs. Non-blocking transport and DMI take the usual way.
/// \tparam Module has `void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&)` and
///         `unsigned transport_dbg(tlm::tlm_generic_payload&)`
template <class Module>
class direct_transport final : public tlm::tlm_fw_transport_if<> {
public:
    /// \param module answers the accesses; must outlive this
    /// \param usual takes the other calls; must outlive this
    direct_transport(Module& module, tlm::tlm_fw_transport_if<>& usual)
        : m_module(module), m_usual(usual) {}

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override {
        m_module.b_transport(payload, delay);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload& payload) override {
        return m_module.transport_dbg(payload);
    }
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override {
        return m_usual.nb_transport_fw(payload, phase, delay);
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override {
        return m_usual.get_direct_mem_ptr(payload, dmi);
    }

private:
    Module& m_module;
    tlm::tlm_fw_transport_if<>& m_usual;
};

/// A simple_target_socket with the shorter way. It may stay unbound. What comes through the target
/// socket of a module around this one takes the usual way.
/// \tparam Module as of direct_transport
/// \tparam BUSWIDTH of the initiator sockets that it binds to, in bits. It is a matter of binding
///         only: what an access transfers is what its payload says.
template <class Module, unsigned BUSWIDTH = 32>
class register_socket
    : public tlm_utils::simple_target_socket_optional<direct_transport<Module>, BUSWIDTH> {
    using base = tlm_utils::simple_target_socket_optional<direct_transport<Module>, BUSWIDTH>;
    using interface = tlm::tlm_fw_transport_if<>;

public:
    /// \param name of the socket
    /// \param module answers the accesses; must outlive the socket
    register_socket(const char* name, Module& module)
        : base(name), m_direct(module, base::get_base_interface()) {
        base::register_b_transport(&m_direct, &direct_transport<Module>::b_transport);
        base::register_transport_dbg(&m_direct, &direct_transport<Module>::transport_dbg);
    }

    /// What an initiator socket is bound to. An initiator without a socket may call it as well.
    interface& get_base_interface() override {
        return m_direct;
    }
    /// The same.
    const interface& get_base_interface() const override { return m_direct; }

private:
    /// Not a base class of the socket: bind() could not tell a socket from an interface then.
    direct_transport<Module> m_direct;
};

} // namespace pmu
