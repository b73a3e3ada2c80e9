// SPDX-License-Identifier: Apache-2.0
// What a driver of a PMU shares with perf, and the part of its interface to programs that is used.
// perf/perf.h is what the tests call.
#pragma once

#include <linux/bitmap.h>
#include <linux/cpu_pm.h>
#include <linux/device.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>

enum perf_type_id {
    PERF_TYPE_HARDWARE,
    PERF_TYPE_SOFTWARE,
    PERF_TYPE_TRACEPOINT,
    PERF_TYPE_HW_CACHE,
    PERF_TYPE_RAW,
    PERF_TYPE_BREAKPOINT,
    PERF_TYPE_MAX
};

enum perf_hw_id {
    PERF_COUNT_HW_CPU_CYCLES,
    PERF_COUNT_HW_INSTRUCTIONS,
    PERF_COUNT_HW_CACHE_REFERENCES,
    PERF_COUNT_HW_CACHE_MISSES,
    PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
    PERF_COUNT_HW_BRANCH_MISSES,
    PERF_COUNT_HW_BUS_CYCLES,
    PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
    PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
    PERF_COUNT_HW_REF_CPU_CYCLES,
    PERF_COUNT_HW_MAX
};

enum perf_hw_cache_id {
    PERF_COUNT_HW_CACHE_L1D,
    PERF_COUNT_HW_CACHE_L1I,
    PERF_COUNT_HW_CACHE_LL,
    PERF_COUNT_HW_CACHE_DTLB,
    PERF_COUNT_HW_CACHE_ITLB,
    PERF_COUNT_HW_CACHE_BPU,
    PERF_COUNT_HW_CACHE_NODE,
    PERF_COUNT_HW_CACHE_MAX
};

enum perf_hw_cache_op_id {
    PERF_COUNT_HW_CACHE_OP_READ,
    PERF_COUNT_HW_CACHE_OP_WRITE,
    PERF_COUNT_HW_CACHE_OP_PREFETCH,
    PERF_COUNT_HW_CACHE_OP_MAX
};

enum perf_hw_cache_op_result_id {
    PERF_COUNT_HW_CACHE_RESULT_ACCESS,
    PERF_COUNT_HW_CACHE_RESULT_MISS,
    PERF_COUNT_HW_CACHE_RESULT_MAX
};

/// What is wanted of an event.
struct perf_event_attr {
    u32 type;
    u64 config;
    u64 sample_period; ///< 0: it counts only
    unsigned disabled : 1;
    unsigned exclude_user : 1;
    unsigned exclude_kernel : 1;
    unsigned exclude_hv : 1;
    unsigned exclude_idle : 1;
    unsigned enable_on_exec : 1;
    unsigned branch_stack : 1;
};

// States of hw_perf_event.
#define PERF_HES_STOPPED 0x1
#define PERF_HES_UPTODATE 0x2
#define PERF_HES_ARCH 0x4
// Flags of add, del, start and stop.
#define PERF_EF_START 0x1
#define PERF_EF_RELOAD 0x2
#define PERF_EF_UPDATE 0x4
/// The flags of hw_perf_event that drivers may give a meaning.
#define PERF_EVENT_FLAG_ARCH 0x000FFFFF
#define PERF_ATTACH_TASK 0x4

/// What the driver knows of an event.
struct hw_perf_event {
    unsigned long config;
    unsigned long config_base;
    unsigned long event_base;
    int idx;
    int flags;
    int state;
    local64_t prev_count;
    local64_t period_left;
    u64 sample_period;
    u64 last_period;
    u64 interrupts; ///< since the last tick, or MAX_INTERRUPTS: throttled
};

#define PERF_PMU_CAP_NO_INTERRUPT 0x01
#define PERF_PMU_CAP_EXTENDED_REGS 0x02
#define PERF_PMU_CAP_HETEROGENEOUS_CPUS 0x04
#define PERF_PMU_CAP_NO_EXCLUDE 0x08

enum { perf_invalid_context = -1, perf_hw_context };

struct perf_event;

