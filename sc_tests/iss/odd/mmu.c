// SPDX-License-Identifier: Apache-2.0
// Page tables of the firmware's own: pages that lie elsewhere, each kind of fault, what DFSR, DFAR
// and IFSR say of it, code that has two addresses, and pages that are mapped anew.
//
// The values of the fault status are those of DDI 0100, B4.6.1; those of the XScale for fetches
// are of its core manual, 2.3.4.
#include <stdint.h>

enum {
    section_translation = 0x5,
    page_translation = 0x7,
    section_domain = 0x9,
    page_domain = 0xB,
    walk_first_level = 0xC,
    section_permission = 0xD,
    walk_second_level = 0xE,
    page_permission = 0xF,
};
#if __ARM_ARCH == 6
enum { store = 0x800, external = 0x8, code_of_bkpt = 0x2, is_extended = 1 };
#define OF_FETCH(status) (status)
#define EXTERNAL_OF_FETCH external
#elif __ARM_ARCH == 5
enum { store = 0, external = 0x406, is_extended = 0 };
#define OF_FETCH(status) 0x400u
#define EXTERNAL_OF_FETCH 0x406u
#endif

static volatile uint32_t* const first_level = (volatile uint32_t*)0x00A00000;
static volatile uint32_t* const second_level = (volatile uint32_t*)0x00A04000; // of 0x200xxxxx
static volatile uint32_t* const refused_level = (volatile uint32_t*)0x00A04400; // of 0x201xxxxx

enum { window = 0x20000000, page = 0x1000 };
#define PAGE(n) (window + (uint32_t)(n) * page)
#define WORD(address) (*(volatile uint32_t*)(address))

volatile struct {
    uint32_t data_aborts;
    uint32_t data_pc;
    uint32_t data_address;
    uint32_t data_status;
    uint32_t fetch_aborts;
    uint32_t fetch_pc;
    uint32_t fetch_status;
    uint32_t resume; ///< where execution goes on after a prefetch abort
} aborts;

// A data abort skips the instruction.
__asm__("    .text\n"
        "    .arm\n"
        "    .global data_abort_handler, prefetch_abort_handler, svc_handler\n"
        "    .type data_abort_handler, %function\n"
        "    .type prefetch_abort_handler, %function\n"
        "    .type svc_handler, %function\n"
        "data_abort_handler:\n"
        "    push {r0, r1}\n"
        "    ldr r0, =aborts\n"
        "    ldr r1, [r0]\n"
        "    add r1, r1, #1\n"
        "    str r1, [r0]\n"
        "    sub r1, lr, #8\n"
        "    str r1, [r0, #4]\n"
        "    mrc p15, 0, r1, c6, c0, 0\n"
        "    str r1, [r0, #8]\n"
        "    mrc p15, 0, r1, c5, c0, 0\n"
        "    str r1, [r0, #12]\n"
        "    pop {r0, r1}\n"
        "    subs pc, lr, #4\n"
        "prefetch_abort_handler:\n"
        "    push {r0, r1}\n"
        "    ldr r0, =aborts\n"
        "    ldr r1, [r0, #16]\n"
        "    add r1, r1, #1\n"
        "    str r1, [r0, #16]\n"
        "    sub r1, lr, #4\n"
        "    str r1, [r0, #20]\n"
#if __ARM_ARCH == 6
        "    mrc p15, 0, r1, c5, c0, 1\n"
#elif __ARM_ARCH == 5
        "    mrc p15, 0, r1, c5, c0, 0\n"
#endif
        "    str r1, [r0, #24]\n"
        "    ldr lr, [r0, #28]\n"
        "    pop {r0, r1}\n"
        "    movs pc, lr\n"
        // From User mode back to Supervisor mode.
        "svc_handler:\n"
        "    push {r0}\n"
        "    mov r0, #0xD3\n"
        "    msr spsr_cxsf, r0\n"
        "    pop {r0}\n"
        "    movs pc, lr\n"
        "    .ltorg\n"
        // uint32_t call(uint32_t address): goes on after it where there is a prefetch abort
        "    .type call, %function\n"
        "call:\n"
        "    push {r4, lr}\n"
        "    ldr r1, =aborts\n"
        "    adr r2, 1f\n"
        "    str r2, [r1, #28]\n"
        "    mov lr, r2\n"
        "    mov pc, r0\n"
        "1:  pop {r4, pc}\n"
        // uint32_t load_as_user(uint32_t address), void store_as_user(uint32_t address)
        "    .type load_as_user, %function\n"
        "load_as_user:\n"
        "    push {r4, lr}\n"
        "    msr cpsr_c, #0xD0\n"
        "    ldr r0, [r0]\n"
        "    svc #1\n"
        "    pop {r4, pc}\n"
        "    .type store_as_user, %function\n"
        "store_as_user:\n"
        "    push {r4, lr}\n"
        "    msr cpsr_c, #0xD0\n"
        "    str r0, [r0]\n"
        "    svc #1\n"
        "    pop {r4, pc}\n"
        // uint32_t load_many(uint32_t address): \return the base afterwards
        "    .type load_many, %function\n"
        "load_many:\n"
        "    push {r4-r8, lr}\n"
        "    ldm r0!, {r1-r8}\n"
        "    pop {r4-r8, pc}\n"
        "    .type store_many, %function\n"
        "store_many:\n"
        "    push {r4-r8, lr}\n"
        "    stmdb r0!, {r1-r8}\n"
        "    pop {r4-r8, pc}\n"
        "    .type swap, %function\n"
        "swap:\n"
        "    mov r1, #1\n"
        "    swp r2, r1, [r0]\n"
        "    mov pc, lr\n"
        "    .type load_for_user, %function\n"
        "load_for_user:\n"
        "    ldrt r1, [r0], #4\n"
        "    mov pc, lr\n"
        "    .ltorg\n");
