// SPDX-License-Identifier: Apache-2.0
// A tick every millisecond, as an RTOS has it: an SP804 interrupts, and a second one, which runs
// freely, tells what time it is. What happens is printed by UART 0.
//
// The CPU sleeps between the ticks; with the argument "busy" it works.
#include "check.h"
#include "cpu.h"
#include "timer.h"
#include "uart.h"
#include "vic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TICKER, ALARM, CLOCK }; ///< timers 0 and 1 on one line, and timer 2

#define PERIOD 1000u ///< microseconds
#define TICKS 10u
#define ALARM_AFTER 250u
/// From the request of an interrupt to its handler's look at the clock, in microseconds, at most.
#define LATENCY 6u

static volatile uint32_t ticks;
static volatile uint32_t alarms;
static uint32_t times[TICKS]; ///< of the clock, at each tick
static volatile uint32_t work;

static uint32_t now(void) {
    return ~timer_value(CLOCK);
}

static void print(const char* what, uint32_t number, uint32_t value) {
    char text[80];
    const int bytes = snprintf(text, sizeof text, "%s %" PRIu32 ": %" PRIu32 " us\n", what, number,
                               value);
    uart_write(text, (size_t)bytes);
}

static void serve(uint32_t pc) {
    (void)pc;
    const uint32_t time = now();
    if (timer_requests(TICKER)) {
        timer_clear(TICKER);
        if (ticks < TICKS) {
            times[ticks] = time;
        }
        ++ticks;
    }
    if (timer_requests(ALARM)) {
        timer_clear(ALARM);
        ++alarms;
    }
}

/// Until the number of interrupts is reached.
static void wait_for(volatile uint32_t* count, uint32_t number, bool is_busy) {
    if (is_busy) {
        irq_enable();
        while (*count < number) {
            ++work;
        }
        irq_disable();
        return;
    }
    while (*count < number) { // one that comes before it waits wakes it at once
        vic_wait();
        irq_enable();
        irq_disable();
    }
}

static void check_ticks(bool is_busy) {
    const uint32_t start = now();
    timer_start_periodic(TICKER, PERIOD);
    wait_for(&ticks, TICKS, is_busy);
    timer_stop(TICKER);
    check(ticks == TICKS, "%" PRIu32 " ticks, expected %u", ticks, TICKS);
    for (uint32_t k = 0; k < TICKS; ++k) {
        const uint32_t since = times[k] - start;
        const uint32_t expected = (k + 1) * PERIOD; // and up to a period of the timer's clock
        check(since >= expected && since <= expected + 1 + LATENCY,
              "tick %" PRIu32 " after %" PRIu32 " us, expected %" PRIu32, k, since, expected);
        if (!is_busy) {
            print("tick", k, since);
        }
    }
}

static void check_alarm(bool is_busy) {
    const uint32_t start = now();
    timer_start_once(ALARM, ALARM_AFTER);
    wait_for(&alarms, 1, is_busy);
    const uint32_t since = now() - start;
    check(since >= ALARM_AFTER && since <= ALARM_AFTER + 1 + 2 * LATENCY,
          "the alarm came after %" PRIu32 " us, expected %u", since, ALARM_AFTER);
    check(timer_value(ALARM) == 0, "the alarm went on to %" PRIu32, timer_value(ALARM));
    print("alarm", 0, is_busy ? 0 : since);
}

int main(int argc, char** argv) {
    const bool is_busy = argc == 2 && strcmp(argv[1], "busy") == 0;
    if (argc > 1 && !is_busy) {
        printf("ticks: expected 'busy' or no argument\n");
        return 1;
    }
    uart_init();
    timer_start_free_running(CLOCK);
    vic_enable(VIC_LINE_TIMER_01, serve);
    check_ticks(is_busy);
    check_alarm(is_busy);
    vic_disable(VIC_LINE_TIMER_01);
    check(alarms == 1, "%" PRIu32 " alarms", alarms);
    check(vic_spurious() == 0, "%u IRQ exceptions without a request", vic_spurious());
    return check_result("ticks");
}
