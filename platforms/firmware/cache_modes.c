// SPDX-License-Identifier: Apache-2.0
// The uses of the PMU that the Intel manuals list (IXP42X Developer's Manual, table 61), on a
// product of two matrices in two orders of its loops: ijk walks down the columns of the second
// matrix, ikj along its rows. Two events a run, as two counters are what every part has.
#include "check.h"
#include "pmu.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Rows of B and C are 1 KiB apart, so the elements of a column meet in a few sets of a cache: 96 of
// them are more than those sets hold, up to 64 KiB with 4 ways and 32 KiB with 32 ways. Between B
// and C lies a gap that is a multiple of no cache's size, so that elements of one column do not
// meet there also in a cache of one way, however small.
#define ROWS 4
#define INNER 96
#define COLUMNS 64
#define STRIDE 256
#define GAP 172

static int32_t a[ROWS][INNER];
static struct {
    int32_t b[INNER][STRIDE];
    int32_t gap[GAP];
    int32_t c[ROWS][STRIDE];
} matrices;

static __attribute__((noipa)) void multiply_ijk(void) {
    for (unsigned i = 0; i < ROWS; ++i) {
        for (unsigned j = 0; j < COLUMNS; ++j) {
            int32_t sum = 0;
            for (unsigned k = 0; k < INNER; ++k) {
                sum += a[i][k] * matrices.b[k][j];
            }
            matrices.c[i][j] = sum;
        }
    }
}

static __attribute__((noipa)) void multiply_ikj(void) {
    for (unsigned i = 0; i < ROWS; ++i) {
        for (unsigned j = 0; j < COLUMNS; ++j) {
            matrices.c[i][j] = 0;
        }
        for (unsigned k = 0; k < INNER; ++k) {
            const int32_t factor = a[i][k];
            for (unsigned j = 0; j < COLUMNS; ++j) {
                matrices.c[i][j] += factor * matrices.b[k][j];
            }
        }
    }
}

struct order {
    const char* name;
    void (*multiply)(void);
};

enum { IJK, IKJ, ORDERS };

static const struct order orders[ORDERS] = {{"ijk", multiply_ijk}, {"ikj", multiply_ikj}};

struct counts {
    uint32_t events[2];
    uint32_t cycles;
};

/// Figures that follow from the counts. They are printed in thousandths.
enum figure {
    NO_FIGURE,
    MISS_RATE,  ///< per cent: second event of the first
    CPI,        ///< cycles of the first event
    MEAN_STALL, ///< cycles: first event of the second
    TIME_SHARE, ///< per cent: first event of the cycles
};

struct mode {
    const char* name; ///< as the manual spells it
    enum pmu_event events[2];
    const char* event_names[2];
    enum figure figures[2];
};

static const struct mode modes[] = {
    {"Instruction cache efficiency",
     {PMU_INSTRUCTIONS, PMU_ICACHE_MISSES},
     {"instructions", "instruction cache misses"},
     {MISS_RATE, CPI}},
    {"Data cache efficiency",
     {PMU_DCACHE_ACCESSES, PMU_DCACHE_MISSES},
     {"data cache accesses", "data cache misses"},
     {MISS_RATE, NO_FIGURE}},
    {"Instruction fetch latency",
     {PMU_ICACHE_STALLS, PMU_ICACHE_MISSES},
     {"fetch stall cycles", "instruction cache misses"},
     {MEAN_STALL, TIME_SHARE}},
    {"Data/bus request buffer full",
     {PMU_BUFFER_STALLS, PMU_BUFFER_STALL_RUNS},
     {"buffer stall cycles", "buffer stalls"},
     {MEAN_STALL, TIME_SHARE}},
    {"Stall/writeback statistics",
     {PMU_DATA_STALLS, PMU_DCACHE_WRITEBACKS},
     {"data stall cycles", "write-backs"},
     {TIME_SHARE, NO_FIGURE}},
    {"Instruction TLB efficiency",
     {PMU_INSTRUCTIONS, PMU_ITLB_MISSES},
     {"instructions", "instruction TLB misses"},
     {MISS_RATE, CPI}},
    {"Data TLB efficiency",
     {PMU_DCACHE_ACCESSES, PMU_DTLB_MISSES},
     {"data cache accesses", "data TLB misses"},
     {MISS_RATE, NO_FIGURE}},
};

static struct counts run(const struct mode* mode, void (*multiply)(void)) {
    struct counts counts = {{0, 0}, 0};
    pmu_reset();
    for (unsigned k = 0; k < 2; ++k) {
        const int number = pmu_event_number(mode->events[k]);
        pmu_select(k, number >= 0 ? number : pmu_event_number(PMU_NOTHING));
    }
    pmu_start();
    multiply();
    pmu_stop();
    for (unsigned k = 0; k < 2; ++k) {
        counts.events[k] = pmu_read(k);
    }
    counts.cycles = pmu_read(PMU_CYCLE_COUNTER);
    check(pmu_overflows() == 0, "%s: a counter overflowed", mode->name);
    return counts;
}

