// SPDX-License-Identifier: Apache-2.0
// What each function, line, instruction and call has counted: --by, --callgrind and --lcov.
#include "firmware_watcher.h"
#include "simulated_cpu.h"
#include <pmu_run/command_line/event_words.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stat_output.h>
#include <pmu_run/run/stop_request.h>

#include <iss/profile/callgrind_file.h>
#include <iss/profile/count_rows.h>
#include <iss/profile/coverage_file.h>
#include <process/words.h>
#include <report/count_table.h>

#include <algorithm>
#include <iostream>

namespace platform::pmu_run {

namespace {

iss::profiled_event profiled(const iss::firmware_part& part, const pmu::event_desc* e) {
    if (e == nullptr) {
        return {cycles_name, "Cycles of the CPU", activity::activity_kind::cycle};
    }
    return {e->name, e->description, *part.kind_of(e->number)};
}

/// Cycles, and all events that the simulator knows.
iss::profiled_events known_events(const iss::firmware_part& part, const event_pointers& all,
                                  bool has_caches) {
    iss::profiled_events events{profiled(part, nullptr)};
    for (const pmu::event_desc* e : all) {
        if (why_not_located(part, e, has_caches).empty()) {
            events.push_back(profiled(part, e));
        }
    }
    return events;
}

/// \throws usage_error for one that nobody can know
iss::profiled_events asked_events(const stat_request& request, const iss::firmware_part& part,
                                  const event_pointers& all, bool has_caches) {
    iss::profiled_events events;
    for (const chosen_event& e : read_events(request.events, all, part.part)) {
        const std::string why = why_not_located(part, e.desc, has_caches);
        if (!why.empty()) {
            throw usage_error("--event ", e.name, ": ", why);
        }
        events.push_back(profiled(part, e.desc));
        events.back().name = e.name;
    }
    return events;
}

class firmware_profile final : public firmware_watcher {
public:
    firmware_profile(const iss::firmware_part& part, const file_request& request,
                     const iss::firmware_setup& setup, const output_set& outputs)
        : m_part(part), m_request(request), m_outputs(outputs),
          m_caches(caches_text(iss::core_model_of(part.cpu), setup.cpu.caches)) {
        const event_pointers all = part.shown_events(iss::options_of(setup, part.part.unit));
        const bool has_caches = setup.cpu.caches.exist();
        if (!request.callgrind.empty() || is_by()) {
            m_events = known_events(part, all, has_caches);
        }
        if (is_by() && !request.stat->events.empty()) {
            m_columns = asked_events(*request.stat, part, all, has_caches);
        }
    }

    std::uint64_t profiled_kinds() const override {
        std::uint64_t kinds = activity::bit_of(activity::activity_kind::cycle) |
                              activity::bit_of(activity::activity_kind::instruction);
        for (const iss::profiled_event& e : m_events) {
            kinds |= activity::bit_of(e.kind);
        }
        return kinds;
    }
    void attach(iss::iss_config& cpu, const iss::elf_image& image) override {
        cpu.wanted_kinds |= profiled_kinds();
        m_profile = cpu.profile;
        cpu.account = cpu.profile;
        // Of lines that cannot be read there is a message already.
        if (!m_request.lcov.empty() && image.lines.empty() && image.left_out.empty()) {
            throw usage_error("--lcov: ", m_request.file, " has no lines: build it with -g");
        }
    }
    /// Before begin() it begins inside.
    iss::region_listener* region() override { return m_profile; }
    void begin(iss::firmware_platform& /*target*/) override {
        if (m_request.has_region()) {
            m_profile->leave_region();
        }
    }
    void end(iss::firmware_platform& /*target*/, const iss::iss_outcome& /*outcome*/) override {
        if (output_file* const file = m_outputs.find("--callgrind")) {
            iss::write_callgrind(file->stream(), m_profile->image(),
                                 iss::costs_of(*m_profile, m_events), "pmu_run-" TLM_PMU_VERSION,
                                 m_request.file);
        }
        if (output_file* const file = m_outputs.find("--lcov")) {
            const iss::coverage covered =
                iss::write_coverage(file->stream(), *m_profile, iss::core_model_of(m_part.cpu));
            if (cause_of_stop() != stop_cause::output) { // else there is a message about that
                tell_coverage(covered);
            }
        }
        if (is_by()) {
            print(table());
        }
    }

private:
    bool is_by() const { return m_request.stat && !m_request.stat->by.empty(); }

