// SPDX-License-Identifier: Apache-2.0
#include <pmu/cci400/cci400_events.h>

#include <pmu/core/enumerators.h>

#include <cstddef>
#include <iterator>

namespace PMU_API pmu {

namespace {

constexpr cci400_visibility absent = cci400_visibility::absent;
constexpr cci400_visibility filtered = cci400_visibility::filtered;
constexpr cci400_visibility always = cci400_visibility::always;

template <auto Number>
constexpr cci400_event slave(cci400_visibility r0, cci400_visibility r1, const char* description) {
    return {true, Number, enumerator_text<Number>(), r0, r1, description};
}
template <auto Number>
constexpr cci400_event master(cci400_visibility r0, cci400_visibility r1, const char* description) {
    return {false, Number, enumerator_text<Number>(), r0, r1, description};
}

// Every event of the two lists. Slave rows and master rows are in the order of their numbers.
constexpr cci400_event events[] = {
    slave<cci400_slave_event::si_rrq_hs_any>(filtered, filtered, "read request handshake, any"),
    slave<cci400_slave_event::si_rrq_hs_device>(filtered, filtered,
                                                "read request handshake, Device"),
    slave<cci400_slave_event::si_rrq_hs_normal_or_nonshareable>(
        filtered, filtered,
        "read request handshake, Normal, non- or system-shareable, no barrier or maintenance"),
    slave<cci400_slave_event::si_rrq_hs_inner_or_outershareable>(
        filtered, filtered,
        "read request handshake, inner- or outer-shareable, no barrier, DVM or maintenance"),
    slave<cci400_slave_event::si_rrq_hs_cache_maintenance>(
        filtered, filtered, "read request handshake, cache maintenance"),
    slave<cci400_slave_event::si_rrq_hs_mem_barrier>(filtered, filtered,
                                                     "read request handshake, memory barrier"),
    slave<cci400_slave_event::si_rrq_hs_sync_barrier>(
        filtered, filtered, "read request handshake, synchronization barrier"),
    slave<cci400_slave_event::si_rrq_hs_dvm_msg>(
        filtered, filtered, "read request handshake, DVM message other than a sync"),
    slave<cci400_slave_event::si_rrq_hs_dvm_msg_sync>(filtered, filtered,
                                                      "read request handshake, DVM sync message"),
    slave<cci400_slave_event::si_rrq_stall_tt_full>(
        always, filtered, "cycle: read request stalled, transaction tracker full"),
    slave<cci400_slave_event::si_r_data_last_hs_snoop>(
        filtered, filtered, "last read data handshake, data from a snoop"),
    slave<cci400_slave_event::si_r_data_stall_rvalids_h_rready_l>(
        always, filtered, "cycle: read data stalled, RVALID high and RREADY low"),
    slave<cci400_slave_event::si_wrq_hs_any>(filtered, filtered, "write request handshake, any"),
    slave<cci400_slave_event::si_wrq_hs_device>(filtered, filtered,
                                                "write request handshake, Device"),
    slave<cci400_slave_event::si_wrq_hs_normal_or_nonshareable>(
        filtered, filtered,
        "write request handshake, Normal, non- or system-shareable, no barrier"),
    slave<cci400_slave_event::si_wrq_hs_inner_or_outershare_wback_wclean>(
        filtered, filtered,
        "write request handshake, inner- or outer-shareable WriteBack or WriteClean"),
    slave<cci400_slave_event::si_wrq_hs_write_unique>(filtered, filtered,
                                                      "write request handshake, WriteUnique"),
    slave<cci400_slave_event::si_wrq_hs_write_line_unique>(
        filtered, filtered, "write request handshake, WriteLineUnique"),
    slave<cci400_slave_event::si_wrq_hs_evict>(filtered, filtered,
                                               "write request handshake, Evict"),
    slave<cci400_slave_event::si_wrq_stall_tt_full>(
        always, filtered, "cycle: write request stalled, transaction tracker full"),
    slave<cci400_slave_event::si_rrq_stall_slave_id_hazard>(
        absent, filtered, "cycle: read request stalled, ID hazard of the slave interface"),

    master<cci400_master_event::mi_retry_speculative_fetch>(absent, filtered,
                                                            "retry of a speculative fetch"),
    master<cci400_master_event::mi_stall_cycle_addr_hazard>(
        absent, filtered, "cycle: read or write-invalidate stalled, address hazard"),
    master<cci400_master_event::mi_rrq_stall_master_id_hazard>(
        absent, always, "cycle: read request stalled, ID hazard of the master interface"),
    master<cci400_master_event::mi_rrq_stall_hi_prio_rtq_full>(
        absent, filtered, "cycle: high-priority read request stalled, queue full"),
    master<cci400_master_event::mi_rrq_stall_barrier_hazard>(
        absent, filtered, "cycle: read request stalled, barrier"),
    master<cci400_master_event::mi_wrq_stall_barrier_hazard>(
        absent, filtered, "cycle: write request stalled, barrier"),
    master<cci400_master_event::mi_wrq_stall_wtq_full>(
        absent, filtered, "cycle: write request stalled, tracker full"),
    master<cci400_master_event::mi_rrq_stall_low_prio_rtq_full>(
        absent, filtered, "cycle: low-priority read request stalled, no slot"),
    master<cci400_master_event::mi_rrq_stall_mid_prio_rtq_full>(
        absent, filtered, "cycle: medium-priority read request stalled, no slot"),
    master<cci400_master_event::mi_rrq_stall_qvn_vn0>(
        absent, always, "cycle: read request stalled, no QVN token on VN0"),
    master<cci400_master_event::mi_rrq_stall_qvn_vn1>(
        absent, always, "cycle: read request stalled, no QVN token on VN1"),
    master<cci400_master_event::mi_rrq_stall_qvn_vn2>(
        absent, always, "cycle: read request stalled, no QVN token on VN2"),
    master<cci400_master_event::mi_rrq_stall_qvn_vn3>(
        absent, always, "cycle: read request stalled, no QVN token on VN3"),
    master<cci400_master_event::mi_wrq_stall_qvn_vn0>(
        absent, always, "cycle: write request stalled, no QVN token on VN0"),
    master<cci400_master_event::mi_wrq_stall_qvn_vn1>(
        absent, always, "cycle: write request stalled, no QVN token on VN1"),
    master<cci400_master_event::mi_wrq_stall_qvn_vn2>(
        absent, always, "cycle: write request stalled, no QVN token on VN2"),
    master<cci400_master_event::mi_wrq_stall_qvn_vn3>(
        absent, always, "cycle: write request stalled, no QVN token on VN3"),
    master<cci400_master_event::mi_wrq_unique_or_line_unique_addr_hazard>(
        absent, filtered, "cycle: WriteUnique or WriteLineUnique stalled, address hazard"),

    master<cci400_r0_master_event::mi_retry_speculative_fetch>(filtered, absent,
                                                               "retry of a speculative fetch"),
    master<cci400_r0_master_event::mi_rrq_stall_addr_hazard>(
        always, absent, "cycle: read request stalled, address hazard"),
    master<cci400_r0_master_event::mi_rrq_stall_id_hazard>(
        always, absent, "cycle: read request stalled, ID hazard"),
    master<cci400_r0_master_event::mi_rrq_stall_tt_full>(
        always, absent, "cycle: read request stalled, transaction tracker full"),
    master<cci400_r0_master_event::mi_rrq_stall_barrier_hazard>(
        always, absent, "cycle: read request stalled, barrier"),
    master<cci400_r0_master_event::mi_wrq_stall_barrier_hazard>(
        always, absent, "cycle: write request stalled, barrier"),
    master<cci400_r0_master_event::mi_wrq_stall_tt_full>(
        always, absent, "cycle: write request stalled, transaction tracker full"),
};

// The rows by their enumerations: those of the slave interfaces, then the masters' by list.
constexpr const cci400_event* first_of_masters() {
    const cci400_event* row = std::begin(events);
    while (row->is_slave) {
        ++row;
    }
    return row;
}
constexpr const cci400_event* first_of_r0_masters() {
    const cci400_event* row = first_of_masters();
    while (row->r1 != absent) {
        ++row;
    }
    return row;
}
static_assert(are_all_numbers<cci400_slave_event::number>(std::begin(events), first_of_masters()) &&
                  are_all_numbers<cci400_master_event::number>(first_of_masters(),
                                                               first_of_r0_masters()) &&
                  are_all_numbers<cci400_r0_master_event::number>(first_of_r0_masters(),
                                                                  std::end(events)),
              "an event has no enumerator, or an enumerator has no event of its name");

constexpr bool are_interfaces_named() {
    const auto& names = enumerator_names<cci400_interface::number>;
    for (unsigned i = 0; i < cci400_interfaces; ++i) {
        if (names.size() != cci400_interfaces || names[i] != cci400_interface_names[i]) {
            return false;
        }
    }
    return true;
}
static_assert(are_interfaces_named(), "an interface and its enumerator differ");

using column = cci400_visibility cci400_event::*;

// Calls `take(interface, row)` for every event of a list, in the order of the codes.
template <class Take>
constexpr void for_each_event(column list, Take take) {
    for (unsigned i = 0; i < cci400_interfaces; ++i) {
        for (const cci400_event& e : events) {
            if (e.is_slave == cci400_is_slave(i) && e.*list != absent) {
                take(i, e);
            }
        }
    }
}

constexpr std::size_t size_of(column list) {
    std::size_t n = 0;
    for_each_event(list, [&n](unsigned, const cci400_event&) { ++n; });
    return n;
}

constexpr std::uint16_t code_of(unsigned interface, const cci400_event& e) {
    return static_cast<std::uint16_t>(cci400_event_code(interface, e.number));
}

// A short text that the compiler puts together.
template <std::size_t Size>
struct text {
    char characters[Size] = {};
    std::size_t length = 0;

