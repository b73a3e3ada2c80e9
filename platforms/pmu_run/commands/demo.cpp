// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/options.h>
#include <pmu_run/command_line/validators.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <page/page.h>
#include <report/perf_table.h>
#include <report/run_data.h>
#include <report/run_recorder.h>

#include <iostream>
#include <memory>

namespace platform::pmu_run {

namespace {

/// The units of a demonstration, and what they do.
class demo_page {
public:
    demo_page(const platform_entry& platform, const part::demo_request& request)
        : m_platform(platform), m_request(request) {}

    void watch(const std::vector<part::watched_part>& units) {
        for (const part::watched_part& u : units) {
            const part::part_entry& part = u.part != nullptr ? *u.part : *m_platform.part;
            u.unit.count_totals();
            const std::string name = "run_recorder" + std::to_string(m_units.size());
            m_units.push_back(
                {u.name, part,
                 std::make_unique<report::run_recorder>(name.c_str(), u.unit, part.unit.registers(),
                                                        m_request.clock.period, u.unit.totals,
                                                        report::looking::by_itself)});
        }
    }

    /// And forgets them, before the platform is gone.
    void write(std::ostream& out, bool held) {
        std::vector<nlohmann::ordered_json> all;
        for (const watched& u : m_units) {
            u.recorder->look();
            all.push_back(report::run_data(*u.recorder, {u.part.unit, u.part.events},
                                           description_of(u, held), TLM_PMU_VERSION));
        }
        m_units.clear();
        page::write_page(out, all.size() == 1 ? all.front() : report::joined(std::move(all)));
    }

private:
    struct watched {
        std::string name;
        const part::part_entry& part;
        std::unique_ptr<report::run_recorder> recorder;
    };

    report::run_description description_of(const watched& u, bool held) const {
        report::run_description run{
            "demo",
            m_platform.name + ", " + report::grouped(m_request.cycles) +
                " cycles of activity a pass",
            name_of(m_request.clock.kind),
            m_request.clock.period.value(),
            {{"passed", held},
             {"text", held ? "every count is right" : "not every count is right"}}};
        run.unit = u.name;
        run.units = m_units.size();
        return run;
    }

    const platform_entry& m_platform;
    const part::demo_request& m_request;
    std::vector<watched> m_units;
};

class demo_command final : public command {
public:
    demo_command()
        : command({"demo",
                   "PART",
                   "play a driver of the part over generated activity",
                   "Programs the unit as its driver would, while a pipeline or a bus makes events, "
                   "and compares what it counts with what was made. The tables go to standard "
                   "error, or where -o says.",
                   {{"xscale", "a million cycles"},
                    {"system --seed 7", "two CPUs and their interconnect"}}}) {
        may_be_point = true;
    }

    void add_to(CLI::App& app) override {
        constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;
        m_part.add_to(app);
        m_clock.add_to(app);
        options.add_report(app);
        options.add_quiet(app);
        options.add_time_limit(app);
        add_file(app, "-o,--output", m_tables, "print the tables to a file");
        add_value(app, "--cycles", m_request.cycles, whole_number(1000, most_cycles),
                  "cycles of activity in each pass");
        add_value(app, "--seed", m_request.seed, whole_number(), "seed of the activity");
    }

    void check(const CLI::App& /*app*/) override {
        m_part.platform();
        m_clock.choice();
    }

    int run(runner& by) override {
        by.outputs.open({{"--report", options.report}, {"--output", m_tables}});
        by.outputs.begin();
        const platform_entry& platform = m_part.platform();
        m_request.clock = m_clock.choice();
        m_request.stop_asked = is_stop_requested;
        demo_page shown(platform, m_request);
        if (output_file* const page = by.outputs.find("--report")) {
            m_request.on_begin = [&](const std::vector<part::watched_part>& units) {
                shown.watch(units);
            };
            m_request.on_end = [&shown, page](bool held) { shown.write(page->stream(), held); };
        }
        return platform.demo(m_request, by.outputs.stream("--output", std::cerr)) ? all_held
                                                                                  : not_all_held;
    }

private:
    part_argument m_part;
    clock_options m_clock;
    std::string m_tables;
    part::demo_request m_request{};
};

} // namespace

std::unique_ptr<command> make_demo() {
    return std::make_unique<demo_command>();
}

} // namespace platform::pmu_run
