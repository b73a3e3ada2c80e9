// SPDX-License-Identifier: Apache-2.0
#include "firmware_watcher.h"
#include "simulated_cpu.h"
#include <pmu_run/command_line/event_words.h>
#include <pmu_run/run/runner.h>

#include <iss/sampling/sample_file.h>

#include <filesystem>
#include <optional>

namespace platform::pmu_run {

namespace {

struct named_event {
    std::string name;
    std::optional<std::uint32_t> number; ///< nothing: cycles of the CPU
    activity::activity_kind kind = activity::activity_kind::cycle;
};

[[noreturn]] void refuse_event(const std::string& name, const std::string& why) {
    throw usage_error("--event ", name, ": ", why);
}

named_event sampled_event_of(const chosen_event& event, const iss::firmware_part& part,
                             bool has_caches) {
    const std::string why = why_not_located(part, event.desc, has_caches);
    if (!why.empty()) {
        refuse_event(event.name, why);
    }
    return {event.name, event.number(),
            event.desc == nullptr ? activity::activity_kind::cycle
                                  : *part.kind_of(event.desc->number)};
}

/// All of them at once, be they groups or not; cycles where none is asked for.
std::vector<chosen_event> asked_events(const record_request& request,
                                       const iss::firmware_part& part, const event_pointers& all) {
    std::vector<chosen_event> events = read_events(request.events, all, part.part);
    if (events.empty()) {
        events.push_back({nullptr, cycles_name});
    }
    return events;
}

/// Takes samples.
class firmware_record final : public firmware_watcher {
public:
    firmware_record(const iss::firmware_part& part, const file_request& request,
                    const program::option_values& options, const output_set& outputs)
        : m_part(part), m_request(request), m_outputs(outputs),
          m_unit(part.counting_port(options)) {
        const std::vector<chosen_event> events =
            asked_events(*request.record, part, part.shown_events(options));
        const std::vector<std::uint64_t>& periods = request.record->periods;
        if (periods.size() > 1 && periods.size() != events.size()) {
            throw usage_error("--count: expected one period, or one for each of ", events.size(),
                              " events, got ", periods.size());
        }
        const bool has_caches = caches_of(request).exist();
        unsigned on_counters = 0;
        for (std::size_t n = 0; n < events.size(); ++n) {
            const named_event event = sampled_event_of(events[n], part, has_caches);
            const bool is_cycles = event.kind == activity::activity_kind::cycle;
            for (std::size_t before = 0; before != n; ++before) {
                const bool is_same = is_cycles ? m_sampled[before].is_cycles
                                               : m_header.events[before].number == event.number;
                if (is_same) {
                    refuse_event(events[n].name,
                                 "it is sampled as " + m_header.events[before].name + " already");
                }
            }
            on_counters += is_cycles ? 0 : 1;
            const std::uint64_t period = periods.empty()       ? record_request::default_period
                                         : periods.size() == 1 ? periods.front()
                                                               : periods[n];
            if (request.record->jitter && period > record_request::most_with_jitter) {
                throw usage_error("--jitter: expected periods up to ",
                                  record_request::most_with_jitter, ", got ", period);
            }
            m_header.events.push_back({event.name, event.number, period});
            m_sampled.push_back(
                {event.number.value_or(0), is_cycles, event.kind, period, request.record->jitter});
        }
        if (on_counters > m_unit.driver->event_counters) {
            throw usage_error("--event: expected at most ", m_unit.driver->event_counters,
                              " events, the counters of the ", part.part.unit.title(),
                              ", and cycles; got ", on_counters);
        }
    }

    void attach(iss::iss_config& cpu, const iss::elf_image& image) override {
        for (const iss::sampled_event& e : m_sampled) {
            cpu.wanted_kinds |= activity::bit_of(e.kind);
        }
        m_header.part = m_part.part.unit.name();
        m_header.firmware = std::filesystem::absolute(m_request.file).lexically_normal().string();
        m_header.code = iss::code_checksum(image);
        m_header.mode = m_request.mode;
        m_header.has_chains = m_request.record->chains;
        m_file = m_outputs.find("--output");
        m_sampler = std::make_unique<iss::sampler>(
            std::move(m_unit), m_sampled, m_header.has_chains ? cpu.profile : nullptr,
            [this](const iss::execution_sample& s) { iss::write_sample(m_file->stream(), s); });
        cpu.watcher = m_sampler.get();
    }

    iss::region_listener* region() override { return m_sampler.get(); }
    void begin(iss::firmware_platform& /*target*/) override {
        if (m_request.has_region()) {
            m_sampler->leave_region();
        }
        iss::write_header(m_file->stream(), m_header);
    }
    void end(iss::firmware_platform& target, const iss::iss_outcome& outcome) override {
        iss::write_end(m_file->stream(), *m_sampler, target.cpu.local_time().value(),
                       outcome.exit_code, explained(outcome.message));
        m_file->close();
        if (m_file->error() != 0) { // there is a message about that
            return;
        }
        std::string counts;
        for (std::size_t n = 0; n < m_header.events.size(); ++n) {
            counts += (n == 0 ? "" : ", ") + std::to_string(m_sampler->samples()[n]) + " of " +
                      m_header.events[n].name;
        }
        tell("samples: ", counts, "; in ", m_request.record->file);
    }

private:
    const iss::firmware_part& m_part;
    const file_request& m_request;
    const output_set& m_outputs;
    iss::recording m_header;
    std::vector<iss::sampled_event> m_sampled; ///< the same for the sampler
    iss::driven_port m_unit;
    std::unique_ptr<iss::sampler> m_sampler;
    output_file* m_file = nullptr;
};

} // namespace

std::unique_ptr<firmware_watcher> make_record(const iss::firmware_part& part,
                                              const file_request& request,
                                              const program::option_values& options,
                                              const output_set& outputs) {
    return std::make_unique<firmware_record>(part, request, options, outputs);
}

} // namespace platform::pmu_run
