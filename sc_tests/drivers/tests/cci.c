// SPDX-License-Identifier: Apache-2.0
// The steps that arm-cci.c goes through, on a CCI-400 whose slave interface S4 a Cortex-R5 is at.
// The first argument of each is the revision, `r0` or `r1`: whose list of events the CCI-400 has.
#include "cci.h"
#include "count_blocks.h"
#include "harness.h"
#include "pmu.h"
#include "vic.h"
#include "workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTERS 4u
#define CYCLES 0xFFu
/// The events of S4, by their codes: ARM DDI 0470, 2.4.1.
#define READS 0x80u
#define WRITES 0x8Cu
#define MOST_EVENTS 16u

/// Lines 3 to 7 of the interrupt controller are the overflow outputs; line 2 is all of them.
static const int own_irqs[] = {FIRST_IRQ + 3, FIRST_IRQ + 4, FIRST_IRQ + 5, FIRST_IRQ + 6,
                               FIRST_IRQ + 7};
static const int one_irq[] = {FIRST_IRQ + 2, FIRST_IRQ + 2, FIRST_IRQ + 2, FIRST_IRQ + 2,
                              FIRST_IRQ + 2};
static void* cci_base = (void*)CCI_BASE;
static struct device_node node;
static struct platform_device device = {.name = "cci-pmu", .irqs = own_irqs, .irq_count = 5};
static const char* revision;
static struct pmu* pmu;

static bool is_r1(void) {
    return strcmp(revision, "r1") == 0;
}

static const char* name_of_pmu(void) {
    return is_r1() ? "CCI_400_r1" : "CCI_400";
}

static int add_device(const char* compatible) {
    node = (struct device_node){.name = "pmu", .compatible = compatible};
    device.dev.of_node = &node;
    device.dev.platform_data = &cci_base;
    device.memory.start = CCI_BASE + 0x9000;
    return add_platform_device(&device);
}

static void boot(char** argv) {
    revision = argv[0];
    const int error = add_device(is_r1() ? "arm,cci-400-pmu,r1" : "arm,cci-400-pmu,r0");
    pmu = perf_pmu_of(name_of_pmu());
    if (!check(error == 0 && pmu != NULL, "the driver's probe: error %d", error)) {
        exit(1);
    }
    local_irq_enable();
}

static unsigned served(void) {
    unsigned sum = 0;
    for (int irq = FIRST_IRQ + 2; irq <= FIRST_IRQ + 7; ++irq) {
        sum += irq_statistics_of(irq).served;
    }
    return sum;
}

static unsigned unserved(void) {
    unsigned sum = 0;
    for (int irq = FIRST_IRQ + 2; irq <= FIRST_IRQ + 7; ++irq) {
        sum += irq_statistics_of(irq).unserved;
    }
    return sum;
}

static uint32_t read_counter(const struct perf_event* event) {
    return event->hw.idx == 0 ? CCI_CCNT : CCI_ECNT(event->hw.idx - 1);
}

static void write_counter(const struct perf_event* event, uint32_t value) {
    if (event->hw.idx == 0) {
        CCI_CCNT = value;
    } else {
        CCI_ECNT(event->hw.idx - 1) = value;
    }
}

static struct perf_event* count(unsigned config, struct perf_event* leader) {
    return create((u32)pmu->type, config, 0, leader, NULL, NULL);
}

// --- probe
// ------------------------------------------------------------------------------------------

static void check_bound(int error) {
    check(error == 0, "probe: error %d", error);
    check(perf_pmu_of(name_of_pmu()) != NULL, "no PMU \"%s\"", name_of_pmu());
    char said[64];
    sprintf(said, "ARM %s PMU driver probed", name_of_pmu());
    check(kernel_said(said), "the driver did not say: %s", said);
    check(irq_statistics_of(own_irqs[0]).name == NULL, "an interrupt is requested before an event");
}

static void probe_by_tree(int argc, char** argv) {
    (void)argc;
    boot(argv);
    check_bound(0);
    check(remove_platform_device(&device) == 0, "remove");
    check(perf_pmu_of(name_of_pmu()) == NULL, "a PMU without its driver");
    boot(argv);
    check_bound(0);
}

static void probe_by_id(int argc, char** argv) {
    (void)argc;
    revision = argv[0];
    const int error = add_device("arm,cci-400-pmu");
    check(kernel_said("DEPRECATED compatible property"), "the driver did not say DEPRECATED");
    check_bound(error);
}

