// SPDX-License-Identifier: Apache-2.0
// What has changed since an earlier run of the benchmarks.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace bench {

/// Lines that say which figures differ by more than noise, which are new and which are gone, and
/// which versions have changed. A figure differs where neither median lies between the quartiles of
/// the other run and they are at least a fiftieth apart.
/// \param before,now what `--json` writes
/// \throws std::runtime_error `before` is not of that form
std::vector<std::string> changes(const nlohmann::json& before, const nlohmann::json& now);

} // namespace bench
