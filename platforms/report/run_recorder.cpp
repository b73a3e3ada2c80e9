// SPDX-License-Identifier: Apache-2.0
#include <report/run_recorder.h>

#include <components/module_processes.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platform::report {

namespace {

/// How a counter is read, by its name: it is a register, or one of a bank.
std::function<std::uint32_t()> reader_of(const std::string& name,
                                         const components::watched_unit& unit,
                                         const pmu::register_map& registers) {
    for (const pmu::banked_register& r : registers.banked()) {
        if (name == r.name) {
            return [&unit, r] { return unit.peek(r); };
        }
    }
    for (const pmu::register_desc& r : registers) {
        if (name == r.name) {
            return [&unit, address = r.address] { return unit.debug(address).value_or(0); };
        }
    }
    throw std::logic_error("no register has the name of the counter " + name);
}

} // namespace

run_recorder::run_recorder(const sc_core::sc_module_name& name, components::watched_unit unit,
                           const pmu::register_map& registers, const sc_core::sc_time& period,
                           event_counts counts, looking who, std::uint64_t width)
    : sc_core::sc_module(name), m_unit(std::move(unit)), m_registers(registers),
      m_period(period.value()), m_counts(std::move(counts)), m_who(who), m_buckets(width),
      m_totals(m_counts()), m_counted(m_totals.size()), m_register_accesses(registers.size() + 1) {
    for (const std::string& counter : m_unit.counters) {
        m_counters.push_back(reader_of(counter, m_unit, registers));
        m_channels.counters.push_back(m_buckets.add_level());
        m_channels.signed_counters.push_back(m_buckets.add_level());
    }
    m_channels.irq = m_buckets.add_level();
    m_channels.enabled = m_buckets.add_level();
    for (std::size_t i = 0; i != m_totals.size(); ++i) {
        m_channels.events.push_back(m_buckets.add_sum());
    }
    for (std::size_t* sum :
         {&m_channels.reads, &m_channels.writes, &m_channels.overflows, &m_channels.interrupts}) {
        *sum = m_buckets.add_sum();
    }
    MODULE_PROCESSES(run_recorder);
    SC_METHOD(look_after);
    sensitive << m_changed;
    dont_initialize();
    if (who == looking::by_itself) {
        SC_METHOD(look_on_schedule);
    }
}

void run_recorder::start_of_simulation() {
    for (std::size_t i = 0; i != m_counters.size(); ++i) {
        const std::uint32_t value = m_counters[i]();
        m_buckets.start(m_channels.counters[i], value);
        m_buckets.start(m_channels.signed_counters[i], value ^ signed_zero);
    }
    m_unit.observe(*this);
}

std::uint64_t run_recorder::come_to(const sc_core::sc_time& time) {
    m_cycle = std::max<std::uint64_t>(m_cycle, time.value() / m_period);
    m_buckets.go_to(m_cycle);
    return m_cycle;
}

void run_recorder::set_counter(std::size_t i, std::uint32_t value) {
    m_buckets.set(m_channels.counters[i], value);
    m_buckets.set(m_channels.signed_counters[i], value ^ signed_zero);
}

void run_recorder::take_counters() {
    for (std::size_t i = 0; i != m_counters.size(); ++i) {
        set_counter(i, m_counters[i]());
    }
}

/// What has occurred since the last look; where nobody knows when, at the same pace.
void run_recorder::take_counts() {
    std::vector<pmu::event_total> now = m_counts();
    for (std::size_t i = 0; i != now.size(); ++i) {
        const std::uint64_t n = now[i].total - m_totals[i].total;
        if (m_who == looking::by_itself) {
            m_buckets.add(m_channels.events[i], n);
        } else if (n != 0) {
            m_buckets.spread(m_channels.events[i], m_looked, m_cycle, n);
        }
    }
    m_totals = std::move(now);
    m_looked = m_cycle;
}

// Only a write or a reset makes a counter count another event.
void run_recorder::take_selection() {
    m_unit.add_counted(m_totals, m_counted);
}

void run_recorder::look(const sc_core::sc_time& now) {
    come_to(now);
    take_counters();
    take_counts();
}

void run_recorder::look_if_due() {
    if (sc_core::sc_time_stamp().value() / m_period > m_buckets.last_cycle()) {
        look();
    }
}

// A quarter of a period after an edge: after all of it, and before the stub CPU acts.
void run_recorder::look_on_schedule() {
    look();
    const std::uint64_t edge =
        m_cycle == m_buckets.last_cycle() ? m_cycle + 1 : m_buckets.last_cycle();
    if (edge >= sc_core::sc_max_time().value() / m_period) {
        return; // the end of simulated time
    }
    const std::uint64_t next = edge * m_period + m_period / 4;
    next_trigger(sc_core::sc_time::from_value(next - sc_core::sc_time_stamp().value()));
}

void run_recorder::look_after() {
    take_counters();
    take_selection();
}

void run_recorder::register_access(const pmu::observed_access& access,
                                   const sc_core::sc_time& time) {
    const std::uint64_t cycle = come_to(time);
    m_buckets.add(access.is_write ? m_channels.writes : m_channels.reads, 1);
    m_accesses.add({cycle, access});
    access_counts& counts =
        m_register_accesses[access.target != nullptr ? m_registers.index_of(*access.target)
                                                     : m_registers.size()];
    ++(access.is_write ? counts.writes : counts.reads);
    counts.refused += access.answer != pmu::response::ok ? 1U : 0U;
    if (access.is_write) {
        take_counters(); // as they are before
        m_changed.notify(sc_core::SC_ZERO_TIME);
    }
}

void run_recorder::reset(const sc_core::sc_time& time) {
    m_resets.add({come_to(time), 0});
    take_counters();
    m_changed.notify(sc_core::SC_ZERO_TIME);
}

void run_recorder::level(std::size_t channel, kept_ends<recorded_mark>& marks, bool value,
                         const sc_core::sc_time& time) {
    marks.add({come_to(time), value ? 1U : 0U});
    m_buckets.set(channel, value ? 1 : 0);
}

void run_recorder::enabled(const sc_core::sc_time& time) {
    level(m_channels.enabled, m_enabled, true, time);
}

void run_recorder::disabled(const sc_core::sc_time& time) {
    level(m_channels.enabled, m_enabled, false, time);
}

void run_recorder::overflow(const char* counter, const sc_core::sc_time& time) {
    const auto found = std::find(m_unit.counters.begin(), m_unit.counters.end(), counter);
    const auto i = static_cast<std::size_t>(found - m_unit.counters.begin());
    m_overflows.add({come_to(time), static_cast<std::uint32_t>(i)});
    m_buckets.add(m_channels.overflows, 1);
    set_counter(i, UINT32_MAX);
    set_counter(i, m_counters[i]());
}

void run_recorder::interrupt_raised(const sc_core::sc_time& time) {
    level(m_channels.irq, m_irq, true, time);
    m_buckets.add(m_channels.interrupts, 1);
}

void run_recorder::interrupt_cleared(const sc_core::sc_time& time) {
    level(m_channels.irq, m_irq, false, time);
}

} // namespace platform::report