static void probe_refused(int argc, char** argv) {
    (void)argc;
    revision = argv[0];
    device.irq_count = 4;
    check(add_device("arm,cci-400-pmu,r1") == -EINVAL, "a probe with four interrupts");
    check(kernel_said("In-correct number of interrupts: 4, should be 5"), "and without a word");
    check(add_device("arm,cci-500-pmu,r0") == -ENODEV, "a CCI-500 has a driver here");
    check(perf_pmu_of("CCI_400_r1") == NULL, "there is a PMU");
}

// --- maps of events
// ---------------------------------------------------------------------------------

/// ARM DDI 0470, 2.4.1: the codes of slave and of master interfaces.
static bool is_event(unsigned code) {
    const unsigned source = code >> 5;
    const unsigned event = code & 0x1F;
    if (code > 0xFF) {
        return false;
    }
    if (code == CYCLES) {
        return true;
    }
    if (source <= 4) {
        return event <= (is_r1() ? 0x14 : 0x13);
    }
    return is_r1() ? event <= 0x11 : event >= 0x14 && event <= 0x1A;
}

static void maps(int argc, char** argv) {
    (void)argc;
    boot(argv);
    for (unsigned config = 0; config <= 0x1FF; ++config) {
        const struct perf_event_attr attr = {.type = (u32)pmu->type, .config = config};
        struct perf_event* const event = perf_create(&attr, NULL, NULL, NULL);
        if (!is_event(config)) {
            check(IS_ERR(event) && PTR_ERR(event) == -ENOENT, "event 0x%02X is not refused",
                  config);
        } else if (check(!IS_ERR(event), "event 0x%02X: error %ld", config, PTR_ERR(event))) {
            const int idx = event->hw.idx;
            check(config == CYCLES ? idx == 0 : idx == 1 && CCI_ESR(0) == config,
                  "event 0x%02X is on counter %d, which has 0x%02" PRIX32, config, idx, CCI_ESR(0));
            perf_release(event);
        }
    }
    check(refusal(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, NULL) == -ENOENT,
          "perf's event of cycles");
    check(refusal(PERF_TYPE_RAW, READS, NULL) == -ENOENT, "a raw event");
    const struct perf_event_attr sampled = {
        .type = (u32)pmu->type, .config = READS, .sample_period = 1000};
    check(PTR_ERR(perf_create(&sampled, NULL, NULL, NULL)) == -EOPNOTSUPP, "a sampled event");
    const struct perf_event_attr user = {
        .type = (u32)pmu->type, .config = READS, .exclude_kernel = 1};
    check(PTR_ERR(perf_create(&user, NULL, NULL, NULL)) == -EINVAL, "exclude_kernel");
    check(irq_statistics_of(own_irqs[0]).name == NULL, "an interrupt is requested without events");
}

/// Prints what sysfs has of events: a name and its number each.
static void names(int argc, char** argv) {
    (void)argc;
    boot(argv);
    unsigned printed = 0;
    for (const struct attribute_group** group = pmu->attr_groups; *group != NULL; ++group) {
        if ((*group)->name == NULL || strcmp((*group)->name, "events") != 0) {
            continue;
        }
        for (struct attribute** a = (*group)->attrs; *a != NULL; ++a) {
            char text[64];
            struct device_attribute* const file = container_of(*a, struct device_attribute, attr);
            file->show(&device.dev, file, text);
            printf("name %s %s", (*a)->name, text);
            ++printed;
        }
    }
    // The rows of both tables, and cycles.
    check(printed == (is_r1() ? 21u + 18u + 1u : 20u + 7u + 1u), "%u names", printed);
}

// --- counts
// -----------------------------------------------------------------------------------------

struct loop {
    const char* name;
    block code;
    unsigned reads;  ///< a pass: loads, and fetches of 8 aligned bytes
    unsigned writes; ///< a pass
    unsigned cycles; ///< a pass, by the timing model of the simulator
};

