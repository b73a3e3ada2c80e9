// SPDX-License-Identifier: Apache-2.0
#include "address_range.h"
#include "firmware_watcher.h"
#include "simulated_cpu.h"
#include <pmu_run/command_line/event_words.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stat_output.h>

#include <iss/stat/stat_counter.h>
#include <pmu/core/same_word.h>
#include <process/words.h>
#include <report/perf_formats.h>
#include <report/perf_ratios.h>

#include <algorithm>
#include <iostream>
#include <utility>

namespace platform::pmu_run {

namespace {

constexpr const char* entries_name = "region-entries";

chosen_event own_name_of(const pmu::event_desc* e) {
    return {e, e == nullptr ? cycles_name : e->name};
}

/// What is counted together.
struct stat_group {
    std::vector<chosen_event> events;
    const report::metric* metric = nullptr; ///< that asks for it; nullptr: none
};

stat_group group_of(const std::string& word, const iss::firmware_part& part,
                    const event_pointers& all) {
    const std::vector<report::metric>& metrics = part.metrics();
    const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const report::metric& m) {
        return pmu::is_same_word(m.name, word);
    });
    if (found == metrics.end()) {
        throw usage_error("--metrics: expected a metric of the ", part.part.unit.title(),
                          " (pmu_run stat ", part.part.unit.name(), " --list-metrics), got '", word,
                          "'");
    }
    stat_group group;
    group.metric = &*found;
    for (const std::uint32_t number : found->events) {
        group.events.push_back(
            own_name_of(*std::find_if(all.begin(), all.end(), [=](const pmu::event_desc* e) {
                return e->number == number;
            })));
    }
    if (found->needs_cycles()) {
        group.events.push_back(own_name_of(nullptr));
    }
    return group;
}

/// Groups in the order in which they are asked for: events, then metrics.
/// \param all events that the part shows
std::vector<stat_group> read_groups(const stat_request& request, const iss::firmware_part& part,
                                    const event_pointers& all) {
    std::vector<stat_group> groups;
    for (const std::string& list : request.events) {
        for (std::vector<chosen_event>& members : read_event_groups(list, all, part.part)) {
            groups.push_back({std::move(members), nullptr});
        }
    }
    for (const std::string& list : request.metrics) {
        for (const std::string& word : words_of(list)) {
            groups.push_back(group_of(word, part, all));
        }
    }
    return groups;
}

/// Each event of the part, by its own name, and the cycles.
std::vector<stat_group> every_event(const event_pointers& all) {
    std::vector<stat_group> groups{{{own_name_of(nullptr)}, nullptr}};
    for (const pmu::event_desc* e : all) {
        groups.push_back({{own_name_of(e)}, nullptr});
    }
    return groups;
}

/// Each event that has an alias, by the first that it has, and the cycles.
std::vector<stat_group> common_events(const event_pointers& all, const part::part_entry& part) {
    std::vector<stat_group> groups{{{own_name_of(nullptr)}, nullptr}};
    for (const exports::event_alias& a : part.events.front().aliases) {
        const chosen_event event = find_event(all, a.name, part);
        const bool is_new = std::none_of(groups.begin(), groups.end(), [&](const stat_group& g) {
            return g.events.front().desc == event.desc;
        });
        if (is_new) {
            groups.push_back({{event}, nullptr});
        }
    }
    return groups;
}

/// How often each event occurred.
class firmware_stat final : public firmware_watcher {
public:
    firmware_stat(const iss::firmware_part& part, const file_request& request,
                  const iss::firmware_setup& setup, const output_set& outputs)
        : m_part(part), m_request(request), m_outputs(outputs),
          m_caches(caches_text(iss::core_model_of(part.cpu), setup.cpu.caches)),
          m_has_caches(setup.cpu.caches.exist()),
          m_line_bytes(setup.cpu.caches.instruction.line, setup.cpu.caches.data.line),
          m_cycle(setup.cpu.cycle) {
        const program::option_values options = iss::options_of(setup, part.part.unit);
        const event_pointers all = part.shown_events(options);
        m_expected = read_expected_counts(request.stat->expected, all, part.part);
        m_groups = read_groups(*request.stat, part, all);
        if (m_groups.empty()) {
            m_is_brief = shows_common_events();
            m_groups = m_is_brief ? common_events(all, part.part) : every_event(all);
        } else if (!request.stat->exact) {
            make_counters(options);
        }
        m_counter =
            std::make_unique<iss::stat_counter>(m_counters.get(), request.has_region(), m_cycle);
        if (request.stat->interval_ms != 0) {
            m_counter->call_each(
                sc_core::sc_time(request.stat->interval_ms, sc_core::SC_MS),
                [this](const sc_core::sc_time& end) { print_interval(end.value()); });
        }
    }

    void attach(iss::iss_config& cpu, const iss::elf_image& /*image*/) override {
        event_pointers wanted;
        for (const stat_group& g : m_groups) {
            for (const chosen_event& e : g.events) {
                wanted.push_back(e.desc);
            }
        }
        cpu.wanted_kinds |= known_kinds(m_part, wanted);
        cpu.watcher = m_counter.get();
    }
    iss::region_listener* region() override { return m_counter.get(); }

