// SPDX-License-Identifier: Apache-2.0
// SC_METHOD and SC_THREAD in a module of our own, on SystemC 2.3 and 3.0.
#pragma once

#include <systemc>

/// Says whose member functions SC_METHOD and SC_THREAD name. SystemC 2.3 must be told, 3.0 knows
/// and calls its own macro for that obsolete.
#if SC_VERSION_MAJOR >= 3
#define MODULE_PROCESSES(module) static_assert(true, "takes the semicolon")
#else
#define MODULE_PROCESSES(module) SC_HAS_PROCESS(module)
#endif
