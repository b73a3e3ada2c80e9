// SPDX-License-Identifier: Apache-2.0
#include "demo_run.h"

#include <report/page.h>
#include <report/perf_table.h>
#include <report/run_data.h>
#include <report/run_recorder.h>

#include <iostream>
#include <memory>

namespace platform::pmu_run {

bool run_demo(const platform_entry& platform, part::demo_request request, std::ostream* page) {
    std::unique_ptr<report::run_recorder> recorder;
    if (page != nullptr) {
        const part::part_entry& part = *platform.part;
        request.on_begin = [&](part::pmu_platform& target) {
            target.count_totals();
            recorder = std::make_unique<report::run_recorder>(
                "recorder", target.watched(), part.unit.registers(), target.period(),
                target.watched().totals, report::looking::by_itself);
        };
        request.on_end = [&](bool held) {
            recorder->look();
            report::run_description run;
            run.kind = "demo";
            run.title = report::grouped(request.cycles) + " cycles of activity a pass";
            run.clock =
                request.clock.kind == components::clock_kind::tickless ? "tickless" : "sc_clock";
            run.period_ps = request.clock.period.value();
            run.result = {{"passed", held},
                          {"text", held ? "every count is right" : "not every count is right"}};
            report::write_page(
                *page, report::run_data(*recorder, {part.unit, part.events}, run, TLM_PMU_VERSION));
            recorder.reset(); // before the platform
        };
    }
    return platform.demo(request, std::cout);
}

} // namespace platform::pmu_run
