// SPDX-License-Identifier: Apache-2.0
// What has changed since an earlier run of the benchmarks.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace bench {

/// \throws std::runtime_error it is not of the form of what `--json` writes
void check_report(const nlohmann::json& report);

/// Lines that say which figures differ by more than noise, which are new and which are gone, and
/// which versions have changed. A figure differs where neither median lies between the quartiles of
/// the other run and they are at least a fiftieth apart.
/// \param before,now as check_report() wants them
std::vector<std::string> changes(const nlohmann::json& before, const nlohmann::json& now);

} // namespace bench