struct pmu {
    void* module;
    const char* name;
    int type;
    int capabilities;
    int task_ctx_nr;
    const struct attribute_group** attr_groups;
    void (*pmu_enable)(struct pmu* pmu);
    void (*pmu_disable)(struct pmu* pmu);
    int (*event_init)(struct perf_event* event);
    int (*add)(struct perf_event* event, int flags);
    void (*del)(struct perf_event* event, int flags);
    void (*start)(struct perf_event* event, int flags);
    void (*stop)(struct perf_event* event, int flags);
    void (*read)(struct perf_event* event);
    int (*filter_match)(struct perf_event* event);

    // perf's own.
    struct pmu* next;
    struct perf_event* groups; ///< leaders, in the order in which they are put on counters
    unsigned disabled;         ///< calls of perf_pmu_disable() that stand
};

struct pt_regs {
    unsigned long ARM_pc;
};

struct perf_sample_data {
    u64 addr;
    u64 period;
};

static inline void perf_sample_data_init(struct perf_sample_data* data, u64 addr, u64 period) {
    data->addr = addr;
    data->period = period;
}

enum perf_event_state {
    PERF_EVENT_STATE_ERROR = -2,
    PERF_EVENT_STATE_OFF,
    PERF_EVENT_STATE_INACTIVE,
    PERF_EVENT_STATE_ACTIVE
};

typedef void (*perf_overflow_handler_t)(struct perf_event* event, struct perf_sample_data* data,
                                        struct pt_regs* regs);

struct perf_event {
    struct perf_event_attr attr;
    struct hw_perf_event hw;
    struct pmu* pmu;
    enum perf_event_state state;
    int cpu;
    int attach_state;
    local64_t count;
    struct perf_event* group_leader; ///< itself, if it is one
    void (*destroy)(struct perf_event* event);

    // perf's own.
    struct perf_event* next_sibling;
    struct perf_event* next_group;
    perf_overflow_handler_t overflow_handler;
    void* context;
    u64 time_enabled; ///< in ns, up to `time`
    u64 time_running;
    u64 time;
    unsigned event_limit; ///< overflows until it is disabled; 0: never
    bool pending_disable;
};

#define for_each_sibling_event(sibling, event)                                                     \
    for ((sibling) = (event)->next_sibling; (sibling) != NULL; (sibling) = (sibling)->next_sibling)

static inline bool is_sampling_event(const struct perf_event* event) {
    return event->attr.sample_period != 0;
}
static inline bool is_software_event(const struct perf_event* event) {
    return event->attr.type == PERF_TYPE_SOFTWARE;
}
static inline bool has_branch_stack(const struct perf_event* event) {
    return event->attr.branch_stack;
}

int perf_pmu_register(struct pmu* pmu, const char* name, int type);
void perf_pmu_unregister(struct pmu* pmu);
void perf_pmu_migrate_context(struct pmu* pmu, int from, int to);
/// An event with a period has overflowed. \return whether the driver must disable it
int perf_event_overflow(struct perf_event* event, struct perf_sample_data* data,
                        struct pt_regs* regs);
/// A handler was so long at work, in ns.
void perf_sample_event_took(u64 duration);
/// Nothing maps counters.
static inline void perf_event_update_userpage(struct perf_event* event) {
    (void)event;
}
/// Disables the events that have reached their limit.
void irq_work_run(void);

struct perf_pmu_events_attr {
    struct device_attribute attr;
    u64 id;
    const char* event_str;
};

ssize_t perf_event_sysfs_show(struct device* device, struct device_attribute* attribute,
                              char* text);
#define PMU_EVENT_ATTR_STRING(name_, variable, text)                                               \
    static struct perf_pmu_events_attr variable = {                                                \
        __ATTR(name_, 0444, perf_event_sysfs_show, NULL), 0, text}
#define PMU_FORMAT_ATTR(name_, format)                                                             \
    static ssize_t name_##_show(struct device* device, struct device_attribute* attribute,         \
                                char* text) {                                                      \
        (void)device;                                                                              \
        (void)attribute;                                                                           \
        return sysfs_emit(text, "%s\n", format);                                                   \
    }                                                                                              \
    static struct device_attribute format_attr_##name_ = __ATTR(name_, 0444, name_##_show, NULL)
