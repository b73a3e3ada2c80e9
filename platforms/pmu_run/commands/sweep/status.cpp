// SPDX-License-Identifier: Apache-2.0
#include "sweep_actions.h"

#include <process/printable.h>
#include <sweep/store_lock.h>
#include <sweep/verdict.h>

#include <iostream>

namespace platform::pmu_run {

namespace {

using namespace sweep;

class status_action final : public sweep_folder_action {
public:
    status_action()
        : sweep_folder_action({"status",
                               "FOLDER",
                               "say how far a sweep is",
                               "Says how far a sweep is, also while it runs.",
                               {{"study.sweep", "how many points are done"}}}) {}

    int run(runner& /*by*/) override {
        const store results(m_folder);
        const auto plan = plan::load(results, interface_of_points());
        const work_list work(*plan, results);
        print_cost(*plan, results, work, jobs_of(0));
        if (const std::string owner = store_lock::owner(results); !owner.empty()) {
            std::cout << "at work: " << process::printable(owner) << '\n';
        }
        constexpr std::size_t most = 20;
        std::size_t shown = 0;
        plan->points().for_each_included([&](std::uint64_t index) {
            if (work.state(index) == point_state::failed && shown++ < most) {
                const verdict v = judge(plan->of(), results, plan->key(index));
                std::cout << process::printable("failed: " + plan->points().describe(index) + ": " +
                                                v.reason + "; " + results.path(v.log))
                          << '\n';
            }
        });
        if (shown > most) {
            std::cout << "and " << shown - most << " more\n";
        }
        return all_held;
    }
};

} // namespace

std::unique_ptr<command> make_sweep_status() {
    return std::make_unique<status_action>();
}

} // namespace platform::pmu_run