    static void tell_coverage(const iss::coverage& c) {
        const auto share = [](std::size_t of, std::size_t all) {
            return std::to_string(of) + " of " + std::to_string(all) +
                   (all == 0
                        ? ""
                        : " (" +
                              process::decimal(
                                  100 * static_cast<double>(of) / static_cast<double>(all), 1) +
                              "%)");
        };
        tell("coverage: ", share(c.lines_executed, c.lines), " lines, ",
             share(c.branches_taken, c.branches), " branches");
    }

    report::count_table table() const {
        const std::string& by = m_request.stat->by;
        const bool is_line = by == "line";
        const iss::count_scope scope = is_line        ? iss::count_scope::line
                                       : by == "task" ? iss::count_scope::task
                                                      : iss::count_scope::function;
        report::count_table table;
        table.title = std::string(m_part.part.unit.title()) + ", " + m_request.file +
                      (m_caches.empty() ? "" : ", caches " + m_caches) + ", " + m_request.mode +
                      ", by " + by + (m_request.region.empty() ? "" : ", " + m_request.region) +
                      (m_request.marks ? ", between marks" : "");
        table.keys =
            is_line ? std::vector<std::string>{"place", "function"} : std::vector<std::string>{by};
        const iss::profiled_events columns = shown_columns();
        for (const iss::profiled_event& e : columns) {
            table.columns.push_back(e.name);
        }
        for (iss::count_row& row : iss::count_rows(*m_profile, scope, columns.front().kind)) {
            report::count_table::row shown;
            if (is_line) {
                shown.keys.push_back(row.file.empty() ? "(no line)"
                                                      : row.file + ":" + std::to_string(row.line));
            }
            shown.keys.push_back(std::move(row.function));
            shown.counts = iss::columns_of(row.counts, columns);
            table.rows.push_back(std::move(shown));
        }
        return table;
    }

    /// Those that were asked for, or all that have occurred.
    iss::profiled_events shown_columns() const {
        if (!m_columns.empty()) {
            return m_columns;
        }
        activity_counts all;
        m_profile->instructions().for_each(
            [&](std::uint32_t /*pc*/, const activity_counts& counts) { all.add(counts); });
        iss::profiled_events columns;
        std::copy_if(m_events.begin(), m_events.end(), std::back_inserter(columns),
                     [&](const iss::profiled_event& e) {
                         return e.kind == activity::activity_kind::cycle || all[e.kind] != 0;
                     });
        return columns;
    }

    void print(const report::count_table& table) const {
        std::ostream& out = m_outputs.stream("--output", std::cerr);
        if (m_request.stat->json) {
            table.print_json_lines(out);
        } else if (!m_request.stat->separator.empty()) {
            table.print_fields(out, m_request.stat->separator);
        } else {
            out << '\n';
            table.print(out);
        }
    }

    using activity_counts = iss::activity_counts;

    const iss::firmware_part& m_part;
    const file_request& m_request;
    const output_set& m_outputs;
    const std::string m_caches;     ///< empty: none
    iss::profiled_events m_events;  ///< that are kept, cycles first
    iss::profiled_events m_columns; ///< that were asked for; empty: none were
    iss::call_profile* m_profile = nullptr;
};

} // namespace

bool wants_profile(const file_request& request) {
    return !request.callgrind.empty() || !request.lcov.empty() ||
           (request.stat && !request.stat->by.empty());
}

std::unique_ptr<firmware_watcher> make_profile(const iss::firmware_part& part,
                                               const file_request& request,
                                               const iss::firmware_setup& setup,
                                               const output_set& outputs) {
    return std::make_unique<firmware_profile>(part, request, setup, outputs);
}

} // namespace platform::pmu_run
