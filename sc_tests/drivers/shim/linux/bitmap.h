// SPDX-License-Identifier: Apache-2.0
// Bits of arrays, and sets of CPUs: there is one, CPU 0.
#pragma once

#include <linux/kernel.h>

#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]

void set_bit(unsigned bit, unsigned long* map);
void clear_bit(unsigned bit, unsigned long* map);
/// \return whether it was set
bool test_and_set_bit(unsigned bit, unsigned long* map);
bool test_and_clear_bit(unsigned bit, unsigned long* map);
static inline bool test_bit(unsigned bit, const unsigned long* map) {
    return map[bit / BITS_PER_LONG] >> bit % BITS_PER_LONG & 1;
}
bool bitmap_empty(const unsigned long* map, unsigned bits);
void bitmap_zero(unsigned long* map, unsigned bits);
/// The first bit at or above `from` that is set, or `bits`.
unsigned find_next_bit(const unsigned long* map, unsigned bits, unsigned from);
#define for_each_set_bit(bit, map, bits)                                                           \
    for ((bit) = find_next_bit(map, bits, 0); (unsigned)(bit) < (unsigned)(bits);                  \
         (bit) = find_next_bit(map, bits, (bit) + 1))

#define nr_cpu_ids 1
#define num_possible_cpus() 1

typedef struct cpumask {
    DECLARE_BITMAP(bits, 1);
} cpumask_t;

extern const struct cpumask* const cpu_online_mask;

static inline bool cpumask_test_cpu(int cpu, const struct cpumask* mask) {
    return test_bit((unsigned)cpu, mask->bits);
}
static inline void cpumask_set_cpu(int cpu, struct cpumask* mask) {
    set_bit((unsigned)cpu, mask->bits);
}
static inline void cpumask_setall(struct cpumask* mask) {
    mask->bits[0] = BIT(nr_cpu_ids) - 1;
}
const struct cpumask* cpumask_of(int cpu);
/// A CPU of the set that is not `cpu`, or nr_cpu_ids.
int cpumask_any_but(const struct cpumask* mask, unsigned cpu);
/// As the file of sysfs has it: "0\n". \return its length
ssize_t cpumap_print_to_pagebuf(bool list, char* text, const struct cpumask* mask);
#define for_each_cpu(cpu, mask) for_each_set_bit(cpu, (mask)->bits, nr_cpu_ids)
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < nr_cpu_ids; ++(cpu))