    void begin(iss::firmware_platform& /*target*/) override {
        for (std::size_t g = 0; m_counters && g < m_groups.size(); ++g) {
            if (!m_counters->fits(g)) {
                tell("--event: a group with ", m_groups[g].events.front().name,
                     " has more events than the ", m_unit->event_counters(),
                     " event counters of the part: it is never counted");
            }
        }
        if (m_request.stat->interval_ms != 0 && !m_request.stat->json &&
            m_request.stat->separator.empty()) {
            report::print_interval_header(out(), table_of(read(), 0));
        }
        m_before = read();
    }

    void end(iss::firmware_platform& target, const iss::iss_outcome& /*outcome*/) override {
        const iss::iss_cpu& cpu = target.cpu;
        if (m_request.stat->deliver) {
            m_request.stat->deliver(table(cpu));
            return;
        }
        if (m_request.stat->interval_ms == 0) {
            const report::perf_table whole = table(cpu);
            print_table(out(), whole, *m_request.stat);
            const std::vector<std::string> unmet =
                unmet_expectations(m_request.file, m_expected, whole);
            std::for_each(unmet.begin(), unmet.end(), tell_text);
            m_is_as_expected = unmet.empty();
            return;
        }
        const std::uint64_t end = cpu.local_time().value();
        if (end > m_interval_ps) { // what is left
            print_interval(end);
        }
    }

    bool is_as_expected() const override { return m_is_as_expected; }

private:
    std::ostream& out() const { return m_outputs.stream("--output", std::cerr); }
    /// Of the whole run.
    report::perf_table table(const iss::iss_cpu& cpu) const {
        report::perf_table whole = table_of(read(), cpu.firmware_time().value());
        add_region(whole, m_counter->entries());
        if (cpu.interrupts_taken() != 0) {
            whole.interrupts.push_back({"IRQ and FIQ", cpu.interrupts_taken()});
            if (m_request.stat->events.empty() &&
                m_request.stat->metrics.empty()) { // all that is known
                whole.interrupts.back().longest_delay = cpu.longest_interrupt_delay();
            }
        }
        return whole;
    }

    using readings = std::vector<std::vector<iss::multiplexer::reading>>; ///< by group and event

    /// Of what is printed for people where no events are asked for; programs read all.
    bool shows_common_events() const {
        const stat_request& stat = *m_request.stat;
        return !stat.all && !stat.json && stat.separator.empty() && stat.expected.empty() &&
               m_part.part.events.front().aliases.size() != 0;
    }

    std::optional<activity::activity_kind> kind_of(const chosen_event& e) const {
        return e.desc == nullptr ? activity::activity_kind::cycle : m_part.kind_of(e.desc->number);
    }

    /// \return empty: it is
    std::string why_not_supported(const chosen_event& e) const {
        return why_not_counted(m_part, e.desc, m_has_caches);
    }

    /// What nobody can know takes no counter.
    void make_counters(const program::option_values& options) {
        m_unit = std::make_unique<iss::counting_unit>(m_part.counting_port(options), m_part.kinds);
        std::vector<iss::multiplexer::event_group> groups;
        for (const stat_group& g : m_groups) {
            iss::multiplexer::event_group group;
            std::vector<std::size_t>& members = m_members.emplace_back();
            for (const chosen_event& e : g.events) {
                members.push_back(group.size());
                if (why_not_supported(e).empty()) {
                    group.push_back(e.number());
                }
            }
            groups.push_back(std::move(group));
        }
        m_counters = std::make_unique<iss::multiplexer>(*m_unit, std::move(groups),
                                                        m_request.stat->rotation);
    }

