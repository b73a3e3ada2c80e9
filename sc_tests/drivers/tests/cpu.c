// SPDX-License-Identifier: Apache-2.0
// The steps that the driver of a CPU's PMU goes through.
#include "count_blocks.h"
#include "harness.h"
#include "part.h"
#include "pmu.h"
#include "vic.h"
#include "workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PMU_IRQ (FIRST_IRQ + (int)VIC_LINE_PMU)
#define MOST_EVENTS 16u

static const int irqs[] = {PMU_IRQ};
static struct device_node node;
static struct platform_device device = {.irqs = irqs, .irq_count = 1};
static struct pmu* pmu;

static int add_device(bool by_tree) {
    node = (struct device_node){.name = "pmu", .compatible = part.compatible};
    device.name = part.driver;
    device.dev.of_node = by_tree ? &node : NULL;
    return add_platform_device(&device);
}

/// Binds the driver as its boards do, with IRQ enabled.
static void boot(void) {
    const int error = add_device(part.compatible != NULL);
    pmu = perf_pmu_of(part.pmu);
    if (!check(error == 0 && pmu != NULL, "the driver's probe: error %d, %s PMU \"%s\"", error,
               pmu == NULL ? "no" : "a", part.pmu)) {
        exit(1);
    }
    local_irq_enable();
}

static struct irq_statistics irq_statistics(void) {
    return irq_statistics_of(PMU_IRQ);
}

/// The PMU's register of the counter that an event is on.
static uint32_t read_counter(const struct perf_event* event) {
    return pmu_read(event->hw.idx == 0 ? PMU_CYCLE_COUNTER : (unsigned)event->hw.idx - 1);
}

static void write_counter(const struct perf_event* event, uint32_t value) {
    pmu_write(event->hw.idx == 0 ? PMU_CYCLE_COUNTER : (unsigned)event->hw.idx - 1, value);
}

static struct perf_event* count_hardware(enum perf_hw_id id, struct perf_event* leader) {
    return create(PERF_TYPE_HARDWARE, id, 0, leader, NULL, NULL);
}

// --- probe
// ------------------------------------------------------------------------------------------

static void check_bound(int error) {
    pmu = perf_pmu_of(part.pmu);
    check(error == 0, "probe: error %d", error);
    check(pmu != NULL, "no PMU \"%s\"", part.pmu);
    char said[64];
    sprintf(said, "enabled with %s PMU driver, %u counters", part.pmu, part.counters + 1);
    check(kernel_said(said), "the driver did not say: %s", said);
    const struct irq_statistics irq = irq_statistics();
    check(irq.name != NULL && strcmp(irq.name, "arm-pmu") == 0, "the interrupt is not requested");
    check(irq.enabled, "the interrupt is disabled");
    check(pmu == NULL || (pmu->capabilities & PERF_PMU_CAP_NO_EXCLUDE) != 0,
          "the driver seems to count by modes");
}

static void probe_by_tree(int argc, char** argv) {
    (void)argc;
    (void)argv;
    check_bound(add_device(true));
}

static void probe_by_cpu_id(int argc, char** argv) {
    (void)argc;
    (void)argv;
    const int error = add_device(false);
    if (part.knows_cpu_id) {
        check_bound(error);
        return;
    }
    check(error == -ENODEV, "probe: %d, expected -ENODEV", error);
    check(kernel_said("failed to probe PMU!"), "the driver did not say that its probe failed");
    check(perf_pmu_of(part.pmu) == NULL, "there is a PMU \"%s\"", part.pmu);
    check(irq_statistics().name == NULL, "the interrupt is still requested");
}

// --- maps of events
// ---------------------------------------------------------------------------------

/// What an event of perf selects, or NO_EVENT if it is refused as one that there is not.
static unsigned number_of(u32 type, u64 config) {
    const struct perf_event_attr attr = {.type = type, .config = config};
    struct perf_event* const event = perf_create(&attr, NULL, NULL, NULL);
    if (IS_ERR(event)) {
        check(PTR_ERR(event) == -ENOENT, "event %u:0x%llX: error %ld, expected -ENOENT", type,
              config, PTR_ERR(event));
        return NO_EVENT;
    }
    unsigned number = part.hardware[PERF_COUNT_HW_CPU_CYCLES];
    if (event->hw.idx != 0) {
        number = part.selected((unsigned)event->hw.idx - 1);
    }
    check(event->state == PERF_EVENT_STATE_ACTIVE, "event %u:0x%llX is on no counter", type,
          config);
    perf_release(event);
    return number;
}

