// SPDX-License-Identifier: Apache-2.0
#include "code_world.h"

namespace platform::fuzz {

namespace {

void put(thumb_code& code, std::uint32_t halfword) {
    code.push_back(static_cast<std::uint16_t>(halfword));
}

void put32(thumb_code& code, std::uint32_t word) {
    put(code, word >> 16U);
    put(code, word);
}

std::uint32_t thumb_base_register(random_source& random) {
    return random.one_in(48) ? random.below(8) : data_register;
}

void load_store(random_source& random, thumb_code& code) {
    const std::uint32_t registers = thumb_base_register(random) << 3U | low_register(random);
    switch (random.below(6)) {
    case 0: put(code, 0x6000U | random.below(64) << 6U | registers); break; // word
    case 1: put(code, 0x7000U | random.below(64) << 6U | registers); break; // byte
    case 2: put(code, 0x8000U | random.below(64) << 6U | registers); break; // halfword
    case 3:
        put(code, 0x9000U | random.below(2) << 11U | low_register(random) << 8U | random.below(32));
        break;                                                                         // by sp
    case 4: put(code, 0x4800U | low_register(random) << 8U | random.below(16)); break; // by pc
    default:
        put(code, 0x5000U | random.below(8) << 9U | low_register(random) << 6U | registers);
        break;
    }
}

void access_device(random_source& random, thumb_code& code) {
    put(code, 0x6000U | random.below(2) << 11U | random.below(32) << 6U | device_register << 3U |
                  low_register(random));
}

void branch(random_source& random, std::uint32_t rest, thumb_code& code) {
    const std::uint32_t forward = random.below(rest < 24 ? rest + 1U : 24U);
    switch (random.below(8)) {
    case 0: put(code, 0xE000U | forward); break;
    case 1: put(code, 0xE000U | ((0U - 2U - random.below(8)) & 0x7FFU)); break;
    case 2: put32(code, 0xF000'F800U | forward); break;                  // bl
    case 3: put32(code, 0xF000'E800U | (forward & ~1U)); break;          // blx
    case 4: put(code, random.pick({0xF800U, 0xE800U}) | forward); break; // a suffix alone
    case 5: put(code, 0xF000U | random.below(2) << 10U); break;          // a prefix alone
    case 6:
        put(code, 0xD000U | random.below(14) << 8U | ((0U - 3U - random.below(6)) & 0xFFU));
        break;
    default: put(code, 0xD000U | random.below(14) << 8U | forward); break;
    }
}

void jump_by_register(random_source& random, thumb_code& code) {
    const std::uint32_t rd = random.below(4);
    if (code.size() % 2 != 0) {
        put(code, 0x46C0U); // nop: the word is aligned
    }
    put(code, 0x4A00U); // ldr r2, [pc]
    put(code, 0xE001U); // b over it
    put(code, layout::targets + random.below(layout::target_count) * 4U);
    put(code, 0);
    put(code, 0x6800U | 2U << 3U | rd);
    put(code, 0x4700U | rd << 3U | random.below(2) << 7U); // bx, blx
}

void call_semihosting(random_source& random, thumb_code& code) {
    put(code, 0x2000U | (semihosting_call(random) & 0xFFU));
    if (!random.one_in(8)) {
        put(code, 0x1C01U | data_register << 3U | random.below(8) << 6U); // adds r1, r4
    }
    put(code, random.one_in(2) ? 0xDFABU : 0xBEABU);
}

/// Loads, stores and others of Thumb-2, with the registers that are kept.
std::uint32_t wide(random_source& random, const code_world& world) {
    const std::uint32_t rt = any_register(random);
    const std::uint32_t base = random.one_in(4) ? 13U : data_register;
    switch (random.below(20)) {
    case 0:
    case 1: // ldr, str and shorter ones with 12 bits of offset
        return 0xF880'0000U | random.below(2) << 20U | random.pick({0U, 1U, 2U}) << 21U |
               base << 16U | rt << 12U | random.below(0x400);
    case 2: // with eight bits, and writeback
        return 0xF840'0800U | random.below(2) << 20U | 13U << 16U | rt << 12U |
               random.below(8) << 8U | random.below(64);
    case 3:
        return 0xE940'0000U | random.below(2) << 20U | 1U << 23U | base << 16U | rt << 12U |
               any_register(random) << 8U | random.below(32); // ldrd, strd
    case 4:
        return 0xE880'0000U | random.below(2) << 20U | random.below(2) << 21U | 13U << 16U |
               (random.word() & 0x110FU);                                     // ldm, stm
    case 5: return 0xE850'0F00U | base << 16U | rt << 12U | random.below(16); // ldrex
    case 6: return 0xE840'0000U | base << 16U | rt << 12U | random.below(4) << 8U;
    case 7:
        return 0xE8D0'F000U | random.pick({15U, 13U, data_register}) << 16U |
               random.below(2) << 4U | random.below(4); // tbb, tbh
    case 8:
        return 0xFB90'F0F0U | random.below(2) << 21U | any_register(random) << 16U |
               any_register(random) << 8U | any_register(random); // sdiv, udiv
    case 9: return 0xF3BF'8F40U | random.below(4) << 4U | 15U;    // barriers
    case 10: return 0xF3AF'8000U | random.below(6);               // hints
    case 11: return 0xF3AF'8000U | random.pick({4U, 6U}) << 8U | random.below(8) << 5U; // cps
    case 12:
        return 0xF380'8000U | any_register(random) << 16U | random.below(2) << 20U |
               random.pick({8U, 4U, 1U, 9U}) << 8U; // msr
    case 13: return 0xF3EF'8000U | random.below(2) << 20U | rt << 8U;
    case 14: return 0xF3DE'8F00U | random.below(3) * 4; // subs pc, lr, #n
    case 15:
        return random.pick({0xE81D'C000U, 0xE99D'C000U, 0xE80D'C013U, 0xE98D'C012U}) |
               random.below(2) << 21U;                                          // rfe, srs
    case 16: return 0xF000'8000U | random.below(14) << 22U | random.below(24);  // b<c>.w
    case 17: return 0xF890'F000U | data_register << 16U | random.below(0x1000); // pld
    case 18: return world.has_vfp ? vfp_instruction(random) : 0xF3AF'8000U;
    default:
        return 0xF000'0000U | random.below(16) << 21U | random.below(2) << 20U |
               any_register(random) << 16U | any_register(random) << 8U |
               random.below(256); // data processing
    }
}

// --- the kinds ---------------------------------------------------------------------------------

/// What the code may be, and where it goes.
struct thumb_place {
    random_source& random;
    const code_world& world;
    std::uint32_t rest;
    thumb_code& code;

    bool is_thumb2() const { return world.set == instruction_set::v7r; }
};

void append_store_to_code(const thumb_place& p) { // and a branch
    put(p.code, 0x8000U | p.random.below(64) << 6U | code_register << 3U | low_register(p.random));
    put(p.code, 0xE7FFU);
}

void append_wide(const thumb_place& p) {
    if (p.is_thumb2()) {
        put32(p.code, wide(p.random, p.world));
    } else {
        put(p.code, 0x4000U | p.random.below(1024));
    }
}

void append_coprocessor_access(const thumb_place& p) {
    if (p.is_thumb2()) {
        put32(p.code, coprocessor_access(p.random, p.world));
    }
}

void append_any_wide(const thumb_place& p) {
    if (p.is_thumb2() && p.random.one_in(4)) {
        put32(p.code, 0xE800'0000U | p.random.word());
    }
}

void append_data_processing(const thumb_place& p) {
    random_source& random = p.random;
    put(p.code, random.one_in(3) ? 0x4000U | random.below(16) << 6U | low_register(random) << 3U |
                                       low_register(random)
                : random.one_in(2) ? random.below(8) << 10U | random.below(8) << 6U |
                                         low_register(random) << 3U | low_register(random)
                                   : 0x2000U | random.below(4) << 11U | low_register(random) << 8U |
                                         random.below(256));
}

struct thumb_kind {
    std::uint32_t share; ///< of 48
    void (*append)(const thumb_place& p);
};

constexpr thumb_kind thumb_kinds[] = {
    {1, [](const thumb_place& p) { put(p.code, 0xDF00U | p.random.below(171)); }},     // svc
    {1, [](const thumb_place& p) { put(p.code, 0xBE00U | p.random.below(171)); }},     // bkpt
    {1, [](const thumb_place& p) { put(p.code, 0xDE00U | p.random.below(256)); }},     // udf
    {1, [](const thumb_place& p) { put(p.code, 0xBF00U | p.random.below(6) << 4U); }}, // hints
    {1,
     [](const thumb_place& p) { // cps
         put(p.code, 0xB660U | p.random.below(2) << 4U | p.random.below(8));
     }},
    {1,
     [](const thumb_place& p) { // setend
         put(p.code, 0xB650U | (p.random.one_in(16) ? 8U : 0U));
     }},
    {1, [](const thumb_place& p) { put(p.code, 0xB400U | p.random.below(256)); }}, // push
    {1, [](const thumb_place& p) { put(p.code, 0xBC00U | p.random.below(16)); }},  // pop
    {1,
     [](const thumb_place& p) { // ldm, stm
         put(p.code, 0xC000U | p.random.below(2) << 11U | data_register << 8U | p.random.below(16));
     }},
    {1,
     [](const thumb_place& p) { // cbz, cbnz
         put(p.code,
             0xB100U | p.random.below(2) << 11U | p.random.below(8) << 3U | low_register(p.random));
     }},
    {1, [](const thumb_place& p) { put(p.code, 0xB200U | p.random.below(256)); }}, // extensions
    {1, [](const thumb_place& p) { put(p.code, 0xBA00U | p.random.below(256)); }}, // reversals
    {2, [](const thumb_place& p) { jump_by_register(p.random, p.code); }},
    {1, [](const thumb_place& p) { call_semihosting(p.random, p.code); }},
    {1, [](const thumb_place& p) { access_device(p.random, p.code); }},
    {1, append_store_to_code},
    {1,
     [](const thumb_place& p) { // high registers
         put(p.code, 0x4400U | p.random.below(4) << 8U | p.random.below(256));
     }},
    {5, [](const thumb_place& p) { branch(p.random, p.rest, p.code); }},
    {7, [](const thumb_place& p) { load_store(p.random, p.code); }},
    {6, append_wide},
    {2, append_coprocessor_access},
    {1, append_any_wide},
    {9, append_data_processing},
};

void append_one(random_source& random, const code_world& world, std::uint32_t rest,
                thumb_code& code) {
    if (random.one_in(world.wildness)) {
        put(code, random.word());
        return;
    }
    one_of(thumb_kinds, random).append({random, world, rest, code});
}

} // namespace

void append_thumb(random_source& random, const code_world& world, std::uint32_t rest,
                  thumb_code& code) {
    if (world.set == instruction_set::v7r && random.one_in(8)) { // IT, and anything inside
        put(code, 0xBF00U | random.below(15) << 4U | (1U + random.below(15)));
        const std::uint32_t inside = 1 + random.below(4);
        for (std::uint32_t n = 0; n < inside; ++n) {
            append_one(random, world, rest, code);
        }
        return;
    }
    append_one(random, world, rest, code);
}

} // namespace platform::fuzz
