// SPDX-License-Identifier: Apache-2.0
#include "firmware_stat.h"

#include "stat_output.h"

#include <process/words.h>
#include <report/perf_formats.h>

#include <iostream>
#include <ostream>
#include <utility>

namespace platform::pmu_run {

namespace {

constexpr const char* entries_name = "region-entries";

const char* shown_name(const pmu::event_desc* e) {
    return e == nullptr ? cycles_name : e->name;
}

} // namespace

firmware_stat::firmware_stat(const iss::firmware_part& part, const firmware_request& request,
                             const iss::firmware_setup& setup)
    : m_part(part), m_request(request), m_has_caches(setup.cpu.caches.exists()),
      m_line_bytes(setup.cpu.caches.line), m_cycle(setup.cpu.cycle) {
    const program::option_values options = iss::options_of(setup, part.part.unit);
    const std::vector<const pmu::event_desc*> all = part.shown_events(options);
    m_groups = read_groups(*request.stat, part, all);
    if (m_groups.empty()) {
        m_groups.push_back({{nullptr}, nullptr});
        for (const pmu::event_desc* e : all) {
            m_groups.push_back({{e}, nullptr});
        }
    } else if (!request.stat->exact) {
        make_counters(options);
    }
    const bool has_region = !request.stat->region.empty() || request.stat->marks;
    m_counter = std::make_unique<iss::stat_counter>(m_counters.get(), has_region, m_cycle);
    if (request.stat->interval_ms != 0) {
        m_counter->call_each(sc_core::sc_time(request.stat->interval_ms, sc_core::SC_MS),
                             [this](const sc_core::sc_time& end) { print_interval(end.value()); });
    }
}

/// \return empty: it is
std::string firmware_stat::why_not_supported(const pmu::event_desc* e) const {
    const iss::core_model& core = iss::core_model_of(m_part.cpu);
    const auto kind = e == nullptr ? activity::activity_kind::cycle : m_part.kind_of(e->number);
    return !kind || !core.knows(*kind, true)  ? "not modelled"
           : !core.knows(*kind, m_has_caches) ? "needs --caches"
                                              : "";
}

/// What nobody can know takes no counter.
void firmware_stat::make_counters(const program::option_values& options) {
    m_unit = std::make_unique<iss::counting_unit>(m_part.counting_port(options), m_part.kinds);
    std::vector<iss::multiplexer::event_group> groups;
    for (const stat_group& g : m_groups) {
        iss::multiplexer::event_group group;
        std::vector<std::size_t>& members = m_members.emplace_back();
        for (const pmu::event_desc* e : g.events) {
            members.push_back(group.size());
            if (why_not_supported(e).empty()) {
                group.push_back(e == nullptr ? iss::counted_event() : e->number);
            }
        }
        groups.push_back(std::move(group));
    }
    m_counters =
        std::make_unique<iss::multiplexer>(*m_unit, std::move(groups), m_request.stat->rotation);
}

std::uint64_t firmware_stat::kinds() const {
    std::uint64_t kinds = 0;
    for (const stat_group& g : m_groups) {
        for (const pmu::event_desc* e : g.events) {
            if (const auto kind = e == nullptr ? std::nullopt : m_part.kind_of(e->number)) {
                kinds |= activity::bit_of(*kind);
            }
        }
    }
    return kinds & iss::core_model_of(m_part.cpu).known_kinds;
}

void firmware_stat::look_at(const iss::elf_image& image) {
    if (!m_request.stat->region.empty()) {
        m_region = read_region(m_request.stat->region, image);
    }
}

void firmware_stat::connect(iss::semihosting_config& console) {
    if (m_request.stat->marks) {
        console.on_mark = [this](bool begins) {
            if (begins) {
                m_counter->enter_region();
            } else {
                m_counter->leave_region();
            }
        };
    }
}

void firmware_stat::connect(iss::iss_cpu& cpu) {
    if (m_region) {
        m_region_monitor =
            std::make_unique<iss::region_monitor>(m_region->from, m_region->to, *m_counter);
        cpu.debug_with(*m_region_monitor, 0, {});
    }
}

void firmware_stat::begin(std::ostream& out) {
    m_out = &out;
    for (std::size_t g = 0; m_counters && g < m_groups.size(); ++g) {
        if (!m_counters->fits(g)) {
            std::cerr << "pmu_run: --event: a group with " << shown_name(m_groups[g].events.front())
                      << " has more events than the " << m_unit->event_counters()
                      << " event counters of the part: it is never counted\n";
        }
    }
    if (m_request.stat->interval_ms != 0 && !m_request.stat->json &&
        m_request.stat->separator.empty()) {
        report::print_interval_header(out);
    }
    m_before = read();
}

// --- counts --------------------------------------------------------------------------------------

iss::multiplexer::reading firmware_stat::read(std::size_t group, std::size_t member) const {
    const pmu::event_desc* e = m_groups[group].events[member];
    if (!why_not_supported(e).empty()) {
        return {};
    }
    if (m_counters) {
        return m_counters->read(group, m_members[group][member]);
    }
    const auto kind = e == nullptr ? activity::activity_kind::cycle : *m_part.kind_of(e->number);
    const std::uint64_t cycles = m_counter->cycles();
    return {m_counter->totals()[kind], cycles, cycles};
}

firmware_stat::readings firmware_stat::read() const {
    readings all(m_groups.size());
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t n = 0; n < m_groups[g].events.size(); ++n) {
            all[g].push_back(read(g, n));
        }
    }
    return all;
}

