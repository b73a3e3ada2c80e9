// SPDX-License-Identifier: Apache-2.0
// The loads and stores of a simulated CPU outside of memory.
#pragma once

#include <iss/cpu/counting_units.h>
#include <iss/cpu/cpu_time.h>
#include <iss/engine/unicorn_engine.h>
#include <pmu/tlm/access_extension.h>

#include <systemc>
#include <tlm>

#include <array>
#include <cstdint>
#include <string>

namespace platform::iss {

/// Makes transactions of them, and tells the meter.
class device_access {
public:
    device_access(tlm::tlm_initiator_socket<>& socket, unicorn_engine& cpu, execution_meter& meter,
                  counting_units& units, cpu_time& time);
    device_access(const device_access&) = delete;
    device_access& operator=(const device_access&) = delete;
    ~device_access();

    /// A piece of an item, after what comes before it is accounted for.
    /// \param by the instruction; nullptr: it is not known
    /// \param cycles executed so far
    /// \return false: the bus refuses it, and refusal() says why
    bool access(const instruction* by, const device_piece& piece, std::uint32_t address,
                bool is_write, std::uint32_t& data, std::uint64_t cycles);
    const std::string& refusal() const { return m_refusal; }

private:
    bool access_piece(const instruction& by, const device_piece& piece, bool is_write,
                      std::uint32_t& data);
    bool transfer(const instruction* by, const device_piece& item, bool is_write,
                  std::uint32_t& data);

    tlm::tlm_initiator_socket<>& m_socket;
    unicorn_engine& m_engine;
    execution_meter& m_meter;
    counting_units& m_units;
    cpu_time& m_time;
    tlm::tlm_generic_payload m_payload;
    pmu::access_extension m_extension;
    std::uint64_t m_cycles = 0;                      ///< executed so far
    std::array<std::uint32_t, 2> m_exclusive_data{}; ///< that LDREX has loaded last
    std::uint32_t m_piece_data = 0;                  ///< of an item that is not aligned
    std::string m_refusal;
};

} // namespace platform::iss