static void print_figure(enum figure figure, const struct counts* counts) {
    static const char* const names[] = {"", "miss rate", "cycles per instruction", "mean stall",
                                        "share of time"};
    uint64_t numerator = counts->cycles;
    uint32_t denominator = counts->events[0];
    switch (figure) {
    case NO_FIGURE: return;
    case MISS_RATE: numerator = counts->events[1] * UINT64_C(100); break;
    case CPI: break;
    case MEAN_STALL:
        numerator = counts->events[0];
        denominator = counts->events[1];
        break;
    case TIME_SHARE:
        numerator = counts->events[0] * UINT64_C(100);
        denominator = counts->cycles;
        break;
    }
    printf(", %s ", names[figure]);
    if (denominator == 0) {
        printf("-");
        return;
    }
    const uint64_t thousandths = (numerator * 1000 + denominator / 2) / denominator;
    printf("%llu.%03llu%s", thousandths / 1000, thousandths % 1000,
           figure == MISS_RATE || figure == TIME_SHARE ? " %" : "");
}

/// Whether a figure has what it needs: cycles are always there.
static bool is_countable(const struct mode* mode, enum figure figure) {
    const bool needs_second = figure == MISS_RATE || figure == MEAN_STALL;
    return pmu_event_number(mode->events[0]) >= 0 &&
           (!needs_second || pmu_event_number(mode->events[1]) >= 0);
}

static void print_run(const struct mode* mode, const char* order, const struct counts* counts) {
    printf("  %s: %" PRIu32 " cycles", order, counts->cycles);
    for (unsigned k = 0; k < 2; ++k) {
        if (pmu_event_number(mode->events[k]) >= 0) {
            printf(", %" PRIu32 " %s", counts->events[k], mode->event_names[k]);
        }
    }
    for (unsigned k = 0; k < 2; ++k) {
        if (is_countable(mode, mode->figures[k])) {
            print_figure(mode->figures[k], counts);
        }
    }
    printf("\n");
}

static uint32_t checksum(void) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < ROWS; ++i) {
        for (unsigned j = 0; j < COLUMNS; ++j) {
            sum = sum * 31 + (uint32_t)matrices.c[i][j];
        }
    }
    return sum;
}

/// \return data cache misses in both orders, if this mode counts them
static uint32_t run_mode(const struct mode* mode) {
    struct counts counts[ORDERS];
    uint32_t sums[ORDERS];
    printf("%s", mode->name);
    for (unsigned k = 0; k < 2; ++k) {
        if (pmu_event_number(mode->events[k]) < 0) {
            printf(" (this part does not count %s)", mode->event_names[k]);
        }
    }
    printf("\n");
    for (unsigned k = 0; k < ORDERS; ++k) {
        counts[k] = run(mode, orders[k].multiply);
        sums[k] = checksum();
        print_run(mode, orders[k].name, &counts[k]);
        check(counts[k].cycles != 0, "%s, %s: no cycles", mode->name, orders[k].name);
        check(mode->events[0] != PMU_INSTRUCTIONS || counts[k].events[0] > ROWS * INNER * COLUMNS,
              "%s, %s: only %" PRIu32 " instructions", mode->name, orders[k].name,
              counts[k].events[0]);
    }
    check(sums[IJK] == sums[IKJ],
          "%s: the orders differ in their results, 0x%08" PRIX32 " and 0x%08" PRIX32, mode->name,
          sums[IJK], sums[IKJ]);
    if (mode->events[1] != PMU_DCACHE_MISSES) {
        return 0;
    }
    const uint32_t ijk = counts[IJK].events[1];
    const uint32_t ikj = counts[IKJ].events[1];
    // A cache of one line keeps nothing for the next access, whatever the order.
    const bool is_one_line = ijk >= 2 * ROWS * INNER * COLUMNS;
    check(ikj < ijk || is_one_line || (ikj == 0 && ijk == 0),
          "%s: ikj has %" PRIu32 " misses, not less than the %" PRIu32 " of ijk", mode->name, ikj,
          ijk);
    return ijk + ikj;
}

int main(void) {
    for (unsigned k = 0; k < INNER; ++k) {
        for (unsigned i = 0; i < ROWS; ++i) {
            a[i][k] = (int32_t)(7 * i + 3 * k) - 100;
        }
        for (unsigned j = 0; j < COLUMNS; ++j) {
            matrices.b[k][j] = (int32_t)(5 * k) - (int32_t)(11 * j);
        }
    }
    printf("cache_modes on %s: %d x %d matrix times %d x %d matrix\n", pmu_name(), ROWS, INNER,
           INNER, COLUMNS);
    uint32_t misses = 0;
    for (size_t k = 0; k < sizeof modes / sizeof modes[0]; ++k) {
        if (pmu_event_number(modes[k].events[0]) < 0 && pmu_event_number(modes[k].events[1]) < 0) {
            printf("%s: not counted by this part\n", modes[k].name);
        } else {
            misses += run_mode(&modes[k]);
        }
    }
    if (misses == 0) {
        printf("no data cache misses: there is no cache, or it holds all three matrices\n");
    }
    return check_result("cache_modes");
}
