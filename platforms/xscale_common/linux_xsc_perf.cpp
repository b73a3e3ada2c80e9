// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/linux_xsc_perf.h>

#include <components/register_access.h>

namespace platform::xscale_common {

std::uint32_t linux_xsc_perf::read(std::size_t index) {
    return components::read_coprocessor(m_cpu, m_registers[index]);
}

void linux_xsc_perf::write(std::size_t index, std::uint32_t value) {
    components::write_coprocessor(m_cpu, m_registers[index], value);
}

void linux_xsc_perf::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    m_counters[counter] = demo::sampled_counter(period);
    m_events[counter] = event;
    halt();
    disable(counter);
    write(register_of(counter), m_counters[counter].reload());
    enable(counter, event);
}

void linux_xsc_perf::stop() {
    halt();
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        demo::sampled_counter& c = m_counters[i];
        if (c.is_used()) {
            disable(i);
            c.take(read(register_of(i)));
            c.release();
            (i == 0 ? m_cycles : m_event_counts[m_events[i]]) = c.count();
        }
    }
}

// As in Linux, an interrupt that none of the counters caused leaves the unit stopped.
bool linux_xsc_perf::interrupt() {
    const std::uint32_t flags = acknowledge();
    bool is_ours = false;
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        demo::sampled_counter& c = m_counters[i];
        if ((flags & flag_of(i)) != 0) {
            is_ours = true;
            if (c.is_used()) {
                c.take_interrupt();
                c.take(read(register_of(i)));
                write(register_of(i), c.reload());
            }
        }
    }
    if (is_ours) {
        resume();
    }
    return is_ours;
}

} // namespace platform::xscale_common
