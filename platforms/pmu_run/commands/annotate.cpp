// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/sample_command.h>
#include <pmu_run/validators.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class annotate_command final : public sample_command {
public:
    annotate_command()
        : sample_command(
              {"annotate",
               "[SYMBOL]",
               "show code with the share that each instruction has of the samples",
               "Prints the instructions of a function, or of all that have samples, with their "
               "source lines. Lines are known of firmware that was built with -g; their text is "
               "shown where the source is found.",
               {{"", "all functions that have samples"}, {"main -i misses.data", "one of them"}}},
              sample_view::annotate) {}

    void add_to(CLI::App& app) override {
        app.add_option("SYMBOL", m_samples.symbol,
                       "a function or an address [all that have samples]");
        sample_command::add_to(app);
        app.add_option("--source", m_samples.source,
                       "where sources are [where the compiler had them, next to the firmware, "
                       "here]")
            ->type_name("FOLDER")
            ->check(folder());
    }
};

} // namespace

std::unique_ptr<command> make_annotate() {
    return std::make_unique<annotate_command>();
}

} // namespace platform::pmu_run
