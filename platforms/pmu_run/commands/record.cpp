// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/validators.h>
#include <pmu_run/file_command.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class record_command final : public file_command {
public:
    record_command()
        : file_command(
              {"record",
               "PART FILE...",
               "run firmware and take samples of it",
               "Runs firmware, an ELF file and its arguments, and takes a sample each time that an "
               "event has occurred so often: the instruction, the time, and with -g who has "
               "called. A PMU of the same part counts for that, which the firmware does not see: "
               "its own counts, its time and its interrupts are what they are without. A sample is "
               "of the very instruction that brought the occurrence, in both modes, and an event "
               "that has occurred N times has N/PERIOD samples, rounded down; with --jitter "
               "perhaps one more. Call chains are those of calls that have not returned, as the "
               "simulator has followed them: no frame pointer and no unwind table is needed. "
               "`report`, `annotate` and `script` show the file.",
               {{"arm1136 firmware.elf", "a sample each 10007 cycles, a prime number"},
                {"cortex_r5 firmware.elf -e 0x08 -c 1000 -g",
                 "each 1000 instructions, with callers"},
                {"xscale firmware.elf --caches 32K:32:32 -e 0x0B -c 10 -o misses.data",
                 "each tenth miss of the data cache"}}}) {
        m_firmware.record.emplace();
    }

    void add_to(CLI::App& app) override {
        add_runs_to(app);
        record_request& r = *m_firmware.record;
        app.add_option("-e,--event", r.events,
                       "only these events, by name or number (0x07, r07), with commas between "
                       "[cycles]")
            ->allow_extra_args(false);
        app.add_option("-c,--count", r.periods,
                       "a sample each so many occurrences: of every event, or once for each -e; a "
                       "prime number, or --jitter, is for loops of round numbers [10007]")
            ->type_name("PERIOD")
            ->transform(whole_number(1, std::uint64_t{1} << 32U))
            ->allow_extra_args(false);
        app.add_option("--jitter", r.jitter,
                       "a sample at a random place of each period in place of its end; the same "
                       "seed, the same places")
            ->type_name("SEED")
            ->transform(whole_number());
        app.add_flag("-g,--call-graph", r.chains, "note who has called, too");
        add_file(app, "-o,--output", r.file, "the file of samples [pmu.data]");
        m_firmware.add_to(app);
    }

    void check(const CLI::App& app) override {
        m_part.unit();
        require_firmware(text.name, m_files.empty() ? "" : m_files.front());
        file_command::check(app);
    }
};

} // namespace

std::unique_ptr<command> make_record() {
    return std::make_unique<record_command>();
}

} // namespace platform::pmu_run
