// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/with_socket.h>

namespace PMU_API pmu {

namespace {

struct nobody final : tlm::tlm_bw_transport_if<> {
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                       tlm::tlm_phase& /*phase*/,
                                       sc_core::sc_time& /*delay*/) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
};

} // namespace

tlm::tlm_bw_transport_if<>& no_initiator() {
    static nobody none;
    return none;
}

} // namespace pmu
