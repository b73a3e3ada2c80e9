// SPDX-License-Identifier: Apache-2.0
// What every header of the models needs of the compiler.
#pragma once

#if defined(__cplusplus) && __cplusplus < 201703L
#error "tlm-pmu needs C++17 or later: -std=c++17"
#endif

/// Stands in `namespace PMU_API pmu` of every file; clang++ asks for it where a function is
/// defined, too. What a header declares is seen outside of a shared library, all else is hidden. So
/// a type, its tables and what RTTI says of them are one in a process, in however many libraries a
/// model is: dynamic_cast and catch find them.
#define PMU_API [[gnu::visibility("default")]]
