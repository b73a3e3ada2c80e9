// SPDX-License-Identifier: Apache-2.0
#include "firmware_run.h"

#include "address_range.h"
#include "firmware_report.h"
#include "firmware_trace.h"
#include "firmware_watcher.h"
#include "simulated_cpu.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stat_output.h>
#include <pmu_run/run/stop_request.h>

#include <iss/meter/memory_model.h>
#include <process/words.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_instructions = 10'000'000'000; ///< unless told

iss::firmware_setup setup_of(const file_request& request, const iss::firmware_part& part) {
    iss::firmware_setup setup;
    setup.cpu = config_of(
        request, request.mode == "exact" ? iss::execution_mode::exact : iss::execution_mode::fast,
        request.run.instructions.value_or(most_instructions));
    setup.options = option_values(request.options, part.part.unit);
    setup.cpu.starts_at_reset = request.start == "reset";
    if (!request.ram.empty()) {
        setup.ram.clear();
    }
    for (const std::string& range : request.ram) {
        const auto n = parse_list(range, 2, "--ram", "BASE:SIZE");
        setup.ram.push_back({as_word(n[0], "--ram"), n[1]});
    }
    return setup;
}

/// As newlib's start code takes words from a command line: they end at a blank, or, if they begin
/// with a quote, at the next one of that kind; nothing escapes a quote.
std::string quoted(const std::string& word, const std::string& option) {
    const bool is_plain = !word.empty() && word.front() != '"' && word.front() != '\'' &&
                          word.find(' ') == std::string::npos;
    if (is_plain) {
        return word;
    }
    for (const char quote : {'"', '\''}) {
        if (word.find(quote) == std::string::npos) {
            return quote + word + quote;
        }
    }
    throw usage_error(option,
                      ": expected no word with both kinds of quotes that needs quotes itself, "
                      "got '",
                      word, "'");
}

iss::semihosting_config console_of(const file_request& request, process::standard_streams& streams,
                                   const output_set& outputs) {
    const iss::guest_folder usable(
        request.semihosting_dir); // now, not when the simulation has begun
    iss::semihosting_config console;
    console.out = &streams.guest_out();
    console.err = &streams.guest_err();
    console.directory = request.semihosting_dir;
    console.why_kept = [&outputs](const std::string& path) { return outputs.why_kept(path); };
    console.command_line = quoted(request.file, "FILE");
    for (const std::string& argument : request.arguments) {
        console.command_line += " " + quoted(argument, "--arg");
    }
    return console;
}

/// What the platform cannot be made of is told by the option that asks for it.
std::unique_ptr<iss::firmware_platform> make(const iss::firmware_part& part,
                                             const file_request& request,
                                             const iss::firmware_setup& setup) {
    try {
        return iss::make_platform(part, setup, iss::firmware_parts());
    } catch (const iss::memory_error& e) {
        const std::string range = request.ram.empty() ? "0:16M" : request.ram[e.index()];
        throw usage_error("--ram ", range, ": ", e.what());
    } catch (const iss::no_memory_for_tags&) {
        throw usage_error(cache_words(request),
                          ": the host does not have the memory for their tags");
    }
}

const iss::firmware_part& part_of(const std::string& name) {
    const iss::firmware_part* part = iss::find_firmware_part(name);
    if (part == nullptr) {
        throw usage_error("no firmware runs on ", name);
    }
    return *part;
}

/// Where firmware reads of a cache that it has not.
void tell_cache(const iss::cpu_type cpu, const char* option, const std::string& text,
                const iss::cache_geometry& cache) {
    const iss::cache_geometry told = iss::identified_geometry(iss::core_model_of(cpu), cache);
    if (!(told == cache)) {
        tell(option, " ", text, ": the cache registers of this CPU cannot tell that; they read as ",
             told.bytes, ":", told.ways, ":", told.line);
    }
}

void tell_caches(const iss::cpu_type cpu, const cpu_options& options,
                 const iss::cache_pair& caches) {
    if (!options.icache || !options.dcache) {
        tell_cache(cpu, "--caches", options.caches,
                   options.dcache ? caches.instruction : caches.data);
    }
    if (options.icache) {
        tell_cache(cpu, "--icache", *options.icache, caches.instruction);
    }
    if (options.dcache) {
        tell_cache(cpu, "--dcache", *options.dcache, caches.data);
    }
}