// From their addresses: each begins at a multiple of 32, block_loop_memory's loop 4 bytes after it.
static const struct loop loops[] = {
    {"2 instructions", block_loop_2, 1, 0, 3},
    {"8 instructions", block_loop_8, 4, 0, 9},
    {"store, load", block_loop_memory, 3 + 1, 1, 5},
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
    boot(argv);
    struct perf_event* const cycles = count(CYCLES, NULL);
    struct perf_event* const reads = count(READS, NULL);
    struct perf_event* const writes = count(WRITES, NULL);
    struct perf_event* const barriers = count(0x86, NULL);
    struct perf_event* const of_s0 = count(READS & 0x1F, NULL);
    for (size_t k = 0; k < sizeof loops / sizeof loops[0]; ++k) {
        check_passes(cycles, "cycles", &loops[k], loops[k].cycles);
        check_passes(reads, "reads", &loops[k], loops[k].reads);
        check_passes(writes, "writes", &loops[k], loops[k].writes);
    }
    check(perf_read(barriers, NULL, NULL) == 0, "a barrier on S4");
    check(perf_read(of_s0, NULL, NULL) == 0, "a read on S0");
    perf_disable(reads);
    const u64 held = perf_read(reads, NULL, NULL);
    check_passes(writes, "writes, another event disabled", &loops[2], 1);
    check(perf_read(reads, NULL, NULL) == held, "a disabled event counts");
    perf_enable(reads);
    check_passes(reads, "reads, enabled again", &loops[2], 4);
}

