// SPDX-License-Identifier: Apache-2.0
// Access programs in a folder that a test has for itself.
#pragma once

#include "pmu_run_process.h"

#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace pmu_run_test {

class program_fixture : public testing::Test {
protected:
    /// \return its path
    std::string program(const std::string& name, const std::string& text) const {
        folder.write(name, text);
        return folder.path(name);
    }
    std::string passing() const { return program("passing.pmu", "print \"hello\"\n"); }
    /// Takes hours.
    std::string endless() const { return program("endless.pmu", "run 1_000_000_000_000\n"); }
    /// Prints without end.
    std::string talkative() const {
        return program("talkative.pmu",
                       "repeat 1_000_000_000\nprint \"all work and no play\"\nend\n");
    }

    /// \throws nlohmann::json::exception where it is no JSON
    nlohmann::json json(const std::string& name) const {
        return nlohmann::json::parse(folder.read(name));
    }

    const sc_test::temporary_folder folder;
};

} // namespace pmu_run_test
