// SPDX-License-Identifier: Apache-2.0
// What ARM and Thumb code have in common.
#include "code_world.h"

namespace platform::fuzz {

namespace {

struct coprocessor_registers {
    std::uint32_t coproc;
    std::uint32_t crn;
    std::uint32_t crm;
    std::uint32_t opc2;
};

coprocessor_registers pmu_register(random_source& random, const code_world& world) {
    if (world.set == instruction_set::v7r) {
        return {15, 9, 12 + random.below(3), random.below(8)};
    }
    if (world.set == instruction_set::v6) {
        return {15, 15, 12, random.below(8)};
    }
    return {14, random.below(9), random.below(3), 0};
}

coprocessor_registers system_register(random_source& random) {
    switch (random.below(8)) {
    case 0: return {15, 1, 0, random.below(3)};                // SCTLR, ACTLR, CPACR
    case 1: return {15, 7, random.below(16), random.below(8)}; // caches, barriers, WFI
    case 2: return {15, 7, random.pick({5U, 6U, 7U, 10U, 14U}), random.below(5)};
    case 3: return {15, 8, random.pick({5U, 6U, 7U}), random.below(3)}; // TLBs
    case 4: return {15, 13, 0, random.below(5)};                        // process and context ID
    case 5: return {15, 0, random.below(3), random.below(8)};           // identification
    case 6: return {14, random.pick({6U, 7U}), 0, 0};                   // XScale: clock, power
    default: return {15, random.below(16), random.below(16), random.below(8)};
    }
}

} // namespace

const char* any_caches(random_source& random) {
    static constexpr const char* some[] = {"4K:4:32", "1K:1:16", "16K:4:32:lru", "2K:2:64:random"};
    return random.pick(some);
}

std::uint32_t any_register(random_source& random) {
    static constexpr std::uint32_t scratch[] = {0, 1, 2, 3, 7, 8, 12};
    return random.one_in(32) ? random.below(16) : random.pick(scratch);
}

std::uint32_t low_register(random_source& random) {
    return random.one_in(32) ? random.below(8) : random.below(4);
}

std::uint32_t coprocessor_access(random_source& random, const code_world& world) {
    const coprocessor_registers r =
        random.one_in(3) ? system_register(random) : pmu_register(random, world);
    // Reads of control registers are harmless; writes to them are seldom.
    const bool is_read = random.one_in(2) || (r.crn == 1 && r.coproc == 15 && !random.one_in(8));
    const std::uint32_t opc1 = random.one_in(16) ? random.below(8) : 0;
    return 0xEE00'0010U | opc1 << 21U | (is_read ? 1U << 20U : 0U) | r.crn << 16U |
           any_register(random) << 12U | r.coproc << 8U | r.opc2 << 5U | r.crm;
}

std::uint32_t vfp_instruction(random_source& random) {
    static constexpr std::uint32_t some[] = {
        0xEE31'0B02, // vadd.f64 d0, d1, d2
        0xEE20'0A81, // vmul.f32 s0, s1, s2
        0xEE81'0B02, // vdiv.f64 d0, d1, d2
        0xEEB1'0BC1, // vsqrt.f64 d0, d1
        0xEEB4'0A60, // vcmp.f32 s0, s1
        0xEEF1'FA10, // vmrs APSR_nzcv, fpscr
        0xEEF1'0A10, // vmrs r0, fpscr
        0xEEE1'0A10, // vmsr fpscr, r0
        0xEEF8'1A10, // vmrs r1, fpexc
        0xEEE8'1A10, // vmsr fpexc, r1
        0xED94'0B02, // vldr d0, [r4, #8]
        0xED84'1A01, // vstr s2, [r4, #4]
        0xEC94'0B08, // vldmia r4, {d0-d3}
        0xED2D'0B04, // vpush {d0, d1}
        0xECBD'0B04, // vpop {d0, d1}
        0xEC41'0B11, // vmov d1, r0, r1
        0xEE10'0A10, // vmov r0, s0
    };
    return random.one_in(8) ? 0xEC00'0A00U | (random.word() & 0x03FF'F1FFU) : random.pick(some);
}

std::uint32_t semihosting_call(random_source& random) {
    if (random.one_in(24)) {
        return random.pick({0x18U, 0x20U});
    }
    if (random.one_in(8)) {
        const std::uint32_t any = random.word();
        return any == 0x11 || any == 0x18 || any == 0x20 ? 0U : any;
    }
    static constexpr std::uint32_t calls[] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                              0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x0E, 0x0F,
                                              0x10, 0x12, 0x13, 0x15, 0x16, 0x30, 0x31};
    return random.pick(calls);
}

std::uint32_t device_offset(random_source& random) {
    return random.one_in(8) ? random.below(0x1000) : random.below(16) * 4U;
}

} // namespace platform::fuzz
