// SPDX-License-Identifier: Apache-2.0
// The Thumb instruction set, 16-bit and 32-bit: every class, every form of an address; IT blocks.
#include <iss/decoder_bench.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace iss_test::decoder_thumb_test {
namespace {

constexpr sample arithmetic_samples[] = {
    {0x1888, "adds r0, r1, r2", "data_processing"},
    {0x20FF, "movs r0, #255", "data_processing"},
    {0x1840, "it eq: addeq r0, r0, r1", "data_processing"},
    {0x44C8, "add r8, r9", "data_processing"},
    {0x4587, "cmp pc, r0", "data_processing"},
    {0x45C8, "cmp r8, r9", "data_processing"},
    {0x4678, "mov r0, pc", "data_processing"},
    {0xA001, "adr r0, .+8", "data_processing"},
    {0xB084, "sub sp, #16", "data_processing"},
    {0xB208, "sxth r0, r1", "data_processing"},
    {0xBA08, "rev r0, r1", "data_processing"},
    {0xBF00, "nop", "data_processing"},
    {0xBF40, "sev", "data_processing"},
    {0xBF00, "it ne: nop", "data_processing"},
    {0x4348, "muls r0, r1, r0", "multiply"},
    {0xBF30, "wfi", "wait_for_interrupt"},
    {0xBF20, "wfe", "wait_for_event"},
    {0xEB0908CA, "add.w r8, r9, r10, lsl #3", "data_processing"},
    {0xF2412034, "movw r0, #0x1234", "data_processing"},
    {0xF0100F01, "tst.w r0, #1", "data_processing"},
    {0xF3C10082, "ubfx r0, r1, #2, #3", "data_processing"},
    {0xFAB1F081, "clz r0, r1", "data_processing"},
    {0xF3EF8000, "mrs r0, cpsr", "data_processing"},
    {0xF3AF8000, "nop.w", "data_processing"},
    {0xF3AF80F1, "dbg #1", "data_processing"},
    {0xEE300A81, "vadd.f32 s0, s1, s2", "data_processing"},
    {0xFB09F80A, "mul r8, r9, r10", "multiply"},
    {0xFBC20103, "smlal r0, r1, r2, r3", "multiply"},
    {0xFB11F022, "smultb r0, r1, r2", "multiply"},
    {0xFB71F002, "usad8 r0, r1, r2", "data_processing"},
    {0xFB91F0F2, "sdiv r0, r1, r2", "divide"},
    {0xFBB1F0F2, "udiv r0, r1, r2", "divide"},
    {0xF3AF8003, "wfi.w", "wait_for_interrupt"},
    {0xF3AF8002, "wfe.w", "wait_for_event"},
    {0xF3BF8F5F, "dmb", "barrier dmb"},
    {0xF3BF8F4F, "dsb", "barrier dsb"},
    {0xF3BF8F6F, "isb", "barrier isb"},
    {0xF3BF8F2F, "clrex", "barrier clrex"},
    {0xF890F004, "pld [r0, #4]", "preload [r0+4]"},
    {0xF810F021, "pld [r0, r1, lsl #2]", "preload [r0+r1 lsl 2]"},
    {0xF810FC04, "pld [r0, #-4]", "preload [r0-4]"},
    {0xF89FF008, "pld [pc, #8]", "preload [r15+8]"},
    {0xF8B0F000, "pldw [r0]", "preload [r0]"},
    {0xF990F000, "pli [r0]", "preload"},
};

constexpr sample branches_samples[] = {
    {0xE7FE, "b.n .", "branch by_label is_backward is_endless"},
    {0xD1FE, "bne.n .", "branch ne by_label is_backward"},
    {0xE7FF, "b.n .+2", "branch by_label goes_to_next"},
    {0xD1FA, "bne.n .-8", "branch ne by_label is_backward"},
    {0xD0FF, "beq.n .+2", "branch eq by_label goes_to_next"},
    {0xF0008000, "beq.w .+4", "branch eq by_label goes_to_next"},
    {0xDD02, "ble.n .+8", "branch le by_label"},
    {0xB100, "cbz r0, .+4", "branch by_compare"},
    {0xBBFF, "cbnz r7, .+130", "branch by_compare"},
    {0x4700, "bx r0", "branch by_bx"},
    {0x4770, "bx lr", "branch by_bx_lr"},
    {0x47F0, "blx lr", "branch by_blx"},
    {0x46F7, "mov pc, lr", "branch by_move_lr"},
    {0x4687, "mov pc, r0", "branch by_data_processing"},
    {0x4487, "add pc, r0", "branch by_data_processing"},
    {0xF7FFBFFF, "b.w .+2", "branch by_label"},
    {0xF47FAFFF, "bne.w .+2", "branch ne by_label"},
    {0xF7FFBFFC, "b.w .-4", "branch by_label is_backward"},
    {0xF7FFBFFE, "b.w .", "branch by_label is_backward is_endless"},
    {0xF00FBFFE, "b.w .+0x10000", "branch by_label"},
    {0xF7FF9FFE, "b.w .-0x800000", "branch by_label is_backward"},
    {0xF63FAF7E, "bhi.w .-256", "branch hi by_label is_backward"},
    {0xF0FF87FE, "bcc.w .+0x40000", "branch cc by_label"},
    {0xF000F800, "bl .+4", "branch by_label goes_to_next"},
    {0xF7FFFFFC, "bl .-4", "branch by_label is_backward"},
    {0xF7FFEFFC, "blx . - 4", "branch by_label_exchange is_backward"},
    {0xF000E804, "blx . + 12", "branch by_label_exchange"},
    {0xF3C38F00, "bxj r3", "branch by_bxj"},
    {0xF3DE8F04, "subs pc, lr, #4", "branch by_exception_return writes_status"},
    {0xF3DE8F00, "movs pc, lr", "branch by_exception_return writes_status"},
};

constexpr sample system_samples[] = {
    {0xB662, "cpsie i", "status_write writes_status"},
    {0xB671, "cpsid f", "status_write writes_status"},
    {0xB658, "setend be", "status_write"},
    {0xDFFF, "svc #255", "supervisor_call #0xff"},
    {0xBEAB, "bkpt #171", "breakpoint #0xab"},
    {0xF3808100, "msr cpsr_c, r0", "status_write writes_status"},
    {0xF3808800, "msr cpsr_f, r0", "status_write"},
    {0xF3908F00, "msr spsr_fsxc, r0", "status_write"},
    {0xF3AF8753, "cpsid i, #19", "status_write writes_status"},
    {0xF3AF811F, "cps #31", "status_write writes_status"},
    {0xEE190F5D, "mrc p15, 0, r0, c9, c13, 2", "coprocessor_read p15,0,c9,c13,2 r0"},
    {0xEED0FE11, "mrc p14, 6, apsr_nzcv, c0, c1, 0", "coprocessor_read p14,6,c0,c1,0 r15"},
    {0xEE0FCFFE, "mcr p15, 0, r12, c15, c14, 7", "coprocessor_write p15,0,c15,c14,7 r12"},
    {0xFE221E93, "mcr2 p14, 1, r1, c2, c3, 4", "coprocessor_write p14,1,c2,c3,4 r1"},
    {0xFE321F93, "mrc2 p15, 1, r1, c2, c3, 4", "coprocessor_read p15,1,c2,c3,4 r1"},
    {0xEC510F0C, "mrrc p15, 0, r0, r1, c12", "coprocessor_other"},
    {0xFE1327A4, "cdp2 p7, 1, c2, c3, c4, 5", "coprocessor_other"},
    {0xECA05E01, "stc p14, c5, [r0], #4", "coprocessor_other"},
};

constexpr sample transfers_samples[] = {
    {0x4802, "ldr r0, [pc, #8]", "load read 1x4 [r15+8]"},
    {0x6FC8, "ldr r0, [r1, #124]", "load read 1x4 [r1+124]"},
    {0x6048, "str r0, [r1, #4]", "store write 1x4 [r1+4]"},
    {0x7FC8, "ldrb r0, [r1, #31]", "load read 1x1 [r1+31]"},
    {0x7048, "strb r0, [r1, #1]", "store write 1x1 [r1+1]"},
    {0x8FC8, "ldrh r0, [r1, #62]", "load read 1x2 [r1+62]"},
    {0x8048, "strh r0, [r1, #2]", "store write 1x2 [r1+2]"},
    {0x98FF, "ldr r0, [sp, #1020]", "load read 1x4 [r13+1020]"},
    {0x9001, "str r0, [sp, #4]", "store write 1x4 [r13+4]"},
    {0x5088, "str r0, [r1, r2]", "store write 1x4 [r1+r2]"},
    {0x5288, "strh r0, [r1, r2]", "store write 1x2 [r1+r2]"},
    {0x5488, "strb r0, [r1, r2]", "store write 1x1 [r1+r2]"},
    {0x5688, "ldrsb r0, [r1, r2]", "load read 1x1 [r1+r2]"},
    {0x5888, "ldr r0, [r1, r2]", "load read 1x4 [r1+r2]"},
    {0x5A88, "ldrh r0, [r1, r2]", "load read 1x2 [r1+r2]"},
    {0x5C88, "ldrb r0, [r1, r2]", "load read 1x1 [r1+r2]"},
    {0x5E88, "ldrsh r0, [r1, r2]", "load read 1x2 [r1+r2]"},
    {0xC80E, "ldmia r0!, {r1-r3}", "load read 3x4 [r0] aligned multiple"},
    {0xC006, "stmia r0!, {r1, r2}", "store write 2x4 [r0] aligned"},
    {0xB5FF, "push {r0-r7, lr}", "store write 9x4 [r13-36] aligned"},
    {0xBCFF, "pop {r0-r7}", "load read 8x4 [r13] aligned multiple"},
    {0xBD10, "pop {r4, pc}", "load read 2x4 [r13] aligned multiple by_multiple_pop"},
    {0xF8D98FFF, "ldr.w r8, [r9, #4095]", "load read 1x4 [r9+4095]"},
    {0xF8598CFF, "ldr r8, [r9, #-255]", "load read 1x4 [r9-255]"},
    {0xF8598D04, "ldr r8, [r9, #-4]!", "load read 1x4 [r9-4]"},
    {0xF8598B04, "ldr r8, [r9], #4", "load read 1x4 [r9]"},
    {0xF859803A, "ldr.w r8, [r9, r10, lsl #3]", "load read 1x4 [r9+r10 lsl 3]"},
    {0xF85F8010, "ldr.w r8, [pc, #-16]", "load read 1x4 [r15-16]"},
    {0xF8598E08, "ldrt r8, [r9, #8]", "load read 1x4 [r9+8]"},
    {0xF850F021, "ldr pc, [r0, r1, lsl #2]", "load read 1x4 [r0+r1 lsl 2] by_load"},
    {0xF85DFB04, "ldr pc, [sp], #4", "load read 1x4 [r13] by_load_pop"},
    {0xF854FB04, "ldr pc, [r4], #4", "load read 1x4 [r4] by_load"},
    {0xF8DDF004, "ldr pc, [sp, #4]", "load read 1x4 [r13+4] by_load_from_stack"},
    {0xF819FB04, "ldrb pc, [r9], #4", "load read 1x1 [r9]"},
    {0xF9910005, "ldrsb.w r0, [r1, #5]", "load read 1x1 [r1+5]"},
    {0xF9310D06, "ldrsh.w r0, [r1, #-6]!", "load read 1x2 [r1-6]"},
    {0xF8998000, "ldrb.w r8, [r9]", "load read 1x1 [r9]"},
    {0xF8298902, "strh.w r8, [r9], #-2", "store write 1x2 [r9]"},
    {0xF809800A, "strb.w r8, [r9, r10]", "store write 1x1 [r9+r10]"},
    {0xF8498C08, "str.w r8, [r9, #-8]", "store write 1x4 [r9-8]"},
    {0xE95201FF, "ldrd r0, r1, [r2, #-1020]", "load read 2x4 [r2-1020] aligned doubleword"},
    {0xE8F20102, "ldrd r0, r1, [r2], #8", "load read 2x4 [r2] aligned doubleword"},
    {0xE9E20102, "strd r0, r1, [r2, #8]!", "store write 2x4 [r2+8] aligned doubleword"},
    {0xE8510FFF, "ldrex r0, [r1, #1020]", "load read 1x4 [r1+1020] aligned"},
    {0xE8421001, "strex r0, r1, [r2, #4]", "store write 1x4 [r2+4] aligned exclusive r0"},
    {0xE8D10F4F, "ldrexb r0, [r1]", "load read 1x1 [r1] aligned"},
    {0xE8C21F50, "strexh r0, r1, [r2]", "store write 1x2 [r2] aligned exclusive r0"},
    {0xE8D2017F, "ldrexd r0, r1, [r2]", "load read 2x4 [r2] aligned"},
    {0xE8C31270, "strexd r0, r1, r2, [r3]", "store write 2x4 [r3] aligned exclusive r0"},
    {0xE8D0F001, "tbb [r0, r1]", "load read 1x1 [r0+r1] by_table"},
    {0xE8D0F011, "tbh [r0, r1, lsl #1]", "load read 1x2 [r0+r1 lsl 1] by_table"},
    {0xE8B800FF, "ldmia.w r8!, {r0-r7}", "load read 8x4 [r8] aligned multiple"},
    {0xE9180003, "ldmdb r8, {r0, r1}", "load read 2x4 [r8-8] aligned multiple"},
    {0xE92D41F0, "stmdb sp!, {r4-r8, lr}", "store write 6x4 [r13-24] aligned"},
    {0xE8880003, "stmia.w r8, {r0, r1}", "store write 2x4 [r8] aligned"},
    {0xE8BD81F0, "pop.w {r4-r8, pc}", "load read 6x4 [r13] aligned multiple by_multiple_pop"},
    {0xE89D8010, "ldmia.w sp, {r4, pc}", "load read 2x4 [r13] aligned multiple by_multiple"},
    {0xE9B0C000, "rfeia r0!", "load read 2x4 [r0] aligned by_exception_return writes_status"},
    {0xE81DC000, "rfedb sp", "load read 2x4 [r13-8] aligned by_exception_return writes_status"},
    {0xE82DC013, "srsdb sp!, #19", "store write 2x4 [r13-8] aligned"},
    {0xED9F0B02, "vldr d0, [pc, #8]", "load read 2x4 [r15+8] aligned"},
    {0xED2D8A04, "vpush {s16-s19}", "store write 4x4 [r13-16] aligned"},
};

constexpr sample double_samples[] = {
    {0xEE310B02, "vadd.f64 d0, d1, d2", "data_processing double"},
    {0xEE810B02, "vdiv.f64 d0, d1, d2", "data_processing double"},
    {0xEEB50BC0, "vcmpe.f64 d0, #0.0", "data_processing double"},
    {0xEEB70AC2, "vcvt.f64.f32 d0, s4", "data_processing double"},
    {0xEEBD2BC0, "vcvt.s32.f64 s4, d0", "data_processing double"},
    {0xEEB00B41, "vmov.f64 d0, d1", "data_processing"},
    {0xEEB70B00, "vmov.f64 d0, #1.0", "data_processing"},
    {0xEE300A81, "vadd.f32 s0, s1, s2", "data_processing"},
};

TEST(thumb_decoder, arithmetic) {
    expect_each(arithmetic_samples, thumb_code);
}

TEST(thumb_decoder, double_precision) {
    expect_each(double_samples, thumb_code);
}

TEST(thumb_decoder, branches) {
    expect_each(branches_samples, thumb_code);
}

TEST(thumb_decoder, system) {
    expect_each(system_samples, thumb_code);
}

TEST(thumb_decoder, transfers) {
    expect_each(transfers_samples, thumb_code);
}

/// Instructions one after the other, each with the ITSTATE of the one before.
std::vector<std::string> describe_all(std::initializer_list<std::uint32_t> encodings) {
    std::vector<std::string> all;
    std::uint8_t it_state = 0;
    for (const std::uint32_t encoding : encodings) {
        const instruction i = decode(thumb_code(encoding), usual_pc, it_state);
        all.push_back(describe(i));
        it_state = i.it_after;
    }
    EXPECT_EQ(it_state, 0);
    return all;
}

using descriptions = std::vector<std::string>;

TEST(thumb_decoder, it_block) {
    EXPECT_EQ(describe_all({0xBF0C, 0x4400, 0x4400, 0x4400}), // ite eq; addeq; addne; add
              (descriptions{"data_processing", "data_processing eq", "data_processing ne",
                            "data_processing"}));
    // ittet mi; mrcmi; ldrmi; movpl pc, lr; popmi {r4, pc}
    EXPECT_EQ(describe_all({0xBF45, 0xEE19'0F1D, 0x6808, 0x46F7, 0xBD10}),
              (descriptions{"data_processing", "coprocessor_read mi p15,0,c9,c13,0 r0",
                            "load mi read 1x4 [r1]", "branch pl by_move_lr",
                            "load mi read 2x4 [r13] aligned multiple by_multiple_pop"}));
    // iteee ge; bkpt; nop.w; nop; nop: a breakpoint executes always, and the block goes on
    EXPECT_EQ(describe_all({0xBFAF, 0xBE01, 0xF3AF'8000, 0xBF00, 0xBF00, 0xBF00}),
              (descriptions{"data_processing", "breakpoint #0x1", "data_processing lt",
                            "data_processing lt", "data_processing lt", "data_processing"}));
    // it lt; udf #0: even what is undefined takes its place
    EXPECT_EQ(describe_all({0xBFB8, 0xDE00, 0xBF00}),
              (descriptions{"data_processing", "undefined lt", "data_processing"}));
}

// Each condition with each pattern of then and else.
TEST(thumb_decoder, it_patterns) {
    const char* const patterns[] = {"T",    "TT",   "TE",   "TTT",  "TTE",  "TET",  "TEE", "TTTT",
                                    "TTTE", "TTET", "TTEE", "TETT", "TETE", "TEET", "TEEE"};
    constexpr std::uint32_t mov = 0x4600;
    for (std::uint32_t first = 0; first < 14; ++first) {
        for (const std::string pattern : patterns) {
            std::vector<std::uint32_t> conditions;
            std::uint32_t mask = 0;
            for (const char c : pattern) {
                conditions.push_back(c == 'T' ? first : first ^ 1U);
                mask = mask << 1U | (conditions.back() & 1U);
            }
            mask = (mask << 1U | 1U) << (4U - pattern.size()) & 0xFU;
            const instruction it = decode(thumb_code(0xBF00U | first << 4U | mask));
            EXPECT_EQ(it.condition, 14);
            EXPECT_EQ(it.kind, instruction_class::data_processing);
            std::uint8_t it_state = it.it_after;
            for (const std::uint32_t condition : conditions) {
                EXPECT_NE(it_state, 0) << pattern;
                const instruction i = decode(thumb_code(mov), usual_pc, it_state);
                EXPECT_EQ(i.condition, condition) << pattern;
                it_state = i.it_after;
            }
            EXPECT_EQ(it_state, 0) << pattern;
        }
    }
}

TEST(thumb_decoder, it_always) {
    EXPECT_EQ(describe_all({0xBFE4, 0x4600, 0x4600}), // itt al; mov; mov
              (descriptions{"data_processing", "data_processing", "data_processing"}));
}

// BLX reckons from the aligned PC: 0xF000E800 goes ahead from either half of a word, and
// 0xF7FFEFFE, to the aligned PC - 4, to the instruction itself or to what is before it.
TEST(thumb_decoder, blx_from_half_a_word) {
    for (const std::uint32_t pc : {0x8000U, 0x8002U}) {
        EXPECT_FALSE(decode(thumb_code(0xF000'E800), pc).is_backward) << pc;
        EXPECT_TRUE(decode(thumb_code(0xF7FF'EFFE), pc).is_backward) << pc;
    }
}

} // namespace
} // namespace iss_test::decoder_thumb_test
