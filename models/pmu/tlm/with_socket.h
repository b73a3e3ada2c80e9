// SPDX-License-Identifier: Apache-2.0
// A PMU for a bus of some width: the module of a part, and the socket to its registers.
#pragma once

#include <pmu/tlm/pmu_module.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

namespace PMU_API pmu {

/// Answers the accesses that come through a register_socket. An initiator that is bound there
/// calls it directly: the usual way, a second virtual call and a pointer to member, would be a
/// third of what a register access costs. Non-blocking transport and DMI take the usual way.
class register_target : public tlm::tlm_fw_transport_if<> {
public:
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override = 0;
    unsigned transport_dbg(tlm::tlm_generic_payload& payload) override = 0;
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) final {
        return m_usual->nb_transport_fw(payload, phase, delay);
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) final {
        return m_usual->get_direct_mem_ptr(payload, dmi);
    }
    /// \param way takes the calls that are not answered here; must outlive this
    void set_usual_way(tlm::tlm_fw_transport_if<>& way) { m_usual = &way; }

protected:
    ~register_target() override = default;

private:
    tlm::tlm_fw_transport_if<>* m_usual = nullptr;
};

/// What stands for the initiator of a socket that nobody binds. Nobody calls it.
tlm::tlm_bw_transport_if<>& no_initiator();

/// A simple_target_socket with the shorter way; so it is a `tlm::tlm_target_socket<BUSWIDTH>`. It
/// may stay unbound. What comes through the target socket of a module around this one takes the
/// usual way.
/// \tparam BUSWIDTH of the initiator sockets that it binds to, in bits. It is a matter of binding
///         only: what an access transfers is what its payload says.
template <unsigned BUSWIDTH = 32>
class register_socket : public tlm_utils::simple_target_socket<register_target, BUSWIDTH> {
    static_assert(BUSWIDTH >= 8 && BUSWIDTH % 8 == 0,
                  "the bus width of a PMU is in bits, as that of the initiator socket that it is "
                  "bound to: 32, 64 or 128, say");
    using base = tlm_utils::simple_target_socket<register_target, BUSWIDTH>;
    using interface = tlm::tlm_fw_transport_if<>;
    template <unsigned W>
    using any_base = tlm::tlm_base_target_socket_b<W>;
    template <unsigned W>
    using any_socket = tlm::tlm_target_socket<W>;

public:
    /// \param name of the socket
    /// \param target answers the accesses; must outlive the socket
    register_socket(const char* name, register_target& target) : base(name), m_target(target) {
        base::register_b_transport(&target, &register_target::b_transport);
        base::register_transport_dbg(&target, &register_target::transport_dbg);
        target.set_usual_way(base::get_base_interface());
    }

    /// Only there to say what is wrong where a socket of another width is bound.
    template <unsigned W>
    operator any_base<W>&() { // NOLINT(google-explicit-constructor): it stands for a base class
        return of_width<any_base<W>, W>();
    }
    /// The same where it is taken as a `tlm::tlm_target_socket` of another width.
    template <unsigned W>
    operator any_socket<W>&() { // NOLINT(google-explicit-constructor): it stands for a base class
        return of_width<any_socket<W>, W>();
    }

    /// Binds what the platform has left unbound. Call it from before_end_of_elaboration().
    void bind_stub() {
        if (base::get_base_port().bind_count() == 0) {
            base::get_base_port().bind(no_initiator());
        }
    }

    /// What an initiator socket is bound to. An initiator without a socket may call it as well.
    interface& get_base_interface() override {
        return m_target;
    }
    /// The same.
    const interface& get_base_interface() const override { return m_target; }

private:
    template <class Socket, unsigned W>
    Socket& of_width() {
        static_assert(W == BUSWIDTH, "the PMU's socket is used as one of another bus width: use "
                                     "basic_<part>_pmu<BUSWIDTH> of the same width");
        return *static_cast<Socket*>(static_cast<void*>(this)); // never
    }

    /// Not a base class of the socket: bind() could not tell a socket from an interface then.
    register_target& m_target;
};

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
    register_socket<BUSWIDTH> socket{"socket", this->registers()};

    /// \param name of the module
    /// \param parameters of the unit; an impossible one is the error `/pmu/<part>/<parameter>`
    explicit with_socket(const sc_core::sc_module_name& name,
                         const typename Module::core_type::config& parameters = {});
    ~with_socket() override;

protected:
    /// Binds what the platform has left unbound.
    void before_end_of_elaboration() override;
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

template <class Module, unsigned BUSWIDTH>
void with_socket<Module, BUSWIDTH>::before_end_of_elaboration() {
    Module::before_end_of_elaboration();
    socket.bind_stub();
}

} // namespace pmu
