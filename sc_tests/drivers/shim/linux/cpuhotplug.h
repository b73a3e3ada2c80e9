// SPDX-License-Identifier: Apache-2.0
// CPU 0 comes and goes.
#pragma once

#include <linux/kernel.h>

enum cpuhp_state { CPUHP_AP_PERF_ARM_STARTING, CPUHP_AP_PERF_ARM_CCI_ONLINE, CPUHP_STATES };

#define hlist_entry_safe(node, type, member) ((node) ? container_of(node, type, member) : NULL)

int cpuhp_setup_state_multi(enum cpuhp_state state, const char* name,
                            int (*startup)(unsigned cpu, struct hlist_node* node),
                            int (*teardown)(unsigned cpu, struct hlist_node* node));
int cpuhp_setup_state_nocalls(enum cpuhp_state state, const char* name,
                              int (*startup)(unsigned cpu), int (*teardown)(unsigned cpu));
void cpuhp_remove_state(enum cpuhp_state state);
/// Calls `startup` of the state for it.
int cpuhp_state_add_instance(enum cpuhp_state state, struct hlist_node* node);
void cpuhp_state_remove_instance_nocalls(enum cpuhp_state state, struct hlist_node* node);
