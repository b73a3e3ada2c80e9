// SPDX-License-Identifier: Apache-2.0
// Keys of the report that `--json` writes beside those of the figures.
#pragma once

namespace bench {

/// Under it are the versions of what took part, by name.
inline constexpr const char* versions_key = "versions";

} // namespace bench
