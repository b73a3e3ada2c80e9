// SPDX-License-Identifier: Apache-2.0
// Commands that show the samples of a file.
#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/validators.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/samples/sample_request.h>

#include <process/words.h>

namespace platform::pmu_run {

namespace {

class sample_command : public command {
public:
    sample_command(command_text about, sample_view view) : command(std::move(about)) {
        m_samples.view = view;
    }

    void add_to(CLI::App& app) override {
        const bool is_annotate = m_samples.view == sample_view::annotate;
        app.add_option(is_annotate ? "SYMBOL" : "DATA",
                       is_annotate ? m_samples.symbol : m_samples.file,
                       is_annotate ? "a function or an address [all that have samples]" : data_text)
            ->check(some_text(is_annotate ? "a function or an address" : "a path"));
        add_events(app, m_events, "only this event, by name or number");
        add_file(app, "-i,--input", m_samples.file, data_text);
        add_file(app, "--firmware", m_samples.firmware, "where the firmware is now [where it was]");
        if (is_annotate) {
            app.add_option("--source", m_samples.source,
                           "where sources are [where the compiler had them, next to the firmware, "
                           "here]")
                ->type_name("FOLDER")
                ->check(folder());
            return;
        }
        if (m_samples.view == sample_view::report) {
            add_report_options(app);
        }
        app.add_flag("--folded", m_samples.folded,
                     "a line a stack, for flame graphs, in place of all else");
    }

    void check(const CLI::App& app) override {
        if (is_given(app, "DATA") && is_given(app, "--input")) {
            throw usage_error("expected one file of samples, got DATA and --input");
        }
        m_samples.event = process::joined(m_events, ",");
        if (m_samples.event.find(',') != std::string::npos) {
            throw usage_error("--event: expected one event, got '", m_samples.event, "'");
        }
        check_form(app);
    }

    int run(runner& by) override { return show_samples(m_samples, by.outputs); }

private:
    void add_report_options(CLI::App& app) {
        add_value(app, "-s,--sort", m_samples.sort,
                  CLI::IsMember({"function", "line", "instruction"}),
                  "what a line of the table is about");
        app.add_flag("--children", m_samples.children,
                     "with what each has called; of samples that were taken with -g");
        app.add_option("--function", m_samples.functions,
                       "only samples in this function, or one of several; except in a plain table "
                       "also those of what it has called")
            ->type_name("NAME")
            ->check(some_text("a function"))
            ->allow_extra_args(false);
        app.add_option("--task", m_samples.tasks,
                       "only samples of this task, or one of several: of stacks that began in this "
                       "function; of samples that were taken with -g")
            ->type_name("NAME")
            ->check(some_text("a function"))
            ->allow_extra_args(false);
        app.add_flag("--call-tree", m_samples.call_tree,
                     "who calls whom, in place of the table; of samples that were taken with -g");
        add_value(app, "--depth", m_samples.depth, whole_number(1, deepest),
                  "how many functions deep the tree is");
        app.add_option("--width", m_samples.width,
                       "how wide tables may be; names that are too long lose arguments of "
                       "templates, then parameters, then their middle [of a terminal its "
                       "width, else as wide as they are]")
            ->type_name("COLUMNS")
            ->transform(whole_number(narrowest, widest));
        add_file(app, "--callgrind", m_samples.callgrind,
                 "write each event's samples times its period, of instructions and with -g of "
                 "calls, for KCachegrind and callgrind_annotate, in place of the table");
    }

    /// Whether one form is asked for, and no options of others.
    void check_form(const CLI::App& app) const {
        std::string form;
        for (const char* name : {"--folded", "--call-tree", "--callgrind"}) {
            if (!is_given(app, name)) {
                continue;
            }
            if (!form.empty()) {
                throw usage_error(name, " does not go with ", form);
            }
            form = name;
        }
        if (is_given(app, "--depth") && !m_samples.call_tree) {
            throw usage_error("--depth goes with --call-tree");
        }
        if (is_given(app, "--width") && !form.empty() && !m_samples.call_tree) {
            throw usage_error("--width does not go with ", form);
        }
        for (const char* name : {"--children", "--sort"}) {
            if (!form.empty() && is_given(app, name)) {
                throw usage_error(name, " does not go with ", form);
            }
        }
    }

    static constexpr std::uint64_t deepest = 128; // as many callers as a sample has
    static constexpr std::uint64_t narrowest = 40;
    static constexpr std::uint64_t widest = 1'000'000;
    static constexpr const char* data_text = "a file that record has written [pmu.data]";

    sample_request m_samples;
    std::vector<std::string> m_events;
};

} // namespace

std::unique_ptr<command> make_report() {
    return std::make_unique<sample_command>(
        command_text{
            "report",
            "[DATA]",
            "show where samples are, the most frequent first",
            "Prints what share of the samples each function, source line or instruction has, for "
            "each event that was recorded. (The page that --report of other commands writes is "
            "something else.)",
            {{"", "by function"},
             {"--sort line -e cycles", "by source line, of one event"},
             {"--children", "with what each function has called"},
             {"--children --function main", "of main, with what it has called"},
             {"--call-tree --width 100", "who calls whom, in lines of 100 characters"},
             {"--callgrind callgrind.out && callgrind_annotate callgrind.out",
              "by function, with Valgrind's tool"}}},
        sample_view::report);
}

std::unique_ptr<command> make_annotate() {
    return std::make_unique<sample_command>(
        command_text{
            "annotate",
            "[SYMBOL]",
            "show code with the share that each instruction has of the samples",
            "Prints the instructions of a function, or of all that have samples, with their source "
            "lines. Lines are known of firmware that was built with -g; their text is shown where "
            "the source is found.",
            {{"", "all functions that have samples"}, {"main -i misses.data", "one of them"}}},
        sample_view::annotate);
}

std::unique_ptr<command> make_script() {
    return std::make_unique<sample_command>(
        command_text{"script",
                     "[DATA]",
                     "print each sample, as perf script does",
                     "Prints each sample with its stack, as `perf script` does: what viewers of "
                     "its text read, such as speedscope, the Firefox profiler and FlameGraph's "
                     "stackcollapse-perf.pl.",
                     {{"> samples.txt", "for a viewer"},
                      {"--folded | flamegraph.pl > flames.svg", "for a flame graph"}}},
        sample_view::script);
}

} // namespace platform::pmu_run
