// SPDX-License-Identifier: Apache-2.0
// Tests of the folder of the firmware are run for both ways to follow names.
#pragma once

#include <iss/host/guest_folder.h>

#include <gtest/gtest.h>

#include <string>

namespace platform::iss {

inline const auto each_lookup = testing::Values(name_lookup::best, name_lookup::walk);

inline std::string lookup_text(const testing::TestParamInfo<name_lookup>& lookup) {
    return lookup.param == name_lookup::best ? "kernel" : "walk";
}

} // namespace platform::iss
