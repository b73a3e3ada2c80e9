// SPDX-License-Identifier: Apache-2.0
#include "cpu_config.h"

#include <pmu_run/command_line/numbers.h>
#include <pmu_run/run/stop_request.h>

#include <iss/meter/memory_model.h>
#include <program/parser.h>

#include <algorithm>
#include <stdexcept>

namespace platform::pmu_run {

std::vector<std::uint64_t> parse_list(const std::string& text, std::size_t size,
                                      const std::string& option, const std::string& form) {
    std::vector<std::uint64_t> numbers;
    const auto colons = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
    if (colons + 1 != size) {
        throw std::runtime_error(option + ": expected " + form + ", got '" + text + "'");
    }
    for (std::size_t at = 0; numbers.size() != size;) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        const std::string item = text.substr(at, end - at);
        const auto value = read_size(item);
        if (!value) {
            std::string message = option;
            message.append(": expected ").append(form);
            message.append(", whole numbers with K, M or G after them if you like; got '");
            message.append(item).append("' in '").append(text).append("'");
            throw std::runtime_error(message);
        }
        numbers.push_back(*value);
        at = end + 1;
    }
    return numbers;
}

std::uint32_t as_word(std::uint64_t value, const std::string& option) {
    if (value > UINT32_MAX) {
        throw std::runtime_error(option + ": " + std::to_string(value) +
                                 " is more than 32 bits can hold");
    }
    return static_cast<std::uint32_t>(value);
}

program::option_values option_values(const std::vector<std::string>& options,
                                     const program::unit_info& unit) {
    program::option_values values(unit.options());
    for (const std::string& option : options) {
        try {
            values.set(program::parse_setting(option, unit));
        } catch (const std::runtime_error& e) {
            throw std::runtime_error("--option " + option + ": " + e.what());
        }
    }
    return values;
}

namespace {

/// \throws std::runtime_error
iss::cache_geometry parse_caches(const std::string& text) {
    iss::cache_geometry caches;
    if (text != "none") {
        const auto n = parse_list(text, 3, "--caches", "none or SIZE:WAYS:LINE");
        caches.bytes = as_word(n[0], "--caches");
        caches.ways = as_word(n[1], "--caches");
        caches.line = as_word(n[2], "--caches");
        if (!caches.exists()) {
            throw std::runtime_error("--caches: expected a size above 0; no caches are 'none'");
        }
        try {
            iss::checked(caches);
        } catch (const std::invalid_argument& e) {
            throw std::runtime_error("--caches " + text + ": " + e.what());
        }
    }
    return caches;
}

/// \throws std::runtime_error
sc_core::sc_time cycle_of(double clock_mhz) {
    const sc_core::sc_time cycle(1000.0 / clock_mhz, sc_core::SC_NS);
    if (cycle.value() < 2) {
        throw std::runtime_error("--clock-mhz: expected a period of at least two picoseconds");
    }
    return cycle;
}

/// \throws std::runtime_error if time has no room for so many cycles
void check_quantum(std::uint64_t quantum, const sc_core::sc_time& cycle) {
    const std::uint64_t most = UINT64_MAX / 4 / cycle.value();
    if (quantum > most) {
        throw std::runtime_error("--quantum: expected at most " + std::to_string(most) +
                                 " cycles of that clock, got '" + std::to_string(quantum) + "'");
    }
}

} // namespace

iss::iss_config config_of(const cpu_options& options, iss::execution_mode mode,
                          std::uint64_t most_instructions) {
    iss::iss_config config;
    config.mode = mode;
    config.caches = parse_caches(options.caches);
    config.cycle = cycle_of(options.clock_mhz);
    check_quantum(options.quantum, config.cycle);
    config.max_instructions = most_instructions;
    config.stop_asked = is_stop_requested;
    return config;
}

void set_quantum(std::uint64_t cycles, const sc_core::sc_time& cycle) {
    tlm::tlm_global_quantum::instance().set(cycle * static_cast<double>(cycles));
}

} // namespace platform::pmu_run