/// The PMU that `monitor pmu` shows: that of the CPU, or the one on its bus.
iss::visible_pmu visible_pmu_of(const iss::firmware_part& part, const iss::firmware_setup& setup,
                                iss::firmware_platform& platform) {
    const program::unit_info& unit = part.part.unit;
    const program::option_values options = iss::options_of(setup, unit);
    const bool is_on_bus = part.on_bus != nullptr;
    const std::uint64_t base =
        is_on_bus ? part.on_bus(options).base : components::memory_map::coprocessor(0);
    iss::visible_pmu visible = registers_of(unit, part.events(options), platform.cpu, base);
    if (!is_on_bus) {
        visible.read_banked = platform.peek_banked;
    }
    return visible;
}

/// Firmware that cannot run at all: exit code 1, and no output is touched.
class unfit_firmware : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// One run: what watches it, what it writes, its platform.
class firmware_session {
public:
    firmware_session(const file_request& request, runner& by)
        : m_request(request), m_by(by), m_part(part_of(request.part.name)),
          m_setup(setup_of(request, m_part)),
          m_console(console_of(request, by.streams, by.outputs)),
          m_options(iss::options_of(m_setup, m_part.part.unit)) {}

    /// \return its message is yet to be printed
    /// \throws unfit_firmware
    iss::iss_outcome run() {
        watch();
        m_by.outputs.add_input(m_request.file);
        open_outputs();
        load();
        attach();
        m_target = make(m_part, m_request, m_setup);
        m_by.outputs.begin();
        start();
        sc_core::sc_start();
        if (const std::size_t unsent = m_target->uart0.unsent(); unsent != 0) {
            tell("UART0: what was written to it last, ", process::counted(unsent, "character"),
                 ", was not sent: its transmitter is off");
        }
        iss::iss_outcome outcome = m_target->cpu.outcome().value_or(
            iss::iss_outcome{1, "the simulation ended before the firmware"});
        m_debugging->end(outcome.exit_code);
        write(outcome);
        const bool is_as_expected =
            std::all_of(m_watchers.begin(), m_watchers.end(),
                        [](const auto& watcher) { return watcher->is_as_expected(); });
        if (!is_as_expected && outcome.exit_code == 0) {
            outcome.exit_code = not_all_held;
        }
        return outcome;
    }

private:
    bool has_page() const {
        return !m_request.run.report.empty() || !m_request.run.timeline.empty();
    }

    /// What is to be known of the run.
    void watch() {
        m_setup.console = &m_by.streams.guest_out();
        if (m_request.stat && m_request.stat->by.empty()) {
            m_watchers.push_back(make_stat(m_part, m_request, m_setup, m_by.outputs));
        }
        if (m_request.record) {
            m_watchers.push_back(make_record(m_part, m_request, m_options, m_by.outputs));
        }
        if (wants_profile(m_request)) {
            m_watchers.push_back(make_profile(m_part, m_request, m_setup, m_by.outputs));
        }
        if (has_page()) {
            m_report.emplace(m_part, m_options, m_request.quantum);
        }
    }

    void open_outputs() {
        constexpr auto text = output_option::to_file_or_gzip;
        m_by.outputs.open({{"--trace", m_request.trace, text}});
        if (m_request.stat) {
            open_counts(*m_request.stat, m_by.outputs);
        }
        m_by.outputs.open({{"--output", m_request.record ? m_request.record->file : "", text},
                           {"--report", m_request.run.report},
                           {"--timeline", m_request.run.timeline, text},
                           {"--callgrind", m_request.callgrind},
                           {"--lcov", m_request.lcov},
                           {"--state", m_request.state}});
    }

    void load() {
        const iss::core_model& core = iss::core_model_of(m_part.cpu);
        try {
            m_image = iss::load_elf(m_request.file);
            iss::require_executable(m_image, {core.name, core.architecture, core.profile});
        } catch (const iss::elf_error& e) {
            throw unfit_firmware(e.what());
        }
        for (const std::string& line : m_image.left_out) {
            tell(line);
        }
    }

    /// What watches goes into the CPU.
    void attach() {
        iss::iss_config& cpu = m_setup.cpu;
        if (output_file* const trace = m_by.outputs.find("--trace")) {
            cpu.trace = &trace->stream();
            cpu.trace_lines = trace_filter_of(m_request, m_part, m_options, m_image);
        }
        std::uint64_t profiled = 0;
        for (const auto& watcher : m_watchers) {
            profiled |= watcher->profiled_kinds();
        }
        if (profiled != 0 || has_page() || (m_request.record && m_request.record->chains)) {
            cpu.profile = &m_profile.emplace(m_image, profiled);
        }
        for (const auto& watcher : m_watchers) {
            watcher->attach(cpu, m_image);
        }
        find_region();
        if (m_report) {
            m_report->attach(cpu, !m_request.run.timeline.empty());
        }
        if (!m_request.gdb.port) { // where gdb halts it, the time that passes says nothing
            cpu.stop_asked = stop_question_with_progress(cpu.cycle, [this] {
                return m_target ? m_target->cpu.local_time() : sc_core::SC_ZERO_TIME;
            });
        }
    }

