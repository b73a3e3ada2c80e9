// SPDX-License-Identifier: Apache-2.0
#include "perf.h"

#include "kernel.h"

#include <linux/sched/clock.h>

static struct pmu* pmus;
static int next_type = PERF_TYPE_MAX;
static unsigned most_samples = ~0u;
static u64 longest_handler;
static unsigned pending_work;

// --- PMUs
// -------------------------------------------------------------------------------------------

int perf_pmu_register(struct pmu* pmu, const char* name, int type) {
    pmu->name = name;
    pmu->type = type < 0 ? next_type++ : type;
    pmu->groups = NULL;
    pmu->disabled = 0;
    pmu->next = pmus;
    pmus = pmu;
    return 0;
}

void perf_pmu_unregister(struct pmu* pmu) {
    struct pmu** link = &pmus;
    while (*link != NULL && *link != pmu) {
        link = &(*link)->next;
    }
    WARN_ON(*link == NULL || pmu->groups != NULL);
    if (*link != NULL) {
        *link = pmu->next;
    }
}

void perf_pmu_migrate_context(struct pmu* pmu, int from, int to) {
    (void)pmu;
    (void)from;
    (void)to;
    BUG(); // there is no other CPU
}

struct pmu* perf_pmu_of(const char* name) {
    struct pmu* pmu = pmus;
    while (pmu != NULL && strcmp(pmu->name, name) != 0) {
        pmu = pmu->next;
    }
    return pmu;
}

static void perf_pmu_disable(struct pmu* pmu) {
    if (pmu->disabled++ == 0) {
        pmu->pmu_disable(pmu);
    }
}

static void perf_pmu_enable(struct pmu* pmu) {
    if (--pmu->disabled == 0) {
        pmu->pmu_enable(pmu);
    }
}

// --- time
// -------------------------------------------------------------------------------------------

static void account_time(struct perf_event* event) {
    const u64 now = sched_clock();
    if (event->state >= PERF_EVENT_STATE_INACTIVE &&
        event->group_leader->state >= PERF_EVENT_STATE_INACTIVE) {
        event->time_enabled += now - event->time;
        if (event->state == PERF_EVENT_STATE_ACTIVE) {
            event->time_running += now - event->time;
        }
    }
    event->time = now;
}

static void set_state(struct perf_event* event, enum perf_event_state state) {
    account_time(event);
    event->state = state;
}

// --- events on counters. IRQ is masked
// --------------------------------------------------------------

static int event_in(struct perf_event* event) {
    if (event->state <= PERF_EVENT_STATE_OFF) {
        return 0;
    }
    if (event->pmu->filter_match != NULL && !event->pmu->filter_match(event)) {
        return -EAGAIN;
    }
    set_state(event, PERF_EVENT_STATE_ACTIVE);
    const int error = event->pmu->add(event, PERF_EF_START);
    if (error != 0) {
        event->state = PERF_EVENT_STATE_INACTIVE; // it never ran
    }
    return error;
}

static void event_out(struct perf_event* event) {
    if (event->state == PERF_EVENT_STATE_ACTIVE) {
        perf_pmu_disable(event->pmu);
        event->pmu->del(event, 0);
        perf_pmu_enable(event->pmu);
        set_state(event, event->pending_disable ? PERF_EVENT_STATE_OFF : PERF_EVENT_STATE_INACTIVE);
        event->pending_disable = false;
    }
}

static void group_out(struct perf_event* leader) {
    perf_pmu_disable(leader->pmu);
    event_out(leader);
    struct perf_event* sibling;
    for_each_sibling_event(sibling, leader) {
        event_out(sibling);
    }
    perf_pmu_enable(leader->pmu);
}

/// All of its events, or none. \return whether they are on counters
static bool group_in(struct perf_event* leader) {
    perf_pmu_disable(leader->pmu);
    int error = event_in(leader);
    for (struct perf_event* sibling = leader->next_sibling; error == 0 && sibling != NULL;
         sibling = sibling->next_sibling) {
        error = event_in(sibling);
    }
    if (error != 0) {
        group_out(leader);
    }
    perf_pmu_enable(leader->pmu);
    return error == 0;
}

/// Groups in their order, up to the first that finds no room. \return whether all have room
static bool all_in(struct pmu* pmu) {
    for (struct perf_event* leader = pmu->groups; leader != NULL; leader = leader->next_group) {
        if (leader->state == PERF_EVENT_STATE_INACTIVE && !group_in(leader)) {
            return false;
        }
    }
    return true;
}

