// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/sample_command.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class report_command final : public sample_command {
public:
    report_command()
        : sample_command(
              {"report",
               "[DATA]",
               "show where samples are, the most frequent first",
               "Prints what share of the samples each function, source line or instruction has, "
               "for each event that was recorded. (The page that --report of other commands writes "
               "is something else.)",
               {{"", "by function"},
                {"--sort line -e cycles", "by source line, of one event"},
                {"--children", "with what each function has called"}}},
              sample_view::report) {}

    void add_to(CLI::App& app) override {
        add_data_to(app);
        sample_command::add_to(app);
        app.add_option("-s,--sort", m_samples.sort, "what a line of the table is about")
            ->check(CLI::IsMember({"function", "line", "instruction"}))
            ->capture_default_str();
        app.add_flag("--children", m_samples.children,
                     "with what each has called; of samples that were taken with -g");
        app.add_flag("--folded", m_samples.folded,
                     "a line a stack, for flame graphs, in place of that");
    }
};

} // namespace

std::unique_ptr<command> make_report() {
    return std::make_unique<report_command>();
}

} // namespace platform::pmu_run
