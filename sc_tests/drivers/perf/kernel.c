// SPDX-License-Identifier: Apache-2.0
// Messages, bits, locks, memory, CPUs, devices: what the drivers call beside perf.
#include "kernel.h"

#include "cpu.h"

#include <linux/cpu_pm.h>
#include <linux/sched/clock.h>
#include <linux/spinlock.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// --- the host
// ---------------------------------------------------------------------------------------

enum { SYS_WRITE0 = 0x04, SYS_ELAPSED = 0x30 };

static void semihosting(u32 operation, const volatile void* parameter) {
    register u32 r0 __asm__("r0") = operation;
    register const volatile void* r1 __asm__("r1") = parameter;
#ifdef __thumb__
    __asm__ volatile("svc #0xAB" : "+r"(r0) : "r"(r1) : "lr", "memory");
#else
    __asm__ volatile("svc #0x123456" : "+r"(r0) : "r"(r1) : "lr", "memory");
#endif
}

// The simulator has 10^9 ticks a second.
u64 sched_clock(void) {
    volatile u64 ticks = 0;
    semihosting(SYS_ELAPSED, &ticks);
    return ticks;
}

// --- messages
// ---------------------------------------------------------------------------------------

static char said[4096];
static size_t said_length;
static unsigned warnings;

void printk(const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(text);
    if (said_length + length < sizeof said) {
        memcpy(said + said_length, text, length);
        said_length += length;
    }
    fflush(stdout);
    semihosting(SYS_WRITE0, text);
    if (length != 0 && text[length - 1] != '\n') {
        semihosting(SYS_WRITE0, "\n");
    }
}

bool kernel_said(const char* text) {
    return strstr(said, text) != NULL;
}

bool kernel_warn(bool condition, const char* what, const char* file, int line) {
    if (condition) {
        ++warnings;
        printk("WARNING: %s:%d: %s\n", file, line, what);
    }
    return condition;
}

void kernel_bug(const char* file, int line) {
    printk("BUG: %s:%d\n", file, line);
    exit(1);
}

unsigned kernel_warnings(void) {
    return warnings;
}

// --- interrupts masked, locks
// -----------------------------------------------------------------------

unsigned long local_irq_mask(void) {
    return irq_disable();
}

void local_irq_restore(unsigned long flags) {
    irq_restore(flags);
}

void local_irq_enable(void) {
    irq_enable();
}

void raw_spin_lock_init(raw_spinlock_t* lock) {
    lock->taken = false;
}

void raw_spin_lock(raw_spinlock_t* lock) {
    WARN_ON(lock->taken);
    lock->taken = true;
}

void raw_spin_unlock(raw_spinlock_t* lock) {
    WARN_ON(!lock->taken);
    lock->taken = false;
}

unsigned long raw_spin_lock_and_mask(raw_spinlock_t* lock) {
    const unsigned long flags = local_irq_mask();
    raw_spin_lock(lock);
    return flags;
}

void raw_spin_unlock_irqrestore(raw_spinlock_t* lock, unsigned long flags) {
    raw_spin_unlock(lock);
    local_irq_restore(flags);
}

bool atomic_inc_not_zero(atomic_t* a) {
    if (a->value == 0) {
        return false;
    }
    ++a->value;
    return true;
}

bool atomic_dec_and_mutex_lock(atomic_t* a, struct mutex* m) {
    if (--a->value != 0) {
        return false;
    }
    mutex_lock(m);
    return true;
}

void local64_add(s64 value, local64_t* l) {
    const unsigned long flags = local_irq_mask();
    l->value += value;
    local_irq_restore(flags);
}

void local64_sub(s64 value, local64_t* l) {
    local64_add(-value, l);
}

s64 local64_cmpxchg(local64_t* l, s64 expected, s64 value) {
    const unsigned long flags = local_irq_mask();
    const s64 found = l->value;
    if (found == expected) {
        l->value = value;
    }
    local_irq_restore(flags);
    return found;
}

// --- bits
// -------------------------------------------------------------------------------------------

void set_bit(unsigned bit, unsigned long* map) {
    test_and_set_bit(bit, map);
}

void clear_bit(unsigned bit, unsigned long* map) {
    test_and_clear_bit(bit, map);
}

bool test_and_set_bit(unsigned bit, unsigned long* map) {
    const unsigned long flags = local_irq_mask();
    const bool was_set = test_bit(bit, map);
    map[bit / BITS_PER_LONG] |= BIT(bit % BITS_PER_LONG);
    local_irq_restore(flags);
    return was_set;
}

bool test_and_clear_bit(unsigned bit, unsigned long* map) {
    const unsigned long flags = local_irq_mask();
    const bool was_set = test_bit(bit, map);
    map[bit / BITS_PER_LONG] &= ~BIT(bit % BITS_PER_LONG);
    local_irq_restore(flags);
    return was_set;
}

unsigned find_next_bit(const unsigned long* map, unsigned bits, unsigned from) {
    while (from < bits && !test_bit(from, map)) {
        ++from;
    }
    return from;
}

bool bitmap_empty(const unsigned long* map, unsigned bits) {
    return find_next_bit(map, bits, 0) == bits;
}

void bitmap_zero(unsigned long* map, unsigned bits) {
    memset(map, 0, BITS_TO_LONGS(bits) * sizeof *map);
}