static void all_out(struct pmu* pmu) {
    for (struct perf_event* leader = pmu->groups; leader != NULL; leader = leader->next_group) {
        group_out(leader);
    }
}

static bool schedule_again(struct pmu* pmu) {
    perf_pmu_disable(pmu);
    all_out(pmu);
    const bool all = all_in(pmu);
    perf_pmu_enable(pmu);
    return all;
}

// --- what programs ask for
// --------------------------------------------------------------------------

static int find_pmu(struct perf_event* event) {
    for (struct pmu* pmu = pmus; pmu != NULL; pmu = pmu->next) {
        if (event->attr.type >= PERF_TYPE_MAX && (int)event->attr.type != pmu->type) {
            continue;
        }
        event->pmu = pmu;
        const int error = pmu->event_init(event);
        if (error != -ENOENT) {
            return error;
        }
    }
    return -ENOENT;
}

static int initialise(struct perf_event* event) {
    int error = find_pmu(event);
    if (error != 0) {
        return error;
    }
    const int capabilities = event->pmu->capabilities;
    if ((capabilities & PERF_PMU_CAP_NO_EXCLUDE) != 0 &&
        (event->attr.exclude_user || event->attr.exclude_kernel || event->attr.exclude_hv ||
         event->attr.exclude_idle)) {
        error = -EINVAL;
    } else if ((capabilities & PERF_PMU_CAP_NO_INTERRUPT) != 0 && is_sampling_event(event)) {
        error = -EOPNOTSUPP;
    } else if (event->group_leader->pmu != event->pmu) {
        error = -EINVAL;
    }
    if (error != 0 && event->destroy != NULL) {
        event->destroy(event);
    }
    return error;
}

static void append(struct perf_event** link, struct perf_event* event, bool is_leader) {
    while (*link != NULL) {
        link = is_leader ? &(*link)->next_group : &(*link)->next_sibling;
    }
    *link = event;
}

struct perf_event* perf_create(const struct perf_event_attr* attr, struct perf_event* leader,
                               perf_overflow_handler_t handler, void* context) {
    struct perf_event* const event = kzalloc(sizeof *event, GFP_KERNEL);
    BUG_ON(event == NULL);
    event->attr = *attr;
    event->group_leader = leader == NULL ? event : leader;
    event->overflow_handler = handler;
    event->context = context;
    event->state = attr->disabled ? PERF_EVENT_STATE_OFF : PERF_EVENT_STATE_INACTIVE;
    event->hw.sample_period = attr->sample_period;
    event->hw.last_period = attr->sample_period;
    local64_set(&event->hw.period_left, (s64)attr->sample_period);
    const int error = initialise(event);
    if (error != 0) {
        kfree(event);
        return ERR_PTR(error);
    }
    const unsigned long flags = local_irq_mask();
    event->time = sched_clock();
    append(leader == NULL ? &event->pmu->groups : &leader->next_sibling, event, leader == NULL);
    if (event->group_leader->state >= PERF_EVENT_STATE_INACTIVE && !attr->disabled) {
        schedule_again(event->pmu);
    }
    local_irq_restore(flags);
    return event;
}

void perf_release(struct perf_event* event) {
    const unsigned long flags = local_irq_mask();
    if (event->group_leader == event) {
        WARN_ON(event->next_sibling != NULL);
        group_out(event);
        struct perf_event** link = &event->pmu->groups;
        while (*link != event) {
            link = &(*link)->next_group;
        }
        *link = event->next_group;
    } else {
        event_out(event);
        struct perf_event** link = &event->group_leader->next_sibling;
        while (*link != event) {
            link = &(*link)->next_sibling;
        }
        *link = event->next_sibling;
    }
    if (event->destroy != NULL) {
        event->destroy(event);
    }
    local_irq_restore(flags);
    kfree(event);
}

void perf_enable(struct perf_event* event) {
    const unsigned long flags = local_irq_mask();
    if (event->state < PERF_EVENT_STATE_INACTIVE) {
        set_state(event, PERF_EVENT_STATE_INACTIVE);
        schedule_again(event->pmu);
    }
    local_irq_restore(flags);
}

void perf_disable(struct perf_event* event) {
    const unsigned long flags = local_irq_mask();
    if (event->state >= PERF_EVENT_STATE_INACTIVE) {
        if (event->group_leader == event) {
            group_out(event);
            struct perf_event* sibling;
            for_each_sibling_event(sibling, event) {
                account_time(sibling);
            }
        } else {
            event_out(event);
        }
        set_state(event, PERF_EVENT_STATE_OFF);
    }
    local_irq_restore(flags);
}

