// SPDX-License-Identifier: Apache-2.0
// Variables of each CPU: of one, so they are what they seem.
#pragma once

#include <linux/bitmap.h>
#include <linux/slab.h>

#define DEFINE_PER_CPU(type, name) __typeof__(type) name
#define per_cpu(variable, cpu) (*((void)(cpu), &(variable)))
#define per_cpu_ptr(pointer, cpu) ((void)(cpu), (pointer))
#define this_cpu_ptr(pointer) (pointer)
#define alloc_percpu_gfp(type, flags) ((type*)kzalloc(sizeof(type), flags))
#define free_percpu(pointer) kfree(pointer)

#define smp_processor_id() 0
#define raw_smp_processor_id() 0
#define get_cpu() 0
#define put_cpu() ((void)0)

/// Calls on one CPU of the set. \return 0
int smp_call_function_any(const struct cpumask* mask, void (*call)(void*), void* argument,
                          int wait);
