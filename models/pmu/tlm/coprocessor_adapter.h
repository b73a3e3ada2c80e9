// SPDX-License-Identifier: Apache-2.0
// How a CPU model makes coprocessor accesses: MCR and MRC as transactions.
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>

#include <cstdint>
#include <type_traits>

namespace PMU_API pmu {

/// Turns MCR and MRC into word accesses of a coprocessor window. It reuses one payload and one
/// extension: use it from one process at a time.
class coprocessor_adapter {
    using interface = tlm::tlm_fw_transport_if<>;

public:
    /// \param way to the PMU: an initiator socket of the CPU model, of any kind and bus width,
    /// which
    ///        may be bound later; or whatever else has an `operator->()` that gives a
    ///        `tlm_fw_transport_if`; or a `tlm_fw_transport_if` itself, such as the
    ///        `socket.get_base_interface()` of a PMU. Of several targets that a socket is bound to
    ///        it is the first. Must outlive the adapter.
    /// \param window bus address of the CPU's coprocessor window
    template <class Way>
    explicit coprocessor_adapter(Way& way, std::uint64_t window = 0)
        : m_way(&way), m_find_target(find_target<Way>), m_window(window) {
        m_payload.set_data_length(word_size);
        m_payload.set_streaming_width(word_size);
        m_payload.set_byte_enable_ptr(nullptr);
        m_payload.set_data_ptr(reinterpret_cast<unsigned char*>(&m_word));
        m_payload.set_extension(&m_extension);
    }
    ~coprocessor_adapter() { m_payload.clear_extension(&m_extension); }
    /// Not copied: the payload has the address of the extension.
    coprocessor_adapter(const coprocessor_adapter&) = delete;
    /// Not copied.
    coprocessor_adapter& operator=(const coprocessor_adapter&) = delete;

    /// MCR: writes a coprocessor register at now + delay.
    /// \param where operands of the instruction
    /// \param value 32 bits to write
    /// \param who mode and security state of the CPU
    /// \param delay ahead of the present; 0 if the target has waited
    /// \return false: the access raises the Undefined exception and has changed nothing
    bool mcr(const coprocessor_register& where, std::uint32_t value, access_attributes who,
             sc_core::sc_time& delay) {
        m_word = value;
        return transport(tlm::TLM_WRITE_COMMAND, where, who, delay);
    }

    /// MRC: reads a coprocessor register at now + delay.
    /// \param where operands of the instruction
    /// \param value receives the 32 bits that are read; left alone if the access is refused
    /// \param who mode and security state of the CPU
    /// \param delay ahead of the present; 0 if the target has waited
    /// \return false: the access raises the Undefined exception
    bool mrc(const coprocessor_register& where, std::uint32_t& value, access_attributes who,
             sc_core::sc_time& delay) {
        if (!transport(tlm::TLM_READ_COMMAND, where, who, delay)) {
            return false;
        }
        value = m_word;
        return true;
    }

private:
    bool transport(tlm::tlm_command command, const coprocessor_register& where,
                   access_attributes who, sc_core::sc_time& delay) {
        m_extension.attributes = who;
        m_payload.set_command(command);
        m_payload.set_address(m_window + encode(where));
        m_payload.set_dmi_allowed(false);
        m_payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        if (m_target == nullptr && (m_target = m_find_target(m_way)) == nullptr) {
            return false; // a socket without a target, which has been reported
        }
        m_target->b_transport(m_payload, delay);
        return m_payload.is_response_ok();
    }

    template <class Way>
    static interface* find_target(void* way) {
        Way& typed = *static_cast<Way*>(way);
        if constexpr (std::is_convertible_v<Way*, interface*>) {
            return &typed;
        } else {
            return typed.operator->();
        }
    }

    void* m_way;
    interface* (*m_find_target)(void* way);
    interface* m_target = nullptr; ///< known from the first access on: sockets are bound late
    std::uint64_t m_window;
    std::uint32_t m_word = 0; ///< of an access: the payload outlives its operands
    tlm::tlm_generic_payload m_payload;
    access_extension m_extension;
};

} // namespace pmu
