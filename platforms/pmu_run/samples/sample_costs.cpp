// SPDX-License-Identifier: Apache-2.0
// Samples as the costs of instructions and calls.
#include "sample_table.h"

#include <iss/profile/callgrind_file.h>
#include <process/words.h>

#include <algorithm>
#include <ostream>
#include <set>

namespace platform::pmu_run {

namespace {

using iss::call_profile;

/// A name without blanks: the names of events in a file of samples are anybody's.
std::string one_word(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }, '_');
    return name.empty() ? "_" : name;
}

/// The function of an address in a stack.
std::uint32_t function_in_stack(const iss::elf_image& image, std::uint32_t pc) {
    return pc == call_profile::callers_left_out ? call_profile::calls_left_out
                                                : call_profile::function_in(image, pc);
}

/// Adds the calls of a stack. How many there were nobody knows: each counts once for each sample
/// that has seen it. One of a function that has not returned has no costs, see costs_of().
void add_calls(iss::callgrind_costs& costs, const iss::elf_image& image,
               const std::vector<std::uint32_t>& stack, std::uint64_t samples,
               const iss::callgrind_costs::counts& cost) {
    std::set<std::uint32_t> active;
    std::set<iss::callgrind_costs::edge> seen;
    iss::callgrind_costs::edge call;
    for (const std::uint32_t pc : stack) {
        call.callee = function_in_stack(image, pc);
        const bool is_first = active.insert(call.callee).second;
        if (active.size() != 1 || !is_first) {
            iss::callgrind_costs::call_cost& of_call = costs.calls[call];
            of_call.calls += seen.insert(call).second ? samples : 0;
            if (is_first) {
                iss::callgrind_costs::add(of_call.all, cost);
            }
        }
        call.caller = call.callee;
        call.site = pc;
    }
}

} // namespace

void write_sample_costs(std::ostream& out, const sample_table& table,
                        const sample_request& request) {
    const std::vector<std::size_t> chosen = chosen_events(table.header, request.event);
    iss::callgrind_costs costs;
    for (std::size_t n = 0; n != chosen.size(); ++n) {
        const iss::recorded_event& event = table.header.events[chosen[n]];
        costs.events.push_back({one_word(event.name), text_of("samples times ", event.period)});
        const auto cost_of = [&](std::uint64_t samples) {
            iss::callgrind_costs::counts counts(chosen.size());
            counts[n] = samples * event.period;
            return counts;
        };
        for (const auto& [pc, samples] : table.events[chosen[n]].by_pc) {
            iss::callgrind_costs::add(costs.own[pc], cost_of(samples));
        }
        for (const auto& [stack, samples] : table.events[chosen[n]].by_stack) {
            add_calls(costs, table.image, stack, samples, cost_of(samples));
        }
    }
    iss::write_callgrind(out, table.image, costs, "pmu_run-" TLM_PMU_VERSION,
                         table.header.firmware);
}

} // namespace platform::pmu_run
