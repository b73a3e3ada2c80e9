// SPDX-License-Identifier: Apache-2.0
// What has changed between two runs.
#include <pmu_run/command_line/event_words.h>
#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/parts.h>
#include <pmu_run/command_line/validators.h>
#include <pmu_run/run/page_diff.h>
#include <pmu_run/run/place_diff.h>
#include <pmu_run/samples/sample_request.h>

#include <pmu/core/same_word.h>
#include <process/input_file.h>
#include <report/diff_table.h>
#include <sweep/json/stat_counts.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U; ///< of counts

/// What a file has; all else is read as counts.
enum class file_kind : std::uint8_t { counts, places, samples, page };

/// The counts of a run. \throws std::runtime_error
std::vector<sweep::stat_count> load_counts(const std::string& file) {
    std::vector<sweep::stat_count> counts =
        sweep::read_stat_counts(file, sweep::read_file(file, most_bytes));
    if (counts.empty()) {
        throw usage_error(file, ": expected counts that stat -j has written, got none");
    }
    for (const sweep::stat_count& c : counts) {
        if (c.is_of_interval) {
            throw usage_error(file, ": expected counts of a whole run, got those of intervals");
        }
        if (c.part != counts.front().part) {
            throw usage_error(file, ": expected counts of one part, got those of ",
                              counts.front().part, " and of ", c.part);
        }
    }
    return counts;
}

/// Only the rows of events that are asked for, by any name that the part and perf have for them.
/// \throws usage_error for an event that has none
void keep_events(report::diff_table& table, const std::vector<std::string>& words,
                 const std::string& part) {
    const platform_entry* const platform = find_platform(part);
    const auto number_of = [&](const std::string& word) -> std::optional<std::uint32_t> {
        const auto event = platform == nullptr || platform->part == nullptr
                               ? std::nullopt
                               : look_up_event(events_of(*platform->part), word, *platform->part);
        return event ? event->number() : std::nullopt;
    };
    std::vector<report::diff_row> kept;
    for (const std::string& word : words) {
        const auto number = number_of(word);
        const auto found =
            std::find_if(table.rows.begin(), table.rows.end(), [&](const report::diff_row& row) {
                return pmu::is_same_word(row.name, word) ||
                       (number && number_of(row.name) == number);
            });
        if (found == table.rows.end()) {
            throw usage_error("--event: expected an event that was counted, got '", word, "'");
        }
        kept.push_back(*found);
    }
    table.rows = std::move(kept);
}

std::vector<report::named_count> named(const std::vector<sweep::stat_count>& counts) {
    std::vector<report::named_count> all;
    all.reserve(counts.size());
    for (const sweep::stat_count& c : counts) {
        all.push_back({c.event, c.count});
    }
    return all;
}

/// \throws std::runtime_error
file_kind kind_of(const std::string& file) {
    constexpr std::string_view samples_begin = "{\"format\":"; // as record has written them
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) &&
        !std::filesystem::is_regular_file(file, ignored)) { // it is read once more
        throw usage_error("cannot read ", file, ": expected a regular file");
    }
    process::input_buffer in(file);
    std::array<char, 16> start{};
    const auto size = static_cast<std::size_t>(in.sgetn(start.data(), start.size()));
    const std::string_view text(start.data(), size);
    return text.substr(0, samples_begin.size()) == samples_begin ? file_kind::samples
           : text.substr(0, page_begin.size()) == page_begin     ? file_kind::page
           : begins_as_places(text)                              ? file_kind::places
                                                                 : file_kind::counts;
}

const char* kind_text(file_kind kind) {
    return kind == file_kind::samples  ? "samples, as record has written them"
           : kind == file_kind::page   ? "a page, as --report has written it"
           : kind == file_kind::places ? "counts by place, as stat --by -j has written them"
                                       : "counts, as stat -j has written them";
}

class diff_command final : public command {
public:
    diff_command()
        : command({"diff",
                   "OLD NEW",
                   "say what has changed between two runs",
                   "Compares the counts of two runs, as `stat -j -o FILE` has written them, by "
                   "event, and with --by of `stat` by function, line or task, for each event; or "
                   "the samples of two runs, as `record` has written them, by function "
                   "or source line: of each event that both have, the occurrences that the samples "
                   "stand for; or two pages of --report, by event, and of firmware the cycles by "
                   "function or source line. What has changed the most comes first: by its share "
                   "of OLD where "
                   "rows are events, by its number where they are places. The firmware of the two "
                   "may differ. `sweep compare` is for sweeps.",
                   {{"old.json new.json", "by event"},
                    {"old.data new.data --by line -e cycles", "where cycles have gone"},
                    {"old.html new.html --by line", "by event, and cycles by source line"},
                    {"old.json new.json -e cycles --bound 2",
                     "exit code 1 if cycles have changed by more than 2%"}}}) {}

