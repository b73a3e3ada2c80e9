// SPDX-License-Identifier: Apache-2.0
#include "vic.h"

#include "pmu_registers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define VIC_BASE 0x10140000u
#define VIC_REGISTER(offset) (*(volatile uint32_t*)(VIC_BASE + (offset)))
#define VIC_IRQSTATUS VIC_REGISTER(0x000)
#define VIC_INTSELECT VIC_REGISTER(0x00C)
#define VIC_INTENABLE VIC_REGISTER(0x010)
#define VIC_INTENCLEAR VIC_REGISTER(0x014)

static vic_handler handlers[VIC_LINES];
static volatile unsigned spurious;

void vic_enable(unsigned line, vic_handler handler) {
    handlers[line] = handler;
    VIC_INTSELECT = VIC_INTSELECT & ~(UINT32_C(1) << line);
    VIC_INTENABLE = UINT32_C(1) << line;
}

void vic_disable(unsigned line) {
    VIC_INTENCLEAR = UINT32_C(1) << line;
}

uint32_t vic_status(void) {
    return VIC_IRQSTATUS;
}

void vic_wait(void) {
    WAIT_FOR_INTERRUPT();
}

unsigned vic_spurious(void) {
    return spurious;
}

void vic_dispatch(uint32_t pc) {
    const uint32_t status = VIC_IRQSTATUS;
    if (status == 0) {
        ++spurious;
    }
    for (uint32_t pending = status; pending != 0; pending &= pending - 1) {
        const unsigned line = (unsigned)__builtin_ctzl(pending);
        if (handlers[line] == NULL) {
            printf("IRQ of line %u, which has no handler, at 0x%08" PRIX32 "\n", line, pc);
            exit(1);
        }
        handlers[line](pc);
    }
}
