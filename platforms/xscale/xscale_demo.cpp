// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_platform.h>

namespace platform { // TEMPORARY: no demonstration yet
bool xscale_demo(const demo_request&, std::ostream&) { return false; }
} // namespace platform
