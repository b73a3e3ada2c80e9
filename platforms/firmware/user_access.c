// SPDX-License-Identifier: Apache-2.0
// Every PMU register from User mode, and encodings that are no register from both modes: what is
// not allowed must be Undefined and must change nothing.
#include "check.h"
#include "coprocessor.h"
#include "pmu.h"
#include "pmu_registers.h"
#include "user_mode.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// A function that is one MRC or MCR of r0 and a return, in ARM state.
#define PROBE(access, instruction, name, cp, opc1, crn, crm, opc2)                                 \
    static __attribute__((naked, target("arm")))                                                   \
    uint32_t access##_of_##name(uint32_t value __attribute__((unused))) {                          \
        __asm__ volatile(instruction " p" #cp ", " #opc1 ", r0, c" #crn ", c" #crm ", " #opc2      \
                                     "\n\tbx lr");                                                 \
    }
#define PROBES_RW(name, cp, opc1, crn, crm, opc2)                                                  \
    PROBE(read, "mrc", name, cp, opc1, crn, crm, opc2)                                             \
    PROBE(write, "mcr", name, cp, opc1, crn, crm, opc2)
#define PROBES_WO(...) // a register that cannot be read has no value to compare
#define PROBES(name, cp, opc1, crn, crm, opc2, access, user)                                       \
    PROBES_##access(name, cp, opc1, crn, crm, opc2)

/// When User mode may access a register; otherwise the access is Undefined.
enum user_rule {
    USER_NEVER,
    USER_ENABLED, ///< while PMUSERENR.EN is 1
    USER_ALWAYS,
};
// Reads and writes by the words of the list.
#define USER_refused USER_NEVER, USER_NEVER
#define USER_when_enabled USER_ENABLED, USER_ENABLED
#define USER_when_validation_enabled USER_ENABLED, USER_ENABLED
#define USER_read_always USER_ALWAYS, USER_NEVER

#define REGISTER_ENTRY_RW(name, user) {#name, read_of_##name, write_of_##name, USER_##user},
#define REGISTER_ENTRY_WO(name, user)
#define REGISTER_ENTRY(name, cp, opc1, crn, crm, opc2, access, user)                               \
    REGISTER_ENTRY_##access(name, user)

PMU_REGISTERS(PROBES)
UNLISTED_REGISTERS(PROBES)

typedef uint32_t (*probe)(uint32_t value);

struct pmu_register {
    const char* name;
    probe read;
    probe write;
    enum user_rule user_read;
    enum user_rule user_write;
};

static const struct pmu_register registers[] = {PMU_REGISTERS(REGISTER_ENTRY)};
static const struct pmu_register unlisted[] = {UNLISTED_REGISTERS(REGISTER_ENTRY)};

#define REGISTER_COUNT (sizeof registers / sizeof registers[0])
#define UNLISTED_COUNT (sizeof unlisted / sizeof unlisted[0])
#define MARK 0x5A5A1234u ///< in r0 before a read, which an Undefined one leaves there

struct outcome {
    bool is_undefined;
    uint32_t value; ///< r0 after the access
};

static unsigned refused;
static unsigned allowed;

/// Makes one access and looks whether the exception came, once and from the access itself.
static struct outcome try_access(const char* name, probe access, bool user, uint32_t value) {
    const uint32_t before = undefined_count;
    struct outcome outcome;
    outcome.value = user ? run_in_user_mode(access, value) : access(value);
    const uint32_t exceptions = undefined_count - before;
    outcome.is_undefined = exceptions != 0;
    check(exceptions <= 1, "%s: %" PRIu32 " Undefined exceptions for one access", name, exceptions);
    check(!outcome.is_undefined || undefined_address == (uint32_t)access,
          "%s: Undefined at 0x%08" PRIX32 ", the access is at 0x%08" PRIX32, name,
          undefined_address, (uint32_t)access);
    if (outcome.is_undefined) {
        ++refused;
    } else {
        ++allowed;
    }
    return outcome;
}

static void check_read(const struct pmu_register* subject, bool user, bool is_allowed) {
    const struct outcome outcome = try_access(subject->name, subject->read, user, MARK);
    check(outcome.is_undefined != is_allowed, "%s, %s read: %s", subject->name,
          user ? "User" : "privileged", is_allowed ? "Undefined" : "allowed");
    check(!outcome.is_undefined || outcome.value == MARK,
          "%s: the Undefined read changed its register to 0x%08" PRIX32, subject->name,
          outcome.value);
}

