// SPDX-License-Identifier: Apache-2.0
// What software knows a CPU by. That of each CPU is in cpus/PART_cpu.h; <generated/expected_cpus.h>
// has them all.
#pragma once

#include <cstdint>

namespace iss_test {

struct expected_cpu {
    std::uint32_t main_id;      ///< implementer in bits 31:24, part in 15:4
    std::uint32_t main_id_mask; ///< the bits that a manual gives

    // Of a CPU that the board of Linux can have: what Linux 6.1 knows it by.
    const char* compatible = "";     ///< Documentation/devicetree/bindings/arm/cpus.yaml
    const char* pmu_compatible = ""; ///< armv6_pmu_of_device_ids of arch/arm/kernel/perf_event_v6.c
    bool has_v_bit = false;          ///< no matter of Linux: ARM DDI 0301, 3.2.50
};

} // namespace iss_test