static unsigned expected_cache_event(unsigned cache, unsigned operation, unsigned result) {
    const struct cache_event* c = part.caches;
    while (c->number != NO_EVENT &&
           (c->cache != cache || c->operation != operation || c->result != result)) {
        ++c;
    }
    return c->number;
}

static void check_cache_map(void) {
    for (unsigned cache = 0; cache < PERF_COUNT_HW_CACHE_MAX; ++cache) {
        for (unsigned operation = 0; operation < PERF_COUNT_HW_CACHE_OP_MAX; ++operation) {
            for (unsigned result = 0; result < PERF_COUNT_HW_CACHE_RESULT_MAX; ++result) {
                const unsigned config = cache | operation << 8 | result << 16;
                const unsigned expected = expected_cache_event(cache, operation, result);
                const unsigned number = number_of(PERF_TYPE_HW_CACHE, config);
                check(number == expected, "cache event 0x%05X selects 0x%02X, expected 0x%02X",
                      config, number, expected);
            }
        }
    }
    check(refusal(PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_MAX, NULL) == -EINVAL, "cache 7");
    check(refusal(PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_OP_MAX << 8, NULL) == -EINVAL,
          "cache operation 3");
    check(refusal(PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_RESULT_MAX << 16, NULL) == -EINVAL,
          "cache result 2");
}

static void maps(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    for (unsigned id = 0; id < PERF_COUNT_HW_MAX; ++id) {
        const unsigned number = number_of(PERF_TYPE_HARDWARE, id);
        check(number == part.hardware[id], "hardware event %u selects 0x%02X, expected 0x%02X", id,
              number, part.hardware[id]);
    }
    check(refusal(PERF_TYPE_HARDWARE, PERF_COUNT_HW_MAX, NULL) == -EINVAL, "hardware event 10");
    check_cache_map();
    for (unsigned raw = 0; raw <= 0xFF; ++raw) {
        const unsigned number = number_of(PERF_TYPE_RAW, raw);
        check(number == raw, "raw event 0x%02X selects 0x%02X", raw, number);
        const unsigned own = number_of((u32)pmu->type, raw);
        check(own == raw, "event 0x%02X of the PMU selects 0x%02X", raw, own);
    }
    check(number_of(PERF_TYPE_RAW, 0x1207) == 0x07, "raw event 0x1207");
    check(refusal(PERF_TYPE_SOFTWARE, 0, NULL) == -ENOENT, "software event 0");
    const struct perf_event_attr user = {.type = PERF_TYPE_RAW, .config = 7, .exclude_kernel = 1};
    check(PTR_ERR(perf_create(&user, NULL, NULL, NULL)) == -EINVAL, "exclude_kernel");
    const struct perf_event_attr branches = {.type = PERF_TYPE_RAW, .config = 7, .branch_stack = 1};
    check(PTR_ERR(perf_create(&branches, NULL, NULL, NULL)) == -EOPNOTSUPP, "branch_stack");
}

// --- counts
// -----------------------------------------------------------------------------------------

struct loop {
    const char* name;
    block code;
    unsigned instructions; ///< a pass, as count_blocks.h has it
    unsigned branches;     ///< a pass; 0: it depends on what the part calls a branch
    unsigned cycles;       ///< a pass, by the timing model of the simulator
};

static const struct loop loops[] = {
    {"2 instructions", block_loop_2, 2, 1, 3},
    {"8 instructions", block_loop_8, 8, 1, 9},
    {"store, load", block_loop_memory, 4, 1, 5},
    {"STM, LDM", block_loop_multiple, 6, 1, 13},
    {"call", block_loop_call, 4, 0, 7},
    {"Thumb, 2", block_thumb_loop_2, 2, 1, 3},
    {"Thumb, PUSH, POP", block_thumb_loop_stack, 5, 1, 8},
};

static void check_passes(struct perf_event* event, const char* what, const struct loop* loop,
                         unsigned a_pass) {
    const u64 one = measure(event, loop->code, 1);
    const u64 many = measure(event, loop->code, 1001);
    check(many - one == 1000ull * a_pass, "%s, %s: 1000 passes count %llu, expected %u", loop->name,
          what, many - one, 1000 * a_pass);
}

