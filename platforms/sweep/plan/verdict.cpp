// SPDX-License-Identifier: Apache-2.0
#include <sweep/plan/verdict.h>

#include <algorithm>

namespace platform::sweep {

namespace {

/// Empty: this run is a result.
std::string fault_of(const spec& of, const json& record) {
    const auto code = record.find("exit_code");
    return code != record.end() && code->is_number_integer()
               ? fault_of_exit_code(of, code->get<int>())
               : "";
}

} // namespace

std::string fault_of_exit_code(const spec& of, int code) {
    return of.exit_codes.count(code) != 0 ? "" : "exit code " + std::to_string(code);
}

std::uint64_t most_ends(const spec& of) {
    return std::max<std::uint64_t>(of.limits.retries, 1) + 1;
}

void add_end(const store& results, const std::string& key, const std::string& point,
             const std::string& log) {
    results.add_failure(key, {{"format", 1},
                              {"key", key},
                              {was_ended, true},
                              {"reason", "its task was ended while it ran"},
                              {"point", point},
                              {"err", log},
                              {"out", ""}});
}

verdict judge(const spec& of, const store& results, const std::string& key, bool may_have_result,
              bool may_have_failures) {
    verdict v;
    std::uint64_t failed = 0;
    std::uint64_t ended = 0;
    if (may_have_failures) {
        for (failed_attempt& attempt : results.failures(key)) {
            const bool is_result =
                attempt.record.value(has_figures, false) && fault_of(of, attempt.record).empty();
            if (is_result) {
                if (v.state != point_state::done) {
                    v.state = point_state::done;
                    v.record = std::move(attempt.record);
                }
                continue;
            }
            ++(attempt.record.value(was_ended, false) ? ended : failed);
            ++v.attempts;
            v.reason = attempt.record.value("reason", "");
            v.log = attempt.path;
            if (v.state != point_state::done) {
                v.record = std::move(attempt.record);
            }
        }
    }
    if (may_have_result) {
        if (auto result = results.result(key, &v.broken)) {
            v.reason = fault_of(of, *result);
            v.state = v.reason.empty() ? point_state::done : point_state::failed;
            v.log = v.reason.empty() ? v.log : results.result_name(key);
            v.attempts += v.reason.empty() ? 0 : 1;
            v.record = std::move(result);
            return v;
        }
    }
    if (v.state != point_state::done) {
        const bool is_failed = failed > of.limits.retries;
        if (ended >= most_ends(of) && !is_failed) {
            v.reason = "its task was ended " + std::to_string(ended) + " times while it ran";
        }
        v.state = is_failed || ended >= most_ends(of) ? point_state::failed : point_state::missing;
    }
    return v;
}

} // namespace platform::sweep