static const struct cpumask cpu_0 = {{1}};
const struct cpumask* const cpu_online_mask = &cpu_0;

const struct cpumask* cpumask_of(int cpu) {
    BUG_ON(cpu != 0);
    return &cpu_0;
}

int cpumask_any_but(const struct cpumask* mask, unsigned cpu) {
    return cpumask_test_cpu(0, mask) && cpu != 0 ? 0 : nr_cpu_ids;
}

ssize_t cpumap_print_to_pagebuf(bool list, char* text, const struct cpumask* mask) {
    return sprintf(text, list ? "%s\n" : "%s", cpumask_test_cpu(0, mask) ? "0" : "");
}

int smp_call_function_any(const struct cpumask* mask, void (*call)(void*), void* argument,
                          int wait) {
    (void)wait;
    BUG_ON(!cpumask_test_cpu(0, mask));
    call(argument);
    return 0;
}

// --- memory
// -----------------------------------------------------------------------------------------

void* kzalloc(size_t bytes, gfp_t flags) {
    (void)flags;
    return calloc(1, bytes);
}

void kfree(const void* memory) {
    free((void*)(uintptr_t)memory);
}

void* devm_kzalloc(struct device* device, size_t bytes, gfp_t flags) {
    (void)device;
    return kzalloc(bytes, flags);
}

void* devm_kcalloc(struct device* device, size_t count, size_t bytes, gfp_t flags) {
    return devm_kzalloc(device, count * bytes, flags);
}

unsigned long* devm_bitmap_zalloc(struct device* device, unsigned bits, gfp_t flags) {
    return devm_kcalloc(device, BITS_TO_LONGS(bits), sizeof(unsigned long), flags);
}

// --- the CPU comes, goes and sleeps
// -----------------------------------------------------------------

static struct {
    int (*startup)(unsigned cpu, struct hlist_node* node);
    int (*teardown)(unsigned cpu, struct hlist_node* node);
    int (*startup_alone)(unsigned cpu);
    int (*teardown_alone)(unsigned cpu);
    struct hlist_node* nodes;
} hotplug[CPUHP_STATES];

int cpuhp_setup_state_multi(enum cpuhp_state state, const char* name,
                            int (*startup)(unsigned cpu, struct hlist_node* node),
                            int (*teardown)(unsigned cpu, struct hlist_node* node)) {
    (void)name;
    hotplug[state].startup = startup;
    hotplug[state].teardown = teardown;
    return 0;
}

int cpuhp_setup_state_nocalls(enum cpuhp_state state, const char* name,
                              int (*startup)(unsigned cpu), int (*teardown)(unsigned cpu)) {
    (void)name;
    hotplug[state].startup_alone = startup;
    hotplug[state].teardown_alone = teardown;
    return 0;
}

void cpuhp_remove_state(enum cpuhp_state state) {
    memset(&hotplug[state], 0, sizeof hotplug[state]);
}

int cpuhp_state_add_instance(enum cpuhp_state state, struct hlist_node* node) {
    BUG_ON(hotplug[state].startup == NULL);
    const int error = hotplug[state].startup(0, node);
    if (error == 0) {
        node->next = hotplug[state].nodes;
        hotplug[state].nodes = node;
    }
    return error;
}

void cpuhp_state_remove_instance_nocalls(enum cpuhp_state state, struct hlist_node* node) {
    struct hlist_node** link = &hotplug[state].nodes;
    while (*link != NULL && *link != node) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = node->next;
    }
}

static int call_states(bool online) {
    int error = 0;
    for (unsigned state = 0; error == 0 && state < CPUHP_STATES; ++state) {
        int (*const alone)(unsigned) =
            online ? hotplug[state].startup_alone : hotplug[state].teardown_alone;
        if (alone != NULL) {
            error = alone(0);
        }
        for (struct hlist_node* node = hotplug[state].nodes; error == 0 && node != NULL;
             node = node->next) {
            error = (online ? hotplug[state].startup : hotplug[state].teardown)(0, node);
        }
    }
    return error;
}

int cpu_offline(void) {
    const unsigned long flags = local_irq_mask();
    const int error = call_states(false);
    local_irq_restore(flags);
    return error;
}

int cpu_online(void) {
    const unsigned long flags = local_irq_mask();
    const int error = call_states(true);
    local_irq_restore(flags);
    return error;
}

static struct notifier_block* sleepers;

int cpu_pm_register_notifier(struct notifier_block* block) {
    block->next = sleepers;
    sleepers = block;
    return 0;
}

int cpu_pm_unregister_notifier(struct notifier_block* block) {
    struct notifier_block** link = &sleepers;
    while (*link != NULL && *link != block) {
        link = &(*link)->next;
    }
    if (*link == NULL) {
        return -ENOENT;
    }
    *link = block->next;
    return 0;
}

static unsigned notify(unsigned long action) {
    const unsigned long flags = local_irq_mask();
    unsigned told = 0;
    for (struct notifier_block* block = sleepers; block != NULL; block = block->next) {
        told += block->notifier_call(block, action, NULL) == NOTIFY_OK;
    }
    local_irq_restore(flags);
    return told;
}

unsigned cpu_pm_enter(void) {
    return notify(CPU_PM_ENTER);
}

unsigned cpu_pm_exit(void) {
    return notify(CPU_PM_EXIT);
}
