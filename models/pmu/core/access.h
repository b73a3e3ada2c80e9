// SPDX-License-Identifier: Apache-2.0
// Who makes a register access, and how the access may end.
#pragma once

#include <pmu/core/api.h>

/// Models of performance monitoring units. A part has its registers, its events, its core (the
/// manual without time, plain C++) and its module (the core under SystemC).
namespace PMU_API pmu {

/// Attributes of one register access. A bus master that states none is privileged and secure.
struct access_attributes {
    bool privileged = true; ///< false: User mode
    bool secure = true;     ///< false: Non-secure transaction
};

/// How an access ends. The wrapper maps each value to the TLM response of the same name. On MCR and
/// MRC everything but `ok` is the Undefined exception.
enum class response {
    ok,                ///< done
    address_error,     ///< no such register, or the address is unusable
    command_error,     ///< the register exists, but this mode may not do this to it
    burst_error,       ///< data length or streaming width is not that of one word
    byte_enable_error, ///< byte enables not all set
};

} // namespace pmu
