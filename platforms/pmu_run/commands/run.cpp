// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/file_command.h>

namespace platform::pmu_run {

namespace {

class run_command final : public file_command {
public:
    run_command()
        : file_command(
              {"run",
               "PART FILE...",
               "play access programs, or run firmware",
               "Plays programs on the stub CPU of the platform of the part, one after the other, "
               "and says for each whether its checks held; or runs firmware on the "
               "instruction-set simulator. " +
                   files_text,
               {{"xscale driver.pmu", "play a program on a toggling clock"},
                {"cortex_r5 *.pmu --clock tickless --quiet", "play many, print failures only"},
                {"arm1136 driver.pmu --vcd driver.vcd", "and write its waves"},
                {"arm1136 driver.pmu --report page.html", "and a page of it for a browser"},
                {"arm1136 accesses.pmu --replay driver.vcd --map auto",
                 "with the events of those waves"},
                {"arm1136 firmware.elf first second", "run firmware with two arguments"},
                {"cortex_r5 firmware.elf --caches 16K:4:32 -- -v",
                 "with caches, and an option for it"}}}) {
        may_be_point = true;
    }
};

} // namespace

std::unique_ptr<command> make_run() {
    return std::make_unique<run_command>();
}

} // namespace platform::pmu_run
