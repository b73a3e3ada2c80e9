// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/core_model.h>

namespace platform {

const core_model& core_model_of(cpu_type type) {
    // Architectures by the values of Tag_CPU_arch in the ARM ABI addenda.
    constexpr unsigned v5te = 4;
    constexpr unsigned v6k = 9; // since ARM1136 r1p0
    constexpr unsigned v7 = 10;
    // c7, c0, 4 of CP15; PWRMODE of the XScale is c7 of CP14.
    constexpr pmu::coprocessor_register cp15_wfi{15, 0, 7, 0, 4};
    constexpr pmu::coprocessor_register pwrmode{14, 0, 7, 0, 0};
    static const core_model arm1136{cpu_type::arm1136, "arm1136", v6k, 0, {},
                                    {10, 10, 32, 2},   {cp15_wfi}};
    static const core_model xscale{cpu_type::xscale, "xscale", v5te, 0, {},
                                   {32, 32, 0, 0},   {pwrmode}};
    static const core_model cortex_r5{cpu_type::cortex_r5, "cortex_r5", v7, 'R', {}, {},
                                      {cp15_wfi}};
    switch (type) {
    case cpu_type::arm1136: return arm1136;
    case cpu_type::xscale: return xscale;
    case cpu_type::cortex_r5: break;
    }
    return cortex_r5;
}

} // namespace platform