uint32_t call(uint32_t address);
uint32_t load_as_user(uint32_t address);
uint32_t store_as_user(uint32_t address);
uint32_t load_many(uint32_t address);
uint32_t store_many(uint32_t end);
uint32_t swap(uint32_t address);
uint32_t load_for_user(uint32_t address);

static void drop_page(uint32_t address) {
    __asm__ volatile("mcr p15, 0, %0, c8, c6, 1\n\tmcr p15, 0, %0, c8, c5, 1" ::"r"(address)
                     : "memory");
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

/// A small page. \param permission APX and AP
static uint32_t small_page(uint32_t physical, unsigned permission, int executes) {
#if __ARM_ARCH == 6
    return physical | (permission & 4) << 7 | (permission & 3) << 4 | 0xE | !executes;
#elif __ARM_ARCH == 5
    (void)executes;
    return physical | permission * 0x550u | 0xE; // four subpages
#endif
}

static void make_tables(void) {
    for (unsigned n = 0; n < 4096; ++n) {
        first_level[n] = 0;
    }
    for (unsigned n = 0; n < 256; ++n) {
        second_level[n] = 0;
        refused_level[n] = small_page(0x00900000, 3, 1);
    }
    for (unsigned n = 0; n < 16; ++n) {
        first_level[n] = n << 20 | 0xC0E; // itself, write-back
    }
    first_level[0x101] = 0x10100C06; // devices
    first_level[0x200] = 0x00A04001;
    first_level[0x201] = 0x00A04401 | 2 << 5;
    first_level[0x300] = 0x00900C0E | 1 << 5;
    first_level[0x700] = 0x1A600C0E; // where nothing is
    first_level[0x306] = 0x40000001 | 7 << 5; // a table where nothing is
    first_level[0x500] = 0x0090000E; // AP = 0
    first_level[0x501] = 0x00900C0E;
    second_level[0] = small_page(0x00900000, 3, 1);
    second_level[1] = small_page(0x00901000, 2, 1);
    second_level[2] = small_page(0x00902000, is_extended ? 5 : 1, 1);
    second_level[3] = small_page(0x00903000, 3, 0);
    second_level[5] = small_page(0x00905000, 1, 1);
    second_level[6] = small_page(0x00906000, 3, 1);
    second_level[7] = small_page(0x00906000, 3, 1);
    second_level[8] = small_page(0x00907000, 3, 1);
    second_level[9] = small_page(0x30000000, 3, 1);
    for (unsigned n = 16; n < 32; ++n) { // a large page
        second_level[n] = is_extended ? 0x0091003D : 0x00910FFD;
    }
#if __ARM_ARCH == 6
    for (unsigned n = 0x600; n < 0x610; ++n) {
        first_level[n] = 0x00040C0E; // a supersection
    }
#endif
}

#define CHECK(condition)    \
    do {                    \
        if (!(condition)) { \
            return __LINE__; \
        }                   \
    } while (0)

static uint32_t aborts_before;

/// Whether exactly this data abort has happened since the last one.
static int is_abort(uint32_t status, uint32_t address) {
    return aborts.data_aborts == ++aborts_before && aborts.data_status == status &&
           aborts.data_address == address;
}

static int test_faults(void) {
    load_many(PAGE(0));
    CHECK(aborts.data_aborts == aborts_before);
    WORD(0x40000004);
    CHECK(is_abort(section_translation, 0x40000004));
    WORD(PAGE(4) + 8) = 1;
    CHECK(is_abort(page_translation | store, PAGE(4) + 8));
    WORD(0x30000010);
    CHECK(is_abort(section_domain | 1 << 4, 0x30000010));
    WORD(0x20100020) = 1;
    CHECK(is_abort(page_domain | 2 << 4 | store, 0x20100020));
    WORD(0x50000000);
    CHECK(is_abort(section_permission, 0x50000000));
#if __ARM_ARCH == 6
    (void)WORD(PAGE(2));
    CHECK(aborts.data_aborts == aborts_before);
    WORD(PAGE(2) + 4) = 2;
    CHECK(is_abort(page_permission | store, PAGE(2) + 4));
    swap(PAGE(2));
    CHECK(is_abort(page_permission | store, PAGE(2)));
#endif
    // By User mode, and by LDRT as User mode.
    load_as_user(PAGE(1) + 12);
    CHECK(aborts.data_aborts == aborts_before);
    store_as_user(PAGE(1) + 12);
    CHECK(is_abort(page_permission | store, PAGE(1) + 12));
    load_as_user(PAGE(5));
    CHECK(is_abort(page_permission, PAGE(5)));
    load_for_user(PAGE(5));
    CHECK(is_abort(page_permission, PAGE(5)));
    (void)WORD(PAGE(5));
    CHECK(aborts.data_aborts == aborts_before);
    // Half of it is in a page that is not there; the base stays.
    WORD(PAGE(3) + page - 16) = 7;
    CHECK(load_many(PAGE(4) - 16) == PAGE(4) - 16);
    CHECK(is_abort(page_translation, PAGE(4)));
    CHECK(store_many(PAGE(5) + 16) == PAGE(5) + 16);
    CHECK(is_abort(page_translation | store, PAGE(5) - 16));
    return 0;
}

static int test_outside(void) {
    (void)WORD(PAGE(9) + 4);
#if __ARM_ARCH == 6
    CHECK(is_abort(external, PAGE(9) + 4));
    WORD(PAGE(9) + 8) = 5;
    CHECK(is_abort(external | store, PAGE(9) + 8));
#elif __ARM_ARCH == 5
    CHECK(aborts.data_aborts == ++aborts_before && aborts.data_status == external);
#endif
    call(PAGE(9) + 16);
    CHECK(aborts.fetch_status == EXTERNAL_OF_FETCH && aborts.fetch_pc == PAGE(9) + 16);
    // Each time, wherever that is, and whatever has executed meanwhile. A device is no memory to
    // execute from.
    for (unsigned n = 0; n < 40; ++n) {
        const uint32_t address = n % 4 == 3 ? 0x101F1018 : 0x70000000 + n % 4 * 0x1004;
        const uint32_t count = aborts.fetch_aborts;
        aborts.fetch_status = 0;
        CHECK(call(address) == address && aborts.fetch_aborts == count + 1);
        CHECK(aborts.fetch_status == EXTERNAL_OF_FETCH && aborts.fetch_pc == address);
    }
    return 0;
}

/// The bus refuses a descriptor.
static int test_walks(void) {
    const uint32_t address = 0x30600010;
    uint32_t count = aborts.fetch_aborts;
    (void)WORD(address);
    CHECK(is_abort(walk_second_level | 7 << 4, address));
    WORD(address + 4) = 1;
    CHECK(is_abort(walk_second_level | 7 << 4 | store, address + 4));
    CHECK(load_many(address) == address && is_abort(walk_second_level | 7 << 4, address));
    CHECK(aborts.fetch_aborts == count);
    call(address + 8);
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == address + 8);
    CHECK(aborts.fetch_status == OF_FETCH(walk_second_level | 7 << 4));
#if __ARM_ARCH == 6
    // The table of the upper half is nowhere. Which domain it is nobody knows.
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 1" ::"r"(0x40000000));
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 2\n\tmcr p15, 0, %0, c8, c7, 0" ::"r"(1));
    (void)WORD(0x80000008);
    aborts.data_status &= ~0xF0u;
    CHECK(is_abort(walk_first_level, 0x80000008));
    WORD(0x8000000C) = 1;
    aborts.data_status &= ~0xF0u;
    CHECK(is_abort(walk_first_level | store, 0x8000000C));
    call(0x80000010);
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == 0x80000010);
    CHECK((aborts.fetch_status & ~0xF0u) == walk_first_level);
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 2\n\tmcr p15, 0, %0, c8, c7, 0" ::"r"(0));
#endif
    return 0;
}

