// SPDX-License-Identifier: Apache-2.0
#include <activity/activity_source.h>

#include <components/module_processes.h>

#include <algorithm>
#include <utility>

namespace platform::activity {

namespace {

std::uint64_t now() {
    return sc_core::sc_time_stamp().value();
}

} // namespace

activity_source::activity_source(const sc_core::sc_module_name& name,
                                 const sc_core::sc_time& period, std::uint64_t seed,
                                 const pipeline_config& config)
    : sc_module(name), m_period(std::max<std::uint64_t>(period.value(), 2)), m_config(config),
      m_seed(seed) {
    if (period.value() < 2) {
        const std::string message = std::string(this->name()) + ": the period is " +
                                    period.to_string() + ", it must be at least two ticks";
        SC_REPORT_ERROR("/platform/activity/period", message.c_str());
    }
    MODULE_PROCESSES(activity_source);
    SC_METHOD(wake);
    sensitive << m_wake;
    dont_initialize();
}

void activity_source::add_output(const line_map& lines, sink drive) {
    m_visible |= lines.kinds();
    m_outputs.push_back({lines, std::move(drive), 0});
}

void activity_source::start() {
    if (!m_running) {
        m_running = true;
        m_wake.notify(sc_core::SC_ZERO_TIME);
    }
}

void activity_source::stop() {
    account_for_seen();
    m_running = false;
    m_presented = false;
    m_wake.notify(sc_core::SC_ZERO_TIME);
}

void activity_source::restart(std::uint64_t seed) {
    stop();
    m_seed = seed;
    m_stream.reset();
    m_run = {};
    m_totals = {};
    start();
}

activity_totals activity_source::totals() const {
    activity_totals result = m_totals;
    result.add(m_run.activity, edges_seen());
    return result;
}

std::uint64_t activity_source::edges_seen() const {
    return m_presented ? std::min((now() - m_run_from) / m_period, m_run.cycles) : 0;
}

void activity_source::account_for_seen() {
    const std::uint64_t seen = edges_seen();
    m_totals.add(m_run.activity, seen);
    m_run.cycles -= seen;
    m_run_from += seen * m_period;
}

void activity_source::wake() {
    ++m_wake_ups;
    if (!m_presented) {
        drive({}); // stopped, or the remains of what was before a restart
    }
    if (!m_running) {
        return;
    }
    const std::uint64_t half = m_period / 2;
    const std::uint64_t phase = now() % m_period;
    const auto wake_at_half = [&](std::uint64_t from) {
        m_wake.notify(sc_core::sc_time::from_value(from + half - now()));
    };
    if (!m_presented && phase != half) {
        wake_at_half(now() - phase + (phase < half ? 0 : m_period));
        return;
    }
    account_for_seen();
    if (m_run.cycles == 0) {
        if (!m_stream) {
            m_stream.emplace(m_seed, m_config, m_visible);
        }
        m_run = m_stream->next();
    }
    m_run_from = now() - phase;
    m_presented = true;
    drive(m_run.activity);
    wake_at_half(m_run_from + m_run.cycles * m_period);
}

void activity_source::drive(const cycle_activity& activity) {
    for (output& o : m_outputs) {
        const std::uint64_t word = o.lines.word(activity);
        if (word != o.word) {
            o.word = word;
            o.drive(word);
        }
    }
}

} // namespace platform::activity
