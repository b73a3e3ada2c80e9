// SPDX-License-Identifier: Apache-2.0
// The platforms' bus: carries transactions of any initiator to the target mapped at their address.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <vector>

namespace platform::components {

/// A loosely timed router without latency or arbitration: b_transport, debug transport and DMI of
/// every bound initiator go to the target that is mapped at the address. The target sees the offset
/// in its range; the initiator finds the address as it was. An address that nothing is mapped at
/// gets an address error, no debug bytes and no DMI.
///
/// The first byte of a transaction decides; what runs past the end of a range is the target's to
/// refuse. The non-blocking interface is not routed.
class router : public sc_core::sc_module {
public:
    tlm_utils::multi_passthrough_target_socket<router> socket{"socket"}; ///< one or more initiators

    explicit router(const sc_core::sc_module_name& name);

    /// Maps `size` bytes from `base` on to a target and binds it. Only during construction.
    /// An empty range, one past the end of the address space, or one that overlaps another is the
    /// error `/platform/router/map` and is not mapped.
    void map(std::uint64_t base, std::uint64_t size, tlm::tlm_base_target_socket_b<>& target);

    /// The map in the order of the addresses, a line a range: first and last byte, target.
    std::vector<std::string> describe() const;

private:
    /// One mapped target.
    struct range {
        std::uint64_t first;
        std::uint64_t last;
        int index;          ///< of the target among those bound to m_targets
        std::string target; ///< the full name of its socket

        std::string describe() const;
        std::uint64_t to_address(std::uint64_t offset) const;
    };

    void b_transport(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    unsigned transport_dbg(int initiator, tlm::tlm_generic_payload& payload);
    bool get_direct_mem_ptr(int initiator, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
    void invalidate_direct_mem_ptr(int target, sc_dt::uint64 first, sc_dt::uint64 last);
    const range* find(std::uint64_t address) const;

    tlm_utils::multi_passthrough_initiator_socket<router> m_targets{"targets"};
    std::vector<range> m_map; ///< in the order of the addresses
};

} // namespace platform::components
