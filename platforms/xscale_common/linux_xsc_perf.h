// SPDX-License-Identifier: Apache-2.0
// What the Linux perf drivers of both XScale PMUs do alike.
#pragma once

#include <demo/perf_demo.h>
#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace platform::xscale_common {

/// A perf driver whose handler stops all counters, clears the flags that it saw, reloads the
/// counters that overflowed and goes on. Counter 0 is CCNT. It remembers what each event counted.
class linux_xsc_perf : public demo::perf_driver {
public:
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override;
    void start() override { resume(); }
    bool interrupt() override;
    void stop() override;

    /// What the events counted when they were last stopped, by number.
    const std::map<std::uint32_t, std::uint64_t>& event_counts() const { return m_event_counts; }
    /// The same of CCNT.
    std::uint64_t cycles() const { return m_cycles; }

protected:
    /// \param counters event counters
    linux_xsc_perf(components::stub_cpu& cpu, const pmu::register_map& registers, unsigned counters)
        : demo::perf_driver(counters + 1), m_cpu(cpu), m_registers(registers),
          m_events(counters + 1) {}

    std::uint32_t read(std::size_t index);
    void write(std::size_t index, std::uint32_t value);

    /// Position of a counter's register.
    virtual std::size_t register_of(unsigned counter) const = 0;
    virtual void enable(unsigned counter, std::uint32_t event) = 0;
    virtual void disable(unsigned counter) = 0;
    /// Lets all counters count.
    virtual void resume() = 0;
    virtual void halt() = 0;
    /// Stops all counters, reads the flags and clears them.
    virtual std::uint32_t acknowledge() = 0;
    /// A counter's flag in what acknowledge() gives.
    virtual std::uint32_t flag_of(unsigned counter) const = 0;

private:
    components::stub_cpu& m_cpu;
    const pmu::register_map& m_registers;
    std::vector<std::uint32_t> m_events; ///< of the counters
    std::map<std::uint32_t, std::uint64_t> m_event_counts;
    std::uint64_t m_cycles = 0;
};

} // namespace platform::xscale_common