/// stat REVISION PASSES TYPE:CONFIG... as that of the CPUs; the type is 0, it stands for that of
/// the PMU.
static void stat(int argc, char** argv) {
    boot(argv);
    struct perf_event* events[MOST_EVENTS];
    unsigned used = 0;
    for (int k = 2; k < argc && used < MOST_EVENTS; ++k) {
        events[used++] = count(strtoul(strchr(argv[k], ':') + 1, NULL, 0), NULL);
    }
    local_irq_mask();
    for (char pass = '0'; pass < argv[1][0]; ++pass) {
        for (unsigned k = 0; k < WORK_COUNT; ++k) {
            works[k].run(1);
        }
        vic_disable(31); // requests of a device too
        vic_status();
    }
    u64 values[MOST_EVENTS];
    for (unsigned k = 0; k < used; ++k) {
        values[k] = perf_read_quickly(events[k]);
    }
    for (unsigned k = 0; k < used; ++k) {
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
    boot(argv);
    struct perf_event* const first = count(CYCLES, NULL);
    struct perf_event* siblings[COUNTERS];
    for (unsigned k = 0; k < COUNTERS; ++k) {
        siblings[k] = count(k % 2 == 0 ? READS : WRITES, first);
    }
    check_passes(first, "cycles of a group", &loops[2], 5);
    for (unsigned k = 0; k < COUNTERS; ++k) {
        check_passes(siblings[k], "requests of a group", &loops[2], k % 2 == 0 ? 4 : 1);
    }
    check(refusal((u32)pmu->type, READS, first) == -EINVAL, "a group of six events");
    check(refusal((u32)pmu->type, CYCLES, first) == -EINVAL, "cycles twice in a group");
    struct perf_event* const other = count(READS, NULL);
    block_loop_2(1000);
    u64 enabled;
    u64 running;
    check(perf_read(other, &enabled, &running) == 0 && enabled != 0 && running == 0,
          "a group without counters runs %llu of %llu ns", running, enabled);
    perf_tick();
    check(first->state == PERF_EVENT_STATE_INACTIVE && other->state == PERF_EVENT_STATE_ACTIVE,
          "the second group has no counters after a tick");
    check_passes(other, "reads of the second group", &loops[2], 4);
}

/// A group has events of one PMU.
static void mixed_group(int argc, char** argv) {
    (void)argc;
    static const int cpu_irqs[] = {FIRST_IRQ + (int)VIC_LINE_PMU};
    static struct device_node cpu_node = {.name = "pmu", .compatible = "arm,cortex-a8-pmu"};
    static struct platform_device cpu = {
        .name = "cpu-pmu", .irqs = cpu_irqs, .irq_count = 1, .dev.of_node = &cpu_node};
    check(add_platform_device(&cpu) == 0, "the PMU of the CPU");
    boot(argv);
    struct perf_event* const of_cpu = create(PERF_TYPE_RAW, 0x08, 0, NULL, NULL, NULL);
    struct perf_event* const of_cci = count(WRITES, NULL);
    check(refusal((u32)pmu->type, READS, of_cpu) == -EINVAL,
          "an event of the CCI in a CPU's group");
    check(refusal(PERF_TYPE_RAW, 0x08, of_cci) == -EINVAL, "an event of the CPU in a CCI's group");
    check_passes(of_cci, "writes", &loops[2], 1);
    check_passes(of_cpu, "instructions", &loops[2], 4);
}

static void full(int argc, char** argv) {
    (void)argc;
    boot(argv);
    struct perf_event* events[COUNTERS + 1];
    unsigned used = 0;
    for (unsigned k = 0; k <= COUNTERS; ++k) {
        events[k] = count(k == 0 ? CYCLES : READS, NULL);
        check(events[k]->state == PERF_EVENT_STATE_ACTIVE, "event %u is on no counter", k);
        check((used & 1u << events[k]->hw.idx) == 0, "counter %d has two events",
              events[k]->hw.idx);
        used |= 1u << events[k]->hw.idx;
    }
    for (unsigned k = 0; k <= COUNTERS; ++k) {
        check_passes(events[k], "every counter in use", &loops[2], k == 0 ? 5 : 4);
    }
    struct perf_event* const reads = count(READS, NULL);
    struct perf_event* const cycles = count(CYCLES, NULL);
    const unsigned long flags = local_irq_mask();
    const int error = pmu->add(reads, PERF_EF_START);
    const int error_of_cycles = pmu->add(cycles, PERF_EF_START);
    local_irq_restore(flags);
    check(reads->state == PERF_EVENT_STATE_INACTIVE && error == -EAGAIN, "add() returns %d", error);
    check(cycles->state == PERF_EVENT_STATE_INACTIVE && error_of_cycles == -EAGAIN,
          "add() returns %d", error_of_cycles);
    perf_release(cycles);
    perf_release(events[1]);
    perf_tick();
    check(reads->state == PERF_EVENT_STATE_ACTIVE, "the event that waited is on no counter");
    check_passes(reads, "the event that waited", &loops[2], 4);
}

static void rotation(int argc, char** argv) {
    (void)argc;
    boot(argv);
    enum { EVENTS = 2 * COUNTERS + 1, TURNS = 3 };
    struct perf_event* events[EVENTS];
    for (unsigned k = 0; k < EVENTS; ++k) {
        events[k] = count(WRITES, NULL);
    }
    static const uint32_t passes[] = {1000, 2000};
    u64 counted[2][EVENTS];
    for (unsigned round = 0; round < 2; ++round) {
        u64 before[EVENTS];
        for (unsigned tick = 0; tick < (TURNS + 1) * EVENTS; ++tick) {
            if (tick ==
                EVENTS) { // the first turn is another one: nothing is on a counter before it
                for (unsigned k = 0; k < EVENTS; ++k) {
                    before[k] = perf_read(events[k], NULL, NULL);
                }
            }
            block_loop_memory(passes[round]);
            perf_tick();
        }
        for (unsigned k = 0; k < EVENTS; ++k) {
            counted[round][k] = perf_read(events[k], NULL, NULL) - before[k];
        }
    }
    for (unsigned k = 0; k < EVENTS; ++k) {
        const u64 more = counted[1][k] - counted[0][k];
        const u64 expected = (u64)(passes[1] - passes[0]) * TURNS * COUNTERS;
        check(more == expected, "event %u counts %llu writes more, expected %llu", k, more,
              expected);
    }
    printf("%u events on %u counters, each %u of %u ticks\n", EVENTS, COUNTERS, COUNTERS * TURNS,
           EVENTS * TURNS);
}

// --- overflows
// --------------------------------------------------------------------------------------

/// As if so many more had happened: the driver cannot tell.
static void jump(struct perf_event* event, uint32_t more) {
    const unsigned long flags = local_irq_mask();
    pmu->pmu_disable(pmu);
    write_counter(event, read_counter(event) + more);
    pmu->pmu_enable(pmu);
    local_irq_restore(flags);
}

struct pair {
    u64 event;
    u64 witness;
};

static __attribute__((noipa)) void read_pair(struct perf_event* event, struct perf_event* witness,
                                             struct pair* pair) {
    pair->event = perf_read_quickly(event);
    pair->witness = perf_read_quickly(witness);
}

static void check_wraps(void) {
    struct perf_event* const event = count(WRITES, NULL);
    struct perf_event* const witness = count(WRITES, event);
    struct perf_event* const cycles = count(CYCLES, event);
    check(read_counter(event) >= 0x80000000u && read_counter(event) < 0x80010000u,
          "a counter starts at 0x%08" PRIX32 ", expected 0x80000000", read_counter(event));
    struct pair start;
    struct pair end;
    read_pair(event, witness, &start);
    const unsigned before = served();
    enum { WRAPS = 6 };
    u64 jumped = 0;
    for (unsigned k = 0; k < WRAPS; ++k) {
        const uint32_t more = 0u - read_counter(event) - 1000;
        jump(event, more);
        jumped += more;
        if (k % 2 == 0) { // the interrupt takes it
            block_loop_memory(5000);
        } else { // a read comes first, then the interrupt
            const unsigned long flags = local_irq_mask();
            block_loop_memory(5000);
            check(served() - before == k, "an interrupt while IRQ is masked");
            check(read_counter(event) < 0x80000000u, "the counter has not wrapped");
            perf_read_quickly(event);
            local_irq_restore(flags);
        }
        check(served() - before == k + 1, "%u interrupts after %u wraps", served() - before, k + 1);
        check(read_counter(event) >= 0x80000000u, "the counter is at 0x%08" PRIX32 " after a wrap",
              read_counter(event));
    }
    read_pair(event, witness, &end);
    const u64 counted = end.event - start.event;
    const u64 seen = end.witness - start.witness;
    check(counted >> 32 != 0, "no more than 32 bits: 0x%llX", counted);
    check(counted - jumped == seen, "0x%llX counts, 0x%llX of them jumped; another counter: 0x%llX",
          counted, jumped, seen);

    // Two at once, one of them the cycle counter: an interrupt each, or one for both.
    const unsigned both = served();
    const u64 cycles_before = perf_read_quickly(cycles);
    jump(event, 0u - read_counter(event) - 10);
    jump(cycles, 0u - read_counter(cycles) - 2000);
    const unsigned long flags = local_irq_mask();
    block_loop_memory(5000);
    local_irq_restore(flags);
    check(served() - both >= 1 && served() - both <= 2, "%u interrupts", served() - both);
    check(read_counter(event) >= 0x80000000u && read_counter(cycles) >= 0x80000000u,
          "a counter was not loaded");
    check(perf_read_quickly(cycles) - cycles_before > 0x7FF00000, "the cycles do not go on");
    check(vic_status() == 0, "requests 0x%08" PRIX32 " are left", vic_status());
    printf("%u wraps: 0x%llX counts; %u interrupts, %u of them without work\n", WRAPS, counted,
           served(), unserved());
    perf_release(cycles);
    perf_release(witness);
    perf_release(event);
    check(irq_statistics_of(own_irqs[0]).name == NULL && irq_statistics_of(one_irq[0]).name == NULL,
          "an interrupt is requested after the last event");
}

/// Each counter has an interrupt of its own.
static void wrap(int argc, char** argv) {
    (void)argc;
    boot(argv);
    check_wraps();
}

/// One interrupt for all of them.
static void wrap_by_one_interrupt(int argc, char** argv) {
    (void)argc;
    device.irqs = one_irq;
    boot(argv);
    check_wraps();
    check(unserved() == 0, "%u interrupts without work", unserved());
}

static void stop(int argc, char** argv) {
    (void)argc;
    boot(argv);
    struct perf_event* const reads = count(READS, NULL);
    struct perf_event* const cycles = count(CYCLES, NULL);
    block_loop_memory(1000);
    perf_disable(reads);
    perf_disable(cycles);
    check((CCI_PMCR & CCI_PMCR_CEN) == 0, "the PMU counts without events");
    const u64 held = perf_read(reads, NULL, NULL);
    const uint32_t counter = read_counter(cycles);
    block_loop_memory(1000);
    check(perf_read(reads, NULL, NULL) == held && CCI_CCNT == counter, "a stopped event counts");
    perf_enable(reads);
    perf_enable(cycles);
    check_passes(reads, "reads after a stop", &loops[2], 4);
    check_passes(cycles, "cycles after a stop", &loops[2], 5);
    check(cpu_offline() == 0 && cpu_online() == 0, "the CPU goes and comes");
    check_passes(reads, "reads after the CPU went and came", &loops[2], 4);
    check(irq_statistics_of(own_irqs[0]).enabled, "no interrupt is requested");
    perf_release(reads);
    perf_release(cycles);
    check(!irq_statistics_of(own_irqs[0]).enabled, "an interrupt is left");
    check(remove_platform_device(&device) == 0, "remove");
}

const struct step steps[] = {
    {"probe_by_tree", probe_by_tree},
    {"probe_by_id", probe_by_id},
    {"probe_refused", probe_refused},
    {"maps", maps},
    {"names", names},
    {"counts", counts},
    {"stat", stat},
    {"groups", groups},
    {"mixed_group", mixed_group},
    {"full", full},
    {"rotation", rotation},
    {"wrap", wrap},
    {"wrap_by_one_interrupt", wrap_by_one_interrupt},
    {"stop", stop},
    {NULL, NULL},
};
