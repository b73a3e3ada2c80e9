// SPDX-License-Identifier: Apache-2.0
#include "demo_run.h"

#include <report/page.h>
#include <report/perf_table.h>
#include <report/run_data.h>
#include <report/run_recorder.h>

#include <memory>
#include <vector>

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
        report::write_page(out, all.size() == 1 ? all.front() : report::joined(std::move(all)));
    }

private:
    struct watched {
        std::string name;
        const part::part_entry& part;
        std::unique_ptr<report::run_recorder> recorder;
    };

    report::run_description description_of(const watched& u, bool held) const {
        report::run_description run;
        run.kind = "demo";
        run.title = m_platform.name + ", " + report::grouped(m_request.cycles) +
                    " cycles of activity a pass";
        run.clock =
            m_request.clock.kind == components::clock_kind::tickless ? "tickless" : "sc_clock";
        run.period_ps = m_request.clock.period.value();
        run.result = {{"passed", held},
                      {"text", held ? "every count is right" : "not every count is right"}};
        run.unit = u.name;
        run.units = m_units.size();
        return run;
    }

    const platform_entry& m_platform;
    const part::demo_request& m_request;
    std::vector<watched> m_units;
};

} // namespace

bool run_demo(const platform_entry& platform, part::demo_request request, std::ostream* page,
              std::ostream& tables) {
    demo_page shown(platform, request);
    if (page != nullptr) {
        request.on_begin = [&](const std::vector<part::watched_part>& units) {
            shown.watch(units);
        };
        request.on_end = [&](bool held) { shown.write(*page, held); };
    }
    return platform.demo(request, tables);
}

} // namespace platform::pmu_run
