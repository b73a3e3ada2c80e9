// SPDX-License-Identifier: Apache-2.0
#include "code_world.h"

namespace platform::fuzz {

namespace {

constexpr std::uint32_t always = 0xE000'0000;

std::uint32_t condition(random_source& random) {
    return random.below(5) < 3 ? always : random.below(15) << 28U;
}

/// Where data is: most bases are those that are kept.
std::uint32_t arm_base_register(random_source& random) {
    if (random.one_in(48)) {
        return random.below(16);
    }
    return random.one_in(3) ? 13U : data_register;
}

std::uint32_t data_processing(random_source& random) {
    const std::uint32_t op = random.below(16);
    // Comparisons always set the flags: without S they are other instructions.
    const std::uint32_t s = op >= 8 && op < 12 ? 1U : random.below(2);
    std::uint32_t word = condition(random) | op << 21U | s << 20U | any_register(random) << 16U |
                         any_register(random) << 12U;
    switch (random.below(3)) {
    case 0: word |= 1U << 25U | random.below(0x1000); break;
    case 1:
        word |= random.below(256) << 4U | any_register(random);
        word &= ~0x10U;
        break;
    default:
        word |= 0x10U | random.below(4) << 5U | any_register(random) << 8U | any_register(random);
        break;
    }
    return word;
}

std::uint32_t load_store(random_source& random) {
    std::uint32_t word = condition(random) | 1U << 26U | 1U << 23U |
                         arm_base_register(random) << 16U | any_register(random) << 12U |
                         random.below(2) << 20U | (random.one_in(3) ? 1U << 22U : 0U);
    const bool is_pre = !random.one_in(8);
    word |= is_pre ? 1U << 24U : 0U;
    word |= random.one_in(16) ? 1U << 21U : 0U;
    if (random.one_in(8)) { // by a register: most of these go astray
        return word | 1U << 25U | random.below(32) << 7U | any_register(random);
    }
    return word | (random.one_in(4) ? random.below(0x400) : random.below(0x100) * 4U);
}

std::uint32_t load_store_extra(random_source& random) {
    const std::uint32_t offset = random.one_in(3) ? random.below(256) : random.below(32) * 8U;
    return condition(random) | 0x01C0'0090U | random.below(2) << 20U |
           (1U + random.below(3)) << 5U | arm_base_register(random) << 16U |
           (any_register(random) & 0xEU) << 12U | offset >> 4U << 8U | (offset & 15U);
}

std::uint32_t load_store_multiple(random_source& random) {
    const std::uint32_t list = random.one_in(4)
                                   ? random.word() & 0x7FFFU & ~(7U << 4U) & ~(1U << 13U)
                                   : random.word() & 0x110FU;
    std::uint32_t word = condition(random) | 0x0800'0000U | random.below(2) << 20U |
                         random.below(4) << 23U | arm_base_register(random) << 16U | list;
    word |= random.one_in(24) ? 1U << 22U : 0U; // ^
    word |= random.one_in(8) ? 1U << 21U : 0U;
    word |= random.one_in(48) ? 1U << 15U : 0U;
    return word;
}

std::uint32_t multiply(random_source& random, const code_world& world) {
    const std::uint32_t registers = any_register(random) << 16U | any_register(random) << 12U |
                                    any_register(random) << 8U | any_register(random);
    switch (random.below(world.set == instruction_set::v7r ? 4U : 3U)) {
    case 0: return condition(random) | 0x90U | random.below(16) << 20U | registers;
    case 1:
        return condition(random) | 0x0100'0080U | random.below(4) << 21U | registers |
               random.below(4) << 5U;
    case 2: return always | 0x0E20'0010U | registers; // XScale: MIA
    default:
        return condition(random) | 0x0710'F010U | random.below(2) << 21U |
               (registers & 0x000F'0F0FU);
    }
}

std::uint32_t media(random_source& random) {
    return condition(random) | 0x0600'0010U | (random.word() & 0x01F0'00E0U) |
           any_register(random) << 16U | any_register(random) << 12U | 0xF00U |
           any_register(random);
}

std::uint32_t branch(random_source& random, std::uint32_t rest) {
    const std::uint32_t link = random.one_in(4) ? 1U << 24U : 0U;
    if (random.one_in(6)) { // backward: loops
        return condition(random) | 0x0A00'0000U | link | ((0U - 2U - random.below(8)) & 0xFF'FFFFU);
    }
    return condition(random) | 0x0A00'0000U | link | random.below(rest < 12 ? rest + 1U : 12U);
}

std::uint32_t status(random_source& random, const code_world& world) {
    static constexpr std::uint32_t modes[] = {0x10, 0x11, 0x12, 0x13, 0x17, 0x1B, 0x1F};
    switch (random.below(8)) {
    case 0:
        return condition(random) | 0x010F'0000U | any_register(random) << 12U |
               random.below(2) << 22U;                                         // mrs
    case 1: return condition(random) | 0x0328'F000U | random.below(256) << 4U; // msr CPSR_f
    case 2:
        return condition(random) | 0x0321'F000U | random.pick({0xC0U, 0x80U, 0x40U, 0U}) |
               random.pick(modes);
    case 3:
        return condition(random) | 0x0120'F000U | random.below(16) << 16U | random.below(2) << 22U |
               any_register(random);
    case 4:
        return world.set == instruction_set::v5te
                   ? 0xE10F'0000U
                   : 0xF100'0000U | random.pick({2U, 3U}) << 18U | random.below(8) << 6U;
    case 5: return 0xF102'0000U | random.pick(modes);                   // cps #mode
    case 6: return 0xF101'0000U | (random.one_in(16) ? 0x200U : 0U);    // setend
    default: return condition(random) | 0x0320'F000U | random.below(6); // hints
    }
}

std::uint32_t exception_return(random_source& random) {
    switch (random.below(6)) {
    case 0: return condition(random) | 0x01B0'F00EU;                       // movs pc, lr
    case 1: return condition(random) | 0x025E'F000U | random.below(3) * 4; // subs pc, lr, #n
    case 2:
        return 0xF890'0A00U | random.below(4) << 23U | random.pick({4U, 13U, 14U}) << 16U |
               random.below(2) << 21U; // rfe
    case 3:
        return 0xF84D'0500U | random.below(4) << 23U | random.pick({16U, 18U, 19U, 23U, 31U}) |
               random.below(2) << 21U;                                  // srs
    case 4: return condition(random) | 0x08FD'8000U | random.below(16); // ldm sp!, {..., pc}^
    default: return condition(random) | 0x01A0'F00EU;                   // mov pc, lr
    }
}

std::uint32_t exclusive(random_source& random) {
    const std::uint32_t base = random.one_in(16) ? random.below(16) : data_register;
    const std::uint32_t sizes = random.below(4) << 21U;
    switch (random.below(5)) {
    case 0:
        return condition(random) | 0x0190'0F9FU | sizes | base << 16U |
               (any_register(random) & 0xEU) << 12U;
    case 1:
        return condition(random) | 0x0180'0F90U | sizes | base << 16U |
               any_register(random) << 12U | random.below(4);
    case 2: return 0xF57F'F01FU; // clrex
    default:
        return condition(random) | 0x0100'0090U | random.below(2) << 22U | base << 16U |
               any_register(random) << 12U | random.below(4); // swp
    }
}

void jump_by_register(random_source& random, arm_code& code) {
    const std::uint32_t offset =
        layout::targets - layout::data + random.below(layout::target_count) * 4U;
    const std::uint32_t cc = condition(random);
    switch (random.below(4)) {
    case 0: code.push_back(cc | 0x0590'F000U | data_register << 16U | offset); return; // ldr pc
    case 1:
        code.push_back(cc | 0x01A0'E00FU); // mov lr, pc: a call
        code.push_back(cc | 0x0590'F000U | data_register << 16U | offset);
        return;
    default: break;
    }
    code.push_back(cc | 0x0590'0000U | data_register << 16U | 12U << 12U | offset);
    code.push_back(cc | (random.one_in(2) ? 0x012F'FF1CU : 0x012F'FF3CU)); // bx, blx
}

void change_code(random_source& random, std::uint32_t rest, arm_code& code) {
    code.push_back(0xE590'0000U | data_register << 16U | random.below(0x300) * 4U); // ldr r0
    if (random.one_in(2)) { // an instruction for sure: one of this code
        code.back() = 0xE590'0000U | code_register << 16U | 0x200U | random.below(0x40) * 4U;
    }
    code.push_back(random.one_in(2) // right after this
                       ? 0xE580'0000U | 15U << 16U | random.below(rest < 16 ? 1U : 16U) * 4U
                       : 0xE580'0000U | code_register << 16U | 0x200U | random.below(0x180) * 4U);
    if (!random.one_in(16)) {
        // A branch: what the CPU has fetched before it sees the change is its own affair.
        code.push_back(0xEAFF'FFFFU);
    }
}

void access_device(random_source& random, arm_code& code) {
    std::uint32_t word = condition(random) | 0x0580'0000U | device_register << 16U |
                         any_register(random) << 12U | device_offset(random) |
                         random.below(2) << 20U;
    word |= random.one_in(24) ? 1U << 22U : 0U;
    if (random.one_in(24)) {
        word = condition(random) | 0x0880'0003U | device_register << 16U | random.below(2) << 20U;
    }
    code.push_back(word);
}

void call_semihosting(random_source& random, arm_code& code) {
    const std::uint32_t number = semihosting_call(random);
    code.push_back(number < 256 ? 0xE3A0'0000U | number                       // mov r0
                                : 0xE590'0000U | data_register << 16U | 16U); // ldr r0
    if (!random.one_in(8)) {
        code.push_back(0xE280'1000U | data_register << 16U | random.below(64) * 4U); // add r1
    }
    code.push_back(0xEF12'3456U);
}

// --- the kinds ---------------------------------------------------------------------------------

/// What the code may be, and where it goes.
struct arm_place {
    random_source& random;
    const code_world& world;
    std::uint32_t rest;
    arm_code& code;
};

void append_coprocessor_access(const arm_place& p) {
    std::uint32_t word = coprocessor_access(p.random, p.world);
    if (p.random.one_in(4)) {
        word = (word & 0x0FFF'FFFFU) | condition(p.random);
    }
    p.code.push_back(word);
}

void append_preload(const arm_place& p) {
    p.code.push_back(0xF550'F000U | p.random.below(2) << 22U | 1U << 23U |
                     arm_base_register(p.random) << 16U | p.random.below(0x1000));
}

struct arm_kind {
    std::uint32_t share; ///< of 64
    void (*append)(const arm_place& p);
};

constexpr arm_kind arm_kinds[] = {
    {1,
     [](const arm_place& p) { // svc
         p.code.push_back(condition(p.random) | 0x0F00'0000U | p.random.below(256));
     }},
    {1, [](const arm_place& p) { p.code.push_back(0xE120'0070U | p.random.below(16)); }},  // bkpt
    {1, [](const arm_place& p) { p.code.push_back(condition(p.random) | 0x07F0'00F0U); }}, // udf
    {2, [](const arm_place& p) { p.code.push_back(exception_return(p.random)); }},
    {3, [](const arm_place& p) { p.code.push_back(status(p.random, p.world)); }},
    {4, append_coprocessor_access},
    {1, append_preload},
    {2, [](const arm_place& p) { p.code.push_back(exclusive(p.random)); }},
    {2, [](const arm_place& p) { jump_by_register(p.random, p.code); }},
    {2, [](const arm_place& p) { change_code(p.random, p.rest, p.code); }},
    {3, [](const arm_place& p) { access_device(p.random, p.code); }},
    {1, [](const arm_place& p) { call_semihosting(p.random, p.code); }},
    {1,
     [](const arm_place& p) { // barriers
         p.code.push_back(0xF57F'F040U | p.random.below(4) << 4U | 15U);
     }},
    {2, [](const arm_place& p) { p.code.push_back(multiply(p.random, p.world)); }},
    {2, [](const arm_place& p) { p.code.push_back(media(p.random)); }},
    {2,
     [](const arm_place& p) {
         p.code.push_back(p.world.has_vfp ? vfp_instruction(p.random) : data_processing(p.random));
     }},
    {1,
     [](const arm_place& p) { // blx label
         p.code.push_back(0xFA00'0000U | p.random.word() % 64U | p.random.below(2) << 24U);
     }},
    {6, [](const arm_place& p) { p.code.push_back(branch(p.random, p.rest)); }},
    {4, [](const arm_place& p) { p.code.push_back(load_store_multiple(p.random)); }},
    {3, [](const arm_place& p) { p.code.push_back(load_store_extra(p.random)); }},
    {7, [](const arm_place& p) { p.code.push_back(load_store(p.random)); }},
    {13, [](const arm_place& p) { p.code.push_back(data_processing(p.random)); }},
};

} // namespace

void append_arm(random_source& random, const code_world& world, std::uint32_t rest,
                arm_code& code) {
    if (random.one_in(world.wildness)) {
        code.push_back(random.word());
        return;
    }
    one_of(arm_kinds, random).append({random, world, rest, code});
}

} // namespace platform::fuzz
