// SPDX-License-Identifier: Apache-2.0
// The instructions that an engine leaves to its host: accesses of the PMU and of what the engine
// has not, and waits for an interrupt.
#pragma once

#include <iss/cpu/accumulator.h>
#include <iss/cpu/counting_units.h>
#include <iss/cpu/cpu_time.h>
#include <iss/cpu/iss_config.h>
#include <iss/engine/unicorn_engine.h>
#include <iss/host/elf_image.h>
#include <pmu/tlm/coprocessor_adapter.h>

#include <tlm>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace platform::iss {

class trapped_instructions {
public:
    /// All but `config` outlives it. \param image for messages \param on_held_register see
    /// iss_cpu; it may be empty
    trapped_instructions(tlm::tlm_initiator_socket<>& socket, const iss_config& config,
                         unicorn_engine& cpu, execution_meter& meter, counting_units& units,
                         cpu_time& time, const elf_image& image,
                         const std::function<void(std::uint32_t)>& on_held_register);

    bool is_trap(const instruction& i) const;
    /// Whether it waits for an interrupt, which is for the CPU to do.
    bool waits(const instruction& i) const;
    /// Executes one that does not. \param cycles executed so far
    /// \return false: it is Undefined and has changed nothing
    bool perform(const instruction& i, std::uint64_t cycles);
    /// Whether another value has been written to the bits of iss_config::settling since the last
    /// call.
    bool take_settling() { return std::exchange(m_begins_settling, false); }

private:
    bool is_of_pmu(const pmu::coprocessor_register& where) const;
    bool is_identification(const pmu::coprocessor_register& where) const;
    bool is_held(const instruction& i) const;
    void write_held(std::uint32_t value);
    std::uint32_t value_of(const instruction& write) const;
    void put(const instruction& read, std::uint32_t value);
    bool is_no_wait(const instruction& i) const;
    bool is_process_id_write(const instruction& i) const;
    bool is_accumulator_access(const instruction& i) const;
    bool read_identification(const instruction& i);
    bool transfer_coprocessor(const instruction& i, std::uint64_t cycles);
    void note_write(const pmu::coprocessor_register& where, std::uint32_t value,
                    std::uint64_t cycles);
    void check_process_id(const instruction& i);

    const core_model& m_core;
    const iss_config& m_config;
    unicorn_engine& m_engine;
    execution_meter& m_meter;
    counting_units& m_units;
    cpu_time& m_time;
    const elf_image& m_image;
    const std::function<void(std::uint32_t)>& m_on_held_register;
    std::uint32_t m_held; ///< what that register holds
    pmu::coprocessor_adapter m_coprocessor;
    std::vector<identification> m_identity;
    accumulator m_accumulator;      ///< of an XScale
    std::uint32_t m_settling = 0;   ///< what was written to those bits last; 0 out of reset
    bool m_begins_settling = false; ///< another value was written to them just now
};

} // namespace platform::iss
