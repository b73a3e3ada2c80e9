// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include "stop_request.h"

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

void command::arm() const {
    arm_stop_request(0);
}

bool is_given(const CLI::App& app, const std::string& name) {
    const CLI::Option* const option = app.get_option_no_throw(name);
    return option != nullptr && option->count() != 0;
}

} // namespace platform::pmu_run
