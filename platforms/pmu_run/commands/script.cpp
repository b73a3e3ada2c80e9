// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/sample_command.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class script_command final : public sample_command {
public:
    script_command()
        : sample_command(
              {"script",
               "[DATA]",
               "print each sample, as perf script does",
               "Prints each sample with its stack, as `perf script` does: what viewers of its text "
               "read, such as speedscope, the Firefox profiler and FlameGraph's "
               "stackcollapse-perf.pl.",
               {{"> samples.txt", "for a viewer"},
                {"--folded | flamegraph.pl > flames.svg", "for a flame graph"}}},
              sample_view::script) {}

    void add_to(CLI::App& app) override {
        add_data_to(app);
        sample_command::add_to(app);
        app.add_flag("--folded", m_samples.folded,
                     "a line a stack, for flame graphs, in place of that");
    }
};

} // namespace

std::unique_ptr<command> make_script() {
    return std::make_unique<script_command>();
}

} // namespace platform::pmu_run