static void counts(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    struct perf_event* const instructions =
        create(PERF_TYPE_RAW, part.hardware[PERF_COUNT_HW_INSTRUCTIONS], 0, NULL, NULL, NULL);
    struct perf_event* const branches = count_hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS, NULL);
    for (size_t k = 0; k < sizeof loops / sizeof loops[0]; ++k) {
        check_passes(instructions, "instructions", &loops[k], loops[k].instructions);
        check_passes(cycles, "cycles", &loops[k], loops[k].cycles);
        if (loops[k].branches != 0) {
            check_passes(branches, "branches", &loops[k], loops[k].branches);
        }
    }
    const u64 before = perf_read(instructions, NULL, NULL);
    perf_disable(instructions);
    block_loop_2(1000);
    perf_enable(instructions);
    const u64 after = perf_read(instructions, NULL, NULL);
    check(after - before < 1000, "a disabled event counts %llu instructions", after - before);
}

/// Loads of one word of each page, of more pages than any TLB has entries.
static void walk_pages(void) {
    static volatile uint32_t pages[80][1024];
    for (unsigned page = 0; page < 80; ++page) {
        (void)pages[page][0];
    }
}

/// stat PASSES TYPE:CONFIG... counts the workload. Between two numbers of passes, the counts and
/// what the simulator counts for the whole run differ by the same.
static void stat(int argc, char** argv) {
    boot();
    struct perf_event* events[MOST_EVENTS];
    unsigned count = 0;
    for (int k = 1; k < argc && count < MOST_EVENTS; ++k) {
        char* colon;
        const u32 type = strtoul(argv[k], &colon, 0);
        events[count++] = create(type, strtoul(colon + 1, NULL, 0), 0, NULL, NULL, NULL);
    }
    local_irq_mask();
    for (char pass = '0'; pass < argv[0][0]; ++pass) {
        for (unsigned k = 0; k < WORK_COUNT; ++k) {
            works[k].run(1);
        }
        for (unsigned k = 0; k < sizeof loops / sizeof loops[0]; ++k) {
            loops[k].code(500);
        }
        walk_pages();
    }
    u64 values[MOST_EVENTS];
    for (unsigned k = 0; k < count; ++k) {
        values[k] = perf_read_quickly(events[k]);
    }
    for (unsigned k = 0; k < count; ++k) {
        check(events[k]->state == PERF_EVENT_STATE_ACTIVE, "event %u is on no counter", k);
        write_number("event ", events[k]->hw.config_base);
        write_number(" count ", values[k]);
        puts("");
    }
}

// --- groups, and more events than counters
// ----------------------------------------------------------

static void groups(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct perf_event* const first = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    struct perf_event* const second = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, first);
    struct perf_event* const third = count_hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS, first);
    check_passes(first, "cycles of a group", &loops[1], 9);
    check_passes(second, "instructions of a group", &loops[1], 8);
    check_passes(third, "branches of a group", &loops[1], 1);
    const int error = refusal(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, first);
    check(error == (part.cycles_twice ? 0 : -EINVAL), "cycles twice in a group: %d", error);

    // As many as there are counters, then one more.
    struct perf_event* siblings[MOST_EVENTS];
    for (unsigned k = 2; k < part.counters; ++k) {
        siblings[k] = create(PERF_TYPE_RAW, 0x10 + k, 0, first, NULL, NULL);
    }
    check(refusal(PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, first) == -EINVAL,
          "a group may have more events than there are counters");

    // A second group finds no room, not even for the events that would find some.
    struct perf_event* const other = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    struct perf_event* const of_other = count_hardware(PERF_COUNT_HW_CPU_CYCLES, other);
    block_loop_2(1000);
    u64 enabled;
    u64 running;
    check(perf_read(other, &enabled, &running) == 0 && perf_read(of_other, NULL, NULL) == 0,
          "a group without counters counts");
    check(enabled != 0 && running == 0, "it ran %llu of %llu ns", running, enabled);
    perf_tick();
    check(first->state == PERF_EVENT_STATE_INACTIVE && second->state == first->state &&
              third->state == first->state,
          "the first group still has counters");
    check(other->state == PERF_EVENT_STATE_ACTIVE && of_other->state == other->state,
          "the second group has no counters after a tick");
    check_passes(of_other, "cycles of the second group", &loops[1], 9);
    check_passes(other, "instructions of the second group", &loops[1], 8);
    const u64 held = perf_read(second, NULL, NULL);
    block_loop_2(1000);
    check(perf_read(second, NULL, NULL) == held, "a group off its counters counts");
    perf_release(of_other);
    perf_release(other);
    perf_tick();
    check_passes(third, "branches of the first group", &loops[1], 1);
    perf_disable(first);
    check(first->state == PERF_EVENT_STATE_OFF && second->state != PERF_EVENT_STATE_ACTIVE,
          "a disabled group has counters");
    for (unsigned k = 2; k < part.counters; ++k) {
        perf_release(siblings[k]);
    }
}

