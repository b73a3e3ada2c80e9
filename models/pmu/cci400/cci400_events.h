// SPDX-License-Identifier: Apache-2.0
// The events of the CCI-400 PMU: two lists, r0 and r1 (ARM DDI 0470, section 2.4.1).
#pragma once

#include <pmu/core/event_table.h>

#include <array>
#include <cstdint>

namespace PMU_API pmu {

/// Lines of one event bus: line n is the event with code n in ESR[7:0], `interface << 5 | number`.
constexpr unsigned cci400_event_bus_width = 256;
/// Lines of EVNTBUS with the r1 list; the r0 list uses the low 121 (D13).
constexpr unsigned cci400_evntbus_width = 159;
/// The first revision code (PIDR2[7:4]) with the r1 list (D12).
constexpr unsigned cci400_first_r1_revision = 5;

/// How many interfaces have events.
constexpr unsigned cci400_interfaces = 8;
/// The interfaces in the order of their source codes.
inline constexpr const char* cci400_interface_names[cci400_interfaces] = {"S0", "S1", "S2", "S3",
                                                                          "S4", "M0", "M1", "M2"};
/// Whether the interface with this source code is a slave interface.
constexpr bool cci400_is_slave(unsigned interface) {
    return interface < 5;
}

/// The source codes of the interfaces, SRC in ESR.
namespace cci400_interface {
/// As the manual has them.
enum number : std::uint8_t { S0, S1, S2, S3, S4, M0, M1, M2 };
} // namespace cci400_interface

/// The event numbers of S0 to S4, NUM in ESR. 0x14 is in the r1 list only.
namespace cci400_slave_event {
/// As the manual has them.
enum number : std::uint8_t {
    si_rrq_hs_any = 0x00,
    si_rrq_hs_device = 0x01,
    si_rrq_hs_normal_or_nonshareable = 0x02,
    si_rrq_hs_inner_or_outershareable = 0x03,
    si_rrq_hs_cache_maintenance = 0x04,
    si_rrq_hs_mem_barrier = 0x05,
    si_rrq_hs_sync_barrier = 0x06,
    si_rrq_hs_dvm_msg = 0x07,
    si_rrq_hs_dvm_msg_sync = 0x08,
    si_rrq_stall_tt_full = 0x09,
    si_r_data_last_hs_snoop = 0x0A,
    si_r_data_stall_rvalids_h_rready_l = 0x0B,
    si_wrq_hs_any = 0x0C,
    si_wrq_hs_device = 0x0D,
    si_wrq_hs_normal_or_nonshareable = 0x0E,
    si_wrq_hs_inner_or_outershare_wback_wclean = 0x0F,
    si_wrq_hs_write_unique = 0x10,
    si_wrq_hs_write_line_unique = 0x11,
    si_wrq_hs_evict = 0x12,
    si_wrq_stall_tt_full = 0x13,
    si_rrq_stall_slave_id_hazard = 0x14,
};
} // namespace cci400_slave_event

/// The event numbers of M0 to M2 in the r1 list.
namespace cci400_master_event {
/// As the manual has them.
enum number : std::uint8_t {
    mi_retry_speculative_fetch = 0x00,
    mi_stall_cycle_addr_hazard = 0x01,
    mi_rrq_stall_master_id_hazard = 0x02,
    mi_rrq_stall_hi_prio_rtq_full = 0x03,
    mi_rrq_stall_barrier_hazard = 0x04,
    mi_wrq_stall_barrier_hazard = 0x05,
    mi_wrq_stall_wtq_full = 0x06,
    mi_rrq_stall_low_prio_rtq_full = 0x07,
    mi_rrq_stall_mid_prio_rtq_full = 0x08,
    mi_rrq_stall_qvn_vn0 = 0x09,
    mi_rrq_stall_qvn_vn1 = 0x0A,
    mi_rrq_stall_qvn_vn2 = 0x0B,
    mi_rrq_stall_qvn_vn3 = 0x0C,
    mi_wrq_stall_qvn_vn0 = 0x0D,
    mi_wrq_stall_qvn_vn1 = 0x0E,
    mi_wrq_stall_qvn_vn2 = 0x0F,
    mi_wrq_stall_qvn_vn3 = 0x10,
    mi_wrq_unique_or_line_unique_addr_hazard = 0x11,
};
} // namespace cci400_master_event

/// The event numbers of M0 to M2 in the r0 list.
namespace cci400_r0_master_event {
/// As the manual has them.
enum number : std::uint8_t {
    mi_retry_speculative_fetch = 0x14,
    mi_rrq_stall_addr_hazard = 0x15,
    mi_rrq_stall_id_hazard = 0x16,
    mi_rrq_stall_tt_full = 0x17,
    mi_rrq_stall_barrier_hazard = 0x18,
    mi_wrq_stall_barrier_hazard = 0x19,
    mi_wrq_stall_tt_full = 0x1A,
};
} // namespace cci400_r0_master_event

/// What ESR selects and batches take: an event number of an interface, as in
/// `cci400_event_code(cci400_interface::S4, cci400_slave_event::si_rrq_hs_any)`.
constexpr std::uint32_t cci400_event_code(unsigned interface, unsigned number) {
    return interface << 5 | number;
}

/// Levels of the 256 lines of an event bus, line n in bit n % 64 of word n / 64.
using cci400_lines = std::array<std::uint64_t, 4>;
/// Levels of EVNTBUS, line n in bit n % 64 of word n / 64.
using cci400_evntbus = std::array<std::uint64_t, 3>;

/// How a revision treats an event.
enum class cci400_visibility : std::uint8_t {
    absent,   ///< the number names no event
    filtered, ///< has a security indicator: in Secure transactions seen only while SPNIDEN is 1
    always,   ///< has none: seen whatever SPNIDEN is (r0: D20)
};

/// An event number of the slave or of the master interfaces.
struct cci400_event {
    bool is_slave;           ///< of S0 to S4, else of M0 to M2
    std::uint8_t number;     ///< ESR[4:0]
    const char* name;        ///< as Linux spells it
    cci400_visibility r0;    ///< in the r0 list
    cci400_visibility r1;    ///< in the r1 list
    const char* description; ///< one line
};

/// The events of one list, spread over the interfaces.
class cci400_event_list {
public:
    /// The list that a revision code selects: r0 below 5, else r1.
    static const cci400_event_list& of(unsigned revision);

