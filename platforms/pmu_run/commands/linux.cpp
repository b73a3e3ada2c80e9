// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/validators.h>
#include <pmu_run/linux/linux_run.h>

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

namespace {

class linux_command final : public command {
public:
    linux_command()
        : command({"linux",
                   "--kernel FILE",
                   "boot a Linux kernel on a board with an ARM11",
                   "Boots a kernel on the instruction-set simulator, on a board with what Linux "
                   "needs of a Raspberry Pi 1 and the PMU of its CPU. The terminal is its "
                   "console; Ctrl-A x ends the run, Ctrl-A Ctrl-A is Ctrl-A. With --script the "
                   "console expects and types what a file says, and the run ends with that.",
                   {{"--kernel Image --initrd initrd.cpio", "a shell"},
                    {"--kernel Image --initrd initrd.cpio --cpu arm1176",
                     "with the CPU of a Raspberry Pi 1"},
                    {"--kernel Image --initrd initrd.cpio --append quiet --script session",
                     "what a script types"},
                    {"--kernel Image --initrd initrd.cpio --caches 16K:4:32 --cci400 --option "
                     "cci400.revision=3",
                     "behind an interconnect of revision r0"}}}) {}

    void add_to(CLI::App& app) override {
        linux_request& r = m_request;
        add_file(app, "--kernel", r.kernel, "an Image, or a zImage, which unpacks itself");
        add_file(app, "--dtb", r.device_tree, "the device tree [that of the board]");
        add_file(app, "--initrd", r.initrd, "the initial RAM disk");
        app.add_option("--append", r.append, "more kernel arguments")->type_name("ARGUMENTS");
        add_file(app, "--console", r.console,
                 "where what the console shows goes [standard output]");
        add_file(app, "--script", r.script,
                 "what to expect on the console and to type, instead of a keyboard");
        add_file(app, "--counts", r.counts,
                 "where 'counts' of a script writes what the simulator has counted while the PMU "
                 "was on");
        if (const std::vector<std::string> cpus = linux_cpus(); !cpus.empty()) {
            r.cpu = cpus.front();
            add_value(app, "--cpu", r.cpu, CLI::IsMember(cpus), "the CPU of the board");
        }
        app.add_flag("--cci400", r.has_cci400,
                     "what the caches leave of accesses goes through a CCI-400; its parameters are "
                     "--option cci400.NAME=VALUE: those of the part, lines (one or five), secure");
        options.add_report(app);
        options.add_limits(app, "stop after so many instructions [never]");
        r.add_to(app);
        r.gdb.add_to(app);
    }

    void check(const CLI::App& app) override {
        m_request.gdb.check(app);
        if (m_request.kernel.empty()) {
            throw usage_error("linux: expected --kernel FILE");
        }
    }

    int run(runner& by) override { return run_linux(m_request, options, by); }

private:
    linux_request m_request;
};

} // namespace

std::unique_ptr<command> make_linux() {
    return std::make_unique<linux_command>();
}

} // namespace platform::pmu_run