static void full(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct perf_event* events[MOST_EVENTS];
    unsigned used = 0;
    events[0] = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    for (unsigned k = 1; k <= part.counters; ++k) {
        events[k] = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    }
    for (unsigned k = 0; k <= part.counters; ++k) {
        check(events[k]->state == PERF_EVENT_STATE_ACTIVE, "event %u is on no counter", k);
        check((used & 1u << events[k]->hw.idx) == 0, "counter %d has two events",
              events[k]->hw.idx);
        used |= 1u << events[k]->hw.idx;
        check_passes(events[k], "every counter in use", &loops[0], k == 0 ? 3 : 2);
    }
    struct perf_event* const instructions = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    check(instructions->state == PERF_EVENT_STATE_INACTIVE &&
              cycles->state == PERF_EVENT_STATE_INACTIVE,
          "there is room for one event more");
    const unsigned long flags = local_irq_mask();
    const int error = pmu->add(instructions, PERF_EF_START);
    const int error_of_cycles = pmu->add(cycles, PERF_EF_START);
    local_irq_restore(flags);
    check(error == -EAGAIN && error_of_cycles == -EAGAIN, "add() returns %d and %d", error,
          error_of_cycles);
    perf_release(cycles);

    perf_release(events[1]);
    perf_tick();
    check(instructions->state == PERF_EVENT_STATE_ACTIVE, "the event that waited is on no counter");
    check_passes(instructions, "the event that waited", &loops[0], 2);
}

static void rotation(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    const unsigned count = 2 * part.counters + 1;
    struct perf_event* events[MOST_EVENTS];
    for (unsigned k = 0; k < count; ++k) {
        events[k] = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    }
    enum { CYCLES = 4 };
    static const uint32_t passes[] = {10000, 20000};
    u64 counted[2][MOST_EVENTS];
    for (unsigned round = 0; round < 2; ++round) {
        u64 before[MOST_EVENTS];
        u64 enabled[2];
        u64 running[2];
        // The first turn of all is another one: nothing is on a counter before it.
        for (unsigned tick = 0; tick < (CYCLES + 1) * count; ++tick) {
            if (tick == count) {
                for (unsigned k = 0; k < count; ++k) {
                    before[k] = perf_read(events[k], &enabled[0], &running[0]);
                }
            }
            block_loop_2(passes[round]);
            perf_tick();
        }
        for (unsigned k = 0; k < count; ++k) {
            counted[round][k] = perf_read(events[k], &enabled[1], &running[1]) - before[k];
        }
        // In ppm; none runs during a tick. Of the last event, which stands for all.
        const u64 share = (running[1] - running[0]) * 1000000 / (enabled[1] - enabled[0]);
        const u64 expected = part.counters * 1000000ull / count;
        check(share > expected * 9 / 10 && share <= expected,
              "an event ran %llu ppm of the time, expected %llu", share, expected);
        const u64 estimate = counted[round][count - 1] * 1000000 / share;
        const u64 all = 2ull * passes[round] * CYCLES * count;
        check(estimate > all && estimate < all + all / 10,
              "scaled: %llu instructions, and there were %llu in the loops", estimate, all);
    }
    for (unsigned k = 0; k < count; ++k) {
        const u64 more = counted[1][k] - counted[0][k];
        const u64 expected = 2ull * (passes[1] - passes[0]) * CYCLES * part.counters;
        check(more == expected, "event %u counts %llu instructions more, expected %llu", k, more,
              expected);
    }
    printf("%u events on %u counters, each %u of %u ticks\n", count, part.counters,
           part.counters * CYCLES, count * CYCLES);
}

// --- overflows
// --------------------------------------------------------------------------------------

struct samples {
    unsigned taken;
    unsigned outside; ///< of the code that was sampled
    u64 periods;
};

static void take_sample(struct perf_event* event, struct perf_sample_data* data,
                        struct pt_regs* regs) {
    struct samples* const samples = event->context;
    const uintptr_t start = (uintptr_t)block_loop_2;
    ++samples->taken;
    samples->periods += data->period;
    samples->outside += regs->ARM_pc < start || regs->ARM_pc >= start + 12;
}

#define PERIOD 10007u