    readings read() const {
        readings all(m_groups.size());
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            for (std::size_t n = 0; n < m_groups[g].events.size(); ++n) {
                all[g].push_back(read(g, n));
            }
        }
        return all;
    }

    iss::multiplexer::reading read(std::size_t group, std::size_t member) const {
        const chosen_event& e = m_groups[group].events[member];
        if (!why_not_supported(e).empty()) {
            return {};
        }
        if (m_counters) {
            return m_counters->read(group, m_members[group][member]);
        }
        const std::uint64_t cycles = m_counter->cycles();
        return {m_counter->totals()[*kind_of(e)], cycles, cycles};
    }

    bool has_region() const { return m_request.has_region(); }

    report::perf_row row_of(const chosen_event& e, const iss::multiplexer::reading& r) const {
        report::perf_row row;
        row.name = e.name;
        row.number = e.number();
        row.why_not_supported = why_not_supported(e);
        const bool is_counted =
            row.is_supported() && (r.running != 0 || (!has_region() && !m_counters));
        row.count = !is_counted      ? std::nullopt
                    : r.running == 0 ? std::optional(r.count)
                                     : r.scaled();
        const bool is_whole = r.running == r.enabled;
        if (row.is_supported() && (!is_whole || has_region() || !is_counted)) {
            row.running_ps = r.running * m_cycle.value();
        }
        if (!is_whole) {
            row.running_percent =
                100 * static_cast<double>(r.running) / static_cast<double>(r.enabled);
        }
        return row;
    }

    report::perf_table table_of(const readings& now, std::uint64_t elapsed_ps) const {
        report::perf_table table;
        table.title = std::string(m_part.part.unit.title()) + ", " + m_request.file +
                      (m_caches.empty() ? "" : ", caches " + m_caches) + ", " + m_request.mode;
        table.title += !m_request.region.empty() ? ", " + m_request.region
                       : m_request.marks         ? ", between marks"
                                                 : "";
        table.part = m_part.part.unit.name();
        table.elapsed_ps = elapsed_ps;
        table.period_ps = m_cycle.value();
        std::string instructions;
        bool has_metrics = false;
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            const stat_group& group = m_groups[g];
            std::vector<report::perf_row> rows;
            for (std::size_t n = 0; n < group.events.size(); ++n) {
                rows.push_back(row_of(group.events[n], now[g][n]));
                if (rows.back().is_supported() &&
                    m_part.kind_of(rows.back().number.value_or(UINT32_MAX)) ==
                        activity::activity_kind::instruction) {
                    instructions = rows.back().name;
                }
            }
            if (group.metric != nullptr) {
                has_metrics = true;
                add_figures(group, rows, now[g]);
            }
            table.rows.insert(table.rows.end(), rows.begin(), rows.end());
        }
        if (!has_metrics) {
            table.ratios = report::perf_ratios();
            table.ratios.insert(table.ratios.begin(),
                                report::insn_per_cycle(instructions, cycles_name));
        }
        table.gathers_unsupported = m_is_brief;
        return table;
    }

    /// A figure stands beside an event each, the last ones beside the last event.
    void add_figures(const stat_group& group, std::vector<report::perf_row>& rows,
                     const std::vector<iss::multiplexer::reading>& counts) const {
        std::vector<double> events;
        double cycles = 0;
        for (std::size_t n = 0; n < rows.size(); ++n) {
            if (!rows[n].count) {
                return;
            }
            const auto count = static_cast<double>(counts[n].count);
            if (group.events[n].desc == nullptr) {
                cycles = count;
            } else {
                events.push_back(count);
            }
        }
        std::size_t beside = 0;
        for (const report::metric_figure& f : group.metric->figures) {
            if (auto value = f.of(events, cycles, m_line_bytes)) {
                if (f.denominators.empty() &&
                    counts.front().running != 0) { // no ratio: scaled as counts
                    *value *= static_cast<double>(counts.front().enabled) /
                              static_cast<double>(counts.front().running);
                }
                rows[beside].figures.push_back({process::decimal(*value), f.unit + ", " + f.name});
            }
            beside = std::min(beside + 1, rows.size() - 1);
        }
    }

    void add_region(report::perf_table& table, std::uint64_t entries) const {
        if (has_region()) {
            table.rows.push_back({entries_name, std::nullopt, entries, std::nullopt});
        }
    }

    void print_interval(std::uint64_t end_ps) {
        readings now = read();
        readings since = now;
        for (std::size_t g = 0; g < now.size(); ++g) {
            for (std::size_t n = 0; n < now[g].size(); ++n) {
                since[g][n] = now[g][n].since(m_before[g][n]);
            }
        }
        report::perf_table part = table_of(since, end_ps - m_interval_ps);
        add_region(part, m_counter->entries() - m_entries_before);
        print_table(out(), part, *m_request.stat, end_ps);
        out().flush();
        m_before = std::move(now);
        m_entries_before = m_counter->entries();
        m_interval_ps = end_ps;
    }

    const iss::firmware_part& m_part;
    const file_request& m_request;
    const output_set& m_outputs;
    const std::string m_caches; ///< empty: none
    const bool m_has_caches;
    const report::line_sizes m_line_bytes; ///< of its caches
    const sc_core::sc_time m_cycle;
    std::vector<expected_count> m_expected;
    bool m_is_as_expected = true;
    std::vector<stat_group> m_groups;
    bool m_is_brief = false;                    ///< only the events that have aliases
    std::unique_ptr<iss::counting_unit> m_unit; ///< nullptr: counts are those of the simulator
    std::unique_ptr<iss::multiplexer> m_counters;
    std::vector<std::vector<std::size_t>> m_members; ///< by group: where m_counters has its events
    std::unique_ptr<iss::stat_counter> m_counter;
    readings m_before; ///< the latest interval
    std::uint64_t m_entries_before = 0;
    std::uint64_t m_interval_ps = 0;
};

} // namespace

std::unique_ptr<firmware_watcher> make_stat(const iss::firmware_part& part,
                                            const file_request& request,
                                            const iss::firmware_setup& setup,
                                            const output_set& outputs) {
    return std::make_unique<firmware_stat>(part, request, setup, outputs);
}

} // namespace platform::pmu_run
