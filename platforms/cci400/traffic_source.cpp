// SPDX-License-Identifier: Apache-2.0
#include <cci400/traffic_source.h>

#include <components/module_processes.h>

namespace platform::cci400 {

namespace {

std::uint64_t now() {
    return sc_core::sc_time_stamp().value();
}

constexpr unsigned lines_of_bus = pmu::cci400_event_bus_width;

bool is_high(const traffic_cycle& cycle, std::uint32_t code, bool is_secure) {
    const pmu::cci400_lines& bus = is_secure ? cycle.secure : cycle.nonsecure;
    return (bus[code / 64] >> code % 64 & 1U) != 0;
}

void add(const pmu::cci400_lines& bus, std::uint64_t* totals) {
    for (std::size_t w = 0; w < bus.size(); ++w, totals += 64) {
        for (std::uint64_t left = bus[w]; left != 0; left &= left - 1) {
            unsigned line = 0;
            while ((left >> line & 1U) == 0) {
                ++line;
            }
            ++totals[line];
        }
    }
}

} // namespace

traffic_source::traffic_source(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_core::sc_module(name), m_period(period.value()) {
    MODULE_PROCESSES(traffic_source);
    SC_METHOD(wake);
    sensitive << m_wake;
    dont_initialize();
}

void traffic_source::restart(std::uint64_t seed) {
    m_model.emplace(seed);
    m_cycle = {};
    m_presented = false;
    m_cycles = 0;
    m_totals.fill(0);
    const std::uint64_t half = m_period / 2;
    const std::uint64_t phase = now() % m_period;
    const std::uint64_t wait = phase < half ? half - phase : half + m_period - phase;
    m_wake.cancel();
    m_wake.notify(sc_core::sc_time::from_value(wait));
}

// Whether an edge has seen the cycle that is on the lines.
bool traffic_source::is_seen() const {
    return m_presented && now() / m_period > m_presented_at / m_period;
}

std::uint64_t traffic_source::total(std::uint32_t code, bool is_secure) const {
    const std::uint64_t before = m_totals[is_secure ? lines_of_bus + code : code];
    return before + (is_seen() && is_high(m_cycle, code, is_secure) ? 1U : 0U);
}

void traffic_source::wake() {
    if (m_presented) {
        add(m_cycle.nonsecure, m_totals.data());
        add(m_cycle.secure, m_totals.data() + lines_of_bus);
        ++m_cycles;
    }
    m_cycle = m_model->next();
    m_presented = true;
    m_presented_at = now();
    const auto drive = [this](sc_core::sc_out<bus_type>& port, const pmu::cci400_lines& levels) {
        for (std::size_t w = 0; w < levels.size(); ++w) {
            const int low = static_cast<int>(2 * w);
            m_bus.set_word(low, static_cast<sc_dt::sc_digit>(levels[w]));
            m_bus.set_word(low + 1, static_cast<sc_dt::sc_digit>(levels[w] >> 32));
        }
        port.write(m_bus);
    };
    drive(event_bus, m_cycle.nonsecure);
    drive(secure_event_bus, m_cycle.secure);
    m_wake.notify(sc_core::sc_time::from_value(m_period));
}

} // namespace platform::cci400