struct pair {
    u64 event;
    u64 witness;
};

/// Always in the same order and as far from each other, so that differences can be compared.
static __attribute__((noipa)) void read_pair(struct perf_event* event, struct perf_event* witness,
                                             struct pair* pair) {
    pair->event = perf_read_quickly(event);
    pair->witness = perf_read_quickly(witness);
}

/// Samples a loop, and counts the same by another event of the group. \param lost what the second
/// counts more
static unsigned sample_loop(uint32_t passes, u64* lost) {
    struct samples samples = {0, 0, 0};
    const struct irq_statistics before = irq_statistics();
    struct perf_event* const event =
        create(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERIOD, NULL, take_sample, &samples);
    struct perf_event* const witness = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, event);
    struct pair start;
    struct pair end;
    read_pair(event, witness, &start);
    block_loop_2(passes);
    read_pair(event, witness, &end);
    *lost = (end.witness - start.witness) - (end.event - start.event);
    perf_disable(event);
    const u64 total = perf_read(event, NULL, NULL);
    const struct irq_statistics after = irq_statistics();
    check(samples.taken == total / PERIOD, "%u samples of %llu instructions", samples.taken, total);
    check(samples.periods == (u64)samples.taken * PERIOD, "periods of %llu in %u samples",
          samples.periods, samples.taken);
    check(samples.outside == 0, "%u of %u samples are not in the loop", samples.outside,
          samples.taken);
    check(after.served - before.served == samples.taken, "%u interrupts, %u samples",
          after.served - before.served, samples.taken);
    check(total >= 2ull * passes + 1, "%llu instructions in %u passes of 2", total,
          (unsigned)passes);
    perf_release(witness);
    perf_release(event);
    return samples.taken;
}

/// Instructions that a sampled counter loses at each reload: those between its read and its write.
static u64 loss_of_a_reload(void) {
    u64 few_lost;
    u64 many_lost;
    const unsigned few = sample_loop(100000, &few_lost);
    const unsigned many = sample_loop(1000000, &many_lost);
    const u64 lost = (many_lost - few_lost) / (many - few);
    check(few_lost == lost * few && many_lost == lost * many,
          "%u samples lose %llu instructions, %u lose %llu", few, few_lost, many, many_lost);
    check(part.stops_in_handler ? lost == 0 : lost > 0 && lost < 500,
          "%llu instructions lost a reload", lost);
    printf("%u and %u samples, period %u; %llu instructions lost a reload; the handler takes %llu "
           "ns at most\n",
           few, many, PERIOD, lost, perf_longest_handler());
    return lost;
}

static void sampling(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    loss_of_a_reload();

    // Every counter, with periods that have nothing in common.
    static const unsigned periods[] = {50021, 10007, 15013, 20011, 30011};
    struct perf_event* events[MOST_EVENTS];
    struct samples samples[MOST_EVENTS] = {{0, 0, 0}};
    for (unsigned k = 0; k <= part.counters; ++k) {
        events[k] = create(PERF_TYPE_HARDWARE,
                           k == 0 ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS,
                           periods[k], NULL, take_sample, &samples[k]);
    }
    block_loop_2(1000000);
    for (unsigned k = 0; k <= part.counters; ++k) {
        perf_disable(events[k]);
    }
    for (unsigned k = 0; k <= part.counters; ++k) {
        const u64 total = perf_read(events[k], NULL, NULL);
        check(samples[k].taken == total / periods[k],
              "event %u: %u samples of %llu counts, period %u", k, samples[k].taken, total,
              periods[k]);
    }
    const struct irq_statistics irq = irq_statistics();
    check(irq.unserved == 0, "the driver had nothing to do in %u interrupts", irq.unserved);
    const unsigned served = irq.served;
    block_loop_2(100000);
    check(irq_statistics().served == served, "interrupts after the events were disabled");
    check(vic_status() == 0, "requests 0x%08" PRIX32 " are left", vic_status());
}

/// As if the events of so many more had happened: the driver cannot tell.
static void jump(struct perf_event* event, uint32_t counts) {
    const unsigned long flags = local_irq_mask();
    pmu->pmu_disable(pmu);
    write_counter(event, read_counter(event) + counts);
    pmu->pmu_enable(pmu);
    local_irq_restore(flags);
}

