// SPDX-License-Identifier: Apache-2.0
// Interrupts of the PL190. Interrupt n is line n - FIRST_IRQ, since 0 means none.
#pragma once

#include <linux/bitmap.h>

#define FIRST_IRQ 32
/// So many interrupts in a row that nobody served, and the line is disabled.
#define MOST_UNSERVED 1000

typedef enum { IRQ_NONE, IRQ_HANDLED } irqreturn_t;
#define IRQ_RETVAL(served) ((served) ? IRQ_HANDLED : IRQ_NONE)
typedef irqreturn_t (*irq_handler_t)(int irq, void* device);

#define IRQF_SHARED 0x01ul
#define IRQF_PERCPU 0x02ul
#define IRQF_NOBALANCING 0x04ul
#define IRQF_NO_THREAD 0x08ul
#define IRQF_NO_AUTOEN 0x10ul
#define IRQ_TYPE_NONE 0u

int request_irq(unsigned irq, irq_handler_t handler, unsigned long flags, const char* name,
                void* device);
const void* free_irq(unsigned irq, void* device);
void enable_irq(unsigned irq);
void disable_irq_nosync(unsigned irq);
int irq_force_affinity(unsigned irq, const struct cpumask* cpus);

// This machine has neither interrupts of one CPU each nor such that cannot be masked.
int request_nmi(unsigned irq, irq_handler_t handler, unsigned long flags, const char* name,
                void* device);
const void* free_nmi(unsigned irq, void* device);
void enable_nmi(unsigned irq);
void disable_nmi_nosync(unsigned irq);
bool irq_is_percpu_devid(unsigned irq);
int irq_get_percpu_devid_partition(unsigned irq, struct cpumask* cpus);
int request_percpu_irq(unsigned irq, irq_handler_t handler, const char* name, void* device);
int request_percpu_nmi(unsigned irq, irq_handler_t handler, const char* name, void* device);
void enable_percpu_irq(unsigned irq, unsigned type);
void disable_percpu_irq(unsigned irq);
void free_percpu_irq(unsigned irq, void* device);
int prepare_percpu_nmi(unsigned irq);
void teardown_percpu_nmi(unsigned irq);
void enable_percpu_nmi(unsigned irq, unsigned type);
void disable_percpu_nmi(unsigned irq);
void free_percpu_nmi(unsigned irq, void* device);
