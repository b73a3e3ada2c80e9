// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/event_delivery.h>

#include <algorithm>

namespace platform::iss {

namespace {

/// Each cycle on the event lines.
class line_delivery final : public event_delivery {
public:
    line_delivery(cpu_time& time, counting_units& units)
        : event_delivery(true), m_time(time), m_units(units) {}

    void deliver(const activity_counts& counts) override {
        const activity_counts& rest = m_pins.play(counts, m_time.cycle());
        if (!rest.empty()) {
            for (event_feed& unit : m_units.own()) {
                unit.count(rest, sc_core::SC_ZERO_TIME);
            }
        }
    }
    void add_lines(const activity::line_map& lines, const pin_player::sink& drive) override {
        m_pins.add_output(lines, drive);
    }
    void rest() override { m_pins.rest(); }

private:
    cpu_time& m_time;
    counting_units& m_units;
    pin_player m_pins;
};

/// In batches, ahead of time.
class batch_delivery final : public event_delivery {
public:
    batch_delivery(cpu_time& time, counting_units& units, enabled_counts* enabled)
        : event_delivery(false), m_time(time), m_units(units), m_enabled(enabled) {}

    void deliver(const activity_counts& counts) override {
        for (event_feed& unit : m_units.own()) {
            if (unit.becomes_due(counts, m_time.cycle())) {
                m_time.expect_change();
            }
        }
        if (is_settling()) {
            m_time.expect_change();
            deliver_by_cycle(counts);
        } else {
            if (m_enabled != nullptr) {
                m_enabled->add(counts);
            }
            m_time.pass(counts.cycles());
            count(counts);
        }
    }

private:
    void count(const activity_counts& counts) {
        for (event_feed& unit : m_units.own()) {
            unit.count(counts, m_time.ahead());
        }
    }

    /// An event of a cycle counts if the edge of that cycle does, so it is reported before that.
    void deliver_by_cycle(const activity_counts& counts) {
        const std::uint64_t cycles = counts.cycles();
        // Those of an instruction may be known later than its other events.
        for (std::uint64_t cycle = 0; cycle < std::max<std::uint64_t>(cycles, 1); ++cycle) {
            activity_counts now;
            activity::for_each_bit(counts.kinds(), [&](std::size_t k) {
                const auto kind = static_cast<activity::activity_kind>(k);
                const std::uint64_t left = counts[kind] > cycle ? counts[kind] - cycle : 0;
                now.add(kind, cycle + 1 >= cycles ? left : std::min<std::uint64_t>(left, 1));
            });
            count(now);
            if (m_enabled != nullptr) {
                m_enabled->add(now);
            }
            m_time.pass(cycles == 0 ? 0 : 1);
        }
        pass_settling(cycles);
    }

    cpu_time& m_time;
    counting_units& m_units;
    enabled_counts* const m_enabled;
};

} // namespace

std::unique_ptr<event_delivery> make_delivery(execution_mode mode, cpu_time& time,
                                              counting_units& units, enabled_counts* enabled) {
    if (mode == execution_mode::exact) {
        return std::make_unique<line_delivery>(time, units);
    }
    return std::make_unique<batch_delivery>(time, units, enabled);
}

} // namespace platform::iss