static void check_write(const struct pmu_register* subject, bool user, bool is_allowed,
                        uint32_t value) {
    const struct outcome outcome = try_access(subject->name, subject->write, user, value);
    check(outcome.is_undefined != is_allowed, "%s, %s write: %s", subject->name,
          user ? "User" : "privileged", is_allowed ? "Undefined" : "allowed");
}

static bool is_open(enum user_rule rule, bool enabled) {
    return rule == USER_ALWAYS || (rule == USER_ENABLED && enabled);
}

static void snapshot(uint32_t (*values)[REGISTER_COUNT]) {
    for (size_t k = 0; k < REGISTER_COUNT; ++k) {
        (*values)[k] = registers[k].read(0);
    }
}

/// All accesses from User mode. Refused writes try to set every bit; the others write 0.
static void check_user_mode(bool enabled) {
    uint32_t before[REGISTER_COUNT];
    uint32_t after[REGISTER_COUNT];
    refused = 0;
    allowed = 0;
    snapshot(&before);
    for (size_t k = 0; k < REGISTER_COUNT; ++k) {
        const struct pmu_register* const subject = &registers[k];
        check_read(subject, true, is_open(subject->user_read, enabled));
        if (!is_open(subject->user_write, enabled)) {
            check_write(subject, true, false, 0xFFFFFFFFu);
        }
    }
    snapshot(&after);
    for (size_t k = 0; k < REGISTER_COUNT; ++k) {
        check(before[k] == after[k],
              "%s: refused accesses changed it from 0x%08" PRIX32 " to 0x%08" PRIX32,
              registers[k].name, before[k], after[k]);
    }
    for (size_t k = 0; k < REGISTER_COUNT; ++k) {
        if (is_open(registers[k].user_write, enabled)) {
            check_write(&registers[k], true, true, 0);
        }
    }
    printf("User mode%s: %u accesses allowed, %u Undefined\n", enabled ? " with PMUSERENR.EN" : "",
           allowed, refused);
}

static void check_unlisted(void) {
    refused = 0;
    allowed = 0;
    for (size_t k = 0; k < UNLISTED_COUNT; ++k) {
        for (unsigned user = 0; user < 2; ++user) {
            check_read(&unlisted[k], user != 0, false);
            check_write(&unlisted[k], user != 0, false, 0);
        }
    }
    printf("no register, both modes: %u accesses allowed, %u Undefined\n", allowed, refused);
}

static void check_privileged(void) {
    refused = 0;
    allowed = 0;
    for (size_t k = 0; k < REGISTER_COUNT; ++k) {
        check_read(&registers[k], false, true);
        check_write(&registers[k], false, true, 0);
    }
    printf("privileged: %u accesses allowed, %u Undefined\n", allowed, refused);
}

#ifdef HAS_PMUSERENR
/// What User mode writes must arrive.
static void check_user_counting(void) {
    run_in_user_mode(write_of_PMSELR, 1);
    run_in_user_mode(write_of_PMXEVCNTR, 0x12345678);
    run_in_user_mode(write_of_PMCCNTR, 0x9ABCDEF0);
    const uint32_t event_count = run_in_user_mode(read_of_PMXEVCNTR, 0);
    const uint32_t cycles = run_in_user_mode(read_of_PMCCNTR, 0);
    check(event_count == 0x12345678 && pmu_read(1) == 0x12345678,
          "counter 1 is 0x%08" PRIX32 " after User mode wrote 0x12345678", pmu_read(1));
    check(cycles == 0x9ABCDEF0, "PMCCNTR is 0x%08" PRIX32 " after User mode wrote 0x9ABCDEF0",
          cycles);
}
#endif

int main(void) {
    pmu_reset();
    pmu_write(0, 0x1234);
    pmu_write(PMU_CYCLE_COUNTER, 0x5678);
    printf("user_access on %s: %u registers, %u other encodings\n", pmu_name(),
           (unsigned)REGISTER_COUNT, (unsigned)UNLISTED_COUNT);
    check_user_mode(false);
#ifdef HAS_PMUSERENR
    write_of_PMUSERENR(1);
    check_user_mode(true);
    check_user_counting();
    write_of_PMUSERENR(0);
    check_user_mode(false);
#endif
    check_unlisted();
    check_privileged();
    return check_result("user_access");
}
