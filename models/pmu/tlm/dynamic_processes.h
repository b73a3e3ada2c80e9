// SPDX-License-Identifier: Apache-2.0
// SystemC with sc_spawn, whatever has included it before. A module that spawns its processes needs
// no SC_HAS_PROCESS, which SystemC 3.0 calls obsolete and 2.3 asks for.
#pragma once

#ifndef SC_INCLUDE_DYNAMIC_PROCESSES // SystemC 3.0 always has them
#define SC_INCLUDE_DYNAMIC_PROCESSES
#endif

#include <systemc>
