// SPDX-License-Identifier: Apache-2.0
#include "firmware_stat.h"

#include "numbers.h"

#include <pmu/core/same_word.h>
#include <report/perf_formats.h>
#include <report/perf_table.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

constexpr const char* cycles_name = "cycles";

/// \return nullptr: cycles of the CPU
const pmu::event_desc* find_event(const std::vector<const pmu::event_desc*>& all,
                                  const std::string& word, const iss::firmware_part& part) {
    if (pmu::is_same_word(word, cycles_name)) {
        return nullptr;
    }
    const std::optional<std::uint64_t> number = read_whole_number(word);
    const auto found = std::find_if(all.begin(), all.end(), [&](const pmu::event_desc* e) {
        return number ? e->number == *number : pmu::is_same_word(e->name, word);
    });
    if (found == all.end()) {
        throw std::runtime_error("--event: expected an event of the " +
                                 std::string(part.part.unit.title()) + " (pmu_run events " +
                                 part.part.unit.name() + ") or " + cycles_name + ", got '" + word +
                                 "'");
    }
    return *found;
}

std::uint64_t picoseconds(const sc_core::sc_time& time) {
    return static_cast<std::uint64_t>(time / sc_core::sc_time(1, sc_core::SC_PS));
}

} // namespace

firmware_stat::firmware_stat(const iss::firmware_part& part, const firmware_request& request,
                             const program::option_values& options)
    : m_part(part), m_request(request) {
    const std::vector<const pmu::event_desc*> all = part.shown_events(options);
    for (const std::string& list : request.stat.events) {
        std::istringstream words(list + ','); // so that the last word may be empty, too
        for (std::string word; std::getline(words, word, ',');) {
            m_events.push_back(find_event(all, word, part));
        }
    }
    if (m_events.empty()) {
        m_events.push_back(nullptr);
        m_events.insert(m_events.end(), all.begin(), all.end());
    }
}

std::uint64_t firmware_stat::kinds() const {
    std::uint64_t kinds = 0;
    for (const pmu::event_desc* e : m_events) {
        if (const auto kind = e == nullptr ? std::nullopt : m_part.kind_of(e->number)) {
            kinds |= activity::bit_of(*kind);
        }
    }
    return kinds & iss::core_model_of(m_part.cpu).known_kinds;
}

void firmware_stat::print(std::ostream& out, const iss::iss_cpu& cpu) const {
    report::perf_table table;
    table.title =
        std::string(m_part.part.unit.title()) + ", " + m_request.file + ", " + m_request.mode;
    table.elapsed_ps = picoseconds(cpu.running_time());
    table.period_ps = picoseconds(cpu.clk.period());
    const activity::activity_totals& totals = cpu.totals();
    std::string instructions;
    for (const pmu::event_desc* e : m_events) {
        if (e == nullptr) {
            table.rows.push_back(
                {cycles_name, std::nullopt, totals[activity::activity_kind::cycle], std::nullopt});
            continue;
        }
        const auto kind = m_part.kind_of(e->number);
        const bool is_known = kind && cpu.knows(*kind);
        table.rows.push_back({e->name, e->number,
                              is_known ? std::optional(totals[*kind]) : std::nullopt, std::nullopt,
                              is_known});
        if (kind == activity::activity_kind::instruction) {
            instructions = e->name;
        }
    }
    table.ratios.push_back({instructions, cycles_name, 1, 2, " insn per cycle"});
    if (cpu.interrupts_taken() != 0) {
        table.interrupts.push_back({"IRQ and FIQ", cpu.interrupts_taken()});
    }
    if (m_request.stat.json) {
        report::print_json_lines(out, table);
    } else if (!m_request.stat.separator.empty()) {
        report::print_fields(out, table, m_request.stat.separator);
    } else {
        out << '\n';
        table.print(out);
    }
}

} // namespace platform::pmu_run
