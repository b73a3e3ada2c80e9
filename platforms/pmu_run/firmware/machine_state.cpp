// SPDX-License-Identifier: Apache-2.0
#include "firmware_watcher.h"

#include <nlohmann/json.hpp>
#include <process/words.h>
#include <sweep/store/content_hash.h>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

json registers_of(const iss::iss_cpu& cpu) {
    json registers;
    for (unsigned n = 0; n < iss::debug_target::registers; ++n) {
        const std::string name = n == iss::debug_target::program_counter ? "pc"
                                 : n == iss::debug_target::status        ? "cpsr"
                                                                         : "r" + std::to_string(n);
        registers[name] = process::hex(cpu.reg(n), 8);
    }
    return registers;
}

json pmu_of(const iss::visible_pmu& pmu) {
    json registers;
    iss::for_each_register(pmu,
                           [&](const char* name, const pmu::register_desc&, std::uint32_t word) {
                               registers[name] = process::hex(word, 8);
                           });
    return registers;
}

json memory_of(const iss::iss_cpu& cpu) {
    constexpr std::uint64_t page_bytes = 4096;
    json memory = json::array();
    for (const iss::cpu_memory::range& r : cpu.memory().ranges()) {
        if (r.host == nullptr) {
            continue;
        }
        json pages = json::object();
        for (std::uint64_t at = 0; at < r.bytes; at += page_bytes) {
            const std::string_view page(reinterpret_cast<const char*>(r.host + at), page_bytes);
            if (page.find_first_not_of('\0') != std::string_view::npos) {
                pages[process::hex(static_cast<std::uint32_t>(r.base + at), 8)] =
                    sweep::hash_of(page);
            }
        }
        memory.push_back({{"base", process::hex(r.base, 8)}, {"bytes", r.bytes}, {"pages", pages}});
    }
    return memory;
}

} // namespace

void write_state(std::ostream& out, const iss::iss_cpu& cpu, const iss::visible_pmu& pmu,
                 const iss::iss_outcome& outcome) {
    using activity::activity_kind;
    const json state = {
        {"part", pmu.name},
        {"exit_code", outcome.exit_code},
        {"message", outcome.message},
        {"time_ps", cpu.firmware_time().value()},
        {"cycles", cpu.totals()[activity_kind::cycle]},
        {"instructions", cpu.totals()[activity_kind::instruction]},
        {"interrupts", cpu.interrupts_taken()},
        {"registers", registers_of(cpu)},
        {"pmu", pmu_of(pmu)},
        {"memory", memory_of(cpu)},
    };
    out << to_text(state, 2) << '\n';
}

} // namespace platform::pmu_run
