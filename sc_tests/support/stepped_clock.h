// SPDX-License-Identifier: Apache-2.0
// A clock that toggles as an sc_clock does.
#pragma once

#include <systemc>

namespace sc_test {

/// An sc_clock that a unit does not recognise: it takes its edges one by one.
class stepped_clock final : public sc_core::sc_clock {
public:
    using sc_core::sc_clock::sc_clock;
};

} // namespace sc_test
