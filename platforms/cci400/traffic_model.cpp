// SPDX-License-Identifier: Apache-2.0
#include <cci400/traffic_model.h>

#include <iterator>

namespace platform::cci400 {

namespace {

constexpr std::uint32_t event(unsigned number) {
    return 1U << number;
}

/// Event numbers of a slave interface.
enum slave_event : unsigned {
    read_any = 0x00,
    read_device = 0x01,
    read_normal = 0x02,
    read_shareable = 0x03,
    read_maintenance = 0x04,
    read_memory_barrier = 0x05,
    read_sync_barrier = 0x06,
    read_dvm = 0x07,
    read_dvm_sync = 0x08,
    read_tracker_full = 0x09,
    data_from_snoop = 0x0A,
    data_not_taken = 0x0B,
    write_any = 0x0C,
    write_device = 0x0D,
    write_normal = 0x0E,
    write_back = 0x0F,
    write_unique = 0x10,
    write_line_unique = 0x11,
    write_evict = 0x12,
    write_tracker_full = 0x13,
    read_id_hazard = 0x14,
};

/// Event numbers of a master interface.
enum master_event : unsigned {
    retry = 0x00,
    address_hazard = 0x01,
    id_hazard = 0x02,
    high_priority_full = 0x03,
    read_barrier = 0x04,
    write_barrier = 0x05,
    write_full = 0x06,
    low_priority_full = 0x07,
    medium_priority_full = 0x08,
    read_token_vn0 = 0x09,
    write_token_vn0 = 0x0D,
};

/// How busy a slave interface is: chances in a thousand per cycle, and places in its trackers.
struct profile {
    unsigned reads;
    unsigned writes;
    unsigned returns; ///< of read data while a read is in the tracker
    unsigned drains;  ///< of a write in the tracker
    unsigned tracker;
    bool is_cluster;
};
constexpr profile profiles[] = {
    {150, 0, 200, 500, 4, false},   // display controller
    {120, 120, 250, 300, 4, false}, // DMA engine
    {10, 10, 400, 400, 2, false},   // peripherals
    {180, 60, 260, 220, 8, true},   // little cluster
    {350, 140, 380, 260, 8, true},  // big cluster
};

/// A kind of transaction and its share.
struct share {
    unsigned event;
    unsigned weight;
};
constexpr share cluster_reads[] = {
    {read_device, 3},         {read_normal, 12},      {read_shareable, 74}, {read_maintenance, 3},
    {read_memory_barrier, 3}, {read_sync_barrier, 2}, {read_dvm, 2},        {read_dvm_sync, 1}};
constexpr share device_reads[] = {{read_device, 10}, {read_normal, 60}, {read_shareable, 30}};
constexpr share cluster_writes[] = {{write_device, 4},  {write_normal, 11},     {write_back, 55},
                                    {write_unique, 10}, {write_line_unique, 8}, {write_evict, 12}};
constexpr share device_writes[] = {
    {write_device, 15}, {write_normal, 50}, {write_unique, 20}, {write_line_unique, 15}};

template <std::size_t N>
unsigned pick(activity::random_source& random, const share (&shares)[N]) {
    unsigned total = 0;
    for (const share& s : shares) {
        total += s.weight;
    }
    unsigned at = random.below(total);
    for (const share& s : shares) {
        if (at < s.weight) {
            return s.event;
        }
        at -= s.weight;
    }
    return shares[0].event; // not reached: `at` is below the total
}

constexpr unsigned thousand = 1000;
constexpr unsigned queue_size = 6; ///< of a master interface
constexpr unsigned memory_rate = 450;
constexpr unsigned snoop_hits = 400;
constexpr unsigned useless_fetches = 300; ///< of snoop hits
constexpr unsigned hazards = 5;
constexpr unsigned lost_tokens = 30;
constexpr unsigned barrier_ends = 100;
constexpr unsigned not_ready = 50;
constexpr unsigned secure_begins = 1; ///< phases of Secure transactions
constexpr unsigned secure_ends = 5;

bool is_barrier(unsigned kind) {
    return kind == read_memory_barrier || kind == read_sync_barrier;
}

} // namespace

traffic_cycle traffic_model::next() {
    traffic_cycle cycle;
    const auto show = [&cycle](unsigned interface, bool is_secure, std::uint32_t events) {
        (is_secure ? cycle.secure : cycle.nonsecure)[interface / 2] |= std::uint64_t{events}
                                                                       << interface % 2 * 32;
    };
    for (unsigned i = 0; i < slaves; ++i) {
        slave_port& port = m_slaves[i];
        if (m_random.chance(port.is_secure ? secure_ends : secure_begins, thousand)) {
            port.is_secure = !port.is_secure;
        }
        show(i, port.is_secure, take_slave_cycle(i));
    }
    for (unsigned m = 0; m < masters; ++m) {
        std::uint32_t events = take_master_cycle(m_masters[m]);
        events |= m_retries[m] ? event(retry) : 0U;
        m_retries[m] = false;
        show(slaves + m, m_masters[m].is_secure, events);
    }
    return cycle;
}

std::uint32_t traffic_model::take_slave_cycle(unsigned interface) {
    slave_port& port = m_slaves[interface];
    const profile& busy = profiles[interface];
    std::uint32_t events = 0;
    if (port.reads != 0 && m_random.chance(busy.returns, thousand)) {
        if (m_random.chance(not_ready, thousand)) {
            events |= event(data_not_taken);
        } else {
            --port.reads;
            if (port.shareable != 0) {
                --port.shareable;
                if (m_random.chance(snoop_hits, thousand)) {
                    events |= event(data_from_snoop);
                    m_retries[1 + m_random.below(2)] = m_random.chance(useless_fetches, thousand);
                }
            }
        }
    }
    if (port.writes != 0 && m_random.chance(busy.drains, thousand)) {
        --port.writes;
    }
    port.read_waits = port.read_waits || m_random.chance(busy.reads, thousand);
    port.write_waits = port.write_waits || m_random.chance(busy.writes, thousand);
    events |= port.read_waits ? take_read(interface) : 0U;
    events |= port.write_waits ? take_write(interface) : 0U;
    return events;
}

// A read request that waits: handshake or stall.
std::uint32_t traffic_model::take_read(unsigned interface) {
    slave_port& port = m_slaves[interface];
    const profile& busy = profiles[interface];
    if (port.reads == busy.tracker) {
        return event(read_tracker_full);
    }
    if (m_random.chance(hazards, thousand)) {
        return event(read_id_hazard);
    }
    const unsigned kind =
        busy.is_cluster ? pick(m_random, cluster_reads) : pick(m_random, device_reads);
    port.read_waits = false;
    ++port.reads;
    port.shareable += kind == read_shareable ? 1U : 0U;
    forward_read(kind, port.is_secure);
    return event(read_any) | event(kind);
}

std::uint32_t traffic_model::take_write(unsigned interface) {
    slave_port& port = m_slaves[interface];
    const profile& busy = profiles[interface];
    if (port.writes == busy.tracker) {
        return event(write_tracker_full);
    }
    const unsigned kind =
        busy.is_cluster ? pick(m_random, cluster_writes) : pick(m_random, device_writes);
    port.write_waits = false;
    ++port.writes;
    forward_write(kind, port.is_secure);
    return event(write_any) | event(kind);
}

traffic_model::master_port& traffic_model::route(bool is_device) {
    return m_masters[is_device ? 0 : 1 + m_random.below(2)];
}

void traffic_model::forward_read(unsigned kind, bool is_secure) {
    master_port& port = route(kind == read_device);
    port.is_secure = is_secure;
    port.at_barrier = port.at_barrier || is_barrier(kind);
    port.reads += port.reads < queue_size ? 1U : 0U;
}

void traffic_model::forward_write(unsigned kind, bool is_secure) {
    if (kind == write_evict) {
        return; // carries no data
    }
    master_port& port = route(kind == write_device);
    port.is_secure = is_secure;
    port.writes += port.writes < queue_size ? 1U : 0U;
}

std::uint32_t traffic_model::take_master_cycle(master_port& port) {
    std::uint32_t events = 0;
    if (port.at_barrier) {
        port.at_barrier = !m_random.chance(barrier_ends, thousand);
        events |= port.reads != 0 ? event(read_barrier) : 0U;
        events |= port.writes != 0 ? event(write_barrier) : 0U;
        return events;
    }
    if (port.reads != 0) {
        if (m_random.chance(lost_tokens, thousand)) {
            events |= event(read_token_vn0 + m_random.below(4));
        } else if (m_random.chance(hazards, thousand)) {
            events |= event(m_random.chance(1, 2) ? id_hazard : address_hazard);
        } else if (m_random.chance(memory_rate, thousand)) {
            --port.reads;
        } else if (port.reads == queue_size) {
            constexpr unsigned full[] = {high_priority_full, low_priority_full,
                                         medium_priority_full};
            events |= event(full[m_random.below(static_cast<std::uint32_t>(std::size(full)))]);
        }
    }
    if (port.writes != 0) {
        if (m_random.chance(lost_tokens, thousand)) {
            events |= event(write_token_vn0 + m_random.below(4));
        } else if (m_random.chance(memory_rate, thousand)) {
            --port.writes;
        } else if (port.writes == queue_size) {
            events |= event(write_full);
        }
    }
    return events;
}

} // namespace platform::cci400
