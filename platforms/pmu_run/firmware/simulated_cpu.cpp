// SPDX-License-Identifier: Apache-2.0
#include "simulated_cpu.h"

#include <pmu_run/command_line/numbers.h>
#include <pmu_run/run/stop_request.h>

#include <components/payload.h>
#include <iss/meter/memory_model.h>
#include <program/lexer.h>

#include <algorithm>
#include <iostream>
#include <utility>

namespace platform::pmu_run {

std::vector<std::uint64_t> parse_list(const std::string& text, std::size_t size,
                                      const std::string& option, const std::string& form) {
    const std::vector<std::string> items = words_of(text, ':');
    if (items.size() != size) {
        throw usage_error(option, ": expected ", form, ", got '", text, "'");
    }
    std::vector<std::uint64_t> numbers;
    for (const std::string& item : items) {
        const auto value = read_size(item);
        if (!value) {
            throw usage_error(option, ": expected ", form,
                              ", whole numbers with K, M or G after them if you like; got '", item,
                              "' in '", text, "'");
        }
        numbers.push_back(*value);
    }
    return numbers;
}

std::uint32_t as_word(std::uint64_t value, const std::string& option) {
    if (value > UINT32_MAX) {
        throw usage_error(option, ": ", value, " is more than 32 bits can hold");
    }
    return static_cast<std::uint32_t>(value);
}

program::option_values option_values(const std::vector<std::string>& options,
                                     const program::unit_info& unit) {
    program::option_values values(unit.options());
    for (const std::string& option : options) {
        values.set(read_setting("--option", option, unit));
    }
    return values;
}

namespace {

struct policy_word {
    const char* word;
    iss::cache_policy policy;
};

constexpr policy_word policy_words[] = {
    {"core", iss::cache_policy::core},
    {"lru", iss::cache_policy::lru},
    {"round-robin", iss::cache_policy::round_robin},
    {"random", iss::cache_policy::random},
};

/// \throws std::runtime_error
iss::cache_policy parse_policy(const std::string& word, const std::string& option,
                               const std::string& text) {
    for (const policy_word& p : policy_words) {
        if (word == p.word) {
            return p.policy;
        }
    }
    throw usage_error(option, ": expected core, lru, round-robin or random as the policy, got '",
                      word, "' in '", text, "'");
}

/// \throws std::runtime_error
iss::cache_geometry parse_cache(const std::string& text, const std::string& option) {
    iss::cache_geometry cache;
    if (text == "none") {
        return cache;
    }
    const bool has_policy = std::count(text.begin(), text.end(), ':') == 3;
    const std::size_t end = has_policy ? text.rfind(':') : text.size();
    const auto n = parse_list(text.substr(0, end), 3, option, "none or SIZE:WAYS:LINE[:POLICY]");
    cache.bytes = as_word(n[0], option);
    cache.ways = as_word(n[1], option);
    cache.line = as_word(n[2], option);
    if (has_policy) {
        cache.policy = parse_policy(text.substr(end + 1), option, text);
    }
    if (!cache.exists()) {
        throw usage_error(option, ": expected a size above 0; no caches are 'none'");
    }
    try {
        iss::checked(cache);
    } catch (const std::invalid_argument& e) {
        throw usage_error(option, " ", text, ": ", e.what());
    }
    return cache;
}

/// "16K:4:32, round-robin".
std::string cache_text(const iss::core_model& core, const iss::cache_geometry& g) {
    const bool is_in_kibibytes = g.bytes % 1024 == 0;
    return std::to_string(is_in_kibibytes ? g.bytes / 1024 : g.bytes) +
           (is_in_kibibytes ? "K:" : ":") + std::to_string(g.ways) + ":" + std::to_string(g.line) +
           ", " + iss::replacement_name(core, g.policy);
}

/// \throws std::runtime_error
sc_core::sc_time cycle_of(double clock_mhz) {
    const sc_core::sc_time cycle(1000.0 / clock_mhz, sc_core::SC_NS);
    if (cycle.value() < 2) {
        throw usage_error("--clock-mhz: expected a period of at least two picoseconds");
    }
    return cycle;
}

/// \throws std::runtime_error if time has no room for so many cycles
void check_quantum(std::uint64_t quantum, const sc_core::sc_time& cycle) {
    const std::uint64_t most = UINT64_MAX / 4 / cycle.value();
    if (quantum > most) {
        throw usage_error("--quantum: expected at most ", most, " cycles of that clock, got '",
                          quantum, "'");
    }
}

} // namespace

iss::cache_pair caches_of(const cpu_options& options) {
    const iss::cache_geometry both = parse_cache(options.caches, "--caches");
    const auto own = [&](const std::optional<std::string>& text, const char* option) {
        return text ? parse_cache(*text, option) : both;
    };
    if (both.exists() && options.icache && options.dcache) {
        throw usage_error("--caches ", options.caches,
                          " has no effect beside --icache and --dcache");
    }
    const iss::cache_pair caches(own(options.icache, "--icache"), own(options.dcache, "--dcache"));
    if (caches.instruction.exists() != caches.data.exists()) {
        throw usage_error(cache_words(options),
                          ": a CPU has both caches or none: --icache and --dcache go together, or "
                          "with --caches");
    }
    return caches;
}

std::string cache_words(const cpu_options& options) {
    std::string words;
    const auto add = [&words](const char* option, const std::optional<std::string>& text) {
        if (text) {
            words += (words.empty() ? "" : " ") + std::string(option) + " " + *text;
        }
    };
    if (!options.icache || !options.dcache) {
        add("--caches", options.caches);
    }
    add("--icache", options.icache);
    add("--dcache", options.dcache);
    return words;
}

std::string caches_text(const iss::core_model& core, const iss::cache_pair& caches) {
    if (!caches.exist()) {
        return "";
    }
    if (caches.instruction == caches.data) {
        return cache_text(core, caches.data);
    }
    return "instructions " + cache_text(core, caches.instruction) + "; data " +
           cache_text(core, caches.data);
}

iss::iss_config config_of(const cpu_options& options, iss::execution_mode mode,
                          std::uint64_t most_instructions) {
    iss::iss_config config;
    config.mode = mode;
    config.caches = caches_of(options);
    config.cycle = cycle_of(options.clock_mhz);
    check_quantum(options.quantum, config.cycle);
    config.max_instructions = most_instructions;
    config.stop_asked = is_stop_requested;
    return config;
}

std::string why_not_counted(const iss::firmware_part& part, const pmu::event_desc* e,
                            bool has_caches) {
    const iss::core_model& core = iss::core_model_of(part.cpu);
    const auto kind = e == nullptr ? activity::activity_kind::cycle : part.kind_of(e->number);
    return !kind || !core.knows(*kind, true) ? "not modelled"
           : !core.knows(*kind, has_caches)  ? "needs --caches"
                                             : "";
}

std::string why_not_located(const iss::firmware_part& part, const pmu::event_desc* e,
                            bool has_caches) {
    const bool is_of_unit =
        e != nullptr && part.kind_of(e->number) == activity::activity_kind::software_increment;
    return is_of_unit ? "made by the unit itself, by no instruction"
                      : why_not_counted(part, e, has_caches);
}

std::uint64_t known_kinds(const iss::firmware_part& part, const event_pointers& events) {
    std::uint64_t kinds = 0;
    for (const pmu::event_desc* e : events) {
        if (const auto kind = e == nullptr ? std::nullopt : part.kind_of(e->number)) {
            kinds |= activity::bit_of(*kind);
        }
    }
    return kinds & iss::core_model_of(part.cpu).known_kinds;
}

void set_quantum(std::uint64_t cycles, const sc_core::sc_time& cycle) {
    tlm::tlm_global_quantum::instance().set(cycle * static_cast<double>(cycles));
}

iss::visible_pmu registers_of(const program::unit_info& unit, const pmu::event_table& events,
                              iss::iss_cpu& cpu, std::uint64_t base) {
    iss::visible_pmu visible;
    visible.name = unit.title();
    visible.registers = &unit.registers();
    visible.events = &events;
    visible.read = [&cpu, base](const pmu::register_desc& r) -> std::optional<std::uint32_t> {
        std::uint32_t word = 0;
        tlm::tlm_generic_payload payload;
        components::prepare(payload, tlm::TLM_READ_COMMAND, base + r.address, &word, sizeof word);
        return cpu.socket->transport_dbg(payload) == sizeof word ? std::optional(word)
                                                                 : std::nullopt;
    };
    return visible;
}

gdb_debugging::gdb_debugging(const gdb_options& request, iss::iss_cpu& cpu, iss::visible_pmu pmu) {
    if (!request.port) {
        return;
    }
    m_socket.emplace(*request.port, is_stop_requested, [](char first) {
        std::cerr << "pmu_run: --gdb: a connection that began with "
                  << program::in_quotes({&first, 1}) << " was dropped: that is not gdb"
                  << std::endl;
    });
    m_session.emplace(*m_socket);
    cpu.debug_with(*m_session, request.cycles,
                   [pmu = std::move(pmu)] { return iss::text_of(pmu); });
    std::cerr << "pmu_run: waiting for gdb at 127.0.0.1:" << m_socket->port()
              << " (target remote :" << m_socket->port() << ")" << std::endl;
}

void gdb_debugging::end(int exit_code) {
    if (m_session) {
        m_session->end(exit_code);
    }
}

} // namespace platform::pmu_run
