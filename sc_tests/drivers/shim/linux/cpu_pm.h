// SPDX-License-Identifier: Apache-2.0
// Who is told that the CPU goes to sleep and has woken up.
#pragma once

#include <linux/cpuhotplug.h>

#define CPU_PM_ENTER 0ul
#define CPU_PM_ENTER_FAILED 1ul
#define CPU_PM_EXIT 2ul
#define NOTIFY_DONE 0
#define NOTIFY_OK 1
#define RCU_NONIDLE(call)                                                                          \
    do {                                                                                           \
        call;                                                                                      \
    } while (0)

struct notifier_block {
    int (*notifier_call)(struct notifier_block* block, unsigned long action, void* data);
    struct notifier_block* next;
};

int cpu_pm_register_notifier(struct notifier_block* block);
int cpu_pm_unregister_notifier(struct notifier_block* block);