    /// Where they count who count in a region of interest.
    void find_region() {
        std::vector<iss::region_listener*> listeners;
        for (const auto& watcher : m_watchers) {
            if (iss::region_listener* const listener = watcher->region()) {
                listeners.push_back(listener);
            }
        }
        if (!m_request.region.empty()) {
            m_region.emplace(read_region(m_request.region, m_image), std::move(listeners));
        } else if (m_request.marks) {
            m_console.on_mark = [listeners](bool begins) {
                for (iss::region_listener* listener : listeners) {
                    begins ? listener->enter_region() : listener->leave_region();
                }
            };
        }
    }

    void start() {
        tell_caches(m_part.cpu, m_request, m_setup.cpu.caches);
        set_quantum(m_request.quantum, m_setup.cpu.cycle);
        m_target->cpu.on_unknown_event = [this](const pmu::event_desc& e) {
            if (!m_part.parks(e.number)) {
                tell("event ", process::hex(e.number, 2), " (", e.name,
                     ") is not supported here: a counter that selects it does not move");
            }
        };
        m_target->cpu.on_warning = tell_text;
        m_target->cpu.load(m_image, std::move(m_console));
        m_visible = visible_pmu_of(m_part, m_setup, *m_target);
        m_debugging.emplace(m_request.gdb, m_target->cpu, m_visible);
        if (m_region) {
            m_target->cpu.debug_with(*m_region, 0, {});
        }
        for (const auto& watcher : m_watchers) {
            watcher->begin(*m_target);
        }
        if (m_report) {
            m_report->watch(m_target->cpu, m_target->watched(m_part.make == nullptr),
                            m_target->period());
        }
    }

    /// After the run.
    void write(const iss::iss_outcome& outcome) {
        for (const auto& watcher : m_watchers) {
            watcher->end(*m_target, outcome);
        }
        if (m_report) {
            report::run_description run{"firmware", m_request.file, ""};
            run.mode = m_request.mode;
            run.caches = caches_text(iss::core_model_of(m_part.cpu), m_setup.cpu.caches);
            m_report->write(m_by.outputs, std::move(run), outcome);
        }
        if (output_file* const state = m_by.outputs.find("--state")) {
            write_state(state->stream(), m_target->cpu, m_visible, outcome);
        }
    }

    const file_request& m_request;
    runner& m_by;
    const iss::firmware_part& m_part;
    iss::firmware_setup m_setup;
    iss::semihosting_config m_console;
    const program::option_values m_options;
    iss::elf_image m_image;
    std::optional<iss::call_profile> m_profile;
    std::vector<std::unique_ptr<firmware_watcher>> m_watchers;
    std::optional<firmware_report> m_report;
    std::optional<iss::region_monitor> m_region;
    std::unique_ptr<iss::firmware_platform> m_target;
    iss::visible_pmu m_visible;
    std::optional<gdb_debugging> m_debugging;
};

} // namespace

void check_firmware(const file_request& request) {
    setup_of(request, part_of(request.part.name));
}

int run_firmware(const file_request& request, runner& by) {
    if (request.stat && request.stat->repeat > 1) {
        return run_repeatedly(request, by);
    }
    iss::iss_outcome outcome;
    try {
        outcome = firmware_session(request, by).run();
    } catch (const unfit_firmware& e) {
        outcome = {1, e.what()};
    }
    by.tell_end(explained(outcome.message));
    // A process has eight bits for it; those of a failure must not all be 0.
    return outcome.exit_code != 0 && (outcome.exit_code & 0xFF) == 0 ? 1 : outcome.exit_code;
}

std::vector<std::string> metric_names(const std::string& part) {
    std::vector<std::string> names;
    if (const iss::firmware_part* found = iss::find_firmware_part(part)) {
        for (const report::metric& m : found->metrics()) {
            names.push_back(m.name);
        }
    }
    return names;
}

void print_metrics(const std::string& part) {
    for (const report::metric& m : part_of(part).metrics()) {
        std::cout << std::left << std::setw(14) << m.name << m.description << '\n';
        for (const report::metric_figure& f : m.figures) {
            std::cout << std::setw(14) << ""
                      << "  " << f.name << ", " << f.unit << '\n';
        }
    }
}

void print_firmware_map(const file_request& request) {
    const iss::firmware_part& part = part_of(request.part.name);
    for (const std::string& line : make(part, request, setup_of(request, part))->bus.describe()) {
        std::cout << line << '\n';
    }
}

} // namespace platform::pmu_run