    void add_to(CLI::App& app) override {
        m_old.file = m_new.file = ""; // which have a default for other commands
        app.add_option("OLD", m_old.file, "counts, samples or the page of a run")->check(path());
        app.add_option("NEW", m_new.file, "the same of another run")->check(path());
        add_events(app, m_events, "only these events, by name or number, with commas between");
        add_value(app, "--by", m_old.sort, CLI::IsMember({"function", "line"}),
                  "what a row is about, of samples and of the cycles of a page");
        app.add_option("--bound", m_bound,
                       "exit code 1 if a row has changed by more than so many per cent, either way")
            ->type_name("PERCENT")
            ->transform(number(0, 1e9));
        add_value(app, "--format", m_format, CLI::IsMember({"text", "csv", "json"}),
                  "how the table is printed");
        add_file(app, "--old-firmware", m_old.firmware,
                 "where the firmware of OLD is now [where it was]");
        add_file(app, "--new-firmware", m_new.firmware,
                 "where the firmware of NEW is now [where it was]");
    }

    void check(const CLI::App& app) override {
        if (m_new.file.empty()) {
            throw usage_error(
                "diff: expected OLD and NEW, files that stat -j, record or --report has written");
        }
        for (const char* option : {"--old-firmware", "--new-firmware"}) {
            m_of_samples = is_given(app, option) ? option : m_of_samples;
        }
        m_of_places = is_given(app, "--by") ? "--by" : nullptr;
        for (const std::string& list : m_events) {
            const std::vector<std::string> words = words_of(list);
            m_words.insert(m_words.end(), words.begin(), words.end());
        }
    }

    int run(runner& /*by*/) override {
        const std::vector<report::diff_table> tables = load();
        print(tables);
        const auto is_beyond = [this](const report::diff_table& t) {
            return m_bound && !t.beyond(*m_bound).empty();
        };
        return std::any_of(tables.begin(), tables.end(), is_beyond) ? not_all_held : all_held;
    }

private:
    std::vector<report::diff_table> load() const {
        const file_kind kind = kind_of(m_old.file);
        if (kind_of(m_new.file) != kind) {
            throw usage_error(m_new.file, ": expected what ", m_old.file, " has, ", kind_text(kind),
                              ", got ", kind_text(kind_of(m_new.file)));
        }
        if (kind == file_kind::samples) {
            return diff_samples(m_old, m_new, m_words);
        }
        if (m_of_samples != nullptr) {
            throw usage_error(m_of_samples, " goes with samples, got ", kind_text(kind), ": ",
                              m_old.file);
        }
        if (kind == file_kind::page) {
            return diff_pages();
        }
        if (kind == file_kind::places && m_of_places == nullptr) {
            return diff_places(m_old.file, m_new.file, m_words);
        }
        if (m_of_places != nullptr) {
            throw usage_error(m_of_places, " goes with samples and pages, got ", kind_text(kind),
                              ": ", m_old.file);
        }
        return {diff_counts()};
    }

    void require_same_part(const std::string& before, const std::string& after) const {
        if (before != after) {
            throw usage_error(m_new.file, ": expected counts of the part of ", m_old.file, ", ",
                              before, ", got those of ", after);
        }
    }

    report::diff_table diff_counts() const {
        const std::vector<sweep::stat_count> before = load_counts(m_old.file);
        const std::vector<sweep::stat_count> after = load_counts(m_new.file);
        const std::string& part = before.front().part;
        require_same_part(part, after.front().part);
        report::diff_table table = report::compared(named(before), named(after));
        table.what = "event";
        if (!m_words.empty()) {
            keep_events(table, m_words, part);
        }
        table.sort(report::diff_table::order::by_percent);
        return table;
    }

    /// With events that are asked for, these alone; where cycles are, with their places.
    std::vector<report::diff_table> diff_pages() const {
        const page_counts before = load_page(m_old.file, m_old.sort);
        const page_counts after = load_page(m_new.file, m_old.sort);
        require_same_part(before.part, after.part);
        std::vector<report::diff_table> tables = pmu_run::diff_pages(before, after, m_old.sort);
        if (!m_words.empty()) {
            keep_events(tables.front(), m_words, before.part);
            const bool has_cycles =
                std::any_of(m_words.begin(), m_words.end(), [](const std::string& word) {
                    return pmu::is_same_word(word, cycles_name);
                });
            tables.resize(has_cycles ? tables.size() : 1);
        }
        return tables;
    }

    void print(const std::vector<report::diff_table>& tables) const {
        if (m_format == "json") {
            report::print_json(std::cout, tables);
            return;
        }
        if (m_format == "csv") {
            report::print_csv(std::cout, tables);
            return;
        }
        const char* between = "";
        for (const report::diff_table& table : tables) {
            std::cout << between;
            report::print(std::cout, table);
            between = "\n";
        }
    }

    sample_request m_old;
    sample_request m_new;
    std::vector<std::string> m_events;
    std::vector<std::string> m_words; ///< the same, one by one; empty: all events
    std::optional<double> m_bound;    ///< per cent
    std::string m_format = "text";
    const char* m_of_samples = nullptr; ///< an option that was given and goes with samples only
    const char* m_of_places = nullptr;  ///< the same, with samples and pages
};

} // namespace

std::unique_ptr<command> make_diff() {
    return std::make_unique<diff_command>();
}

} // namespace platform::pmu_run