    /// \param table every event of every interface, in the order of the codes; must outlive this
    /// \param always_visible the lines of the events without security indicator
    constexpr explicit cci400_event_list(const event_table& table,
                                         const cci400_lines& always_visible)
        : m_table(table), m_always_visible(always_visible) {
        for (const event_desc& e : table) {
            group& g = m_groups[e.number >> number_bits];
            if (g.lines == 0) {
                g.first = e.number & 0x1FU;
            }
            g.lines = g.lines << 1 | 1U;
            ++g.count;
        }
    }

    /// Every event. Its number is its code and its line, its position in the table the bit of
    /// EVNTBUS.
    const event_table& table() const { return m_table; }

    /// The lines of one word that are seen: those of Non-secure transactions, and those of Secure
    /// ones if SPNIDEN is 1 or the event has no security indicator.
    /// \param word 0 to 3
    /// \param nonsecure lines of Non-secure transactions
    /// \param secure lines of Secure transactions
    /// \param spniden level of SPNIDEN
    std::uint64_t visible(unsigned word, const cci400_lines& nonsecure, const cci400_lines& secure,
                          bool spniden) const {
        const std::uint64_t seen = spniden ? ~std::uint64_t{0} : m_always_visible[word];
        return nonsecure[word] | (secure[word] & seen);
    }

    /// Whether the event with this code is seen in Secure transactions while SPNIDEN is 0.
    bool is_always_visible(std::uint32_t code) const {
        return code < cci400_event_bus_width && (m_always_visible[code / 64] >> code % 64 & 1) != 0;
    }

    /// EVNTBUS: the lines that name an event, packed in the order of their codes.
    cci400_evntbus packed(const cci400_lines& lines) const;

private:
    static constexpr unsigned number_bits = 5;

    /// The events of one interface have consecutive numbers.
    struct group {
        std::uint32_t lines = 0; ///< as many low bits as there are events
        unsigned first = 0;      ///< lowest event number
        unsigned count = 0;
    };

    const event_table& m_table;
    cci400_lines m_always_visible;
    std::array<group, cci400_interfaces> m_groups{};
};

} // namespace pmu
