// SPDX-License-Identifier: Apache-2.0
// What runs before everything else, by levels.
#pragma once

typedef int (*initcall)(void);

/// Remembers it for run_initcalls(). \param level 4: subsystems, 6: drivers
void add_initcall(unsigned level, initcall call);

#define DEFINE_INITCALL(call, level)                                                               \
    static void __attribute__((constructor)) call##_at_start(void) {                               \
        add_initcall(level, call);                                                                 \
    }
#define subsys_initcall(call) DEFINE_INITCALL(call, 4)
#define device_initcall(call) DEFINE_INITCALL(call, 6)

#define MODULE_LICENSE(text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_DESCRIPTION(text) _Static_assert(sizeof(text) > 1, "")
#define MODULE_DEVICE_TABLE(bus, table) _Static_assert(sizeof(table) != 0, "")
