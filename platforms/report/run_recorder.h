// SPDX-License-Identifier: Apache-2.0
// Writes down what a PMU does in a run, in bounded memory however long the run is.
#pragma once

#include <components/watched_unit.h>
#include <pmu/tlm/event_totals.h>
#include <report/kept_ends.h>
#include <report/time_buckets.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <vector>

namespace platform::report {

/// A register access, with the number of clock edges before it.
struct recorded_access {
    std::uint64_t cycle = 0;
    pmu::observed_access access;
};

/// Something that happened after so many edges.
struct recorded_mark {
    std::uint64_t cycle = 0;
    /// Of an overflow the counter, by its position in watched_unit::counters; of a level what it
    /// has become.
    std::uint32_t what = 0;
};

/// How often a register was accessed.
struct access_counts {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t refused = 0; ///< of both
};

/// Who looks when nothing is told.
enum class looking : std::uint8_t {
    by_itself, ///< the recorder, at the first and the last edge of each bucket
    when_told, ///< somebody calls look(): nobody knows the counts in between
};

/// Watches one unit from the start of a simulation. To look has no effect on what the unit does.
///
/// Counters are looked at before and after each write, when they overflow, and at the first and
/// the last edge of each bucket. In between they only count upwards. So the least and the greatest
/// value of each bucket are those that the counter had; where it wrapped, the greatest one is what
/// it can hold.
class run_recorder final : public sc_core::sc_module, private pmu::pmu_observer {
public:
    /// How often each event has occurred so far, always the same events.
    using event_counts = std::function<std::vector<pmu::event_total>()>;

    static constexpr std::uint32_t signed_zero = 0x8000'0000;

    /// Channels of time_buckets.
    struct channels {
        std::vector<std::size_t> counters; ///< levels
        /// The same as numbers with a sign, so that what is preset to overflow soon is little below
        /// 0: levels, each the number and signed_zero.
        std::vector<std::size_t> signed_counters;
        std::size_t irq = 0;             ///< level
        std::size_t enabled = 0;         ///< level
        std::vector<std::size_t> events; ///< sums
        std::size_t reads = 0;           ///< sums, as those that follow
        std::size_t writes = 0;
        std::size_t overflows = 0;
        std::size_t interrupts = 0;
    };

    /// \param registers of the unit
    /// \param period of its clock, the first edge one period after the start
    /// \param counts of the unit's events
    /// \param width of the first buckets, cycles: when_told, how often somebody looks at least
    run_recorder(const sc_core::sc_module_name& name, components::watched_unit unit,
                 const pmu::register_map& registers, const sc_core::sc_time& period,
                 event_counts counts, looking who, std::uint64_t width = 1);

    /// Looks at the counts and counters as they are now. What has occurred since the last look
    /// did, when_told, at the same pace.
    void look() { look(sc_core::sc_time_stamp()); }
    /// The same at a time that only the unit has come to.
    void look(const sc_core::sc_time& now);
    /// The same, unless the bucket of the last look is still under way.
    void look_if_due();

    const components::watched_unit& unit() const { return m_unit; }
    const time_buckets& buckets() const { return m_buckets; }
    const channels& where() const { return m_channels; }
    /// The events with their totals at the last look.
    const std::vector<pmu::event_total>& events() const { return m_totals; }
    /// Whether a counter has counted it, by position in events(), as far as was seen after writes.
    const std::vector<bool>& counted() const { return m_counted; }
    std::uint64_t cycles() const { return m_cycle; } ///< edges until the last look

    const kept_ends<recorded_access>& accesses() const { return m_accesses; }
    /// By position in the register map; the last one is of what is no register.
    const std::vector<access_counts>& register_accesses() const { return m_register_accesses; }
    const kept_ends<recorded_mark>& irq() const { return m_irq; }
    const kept_ends<recorded_mark>& enabled_changes() const { return m_enabled; }
    const kept_ends<recorded_mark>& overflows() const { return m_overflows; }
    const kept_ends<recorded_mark>& resets() const { return m_resets; }

private:
    void register_access(const pmu::observed_access& access, const sc_core::sc_time& time) override;
    void reset(const sc_core::sc_time& time) override;
    void enabled(const sc_core::sc_time& time) override;
    void disabled(const sc_core::sc_time& time) override;
    void overflow(const char* counter, const sc_core::sc_time& time) override;
    void interrupt_raised(const sc_core::sc_time& time) override;
    void interrupt_cleared(const sc_core::sc_time& time) override;

    void start_of_simulation() override;
    void look_on_schedule();
    void look_after();
    std::uint64_t come_to(const sc_core::sc_time& time);
    void set_counter(std::size_t i, std::uint32_t value);
    void take_counters();
    void take_counts();
    void take_selection();
    void level(std::size_t channel, kept_ends<recorded_mark>& marks, bool value,
               const sc_core::sc_time& time);

    const components::watched_unit m_unit;
    const pmu::register_map& m_registers;
    const std::uint64_t m_period; ///< ticks
    const event_counts m_counts;
    const looking m_who;
    std::vector<std::function<std::uint32_t()>> m_counters; ///< their values now

    time_buckets m_buckets;
    channels m_channels;
    std::uint64_t m_cycle = 0;
    std::uint64_t m_looked = 0; ///< the cycle of the last look
    std::vector<pmu::event_total> m_totals;
    std::vector<bool> m_counted;
    kept_ends<recorded_access> m_accesses{2000};
    std::vector<access_counts> m_register_accesses;
    kept_ends<recorded_mark> m_irq{1000};
    kept_ends<recorded_mark> m_enabled{500};
    kept_ends<recorded_mark> m_overflows{1000};
    kept_ends<recorded_mark> m_resets{100};
    sc_core::sc_event m_changed{"changed"};
};

} // namespace platform::report