static int test_fetches(void) {
    uint32_t count = aborts.fetch_aborts;
    call(PAGE(4) + 4);
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == PAGE(4) + 4);
    CHECK(aborts.fetch_status == OF_FETCH(page_translation));
    call(0x40000000);
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == 0x40000000);
    CHECK(aborts.fetch_status == OF_FETCH(section_translation));
    call(0x30000008);
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == 0x30000008);
    CHECK(aborts.fetch_status == OF_FETCH(section_domain | 1 << 4));
#if __ARM_ARCH == 6
    call(PAGE(3));
    CHECK(aborts.fetch_aborts == ++count && aborts.fetch_pc == PAGE(3));
    CHECK(aborts.fetch_status == page_permission);
#endif
    return 0;
}

/// mov r0, #value; mov pc, lr
static void write_function(uint32_t address, unsigned value) {
    WORD(address) = 0xE3A00000u | value;
    WORD(address + 4) = 0xE1A0F00Eu;
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 4" ::"r"(0) : "memory");
    __asm__ volatile("mcr p15, 0, %0, c7, c7, 0" ::"r"(0) : "memory");
}

static int test_mappings(void) {
    WORD(PAGE(0) + 0x100) = 0x1234;
    CHECK(WORD(0x00900100) == 0x1234);
    WORD(0x0091A004) = 0x5678;
    CHECK(WORD(PAGE(0x1A) + 4) == 0x5678);
#if __ARM_ARCH == 6
    CHECK(WORD(0x6091A004) == 0x5678);
#endif
    // Code at two addresses, written at a third.
    write_function(0x00906010, 11);
    CHECK(call(PAGE(6) + 0x10) == 11 && call(PAGE(7) + 0x10) == 11);
    write_function(PAGE(6) + 0x10, 12);
    CHECK(call(PAGE(7) + 0x10) == 12 && call(PAGE(6) + 0x10) == 12 && call(0x00906010) == 12);
    // One address, of one page and another.
    write_function(0x00907020, 21);
    write_function(0x00908020, 22);
    for (unsigned n = 0; n < 20; ++n) {
        second_level[8] = small_page(n % 2 != 0 ? 0x00908000 : 0x00907000, 3, 1);
        drop_page(PAGE(8));
        CHECK(call(PAGE(8) + 0x20) == 21 + n % 2);
        CHECK(WORD(PAGE(8) + 0x20) == 0xE3A00000u + 21 + n % 2);
    }
    // What was not there is there: a fault is not kept, so nothing is to be dropped.
    (void)WORD(PAGE(10));
    CHECK(is_abort(page_translation, PAGE(10)));
    second_level[10] = small_page(0x00900000, 3, 1);
    CHECK(WORD(PAGE(10) + 0x100) == 0x1234 && aborts.data_aborts == aborts_before);
    second_level[10] = 0;
    drop_page(PAGE(10));
    return 0;
}

int test_main(void) {
    const uint32_t before = control();
    make_tables();
    __asm__ volatile("mcr p15, 0, %0, c8, c7, 0" ::"r"(0));
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 0" ::"r"(first_level));
    __asm__ volatile("mcr p15, 0, %0, c3, c0, 0" ::"r"(1)); // domain 0: client
#if __ARM_ARCH == 6
    __asm__ volatile("mcr p15, 0, %0, c2, c0, 2" ::"r"(0));
#endif
    int failed = 0;
    for (unsigned n = 0; n < 2 && failed == 0; ++n) {
        set_control(before | 1 | (is_extended ? 1 << 23 : 0));
        failed = test_faults();
        failed = failed != 0 ? failed : test_fetches();
        failed = failed != 0 ? failed : test_walks();
        failed = failed != 0 ? failed : test_mappings();
        failed = failed != 0 ? failed : test_outside();
        set_control(before);
        if (failed == 0 && WORD(0x00900100) != 0x1234) {
            failed = __LINE__;
        }
    }
    return failed;
}
