// SPDX-License-Identifier: Apache-2.0
#include "timer.h"

#define SP804_BASE 0x101E2000u
#define SP804_SIZE 0x1000u
#define TIMER_SIZE 0x20u
#define TIMER_REGISTER(timer, offset)                                                              \
    (*(volatile uint32_t*)(SP804_BASE + (timer) / 2u * SP804_SIZE + (timer) % 2u * TIMER_SIZE +    \
                           (offset)))
#define LOAD(timer) TIMER_REGISTER(timer, 0x00)
#define VALUE(timer) TIMER_REGISTER(timer, 0x04)
#define CONTROL(timer) TIMER_REGISTER(timer, 0x08)
#define INTCLR(timer) TIMER_REGISTER(timer, 0x0C)
#define MIS(timer) TIMER_REGISTER(timer, 0x14)

#define CONTROL_ENABLE 0x80u
#define CONTROL_PERIODIC 0x40u
#define CONTROL_INTERRUPT 0x20u
#define CONTROL_32_BITS 0x02u
#define CONTROL_ONE_SHOT 0x01u

static void start(unsigned timer, uint32_t load, uint32_t control) {
    CONTROL(timer) = CONTROL_32_BITS;
    INTCLR(timer) = 0;
    LOAD(timer) = load;
    CONTROL(timer) = CONTROL_ENABLE | CONTROL_32_BITS | control;
}

void timer_start_periodic(unsigned timer, uint32_t counts) {
    start(timer, counts, CONTROL_PERIODIC | CONTROL_INTERRUPT);
}

void timer_start_once(unsigned timer, uint32_t counts) {
    start(timer, counts, CONTROL_ONE_SHOT | CONTROL_INTERRUPT);
}

void timer_start_free_running(unsigned timer) {
    start(timer, 0xFFFFFFFFu, 0);
}

void timer_stop(unsigned timer) {
    CONTROL(timer) = CONTROL_32_BITS;
}

uint32_t timer_value(unsigned timer) {
    return VALUE(timer);
}

int timer_requests(unsigned timer) {
    return MIS(timer) != 0;
}

void timer_clear(unsigned timer) {
    INTCLR(timer) = 0;
}