static void wrap(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    const u64 lost = loss_of_a_reload();
    struct perf_event* const event = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    struct perf_event* const witness = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, event);
    const unsigned served = irq_statistics().served;
    check(read_counter(event) >= 0x80000001u && read_counter(event) < 0x80010000u,
          "a counter starts at 0x%08" PRIX32 ", expected 0x80000001", read_counter(event));
    struct pair start;
    read_pair(event, witness, &start);
    enum { WRAPS = 6 };
    u64 jumped = 0;
    for (unsigned k = 0; k < WRAPS; ++k) {
        const uint32_t counts = 0u - read_counter(event) - 1000;
        jump(event, counts);
        jumped += counts;
        if (k % 2 == 0) { // the interrupt takes it
            block_loop_2(5000);
        } else { // a read comes first, then the interrupt
            const unsigned long flags = local_irq_mask();
            block_loop_2(5000);
            check(irq_statistics().served - served == k, "an interrupt while IRQ is masked");
            check(read_counter(event) < 0x80000000u, "the counter has not wrapped");
            perf_read_quickly(event);
            local_irq_restore(flags);
        }
        check(irq_statistics().served - served == k + 1, "%u interrupts after %u wraps",
              irq_statistics().served - served, k + 1);
        check(read_counter(event) >= 0x80000001u, "the counter is at 0x%08" PRIX32 " after a wrap",
              read_counter(event));
    }
    struct pair end;
    read_pair(event, witness, &end);
    const u64 counted = end.event - start.event;
    const u64 seen = end.witness - start.witness;
    check(counted >> 32 != 0, "no more than 32 bits: 0x%llX", counted);
    check(counted - jumped == seen - WRAPS * lost,
          "0x%llX counts, 0x%llX of them jumped; another counter has seen 0x%llX, lost %llu",
          counted, jumped, seen, WRAPS * lost);
    printf("%u wraps: 0x%llX counts\n", WRAPS, counted);
}

/// The same, and nothing jumps: 2^33 instructions.
static void wrap_for_real(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct perf_event* const event = count_hardware(PERF_COUNT_HW_INSTRUCTIONS, NULL);
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    const u64 instructions = perf_read(event, NULL, NULL);
    const u64 start = perf_read(cycles, NULL, NULL);
    block_loop_8(1u << 30);
    const u64 counted = perf_read(event, NULL, NULL) - instructions;
    const u64 clocked = perf_read(cycles, NULL, NULL) - start;
    // What the interrupts take is counted too. A counter wraps after 2^31 - 1: each does so 4
    // times.
    check(counted >> 33 == 1 && counted - (1ull << 33) < 20000, "%llu instructions", counted);
    check(clocked > 9ull << 30 && clocked - (9ull << 30) < 20000, "%llu cycles", clocked);
    const struct irq_statistics irq = irq_statistics();
    check(irq.served >= 8 && irq.served <= 9 && irq.unserved == 0, "%u interrupts, %u for nothing",
          irq.served, irq.unserved);
    printf("0x%llX instructions, 0x%llX cycles, %u interrupts\n", counted, clocked, irq.served);
}

static void throttling(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    enum { MOST = 5 };
    struct samples samples = {0, 0, 0};
    struct perf_event* const event =
        create(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERIOD, NULL, take_sample, &samples);
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    perf_set_most_samples(MOST);
    for (unsigned tick = 0; tick < 3; ++tick) {
        const unsigned before = samples.taken;
        block_loop_2(100000);
        check(samples.taken - before == MOST, "%u samples between two ticks, expected %u",
              samples.taken - before, MOST);
        check(event->hw.interrupts == MAX_INTERRUPTS, "the event is not throttled");
        const uint32_t held = read_counter(event);
        block_loop_2(1000);
        check(read_counter(event) == held, "a throttled event counts");
        check_passes(cycles, "cycles, another event throttled", &loops[0], 3);
        perf_tick();
        check(event->hw.interrupts == 0, "the event is throttled after a tick");
        check(read_counter(event) != held, "its counter was not loaded");
    }
    perf_set_most_samples(~0u);
    const unsigned before = samples.taken;
    block_loop_2(100000);
    check(samples.taken - before >= 2 * 100000 / PERIOD, "%u samples without a limit",
          samples.taken - before);
    perf_disable(event);
    const u64 total = perf_read(event, NULL, NULL);
    check(samples.taken == total / PERIOD, "%u samples of %llu instructions", samples.taken, total);
    check(irq_statistics().unserved == 0, "%u interrupts without work", irq_statistics().unserved);
}

