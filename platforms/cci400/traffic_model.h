// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic through an interconnect with the interfaces of a CCI-400, cycle by cycle.
#pragma once

#include <activity/random_source.h>
#include <pmu/cci400/cci400_events.h>

#include <array>
#include <cstdint>

namespace platform::cci400 {

/// The event lines of one cycle, by ESR codes of the r1 list.
struct traffic_cycle {
    pmu::cci400_lines nonsecure{};
    pmu::cci400_lines secure{};
};

/// Two processor clusters on S3 and S4, a display controller, a DMA engine and a peripheral port on
/// S0 to S2; device accesses leave through M0, memory accesses through M1 and M2. Requests wait
/// while a tracker is full, shareable reads may be answered by a snoop, and each port alternates
/// between long phases of Non-secure and short ones of Secure transactions. The same seed gives the
/// same traffic everywhere. It is made to be counted, not to predict the performance of a design.
class traffic_model {
public:
    explicit traffic_model(std::uint64_t seed) : m_random(seed) {}

    traffic_cycle next();

private:
    static constexpr unsigned slaves = 5;
    static constexpr unsigned masters = 3;

    /// A slave interface with its master.
    struct slave_port {
        bool is_secure = false;
        bool read_waits = false;
        bool write_waits = false;
        unsigned reads = 0;     ///< in the tracker
        unsigned shareable = 0; ///< of them
        unsigned writes = 0;    ///< in the tracker
    };
    /// A master interface with its memory.
    struct master_port {
        bool is_secure = false; ///< the transaction at the head
        unsigned reads = 0;     ///< that wait
        unsigned writes = 0;    ///< that wait
        bool at_barrier = false;
    };

    std::uint32_t take_slave_cycle(unsigned interface);
    std::uint32_t take_read(unsigned interface);
    std::uint32_t take_write(unsigned interface);
    std::uint32_t take_master_cycle(master_port& port);
    void forward_read(unsigned kind, bool is_secure);
    void forward_write(unsigned kind, bool is_secure);
    master_port& route(bool is_device);

    activity::random_source m_random;
    std::array<slave_port, slaves> m_slaves{};
    std::array<master_port, masters> m_masters{};
    std::array<bool, masters> m_retries{}; ///< speculative fetches that a snoop made useless
};

} // namespace platform::cci400
