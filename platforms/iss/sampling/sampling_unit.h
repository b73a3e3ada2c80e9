// SPDX-License-Identifier: Apache-2.0
// A PMU that is a tool's: of the same part as the firmware's, with registers of its own.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/notice.h>

#include <cstdint>
#include <vector>

namespace platform::iss {

/// A unit that is on no bus and has no clock: it counts what it is told. Its event counters come
/// first, in their order, and after them the cycle counter.
class sampling_unit {
public:
    sampling_unit() = default;
    sampling_unit(const sampling_unit&) = delete;
    sampling_unit& operator=(const sampling_unit&) = delete;
    virtual ~sampling_unit() = default;

    virtual unsigned event_counters() const = 0;
    /// Whether batches can report the event.
    virtual bool can_count(std::uint32_t event) const = 0;
    /// Enables the unit and all of its counters, from 0 on. \param events of the event counters, at
    /// most as many as there are
    virtual void start(const std::vector<std::uint32_t>& events) = 0;
    /// Sets a counter.
    virtual void load(unsigned counter, std::uint32_t value) = 0;
    virtual void count(std::uint32_t event, std::uint64_t n) = 0;
    /// So many edges of the clock.
    virtual void pass(std::uint64_t cycles) = 0;
    /// The counters that have overflowed since the last call, as a mask.
    virtual std::uint32_t take_overflows() = 0;
};

/// The registers of such a unit, as its driver sees them.
template <class Core>
class unit_registers {
public:
    explicit unit_registers(Core& core) : m_core(core) {}

    void write(std::uint32_t address, std::uint32_t value) {
        m_core.write(address, {}, value, typename Core::inputs{}, m_silence);
    }

private:
    struct silence final : pmu::notice_sink {
        void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override {}
    };

    Core& m_core;
    silence m_silence;
};

/// \tparam Driver has two functions: `start(registers, events)` selects and enables,
/// `load(registers, counter, value)` sets an event counter or, one beyond them, the cycle counter
template <class Core, class Driver>
class core_sampling_unit final : public sampling_unit {
public:
    explicit core_sampling_unit(const typename Core::config& parameters) : m_core(parameters) {}

    unsigned event_counters() const override {
        return static_cast<unsigned>(Core::counter_names.size()) - 1;
    }
    bool can_count(std::uint32_t event) const override { return !Core::is_internal(event); }
    void start(const std::vector<std::uint32_t>& events) override {
        Driver::start(m_registers, events);
        m_core.end_start_delay();
    }
    void load(unsigned counter, std::uint32_t value) override {
        Driver::load(m_registers, counter, value);
    }
    void count(std::uint32_t event, std::uint64_t n) override {
        m_core.count(event, n, typename Core::inputs{});
    }
    void pass(std::uint64_t cycles) override { m_core.run(typename Core::inputs{}, cycles); }
    std::uint32_t take_overflows() override { return m_core.take_overflows(); }

private:
    Core m_core;
    unit_registers<Core> m_registers{m_core};
};

} // namespace platform::iss