static void stop(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    const struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                         .config = PERF_COUNT_HW_INSTRUCTIONS,
                                         .sample_period = PERIOD,
                                         .disabled = 1};
    struct samples samples = {0, 0, 0};
    struct perf_event* const event = perf_create(&attr, NULL, take_sample, &samples);
    check(!IS_ERR(event), "error %ld", PTR_ERR(event));
    block_loop_2(100000);
    check(samples.taken == 0, "%u samples of an event that is off", samples.taken);
    for (unsigned round = 1; round <= 3; ++round) {
        perf_refresh(event, 3);
        block_loop_2(100000);
        check(samples.taken == 3 * round, "%u samples of an event that stops at %u", samples.taken,
              3 * round);
        check(event->state == PERF_EVENT_STATE_OFF, "the event is in state %d", event->state);
        const u64 total = perf_read(event, NULL, NULL);
        block_loop_2(1000);
        check(perf_read(event, NULL, NULL) == total, "a stopped event counts");
    }
    const uint32_t cycles = pmu_read(PMU_CYCLE_COUNTER);
    block_loop_2(1000);
    // The XScales' drivers set E again at the end of the handler, whatever has stopped there.
    check(part.stops_in_handler || pmu_read(PMU_CYCLE_COUNTER) == cycles,
          "the PMU counts without events");
    check(irq_statistics().unserved == 0, "%u interrupts without work", irq_statistics().unserved);
    check(vic_status() == 0, "requests 0x%08" PRIX32 " are left", vic_status());
}

// --- the CPU sleeps, goes and comes
// -----------------------------------------------------------------

static void suspend(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct samples samples = {0, 0, 0};
    struct perf_event* const event =
        create(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERIOD, NULL, take_sample, &samples);
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    u64 counted[2];
    for (unsigned round = 0; round < 2; ++round) {
        const u64 before = perf_read_quickly(cycles);
        block_loop_2(20000);
        check(cpu_pm_enter() == 1, "nobody is told of the suspend");
        block_loop_2(round == 0 ? 1000 : 50000); // on the way into sleep
        pmu_reset();                             // and the power is gone
        block_loop_2(round == 0 ? 1000 : 50000);
        check(cpu_pm_exit() == 1, "nobody is told of the wake-up");
        block_loop_2(20000);
        counted[round] = perf_read_quickly(cycles) - before;
    }
    // What the interrupts take makes the only difference, and their number may be one more.
    const u64 difference =
        counted[0] > counted[1] ? counted[0] - counted[1] : counted[1] - counted[0];
    check(difference < 5000, "%llu and %llu cycles counted, asleep for 2000 and 100000 passes",
          counted[0], counted[1]);
    check(counted[0] > 2 * 60000 && counted[0] < 2 * 60000 + 20 * 5000, "%llu cycles counted",
          counted[0]);
    perf_disable(event);
    const u64 total = perf_read(event, NULL, NULL);
    check(samples.taken == total / PERIOD && samples.taken >= 2 * 80000 / PERIOD,
          "%u samples of %llu instructions", samples.taken, total);
    check(irq_statistics().unserved == 0, "%u interrupts without work", irq_statistics().unserved);
    perf_disable(cycles);
    check(cpu_pm_enter() == 1 && cpu_pm_exit() == 1, "a suspend without events");
}

static void hotplug(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    u64 lost;
    sample_loop(100000, &lost);
    check(cpu_offline() == 0, "the CPU does not go");
    check(!irq_statistics().enabled, "the interrupt is enabled without the CPU");
    pmu_reset();
    check(cpu_online() == 0, "the CPU does not come back");
    check(irq_statistics().enabled, "the interrupt is disabled");
    sample_loop(100000, &lost);
    check(irq_statistics().unserved == 0, "%u interrupts without work", irq_statistics().unserved);
}

// --- a request that the driver cannot end
// -----------------------------------------------------------

/// Overflows, and takes the event off its counter before the interrupt is served.
static void overflow_and_disable(struct perf_event* event) {
    const unsigned long flags = local_irq_mask();
    const u64 before = perf_read_quickly(event);
    block_loop_2(PERIOD);
    check(perf_read_quickly(event) - before > PERIOD, "the event has not overflowed");
    check(vic_status() == 1u << VIC_LINE_PMU, "the PMU requests no interrupt");
    perf_disable(event);
    local_irq_restore(flags);
}

