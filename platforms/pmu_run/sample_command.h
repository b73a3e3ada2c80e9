// SPDX-License-Identifier: Apache-2.0
// Commands that show the samples of a file.
#pragma once

#include "command.h"
#include "sample_request.h"

namespace platform::pmu_run {

class sample_command : public command {
public:
    sample_command(command_text about, sample_view view);
    void add_to(CLI::App& app) override;
    void check(const CLI::App& app) override;
    int run(runner& by) override;

protected:
    void add_data_to(CLI::App& app);

    sample_request m_samples;

private:
    std::vector<std::string> m_events;
};

} // namespace platform::pmu_run
