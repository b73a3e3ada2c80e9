// SPDX-License-Identifier: Apache-2.0
#include <activity/cycle_activity.h>

#include <pmu/core/enumerators.h>

#include <string>
#include <vector>

namespace platform::activity {

const char* name_of(activity_kind kind) {
    constexpr const auto& spelled = pmu::enumerator_names<activity_kind>;
    static const std::vector<std::string> names(spelled.begin(), spelled.end());
    return names[index_of(kind)].c_str();
}

} // namespace platform::activity
