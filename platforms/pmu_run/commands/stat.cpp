// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/file_command.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class stat_command final : public file_command {
public:
    stat_command()
        : file_command(
              {"stat",
               "PART FILE...",
               "the same, and print how often every event occurred",
               "Counts every event of the part while programs are played or firmware runs, "
               "whatever the counters hold; or, with -e and -M, some of them on the counters of a "
               "second PMU, so that the firmware's is left alone. Counts go to standard error, or "
               "where -o says, so that what the program or the firmware prints stays its own. " +
                   files_text,
               {{"arm1136 firmware.elf --caches 16K:4:32", "all events, with cache models"},
                {"cortex_r5 firmware.elf -e cycles,0x08", "two of them"},
                {"arm1136 firmware.elf -e 'cycles,{0x05,0x06},r07'",
                 "more than there are counters"},
                {"ixp42x firmware.elf -M icache,dcache", "what the manual derives from counts"},
                {"xscale firmware.elf --region fft:fft_end -I 0.5",
                 "a part of it, each half millisecond"},
                {"ixp42x firmware.elf -x, -o counts.csv", "for a spreadsheet"},
                {"xscale driver.pmu", "what counters of 64 bits would have counted"},
                {"xscale driver.pmu -e BR_EXEC -j", "one event, as JSON"}}}) {
        may_be_point = true;
        m_firmware.stat.emplace();
    }

    void add_to(CLI::App& app) override {
        file_command::add_to(app);
        m_firmware.stat->add_to(app);
    }

    void check(const CLI::App& app) override {
        stat_request& stat = *m_firmware.stat;
        stat.lists_metrics = stat.lists_metrics || stat.metrics == std::vector<std::string>{"list"};
        if (!stat.lists_metrics) {
            file_command::check(app);
            return;
        }
        m_part.unit();
        for (const CLI::Option* option : app.get_options()) {
            const std::string& name = option->get_single_name();
            if (option->count() != 0 && !option->get_positional() && name != "metrics" &&
                name != "list-metrics") {
                throw usage_error(option->get_name() + " does not go with --list-metrics");
            }
        }
    }

    int run(runner& by) override {
        if (m_firmware.stat->lists_metrics) {
            print_metrics(m_part.name);
            return all_held;
        }
        return file_command::run(by);
    }
};

} // namespace

std::unique_ptr<command> make_stat() {
    return std::make_unique<stat_command>();
}

} // namespace platform::pmu_run
