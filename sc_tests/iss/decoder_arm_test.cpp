// SPDX-License-Identifier: Apache-2.0
// The ARM instruction set: every class, every form of an address.
#include <iss/decoder_bench.h>

namespace iss_test::decoder_arm_test {
namespace {

constexpr sample arithmetic_samples[] = {
    {0xE0810182, "add r0, r1, r2, lsl #3", "data_processing"},
    {0xE3500001, "cmp r0, #1", "data_processing"},
    {0x03010234, "movweq r0, #0x1234", "data_processing eq"},
    {0xE10F0000, "mrs r0, cpsr", "data_processing"},
    {0xE14F0000, "mrs r0, spsr", "data_processing"},
    {0xE320F000, "nop", "data_processing"},
    {0xE320F001, "yield", "wait_for_event"},
    {0xE320F004, "sev", "data_processing"},
    {0xE16F0F11, "clz r0, r1", "data_processing"},
    {0xE1020051, "qadd r0, r1, r2", "data_processing"},
    {0xE780F211, "usad8 r0, r1, r2", "data_processing"},
    {0xE7CB0211, "bfi r0, r1, #4, #8", "data_processing"},
    {0xE6AF0071, "sxtb r0, r1", "data_processing"},
    {0xEE310B02, "vadd.f64 d0, d1, d2", "data_processing double"},
    {0xEE100A90, "vmov r0, s1", "data_processing"},
    {0xEC410B10, "vmov d0, r0, r1", "data_processing"},
    {0xEEF1FA10, "vmrs apsr_nzcv, fpscr", "data_processing"},
    {0xE0000291, "mul r0, r1, r2", "multiply"},
    {0x90203291, "mlals r0, r1, r2, r3", "multiply ls"},
    {0xE10032C1, "smlabt r0, r1, r2, r3", "multiply"},
    {0xE0810392, "umull r0, r1, r2, r3", "multiply"},
    {0xE0410392, "umaal r0, r1, r2, r3", "multiply"},
    {0xE7003211, "smlad r0, r1, r2, r3", "multiply"},
    {0xE750F211, "smmul r0, r1, r2", "multiply"},
    {0xEE202011, "mia acc0, r1, r2", "multiply"},
    {0xEE2C2011, "miabb acc0, r1, r2", "multiply"},
    {0xEE2F2011, "miatt acc0, r1, r2", "multiply"},
    {0xEE282011, "miaph acc0, r1, r2", "multiply"},
    {0xEE2E2011, "miatb acc0, r1, r2", "multiply"},
    {0xE710F211, "sdiv r0, r1, r2", "divide"},
    {0x1730F211, "udivne r0, r1, r2", "divide ne"},
    {0xE320F003, "wfi", "wait_for_interrupt"},
    {0xE320F002, "wfe", "wait_for_event"},
    {0x3320F003, "wficc", "wait_for_interrupt cc"},
    {0xF57FF05F, "dmb", "barrier dmb"},
    {0xF57FF04F, "dsb", "barrier dsb"},
    {0xF57FF06F, "isb", "barrier isb"},
    {0xF57FF01F, "clrex", "barrier clrex"},
    {0xF5D0F004, "pld [r0, #4]", "preload [r0+4]"},
    {0xF750F101, "pld [r0, -r1, lsl #2]", "preload [r0-r1 lsl 2]"},
    {0xF590F000, "pldw [r0]", "preload [r0]"},
    {0xF450F008, "pli [r0, #-8]", "preload"},
};

constexpr sample branches_samples[] = {
    {0xEAFFFFFE, "b .", "branch by_label is_backward is_endless"},
    {0x0AFFFFFE, "beq .", "branch eq by_label is_backward"},
    {0xEBFFFFFE, "bl .", "branch by_label is_backward is_endless"},
    {0xFAFFFFFE, "blx .", "branch by_label_exchange is_backward"},
    {0xEAFFFFFF, "b .+4", "branch by_label goes_to_next"},
    {0x0AFFFFFF, "beq .+4", "branch eq by_label goes_to_next"},
    {0xEBFFFFFF, "bl .+4", "branch by_label goes_to_next"},
    {0x1AFFFFEE, "bne .-64", "branch ne by_label is_backward"},
    {0xEB0003FE, "bl .+0x1000", "branch by_label"},
    {0xFAFFFFFD, "blx . - 4", "branch by_label_exchange is_backward"},
    {0xFBFFFFFE, "blx . + 2", "branch by_label_exchange"},
    {0xE12FFF10, "bx r0", "branch by_bx"},
    {0xE12FFF1E, "bx lr", "branch by_bx_lr"},
    {0x012FFF1E, "bxeq lr", "branch eq by_bx_lr"},
    {0xE12FFF33, "blx r3", "branch by_blx"},
    {0xE12FFF3E, "blx lr", "branch by_blx"},
    {0xE12FFF21, "bxj r1", "branch by_bxj"},
    {0xE1A0F000, "mov pc, r0", "branch by_data_processing"},
    {0xE1A0F00E, "mov pc, lr", "branch by_move_lr"},
    {0x11A0F00E, "movne pc, lr", "branch ne by_move_lr"},
    {0xE1A0F08E, "lsl pc, lr, #1", "branch by_data_processing"},
    {0xE28FF000, "add pc, pc, #0", "branch by_data_processing"},
    {0xE24FF004, "sub pc, pc, #4", "branch by_data_processing"},
    {0xE25EFF40, "subs pc, lr, #256", "branch by_exception_return writes_status"},
    {0xE1B0F000, "movs pc, r0", "branch by_exception_return writes_status"},
    {0xE1B0F00E, "movs pc, lr", "branch by_exception_return writes_status"},
    {0xE25EF004, "subs pc, lr, #4", "branch by_exception_return writes_status"},
    {0xE180F001, "orr pc, r0, r1", "branch by_data_processing"},
    {0xE3F0F000, "mvns pc, #0", "branch by_exception_return writes_status"},
    {0xE200F004, "and pc, r0, #4", "branch by_data_processing"},
    {0xE08FF100, "add pc, pc, r0, lsl #2", "branch by_data_processing"},
    {0xE15EF000, "cmpp lr, r0", "data_processing"},
};

constexpr sample system_samples[] = {
    {0xE121F000, "msr cpsr_c, r0", "status_write writes_status"},
    {0xE128F000, "msr cpsr_f, r0", "status_write"},
    {0xE329F0D3, "msr cpsr_fc, #0xD3", "status_write writes_status"},
    {0xE122F000, "msr cpsr_x, r0", "status_write writes_status"},
    {0xE124F000, "msr cpsr_s, r0", "status_write"},
    {0xE328F102, "msr cpsr_f, #0x80000000", "status_write"},
    {0xE16FF000, "msr spsr_fsxc, r0", "status_write"},
    {0xE361F013, "msr spsr_c, #0x13", "status_write"},
    {0xF10C00C0, "cpsid if", "status_write writes_status"},
    {0xF10A0093, "cpsie i, #19", "status_write writes_status"},
    {0xF102001F, "cps #31", "status_write writes_status"},
    {0xF1010200, "setend be", "status_write"},
    {0xEF123456, "svc #0x123456", "supervisor_call #0x123456"},
    {0x4F000001, "svcmi #1", "supervisor_call mi #0x1"},
    {0xE12ABC7D, "bkpt #0xABCD", "breakpoint #0xabcd"},
    {0xEE190F1C, "mrc p15, 0, r0, c9, c12, 0", "coprocessor_read p15,0,c9,c12,0 r0"},
    {0xCEFFCFDE, "mrcgt p15, 7, r12, c15, c14, 6", "coprocessor_read gt p15,7,c15,c14,6 r12"},
    {0xEE10FE11, "mrc p14, 0, apsr_nzcv, c0, c1, 0", "coprocessor_read p14,0,c0,c1,0 r15"},
    {0xEE083EB1, "mcr p14, 0, r3, c8, c1, 5", "coprocessor_write p14,0,c8,c1,5 r3"},
    {0xEE070F9A, "mcr p15, 0, r0, c7, c10, 4", "coprocessor_write p15,0,c7,c10,4 r0"},
    {0xFE321F93, "mrc2 p15, 1, r1, c2, c3, 4", "coprocessor_read p15,1,c2,c3,4 r1"},
    {0xFEA6EE17, "mcr2 p14, 5, lr, c6, c7, 0", "coprocessor_write p14,5,c6,c7,0 r14"},
    {0xEE021093, "mcr p0, 0, r1, c2, c3, 4", "coprocessor_write p0,0,c2,c3,4 r1"},
    {0xEE1327A4, "cdp p7, 1, c2, c3, c4, 5", "coprocessor_other"},
    {0xEC410F0C, "mcrr p15, 0, r0, r1, c12", "coprocessor_pair_write p15,0,c0,c12,0 r0 r1"},
    {0xFC510123, "mrrc2 p1, 2, r0, r1, c3", "coprocessor_other"},
    {0xEC410000, "mar acc0, r0, r1", "coprocessor_pair_write p0,0,c0,c0,0 r0 r1"},
    {0xEC510000, "mra r0, r1, acc0", "coprocessor_other"},
    {0xECB05E01, "ldc p14, c5, [r0], #4", "coprocessor_other"},
    {0xFDE21302, "stc2l p3, c1, [r2, #8]!", "coprocessor_other"},
};

constexpr sample transfers_samples[] = {
    {0xE5910000, "ldr r0, [r1]", "load read 1x4 [r1]"},
    {0xE5910004, "ldr r0, [r1, #4]", "load read 1x4 [r1+4]"},
    {0x85310FFF, "ldrhi r0, [r1, #-4095]!", "load hi read 1x4 [r1-4095]"},
    {0xE4910004, "ldr r0, [r1], #4", "load read 1x4 [r1]"},
    {0xE6110002, "ldr r0, [r1], -r2", "load read 1x4 [r1]"},
    {0xE59F0010, "ldr r0, [pc, #16]", "load read 1x4 [r15+16]"},
    {0xE51F0010, "ldr r0, [pc, #-16]", "load read 1x4 [r15-16]"},
    {0xE7910002, "ldr r0, [r1, r2]", "load read 1x4 [r1+r2]"},
    {0xE7910102, "ldr r0, [r1, r2, lsl #2]", "load read 1x4 [r1+r2 lsl 2]"},
    {0xE7310022, "ldr r0, [r1, -r2, lsr #32]!", "load read 1x4 [r1-r2 lsr 32]"},
    {0xE7910FC2, "ldr r0, [r1, r2, asr #31]", "load read 1x4 [r1+r2 asr 31]"},
    {0xE7910042, "ldr r0, [r1, r2, asr #32]", "load read 1x4 [r1+r2 asr 32]"},
    {0xE79100E2, "ldr r0, [r1, r2, ror #1]", "load read 1x4 [r1+r2 ror 1]"},
    {0xE7110062, "ldr r0, [r1, -r2, rrx]", "load read 1x4 [r1-r2 rrx 1]"},
    {0xE590F004, "ldr pc, [r0, #4]", "load read 1x4 [r0+4] by_load"},
    {0xE790F101, "ldr pc, [r0, r1, lsl #2]", "load read 1x4 [r0+r1 lsl 2] by_load"},
    {0xE49DF004, "ldr pc, [sp], #4", "load read 1x4 [r13] by_load_pop"},
    {0xE494F004, "ldr pc, [r4], #4", "load read 1x4 [r4] by_load"},
    {0xE59DF004, "ldr pc, [sp, #4]", "load read 1x4 [r13+4] by_load_from_stack"},
    {0xE5D10001, "ldrb r0, [r1, #1]", "load read 1x1 [r1+1]"},
    {0xE4F10001, "ldrbt r0, [r1], #1", "load read 1x1 [r1]"},
    {0xE4B10004, "ldrt r0, [r1], #4", "load read 1x4 [r1]"},
    {0xE15100B2, "ldrh r0, [r1, #-2]", "load read 1x2 [r1-2]"},
    {0xE11100B2, "ldrh r0, [r1, -r2]", "load read 1x2 [r1-r2]"},
    {0xE1D10FDF, "ldrsb r0, [r1, #255]", "load read 1x1 [r1+255]"},
    {0xE0D100F6, "ldrsh r0, [r1], #6", "load read 1x2 [r1]"},
    {0xE1E120D8, "ldrd r2, r3, [r1, #8]!", "load read 2x4 [r1+8] aligned doubleword"},
    {0xE18120D4, "ldrd r2, r3, [r1, r4]", "load read 2x4 [r1+r4] aligned doubleword"},
    {0xE52D0004, "str r0, [sp, #-4]!", "store write 1x4 [r13-4]"},
    {0x67810F82, "strvs r0, [r1, r2, lsl #31]", "store vs write 1x4 [r1+r2 lsl 31]"},
    {0xE4C10001, "strb r0, [r1], #1", "store write 1x1 [r1]"},
    {0xE1C100B2, "strh r0, [r1, #2]", "store write 1x2 [r1+2]"},
    {0xE14120F8, "strd r2, r3, [r1, #-8]", "store write 2x4 [r1-8] aligned doubleword"},
    {0xE08120F4, "strd r2, r3, [r1], r4", "store write 2x4 [r1] aligned doubleword"},
    {0xE1020091, "swp r0, r1, [r2]", "load read 1x4 write 1x4 [r2] aligned"},
    {0xE1420091, "swpb r0, r1, [r2]", "load read 1x1 write 1x1 [r2] aligned"},
    {0xE1910F9F, "ldrex r0, [r1]", "load read 1x4 [r1] aligned"},
    {0xE1D10F9F, "ldrexb r0, [r1]", "load read 1x1 [r1] aligned"},
    {0xE1F10F9F, "ldrexh r0, [r1]", "load read 1x2 [r1] aligned"},
    {0xE1B12F9F, "ldrexd r2, r3, [r1]", "load read 2x4 [r1] aligned"},
    {0xE1820F91, "strex r0, r1, [r2]", "store write 1x4 [r2] aligned exclusive r0"},
    {0xE1C20F91, "strexb r0, r1, [r2]", "store write 1x1 [r2] aligned exclusive r0"},
    {0xE1E20F91, "strexh r0, r1, [r2]", "store write 1x2 [r2] aligned exclusive r0"},
    {0xE1A40F92, "strexd r0, r2, r3, [r4]", "store write 2x4 [r4] aligned exclusive r0"},
};

constexpr sample blocks_samples[] = {
    {0xE890001E, "ldmia r0, {r1-r4}", "load read 4x4 [r0] aligned multiple"},
    {0xE9B0001E, "ldmib r0!, {r1-r4}", "load read 4x4 [r0+4] aligned multiple"},
    {0xE810001E, "ldmda r0, {r1-r4}", "load read 4x4 [r0-12] aligned multiple"},
    {0xE930001E, "ldmdb r0!, {r1-r4}", "load read 4x4 [r0-16] aligned multiple"},
    {0xE8A0FFFF, "stmia r0!, {r0-r15}", "store write 16x4 [r0] aligned"},
    {0xE9800002, "stmib r0, {r1}", "store write 1x4 [r0+4] aligned"},
    {0xE8000002, "stmda r0, {r1}", "store write 1x4 [r0] aligned"},
    {0xE92D4FF0, "stmdb sp!, {r4-r11, lr}", "store write 9x4 [r13-36] aligned"},
    {0xE52D4004, "push {r4}", "store write 1x4 [r13-4]"},
    {0xE8BD8010, "pop {r4, pc}", "load read 2x4 [r13] aligned multiple by_multiple_pop"},
    {0x149DF004, "popne {pc}", "load ne read 1x4 [r13] by_load_pop"},
    {0xE89D8010, "ldmia sp, {r4, pc}", "load read 2x4 [r13] aligned multiple by_multiple"},
    {0xE8B48001, "ldmia r4!, {r0, pc}", "load read 2x4 [r4] aligned multiple by_multiple"},
    {0xE99D8010, "ldmib sp, {r4, pc}", "load read 2x4 [r13+4] aligned multiple by_multiple"},
    {0xE93D8010, "ldmdb sp!, {r4, pc}", "load read 2x4 [r13-8] aligned multiple by_multiple"},
    {0xE91BA810, "ldmdb r11, {r4, r11, sp, pc}",
     "load read 4x4 [r11-16] aligned multiple by_multiple"},
    {0xE8D06000, "ldmia r0, {r13, r14}^", "load read 2x4 [r0] aligned multiple"},
    {0xE8C06000, "stmia r0, {r13, r14}^", "store write 2x4 [r0] aligned"},
    {0xE8FD8001, "ldmia sp!, {r0, pc}^",
     "load read 2x4 [r13] aligned multiple by_exception_return writes_status"},
    {0xF8BD0A00, "rfeia sp!", "load read 2x4 [r13] aligned by_exception_return writes_status"},
    {0xF9100A00, "rfedb r0", "load read 2x4 [r0-8] aligned by_exception_return writes_status"},
    {0xF96D0513, "srsdb sp!, #19", "store write 2x4 [r13-8] aligned"},
    {0xF9CD0512, "srsib sp, #18", "store write 2x4 [r13+4] aligned"},
    {0xED121B02, "vldr d1, [r2, #-8]", "load read 2x4 [r2-8] aligned"},
    {0xEDDF0A01, "vldr s1, [pc, #4]", "load read 1x4 [r15+4] aligned"},
    {0xEDC20AFF, "vstr s1, [r2, #1020]", "store write 1x4 [r2+1020] aligned"},
    {0xECB00B08, "vldmia r0!, {d0-d3}", "load read 8x4 [r0] aligned"},
    {0xED700A03, "vldmdb r0!, {s1-s3}", "load read 3x4 [r0-12] aligned"},
    {0xBD2D8B10, "vpushlt {d8-d15}", "store lt write 16x4 [r13-64] aligned"},
    {0xECBD8B02, "vpop {d8}", "load read 2x4 [r13] aligned"},
    {0xEC900B05, "fldmiax r0, {d0-d1}", "load read 4x4 [r0] aligned"},
    {0xED200B05, "fstmdbx r0!, {d0-d1}", "store write 4x4 [r0-20] aligned"},
};

// DDI 0460, Table 6.1, event 0x5D: arithmetic and conversions with double precision on a side.
constexpr sample double_samples[] = {
    {0xEE310B02, "vadd.f64 d0, d1, d2", "data_processing double"},
    {0xEE310B42, "vsub.f64 d0, d1, d2", "data_processing double"},
    {0xEE210B02, "vmul.f64 d0, d1, d2", "data_processing double"},
    {0xEE210B42, "vnmul.f64 d0, d1, d2", "data_processing double"},
    {0xEE010B02, "vmla.f64 d0, d1, d2", "data_processing double"},
    {0xEE010B42, "vmls.f64 d0, d1, d2", "data_processing double"},
    {0xEE110B42, "vnmla.f64 d0, d1, d2", "data_processing double"},
    {0xEE110B02, "vnmls.f64 d0, d1, d2", "data_processing double"},
    {0xEE810B02, "vdiv.f64 d0, d1, d2", "data_processing double"},
    {0xEEB10BC1, "vsqrt.f64 d0, d1", "data_processing double"},
    {0xEEB00BC1, "vabs.f64 d0, d1", "data_processing double"},
    {0xEEB10B41, "vneg.f64 d0, d1", "data_processing double"},
    {0xEEB40B41, "vcmp.f64 d0, d1", "data_processing double"},
    {0xEEB40BC1, "vcmpe.f64 d0, d1", "data_processing double"},
    {0xEEB50B40, "vcmp.f64 d0, #0.0", "data_processing double"},
    {0xEEB50BC0, "vcmpe.f64 d0, #0.0", "data_processing double"},
    {0xEEB70AC2, "vcvt.f64.f32 d0, s4", "data_processing double"},
    {0xEEB72BC0, "vcvt.f32.f64 s4, d0", "data_processing double"},
    {0xEEB80BC2, "vcvt.f64.s32 d0, s4", "data_processing double"},
    {0xEEB80B42, "vcvt.f64.u32 d0, s4", "data_processing double"},
    {0xEEBD2BC0, "vcvt.s32.f64 s4, d0", "data_processing double"},
    {0xEEBC2B40, "vcvtr.u32.f64 s4, d0", "data_processing double"},
    {0xEEBA0B46, "vcvt.f64.s16 d0, d0, #4", "data_processing double"},
    {0xEEBF0BCE, "vcvt.u32.f64 d0, d0, #4", "data_processing double"},
    {0xEE300A81, "vadd.f32 s0, s1, s2", "data_processing"},
    {0xEEB10AE0, "vsqrt.f32 s0, s1", "data_processing"},
    {0xEEB50A40, "vcmp.f32 s0, #0.0", "data_processing"},
    {0xEEBD2AC0, "vcvt.s32.f32 s4, s0", "data_processing"},
    {0xEEB82A40, "vcvt.f32.u32 s4, s0", "data_processing"},
    {0xEEBA0A46, "vcvt.f32.s16 s0, s0, #4", "data_processing"},
    {0xEEB00B41, "vmov.f64 d0, d1", "data_processing"},
    {0xEEB70B00, "vmov.f64 d0, #1.0", "data_processing"},
    {0xEE110B10, "vmov.32 r0, d1[0]", "data_processing"},
    {0xEE010B10, "vmov.32 d1[0], r0", "data_processing"},
    {0xEE100A90, "vmov r0, s1", "data_processing"},
    {0xEC510B10, "vmov r0, r1, d0", "data_processing"},
    {0xEEF10A10, "vmrs r0, fpscr", "data_processing"},
    {0xEEB00A60, "vmov.f32 s0, s1", "data_processing"},
};

TEST(arm_decoder, arithmetic) {
    expect_each(arithmetic_samples, arm_code);
}

TEST(arm_decoder, double_precision) {
    expect_each(double_samples, arm_code);
}

TEST(arm_decoder, branches) {
    expect_each(branches_samples, arm_code);
}

TEST(arm_decoder, system) {
    expect_each(system_samples, arm_code);
}

TEST(arm_decoder, transfers) {
    expect_each(transfers_samples, arm_code);
}

TEST(arm_decoder, blocks) {
    expect_each(blocks_samples, arm_code);
}

TEST(arm_decoder, conditions) {
    constexpr std::uint32_t add = 0x0081'0002;
    for (std::uint32_t condition = 0; condition < 15; ++condition) {
        const instruction i = decode(arm_code(condition << 28U | add));
        EXPECT_EQ(i.condition, condition);
        EXPECT_EQ(i.is_conditional(), condition != 14);
        EXPECT_EQ(i.kind, instruction_class::data_processing);
    }
}

// Without a condition field there is no condition; ITSTATE means nothing in ARM state.
TEST(arm_decoder, unconditional_space) {
    constexpr std::uint8_t eq = 0x08;
    for (const std::uint32_t word : {0xF57F'F05FU, 0xFEF9'0F1CU, 0xFA00'0000U, 0xF8BD'0A00U}) {
        const instruction i = decode(arm_code(word), usual_pc, eq);
        EXPECT_EQ(i.condition, 14) << std::hex << word;
        EXPECT_NE(i.kind, instruction_class::undefined) << std::hex << word;
        EXPECT_EQ(i.it_after, 0) << std::hex << word;
    }
}

TEST(arm_decoder, breakpoint_has_no_condition) {
    EXPECT_EQ(describe(decode(arm_code(0x0120'0070))), "breakpoint");
}

// Bits that should be zero or one do not hide what the instruction does.
TEST(arm_decoder, bits_that_should_be_zero) {
    EXPECT_EQ(describe(decode(arm_code(0xE1B5'F00E))), "branch by_exception_return writes_status");
    EXPECT_EQ(describe(decode(arm_code(0xE12F'011E))), "branch by_bx_lr");
}

} // namespace
} // namespace iss_test::decoder_arm_test
