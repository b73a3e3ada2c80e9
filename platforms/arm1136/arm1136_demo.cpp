// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_platform.h>

namespace platform {
bool arm1136_demo(const demo_request&, std::ostream&) { return false; }
} // namespace platform