void perf_refresh(struct perf_event* event, unsigned overflows) {
    event->event_limit += overflows;
    perf_enable(event);
}

u64 perf_read_quickly(struct perf_event* event) {
    event->pmu->read(event);
    return (u64)local64_read(&event->count);
}

u64 perf_read(struct perf_event* event, u64* enabled, u64* running) {
    const unsigned long flags = local_irq_mask();
    if (event->state == PERF_EVENT_STATE_ACTIVE) {
        event->pmu->read(event);
    }
    account_time(event);
    const u64 count = (u64)local64_read(&event->count);
    if (enabled != NULL) {
        *enabled = event->time_enabled;
    }
    if (running != NULL) {
        *running = event->time_running;
    }
    local_irq_restore(flags);
    return count;
}

// --- ticks and overflows
// ----------------------------------------------------------------------------

static void unthrottle(struct perf_event* event) {
    if (event->state == PERF_EVENT_STATE_ACTIVE && event->hw.interrupts == MAX_INTERRUPTS) {
        event->pmu->start(event, 0);
    }
    event->hw.interrupts = 0;
}

static bool all_active(const struct pmu* pmu) {
    for (const struct perf_event* leader = pmu->groups; leader != NULL;
         leader = leader->next_group) {
        if (leader->state == PERF_EVENT_STATE_INACTIVE) {
            return false;
        }
    }
    return true;
}

/// The first group goes to the end.
static void rotate(struct pmu* pmu) {
    struct perf_event* const first = pmu->groups;
    pmu->groups = first->next_group;
    first->next_group = NULL;
    append(&pmu->groups, first, true);
}

void perf_tick(void) {
    const unsigned long flags = local_irq_mask();
    for (struct pmu* pmu = pmus; pmu != NULL; pmu = pmu->next) {
        perf_pmu_disable(pmu);
        for (struct perf_event* leader = pmu->groups; leader != NULL; leader = leader->next_group) {
            unthrottle(leader);
            struct perf_event* sibling;
            for_each_sibling_event(sibling, leader) {
                unthrottle(sibling);
            }
        }
        if (pmu->groups != NULL && !all_active(pmu)) {
            all_out(pmu);
            rotate(pmu);
            all_in(pmu);
        }
        perf_pmu_enable(pmu);
    }
    local_irq_restore(flags);
}

void perf_set_most_samples(unsigned a_tick) {
    most_samples = a_tick;
}

int perf_event_overflow(struct perf_event* event, struct perf_sample_data* data,
                        struct pt_regs* regs) {
    if (!is_sampling_event(event)) {
        return 0;
    }
    int stop = 0;
    if (event->hw.interrupts != MAX_INTERRUPTS && ++event->hw.interrupts >= most_samples) {
        event->hw.interrupts = MAX_INTERRUPTS;
        stop = 1;
    }
    if (event->event_limit != 0 && --event->event_limit == 0) {
        event->pending_disable = true;
        ++pending_work;
        stop = 1;
    }
    if (event->overflow_handler != NULL) {
        event->overflow_handler(event, data, regs);
    }
    return stop;
}

void perf_sample_event_took(u64 duration) {
    if (duration > longest_handler) {
        longest_handler = duration;
    }
}

u64 perf_longest_handler(void) {
    return longest_handler;
}

static void finish(struct perf_event* event) {
    if (event->pending_disable && event->group_leader == event) {
        group_out(event);
    } else if (event->pending_disable) {
        event_out(event);
    }
}

void irq_work_run(void) {
    if (pending_work == 0) {
        return;
    }
    pending_work = 0;
    for (struct pmu* pmu = pmus; pmu != NULL; pmu = pmu->next) {
        for (struct perf_event* leader = pmu->groups; leader != NULL; leader = leader->next_group) {
            finish(leader);
            struct perf_event* sibling;
            for_each_sibling_event(sibling, leader) {
                finish(sibling);
            }
        }
    }
}

ssize_t perf_event_sysfs_show(struct device* device, struct device_attribute* attribute,
                              char* text) {
    (void)device;
    const struct perf_pmu_events_attr* const event =
        container_of(attribute, struct perf_pmu_events_attr, attr);
    return sysfs_emit(text, "%s\n", event->event_str);
}
