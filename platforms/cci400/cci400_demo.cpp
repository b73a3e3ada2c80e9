// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_platform.h>

namespace platform {
bool cci400_demo(const demo_request&, std::ostream&) { return false; }
} // namespace platform
