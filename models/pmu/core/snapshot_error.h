// SPDX-License-Identifier: Apache-2.0
// Why a snapshot cannot be saved or restored.
#pragma once

#include <pmu/core/api.h>

#include <stdexcept>

namespace PMU_API pmu {

/// What cannot be saved or restored: the message is one sentence.
class snapshot_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace pmu
