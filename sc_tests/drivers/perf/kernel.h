// SPDX-License-Identifier: Apache-2.0
// What the tests ask the kernel that the drivers believe to run in.
#pragma once

#include <linux/interrupt.h>
#include <linux/platform_device.h>

/// Runs the initcalls by levels; only once. Drivers are registered then.
void run_initcalls(void);
/// Adds a device, and offers it to the drivers: by `compatible` of its node, or by name.
/// \return what the driver's probe() returned; -ENODEV: no driver wants it
int add_platform_device(struct platform_device* device);
/// Takes it away from its driver. \return what remove() returned; -ENODEV: there is none
int remove_platform_device(struct platform_device* device);

/// CPU 0 goes and comes: the states' callbacks. \return the first error
int cpu_offline(void);
int cpu_online(void);
/// The CPU goes to sleep and wakes up. \return how many were told
unsigned cpu_pm_enter(void);
unsigned cpu_pm_exit(void);

/// Masks IRQ. \return what local_irq_restore() wants
unsigned long local_irq_mask(void);
void local_irq_restore(unsigned long flags);
void local_irq_enable(void);

struct irq_statistics {
    unsigned served;
    unsigned unserved; ///< handlers had nothing to do
    bool enabled;      ///< by software
    bool nobody_cared; ///< disabled after MOST_UNSERVED of these in a row
    const char* name;  ///< of the handler, or NULL: there is none
};
struct irq_statistics irq_statistics_of(int irq);

/// Whether a message since the start has this text.
bool kernel_said(const char* text);
/// Warnings of the kernel: WARN_ON and its kind, and locks that were taken twice.
unsigned kernel_warnings(void);