report::perf_table firmware_stat::table_of(const readings& now, std::uint64_t elapsed_ps) const {
    report::perf_table table;
    table.title =
        std::string(m_part.part.unit.title()) + ", " + m_request.file + ", " + m_request.mode;
    table.title += m_region                ? ", " + m_request.stat->region
                   : m_request.stat->marks ? ", between marks"
                                           : "";
    table.elapsed_ps = elapsed_ps;
    table.period_ps = m_cycle.value();
    const bool has_region = m_region || m_request.stat->marks;
    std::string instructions;
    bool has_metrics = false;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const stat_group& group = m_groups[g];
        std::vector<report::perf_row> rows;
        for (std::size_t n = 0; n < group.events.size(); ++n) {
            const pmu::event_desc* e = group.events[n];
            const iss::multiplexer::reading& r = now[g][n];
            report::perf_row row;
            row.name = shown_name(e);
            row.number = e == nullptr ? std::nullopt : std::optional<std::uint32_t>(e->number);
            row.why_not_supported = why_not_supported(e);
            const bool is_counted =
                row.is_supported() && (r.running != 0 || (!has_region && !m_counters));
            row.count = !is_counted      ? std::nullopt
                        : r.running == 0 ? std::optional(r.count)
                                         : r.scaled();
            const bool is_whole = r.running == r.enabled;
            if (row.is_supported() && (!is_whole || has_region || !is_counted)) {
                row.running_ps = r.running * table.period_ps;
            }
            if (!is_whole) {
                row.running_percent =
                    100 * static_cast<double>(r.running) / static_cast<double>(r.enabled);
            }
            if (row.is_supported() && m_part.kind_of(row.number.value_or(UINT32_MAX)) ==
                                          activity::activity_kind::instruction) {
                instructions = e->name;
            }
            rows.push_back(std::move(row));
        }
        if (group.metric != nullptr) {
            has_metrics = true;
            add_figures(group, rows, now[g]);
        }
        table.rows.insert(table.rows.end(), rows.begin(), rows.end());
    }
    if (!has_metrics) {
        table.ratios.push_back({instructions, cycles_name, 1, 2, " insn per cycle"});
    }
    return table;
}

/// A figure stands beside an event each, the last ones beside the last event.
void firmware_stat::add_figures(const stat_group& group, std::vector<report::perf_row>& rows,
                                const std::vector<iss::multiplexer::reading>& counts) const {
    std::vector<double> events;
    double cycles = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (!rows[n].count) {
            return;
        }
        const auto count = static_cast<double>(counts[n].count);
        if (group.events[n] == nullptr) {
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

void firmware_stat::add_region(report::perf_table& table, std::uint64_t entries) const {
    if (m_region || m_request.stat->marks) {
        table.rows.push_back({entries_name, std::nullopt, entries, std::nullopt});
    }
}

report::perf_table firmware_stat::table(const iss::iss_cpu& cpu) const {
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

// --- what is printed -----------------------------------------------------------------------------

void firmware_stat::print_interval(std::uint64_t end_ps) {
    readings now = read();
    readings since = now;
    for (std::size_t g = 0; g < now.size(); ++g) {
        for (std::size_t n = 0; n < now[g].size(); ++n) {
            since[g][n] = now[g][n].since(m_before[g][n]);
        }
    }
    report::perf_table part = table_of(since, end_ps - m_interval_ps);
    add_region(part, m_counter->entries() - m_entries_before);
    print_table(*m_out, part, *m_request.stat, end_ps);
    m_out->flush();
    m_before = std::move(now);
    m_entries_before = m_counter->entries();
    m_interval_ps = end_ps;
}

void firmware_stat::print(std::ostream& out, const iss::iss_cpu& cpu) {
    if (m_request.stat->deliver) {
        m_request.stat->deliver(table(cpu));
        return;
    }
    if (m_request.stat->interval_ms == 0) {
        print_table(out, table(cpu), *m_request.stat);
        return;
    }
    const std::uint64_t end = cpu.local_time().value();
    if (end > m_interval_ps) { // what is left
        print_interval(end);
    }
}

} // namespace platform::pmu_run
