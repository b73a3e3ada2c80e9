// SPDX-License-Identifier: Apache-2.0
// The simulated CPU of firmware and of Linux: its options, and gdb at it.
#pragma once

#include <pmu_run/command_line/event_words.h>
#include <pmu_run/command_line/options.h>

#include <iss/debugger/gdb_session.h>
#include <iss/debugger/pmu_text.h>
#include <iss/platform/firmware_part.h>

#include <cstddef>
#include <cstdint>

namespace platform::pmu_run {

/// Sizes between colons. \param form of the option, for the message
/// \throws std::runtime_error
std::vector<std::uint64_t> parse_list(const std::string& text, std::size_t size,
                                      const std::string& option, const std::string& form);
/// \throws std::runtime_error if it is more than 32 bits can hold
std::uint32_t as_word(std::uint64_t value, const std::string& option);
/// The caches that are asked for.
/// \throws std::runtime_error for what can be none, and for one cache without the other
iss::cache_pair caches_of(const cpu_options& options);
/// The options that ask for them, as they were given: "--caches 4K:4:32 --dcache 8K:4:32".
std::string cache_words(const cpu_options& options);
/// For people: "16K:4:32, round-robin"; empty: there are none.
std::string caches_text(const iss::core_model& core, const iss::cache_pair& caches);
/// The CPU that is asked for. \param most_instructions 0: no limit
/// \throws std::runtime_error for caches, a clock or a quantum that cannot be
iss::iss_config config_of(const cpu_options& options, iss::execution_mode mode,
                          std::uint64_t most_instructions);

/// --option, each NAME=VALUE. \throws std::runtime_error
program::option_values option_values(const std::vector<std::string>& options,
                                     const program::unit_info& unit);

/// Why nobody can know how often an event occurs; empty: the simulator knows.
/// \param e nullptr: cycles
std::string why_not_counted(const iss::firmware_part& part, const pmu::event_desc* e,
                            bool has_caches);
/// Why nobody can know which instructions an event is of; empty: the simulator knows.
std::string why_not_located(const iss::firmware_part& part, const pmu::event_desc* e,
                            bool has_caches);
/// What a CPU is to count for these events, as far as it can, for iss_config::wanted_kinds.
std::uint64_t known_kinds(const iss::firmware_part& part, const event_pointers& events);

/// From now on CPUs run ahead of time by up to so many of those cycles.
void set_quantum(std::uint64_t cycles, const sc_core::sc_time& cycle);

/// The registers of a unit on the bus of a CPU.
/// \param events all that the unit knows \param base of its window
iss::visible_pmu registers_of(const program::unit_info& unit, const pmu::event_table& events,
                              iss::iss_cpu& cpu, std::uint64_t base);

/// To be made before the simulation starts, and to be kept until it has ended.
class gdb_debugging {
public:
    /// Listens if that is asked for, and says where on standard error.
    /// \param pmu what `monitor pmu` shows
    /// \throws std::runtime_error for a port that it cannot listen at
    gdb_debugging(const gdb_options& request, iss::iss_cpu& cpu, iss::visible_pmu pmu);

    /// The firmware has ended.
    void end(int exit_code);

private:
    std::optional<iss::gdb_socket> m_socket;
    std::optional<iss::gdb_session> m_session;
};

} // namespace platform::pmu_run