    constexpr text& operator+=(const char* more) {
        for (; *more != '\0'; ++more) {
            characters[length++] = *more; // a text that is too long does not compile
        }
        return *this;
    }
};

// The texts of a list: `S0_si_rrq_hs_any`, and the description with the security rule.
template <std::size_t N>
struct list_texts {
    text<56> names[N];
    text<128> descriptions[N];
};

template <std::size_t N>
constexpr list_texts<N> texts_of(column list) {
    list_texts<N> all;
    std::size_t n = 0;
    for_each_event(list, [&](unsigned interface, const cci400_event& e) {
        ((all.names[n] += cci400_interface_names[interface]) += "_") += e.name;
        all.descriptions[n] += e.description;
        if (e.*list == always) {
            all.descriptions[n] += " (whatever SPNIDEN)";
        }
        ++n;
    });
    return all;
}

template <std::size_t N>
struct list_descs {
    event_desc events[N] = {};
};

template <std::size_t N>
constexpr list_descs<N> descs_of(column list, const list_texts<N>& texts) {
    list_descs<N> all;
    std::size_t n = 0;
    for_each_event(list, [&](unsigned interface, const cci400_event& e) {
        const std::uint16_t code = code_of(interface, e);
        all.events[n] = {code, texts.names[n].characters,       event_rule::each_line, code, 1,
                         0,    texts.descriptions[n].characters};
        ++n;
    });
    return all;
}

constexpr cci400_lines always_visible_of(column list) {
    cci400_lines words{};
    for_each_event(list, [&](unsigned interface, const cci400_event& e) {
        if (e.*list == always) {
            words[code_of(interface, e) / 64] |= std::uint64_t{1} << code_of(interface, e) % 64;
        }
    });
    return words;
}

constexpr std::size_t r0_size = size_of(&cci400_event::r0);
constexpr std::size_t r1_size = size_of(&cci400_event::r1);
static_assert(r0_size == 121 && r1_size == cci400_evntbus_width);

constexpr list_texts<r0_size> r0_texts = texts_of<r0_size>(&cci400_event::r0);
constexpr list_texts<r1_size> r1_texts = texts_of<r1_size>(&cci400_event::r1);
constexpr list_descs<r0_size> r0_descs = descs_of(&cci400_event::r0, r0_texts);
constexpr list_descs<r1_size> r1_descs = descs_of(&cci400_event::r1, r1_texts);
constexpr event_table r0_table{r0_descs.events};
constexpr event_table r1_table{r1_descs.events};
constexpr cci400_event_list r0_list{r0_table, always_visible_of(&cci400_event::r0)};
constexpr cci400_event_list r1_list{r1_table, always_visible_of(&cci400_event::r1)};

} // namespace

const cci400_event_list& cci400_event_list::of(unsigned revision) {
    return revision < cci400_first_r1_revision ? r0_list : r1_list;
}

cci400_evntbus cci400_event_list::packed(const cci400_lines& lines) const {
    cci400_evntbus bus{};
    unsigned bit = 0;
    for (unsigned i = 0; i < cci400_interfaces; ++i) {
        const group& g = m_groups[i];
        const std::uint64_t levels = lines[i / 2] >> (i % 2 * 32 + g.first) & g.lines;
        bus[bit / 64] |= levels << bit % 64;
        if (bit % 64 + g.count > 64) {
            bus[bit / 64 + 1] |= levels >> (64 - bit % 64);
        }
        bit += g.count;
    }
    return bus;
}

} // namespace pmu
