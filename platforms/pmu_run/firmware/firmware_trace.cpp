// SPDX-License-Identifier: Apache-2.0
#include "firmware_trace.h"

#include "address_range.h"
#include "simulated_cpu.h"
#include <pmu_run/command_line/event_words.h>

#include <iss/cpu/iss_text.h>
#include <iss/host/function_names.h>

#include <algorithm>

namespace platform::pmu_run {

namespace {

using activity::activity_kind;

std::uint64_t kind_of(const std::string& word, const event_pointers& all,
                      const iss::firmware_part& part, bool has_caches) {
    constexpr const char* option = "--trace-event";
    const chosen_event event = find_event(all, word, part.part, option);
    const auto kind =
        event.desc == nullptr ? activity_kind::cycle : part.kind_of(event.desc->number);
    if (!kind ||
        (*kind != activity_kind::cycle && !iss::core_model_of(part.cpu).knows(*kind, has_caches))) {
        throw usage_error(option, " ", word, ": the simulator cannot know ", event.name,
                          has_caches ? "" : ", or only with --caches");
    }
    if ((activity::bit_of(*kind) & iss::kinds_in_no_trace) != 0) {
        throw usage_error(option, " ", word, ": no line of a trace tells of ", event.name);
    }
    return activity::bit_of(*kind);
}

} // namespace

iss::trace_filter trace_filter_of(const firmware_options& request, const iss::firmware_part& part,
                                  const program::option_values& options,
                                  const iss::elf_image& image) {
    iss::trace_filter filter;
    for (const std::string& name : request.trace_functions) {
        const auto functions = iss::functions_named(image, name);
        if (functions.empty()) {
            throw usage_error("--trace-function: expected a function of ", image.path, ", got '",
                              name, "'");
        }
        for (const iss::elf_symbol* f : functions) {
            filter.ranges.push_back({f->address, f->address + std::max(f->size, 1U) - 1});
        }
    }
    for (const std::string& text : request.trace_ranges) {
        const address_range range = read_range("--trace-range", text, image);
        if (range.to <= range.from) {
            throw usage_error("--trace-range ", text, ": expected TO after FROM");
        }
        filter.ranges.push_back({range.from, range.to - 1});
    }
    const event_pointers all = part.shown_events(options);
    for (const std::string& list : request.trace_events) {
        for (const std::string& word : words_of(list)) {
            filter.kinds |= kind_of(word, all, part, caches_of(request).exist());
        }
    }
    return filter;
}

} // namespace platform::pmu_run
