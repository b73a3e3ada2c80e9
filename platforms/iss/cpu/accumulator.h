// SPDX-License-Identifier: Apache-2.0
// The multiply-accumulate coprocessor of the XScale, CP0.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/engine/unicorn_engine.h>

#include <cstdint>

namespace platform::iss {

/// The 40 bits of acc0; the instructions MIA, MIAPH, MIAxy, MAR and MRA (XScale core
/// manual, 2.3.1); and the register of CP15 that lets them through, CPAR (7.2.15 of the 80200
/// manual). The engine dies of a MIA that CPAR lets through, so it never gets to know what is
/// written there.
class accumulator {
public:
    /// Whether it is one of those, or a read or write of CPAR.
    static bool is_access(const instruction& i);
    /// Executes one that passes its condition.
    /// \return false: it is Undefined and has changed nothing
    bool execute(const instruction& i, unicorn_engine& registers);

private:
    bool access_enables(const instruction& i, unicorn_engine& registers);
    void multiply(const instruction& i, const unicorn_engine& registers);
    void transfer(const instruction& i, unicorn_engine& registers);

    std::uint32_t m_enabled = 0; ///< CPAR: a bit for each of CP0 to CP13
    std::int64_t m_value = 0;    ///< acc0, sign-extended
};

} // namespace platform::iss
