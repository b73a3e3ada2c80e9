// SPDX-License-Identifier: Apache-2.0
// Loads and stores whose low address bits the CPU ignores (DDI 0100, A2.7; the ARM1136 with
// SCTLR.U = 0), in the last word of a page: they do not reach into the next one, whether that is
// mapped, refuses, or is not there.
#include <stdint.h>

static volatile uint32_t* const first_level = (volatile uint32_t*)0x00A00000;
static volatile uint32_t* const second_level = (volatile uint32_t*)0x00A04000; // of 0x200xxxxx

enum { window = 0x20000000, physical = 0x00900000, page = 0x1000, end = window + page };
#define WORD(address) (*(volatile uint32_t*)(address))

static uint32_t base;   ///< r0 after the instruction
static uint32_t second; ///< r3 after it

/// \return r2 after the instruction
#define OPERATION(name, text)                                                                      \
    static uint32_t name(uint32_t address, uint32_t value) {                                       \
        register uint32_t r0 __asm__("r0") = address;                                              \
        register uint32_t r2 __asm__("r2") = value;                                                \
        register uint32_t r3 __asm__("r3") = ~value;                                               \
        register uint32_t r4 __asm__("r4") = 4;                                                    \
        __asm__ volatile(text : "+r"(r0), "+r"(r2), "+r"(r3), "+r"(r4)::"lr", "memory");           \
        base = r0;                                                                                 \
        second = r3;                                                                               \
        return r2;                                                                                 \
    }

OPERATION(load, "ldr r2, [r0]")
OPERATION(load_thumb,
          "adr lr, 1f\n\tadr r4, 2f + 1\n\tbx r4\n2:\t.thumb\n\tldr r2, [r0, #4]\n\tbx lr\n\t"
          ".balign 4\n\t.arm\n1:")
OPERATION(load_post, "ldr r2, [r0], #4")
OPERATION(load_pre, "ldr r2, [r0, #4]!")
OPERATION(load_indexed, "ldr r2, [r0, r4]")
OPERATION(load_base, "ldr r0, [r0]")
OPERATION(load_half, "ldrh r2, [r0]")
OPERATION(load_signed, "ldrsh r2, [r0]")
OPERATION(load_double, "ldrd r2, [r0]")
OPERATION(load_many, "ldmia r0!, {r2, r3}")
OPERATION(load_many_and_base, "ldmia r0, {r0, r2}")
OPERATION(store, "str r2, [r0]")
OPERATION(store_pre, "str r2, [r0, #4]!")
OPERATION(store_base, "str r0, [r0]")
OPERATION(store_half, "strh r2, [r0]")
OPERATION(store_double, "strd r2, [r0]")
OPERATION(store_many, "stmia r0!, {r2, r3}")
OPERATION(store_many_and_base, "stmia r0, {r0, r2}")
OPERATION(swap, "swp r2, r3, [r0]")
OPERATION(store_after_load, "ldr r2, [r0]\n\tadd r2, r2, #1\n\tstr r2, [r0]")

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return __LINE__;                                                                       \
        }                                                                                          \
    } while (0)

static int test_loads(void) {
    CHECK(load(end - 4, 0) == 0x11223344);
    CHECK(load(end - 3, 0) == 0x44112233 && base == end - 3);
    CHECK(load(end - 2, 0) == 0x33441122);
    CHECK(load(end - 1, 0) == 0x22334411);
    CHECK(load_thumb(end - 7, 0) == 0x44112233 && base == end - 7);
    CHECK(load_post(end - 3, 0) == 0x44112233 && base == end + 1);
    CHECK(load_pre(end - 7, 0) == 0x44112233 && base == end - 3);
    CHECK(load_indexed(end - 6, 0) == 0x33441122 && base == end - 6);
    load_base(end - 1, 0);
    CHECK(base == 0x22334411);
    CHECK(load_half(end - 1, 0) == 0x1122 && base == end - 1);
    CHECK(load_signed(end - 1, 0) == 0x1122);
    CHECK(load_double(end - 4, 0) == 0x85667788 && second == 0x11223344 && base == end - 4);
    CHECK(load_double(end - 1, 0) == 0x85667788 && second == 0x11223344);
    CHECK(load_many(end - 7, 0) == 0x85667788 && second == 0x11223344 && base == end + 1);
    CHECK(load_many_and_base(end - 5, 0) == 0x11223344 && base == 0x85667788);
    return 0;
}

static int test_stores(void) {
    store(end - 2, 0x01020304);
    CHECK(WORD(end - 4) == 0x01020304 && base == end - 2);
    store_pre(end - 5, 0x11121314);
    CHECK(WORD(end - 4) == 0x11121314 && base == end - 1);
    store_base(end - 3, 0);
    CHECK(WORD(end - 4) == end - 3);
    store_half(end - 1, 0xABCD);
    CHECK(WORD(end - 4) == (0xABCD0000 | ((end - 3) & 0xFFFF)));
    store_double(end - 4, 0x21222324);
    CHECK(WORD(end - 8) == 0x21222324 && WORD(end - 4) == ~0x21222324u);
    store_many(end - 6, 0x31323334);
    CHECK(WORD(end - 8) == 0x31323334 && WORD(end - 4) == ~0x31323334u && base == end + 2);
    store_many_and_base(end - 7, 0x41424344);
    CHECK(WORD(end - 8) == end - 7 && WORD(end - 4) == 0x41424344);
    CHECK(swap(end - 3, 0x51525354) == 0x44414243 && WORD(end - 4) == ~0x51525354u);
    WORD(end - 4) = 7;
    CHECK(store_after_load(end - 1, 0) == 0x701 && WORD(end - 4) == 0x701);
    return 0;
}

static uint32_t control(void) {
    uint32_t value;
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(value));
    return value;
}

static void set_control(uint32_t value) {
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tmrc p15, 0, %0, c1, c0, 0\n\tmov %0, %0"
                     : "+r"(value)::"memory");
}

int test_main(void) {
    const uint32_t before = control();
    const uint32_t ignores = before & ~(1u << 22 | 2u); // neither U nor A
    for (unsigned n = 0; n < 4096; ++n) {
        first_level[n] = n < 16 ? n << 20 | 0xC0E : 0;
    }
    for (unsigned n = 0; n < 256; ++n) {
        second_level[n] = 0;
    }
    first_level[0x200] = 0x00A04001;
    second_level[0] = physical | 0xFFE;
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 0" ::"r"(first_level));
    __asm__ volatile("mcr p15, 0, %0, c3, c0, 0" ::"r"(1)); // domain 0: client
    // No neighbour; one that is the next page of memory, or that lets nobody in.
    static const uint32_t neighbours[] = {0, (physical + page) | 0xFFE, (physical + page) | 0x00E};
    int failed = 0;
    for (unsigned n = 0; n < 12 && failed == 0; ++n) {
        WORD(physical + page - 8) = 0x85667788;
        WORD(physical + page - 4) = 0x11223344;
        WORD(physical + page) = 0x99AABBCC;
        second_level[1] = neighbours[n % 3];
        __asm__ volatile("mcr p15, 0, %0, c8, c7, 0" ::"r"(0));
        set_control(ignores | 1);
        failed = test_loads();
        failed = failed != 0 ? failed : test_stores();
        set_control(ignores);
        // The end of the memory is such an end, too.
        const uint32_t last = WORD(0x00FFFFFC);
        if (failed == 0 && (WORD(physical + page) != 0x99AABBCC ||
                            load(0x00FFFFFD, 0) != (last >> 8 | last << 24))) {
            failed = __LINE__;
        }
        set_control(before);
    }
    return failed;
}