/// pending EXPECTED: `held`, the request stays although the flag is cleared, or `ends`.
static void pending(int argc, char** argv) {
    const bool held = argc == 1 && strcmp(argv[0], "held") == 0;
    boot();
    struct samples samples = {0, 0, 0};
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    struct perf_event* const event =
        create(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERIOD, NULL, take_sample, &samples);
    overflow_and_disable(event);
    check(vic_status() == 0 && irq_statistics().unserved == 0,
          "a request is left although another event has set E");

    perf_disable(cycles);
    perf_enable(event);
    overflow_and_disable(event);
    check(samples.taken == 0, "%u samples", samples.taken);
    check(pmu_overflows() == 0, "overflow flags 0x%08" PRIX32, pmu_overflows());
    const struct irq_statistics irq = irq_statistics();
    if (!held) {
        check(irq.unserved == 0 && vic_status() == 0, "%u interrupts without work", irq.unserved);
        return;
    }
    // IRQ_NONE each time, until the kernel gives the line up.
    check(irq.nobody_cared && irq.unserved == MOST_UNSERVED && !irq.enabled,
          "%u interrupts without work", irq.unserved);
    check(kernel_said("nobody cared"), "the kernel did not complain");
    printf("%u interrupts in which the driver found no flag: the kernel has disabled the line\n",
           irq.unserved);
    perf_enable(cycles); // writes E = 1
    enable_irq(PMU_IRQ);
    check(irq_statistics().unserved == MOST_UNSERVED && vic_status() == 0,
          "the request is left after a write of E = 1");
}

/// Another event comes off its counter while an overflow waits for its interrupt. Where the flags
/// are in the control register, the driver's read-modify-write of E clears them, and the sample is
/// lost, with all until the counter has wrapped once more.
static void lost_overflow(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct samples samples = {0, 0, 0};
    struct perf_event* const cycles = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    struct perf_event* const event =
        create(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERIOD, NULL, take_sample, &samples);
    const unsigned long flags = local_irq_mask();
    block_loop_2(PERIOD);
    check(vic_status() == 1u << VIC_LINE_PMU, "the PMU requests no interrupt");
    perf_disable(cycles);
    local_irq_restore(flags);
    check(samples.taken == (part.flags_in_control ? 0 : 1), "%u samples of an overflow that waited",
          samples.taken);
    block_loop_2(5 * PERIOD);
    check(part.flags_in_control ? samples.taken == 0 : samples.taken >= 10, "%u samples later on",
          samples.taken);
    const u64 counted = perf_read(event, NULL, NULL);
    check(counted > 12 * PERIOD && counted < 12 * PERIOD + 10000, "%llu instructions", counted);
    perf_disable(event); // and the counter is loaded again
    perf_enable(event);
    const unsigned before = samples.taken;
    block_loop_2(5 * PERIOD);
    check(samples.taken - before >= 9, "%u samples after a new start", samples.taken - before);
    check(irq_statistics().unserved == 0, "%u interrupts without work", irq_statistics().unserved);
}

/// perf_event_xscale.c puts a second event of cycles on an event counter of an IXP42X, by the
/// number that it made up for the clock counter. No event has it, so the counter stands still.
static void second_cycles(int argc, char** argv) {
    (void)argc;
    (void)argv;
    boot();
    struct perf_event* const first = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    struct perf_event* const second = count_hardware(PERF_COUNT_HW_CPU_CYCLES, NULL);
    check_passes(first, "cycles", &loops[0], loops[0].cycles);
    if (!part.cycles_twice) {
        check(second->state == PERF_EVENT_STATE_INACTIVE, "a second event of cycles has a counter");
        return;
    }
    check(second->state == PERF_EVENT_STATE_ACTIVE && second->hw.idx > 0 &&
              part.selected((unsigned)second->hw.idx - 1) == 0xFE,
          "the second event of cycles is on counter %d", second->hw.idx);
    block_loop_2(1000);
    check(perf_read(second, NULL, NULL) == 0, "the second event counts");
}

const struct step steps[] = {
    {"probe_by_tree", probe_by_tree},
    {"probe_by_cpu_id", probe_by_cpu_id},
    {"maps", maps},
    {"counts", counts},
    {"stat", stat},
    {"groups", groups},
    {"full", full},
    {"rotation", rotation},
    {"sampling", sampling},
    {"wrap", wrap},
    {"wrap_for_real", wrap_for_real},
    {"throttling", throttling},
    {"stop", stop},
    {"suspend", suspend},
    {"hotplug", hotplug},
    {"pending", pending},
    {"lost_overflow", lost_overflow},
    {"second_cycles", second_cycles},
    {NULL, NULL},
};
