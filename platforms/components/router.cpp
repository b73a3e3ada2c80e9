// SPDX-License-Identifier: Apache-2.0
#include <components/router.h>
#include <pmu/core/message_text.h>

#include <algorithm>
#include <limits>

namespace platform::components {

namespace {

constexpr const char* map_error = "/platform/router/map";

/// Shows a target the offset in its range, for the time of one call.
class relative_address {
public:
    relative_address(tlm::tlm_generic_payload& payload, std::uint64_t base)
        : m_payload(payload), m_address(payload.get_address()) {
        payload.set_address(m_address - base);
    }
    ~relative_address() { m_payload.set_address(m_address); }
    relative_address(const relative_address&) = delete;
    relative_address& operator=(const relative_address&) = delete;

private:
    tlm::tlm_generic_payload& m_payload;
    std::uint64_t m_address;
};

} // namespace

std::string router::range::describe() const {
    return pmu::hex(first, 8) + " to " + pmu::hex(last, 8) + "  " + target;
}

/// The address of an offset; offsets past the end, which DMI may speak of, become the last address.
std::uint64_t router::range::to_address(std::uint64_t offset) const {
    return first + std::min(offset, last - first);
}

router::router(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &router::b_transport);
    socket.register_transport_dbg(this, &router::transport_dbg);
    socket.register_get_direct_mem_ptr(this, &router::get_direct_mem_ptr);
    m_targets.register_invalidate_direct_mem_ptr(this, &router::invalidate_direct_mem_ptr);
}

void router::map(std::uint64_t base, std::uint64_t size, tlm::tlm_base_target_socket_b<>& target) {
    const char* target_name = target.get_base_export().name();
    if (size == 0 || size - 1 > std::numeric_limits<std::uint64_t>::max() - base) {
        const std::string text =
            std::string("the range of ") + target_name + " at " + pmu::hex(base) +
            (size == 0 ? " is empty" : " runs past the end of the address space");
        SC_REPORT_ERROR(map_error, text.c_str());
        return;
    }
    const range added{base, base + (size - 1), static_cast<int>(m_map.size()), target_name};
    const auto next =
        std::find_if(m_map.begin(), m_map.end(), [base](const range& r) { return r.last >= base; });
    if (next != m_map.end() && next->first <= added.last) {
        SC_REPORT_ERROR(map_error, (added.describe() + " overlaps " + next->describe()).c_str());
        return;
    }
    m_map.insert(next, added);
    m_targets.bind(target);
}

std::vector<std::string> router::describe() const {
    std::vector<std::string> lines;
    lines.reserve(m_map.size());
    for (const range& r : m_map) {
        lines.push_back(r.describe());
    }
    return lines;
}

const router::range* router::find(std::uint64_t address) const {
    const auto r = std::lower_bound(
        m_map.begin(), m_map.end(), address,
        [](const range& candidate, std::uint64_t a) { return candidate.last < a; });
    return r != m_map.end() && r->first <= address ? &*r : nullptr;
}

void router::b_transport(int /*initiator*/, tlm::tlm_generic_payload& payload,
                         sc_core::sc_time& delay) {
    const range* r = find(payload.get_address());
    if (r == nullptr) {
        const bool is_ignored = payload.get_command() == tlm::TLM_IGNORE_COMMAND;
        payload.set_response_status(is_ignored ? tlm::TLM_OK_RESPONSE
                                               : tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return;
    }
    const relative_address offset(payload, r->first);
    m_targets[r->index]->b_transport(payload, delay);
}

unsigned router::transport_dbg(int /*initiator*/, tlm::tlm_generic_payload& payload) {
    const range* r = find(payload.get_address());
    if (r == nullptr) {
        return 0;
    }
    const relative_address offset(payload, r->first);
    return m_targets[r->index]->transport_dbg(payload);
}

bool router::get_direct_mem_ptr(int /*initiator*/, tlm::tlm_generic_payload& payload,
                                tlm::tlm_dmi& dmi) {
    const std::uint64_t address = payload.get_address();
    const range* r = find(address);
    if (r == nullptr) { // refused for this byte, nothing is said about its neighbours
        dmi.allow_read_write();
        dmi.set_start_address(address);
        dmi.set_end_address(address);
        return false;
    }
    const relative_address offset(payload, r->first);
    const bool granted = m_targets[r->index]->get_direct_mem_ptr(payload, dmi);
    dmi.set_start_address(r->to_address(dmi.get_start_address()));
    dmi.set_end_address(r->to_address(dmi.get_end_address()));
    return granted;
}

void router::invalidate_direct_mem_ptr(int target, sc_dt::uint64 first, sc_dt::uint64 last) {
    const auto r = std::find_if(m_map.begin(), m_map.end(),
                                [target](const range& mapped) { return mapped.index == target; });
    if (first > r->last - r->first) { // beyond what the initiators can see of the target
        return;
    }
    for (unsigned i = 0; i < socket.size(); ++i) {
        socket[static_cast<int>(i)]->invalidate_direct_mem_ptr(r->to_address(first),
                                                               r->to_address(last));
    }
}

} // namespace platform::components
