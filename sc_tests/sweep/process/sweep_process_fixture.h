// SPDX-License-Identifier: Apache-2.0
// Sweeps of access programs that take a moment, in a folder of the test's own.
#pragma once

#include <pmu_run/program_fixture.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace sweep_test {

using pmu_run_test::arguments;
using pmu_run_test::pmu_run_process;
using pmu_run_test::pmu_run_result;
using pmu_run_test::operator+;
using pmu_run_test::run_pmu_run;

class sweep_process_fixture : public pmu_run_test::program_fixture {
protected:
    sweep_process_fixture() {
        program("count.pmu", "write PMNC, 0x0000C001\nevents 12\nrun 20\n"); // DCACHE_ACCESS
        program("fail.pmu", "read PMNC == 0x12345678\n");
    }

    /// Points that differ in the period of the clock.
    std::string spec_of(std::uint64_t points, const std::string& more = "") const {
        folder.write("spec.json", R"({"run": {"file": "count.pmu", "part": "arm1136"},
            "matrix": {"period": {"from": 2, "to": )" +
                                      std::to_string(points + 1) + "}}" + more + "}");
        return folder.path("spec.json");
    }

    std::string store(const std::string& name = "store") const { return folder.path(name); }

    pmu_run_result sweep(const std::string& spec, const arguments& more = {},
                         const std::string& into = "store") const {
        return run_pmu_run(arguments{"sweep", spec, "--jobs", "2", "--into", store(into)} + more);
    }

    std::uint64_t results(const std::string& into = "store") const {
        std::uint64_t count = 0;
        std::error_code ignored; // folders that are being made
        for (std::filesystem::recursive_directory_iterator at(store(into) + "/results", ignored),
             end;
             at != end; at.increment(ignored)) {
            count += at->path().extension() == ".json" && at->path().filename().string()[0] != '.'
                         ? 1
                         : 0;
        }
        return count;
    }

    bool wait_for_results(std::uint64_t count, const std::string& into = "store") const {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
        while (results(into) < count) {
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return true;
    }

    /// What a sweep gives, without what differs between runs on a host.
    nlohmann::json table(const std::string& into = "store") const {
        const pmu_run_result run =
            run_pmu_run({"sweep", "collect", store(into), "--json", folder.path(into + ".json")});
        EXPECT_EQ(run.exit_code, 0) << run;
        nlohmann::json rows = json(into + ".json").at("rows");
        for (nlohmann::json& row : rows) {
            for (const char* name : {"wall_s", "cpu_s", "max_rss_kib"}) {
                row["figures"].erase(name);
            }
        }
        return rows;
    }
};

} // namespace sweep_test
