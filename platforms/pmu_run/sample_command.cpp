// SPDX-License-Identifier: Apache-2.0
#include "sample_command.h"

#include "option_groups.h"

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

sample_command::sample_command(command_text about, sample_view view) : command(std::move(about)) {
    m_samples.view = view;
}

void sample_command::add_data_to(CLI::App& app) {
    app.add_option("DATA", m_samples.file, "a file that record has written [pmu.data]");
}

void sample_command::add_to(CLI::App& app) {
    app.add_option("-e,--event", m_events, "only this event, by name or number (0x07, r07)")
        ->allow_extra_args(false);
    add_file(app, "-i,--input", m_samples.file, "a file that record has written [pmu.data]");
    add_file(app, "--firmware", m_samples.firmware, "where the firmware is now [where it was]");
}

void sample_command::check(const CLI::App& app) {
    if (is_given(app, "DATA") && is_given(app, "--input")) {
        throw usage_error("expected one file of samples, got DATA and --input");
    }
    for (const std::string& event : m_events) {
        m_samples.event += (m_samples.event.empty() ? "" : ",") + event;
    }
    if (m_samples.event.find(',') != std::string::npos) {
        throw usage_error("--event: expected one event, got '" + m_samples.event + "'");
    }
    if (m_samples.folded && (m_samples.children || is_given(app, "--sort"))) {
        throw usage_error(std::string(m_samples.children ? "--children" : "--sort") +
                          " does not go with --folded");
    }
}

int sample_command::run(runner& /*by*/) {
    return show_samples(m_samples);
}

} // namespace platform::pmu_run
