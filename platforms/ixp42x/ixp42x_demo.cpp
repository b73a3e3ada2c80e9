// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>

namespace platform { // TEMPORARY: no demonstration yet
bool ixp42x_demo(const demo_request&, std::ostream&) { return false; }
} // namespace platform
