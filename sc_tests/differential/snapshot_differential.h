// SPDX-License-Identifier: Apache-2.0
// A PMU that is saved at a random instant of a random run and restored in another simulation, on a
// clock of either kind: from then on every read and every output change equal those of the run
// that went on.
#pragma once

#include <differential/differential.h>
#include <support/stepped_clock.h>

#include <pmu/core/snapshot.h>

#include <memory>

namespace sc_test {

/// When a run is cut.
enum class cut_instant : std::uint8_t {
    between_edges, ///< in the middle of a period, in the delta of an access or a pin
    before_edge,   ///< at the time of an edge, before its delta
    after_edge,    ///< at the time of an edge, after its delta
    ahead,         ///< on a tickless clock, after an access with a delay
};

/// What a unit is bound to.
enum class cut_clock : std::uint8_t {
    tickless,
    computed, ///< an sc_clock
    stepped,  ///< one of a derived class
};

/// Where and how a run is cut.
struct cut_plan {
    cut_instant instant = cut_instant::between_edges;
    unsigned steps_before = 0;
    unsigned steps_after = 60;
    std::uint64_t delay_quarters = 0; ///< of the access, in quarters of a period
    bool acts_while_ahead = false;    ///< accesses come for the time that the unit has passed
    unsigned late_deltas = 0;         ///< at the edge: deltas that the restore comes later
};

/// A run at its cut, and all that came after.
struct cut_run {
    std::string bytes;                    ///< the snapshot
    std::uint64_t time = 0;               ///< ticks
    random_bits random;                   ///< what comes after
    std::vector<std::uint64_t> pin_seeds; ///< what was driven
    bool reset = false;
    std::vector<std::uint64_t> answers; ///< of all accesses after the cut
    std::vector<std::uint64_t> levels;  ///< at the end of the instant
    std::vector<output_change> changes; ///< after it; times from the cut on
    std::string final_state;            ///< as a snapshot of the core
};

/// One PMU and its driver, on one clock.
template <class Part>
class cut_bench : public sc_core::sc_module {
public:
    using core = typename Part::pmu_type::core_type;

    /// \param from the run to be continued; nullptr: this one is cut
    cut_bench(const sc_core::sc_module_name& name, std::uint64_t seed, const cut_plan& plan,
              cut_clock clock, const cut_run* from)
        : sc_core::sc_module(name), m_plan(plan), m_from(from), m_random(seed),
          m_clock(make_clock(clock)), m_config(Part::random_config(m_random)),
          m_side("side", m_config,
                 m_clock != nullptr ? static_cast<const sc_core::sc_signal_in_if<bool>&>(*m_clock)
                                    : m_no_clock) {
        MODULE_PROCESSES(cut_bench);
        SC_THREAD(drive);
    }

    cut_run result;

private:
    std::unique_ptr<sc_core::sc_clock> make_clock(cut_clock clock) const {
        switch (clock) {
        case cut_clock::computed:
            return std::make_unique<sc_core::sc_clock>("clk", m_period, 0.5, m_period, true);
        case cut_clock::stepped:
            return std::make_unique<stepped_clock>("clk", m_period, 0.5, m_period, true);
        case cut_clock::tickless: break;
        }
        return nullptr;
    }

    void drive() {
        result.levels = m_side.pins.levels();
        wait(m_period / 2);
        if (m_from == nullptr) {
            run_to_cut();
        } else {
            restore_at_cut();
        }
        go_on();
        sc_core::sc_stop();
    }

    void run_to_cut() {
        for (unsigned n = 0; n < m_plan.steps_before; ++n) {
            take_step();
        }
        switch (m_plan.instant) {
        case cut_instant::between_edges: break;
        case cut_instant::before_edge: wait(m_period / 2); break;
        case cut_instant::after_edge:
            wait(m_period / 2);
            pass_deltas(4);
            break;
        case cut_instant::ahead: move_ahead(); break;
        }
        std::ostringstream out;
        m_side.unit.save(out);
        result.bytes = out.str();
        result.random = m_random;
        result.pin_seeds = m_pin_seeds;
        result.reset = m_reset;
    }

    // Whatever the unit was before, it is another one then.
    void restore_at_cut() {
        for (const std::uint64_t seed : m_from->pin_seeds) {
            random_bits levels(seed);
            m_side.pins.drive(levels);
        }
        const std::uint64_t phase = m_from->time % m_period.value();
        for (std::uint64_t n = m_random() % 12; n != 0; --n) {
            take_write();
            if (one_in(m_random, 3)) {
                pass(m_random() % 4);
            }
        }
        set_reset(m_from->reset);
        pass(2);
        wait(sc_core::sc_time::from_value(phase + m_period.value() * (1 + m_random() % 5) -
                                          sc_core::sc_time_stamp().value() % m_period.value()));
        pass_deltas(m_plan.late_deltas);
        std::istringstream in(m_from->bytes);
        m_side.unit.restore(in);
        m_random = m_from->random;
    }

    void go_on() {
        result.time = sc_core::sc_time_stamp().value();
        result.answers.clear(); // those before the cut
        if (m_plan.acts_while_ahead) {
            for (int n = 0; n < 3; ++n) {
                take_access(any_register(), one_in(m_random, 2), sc_core::SC_ZERO_TIME);
                wait(m_period / 8);
            }
        }
        // To the middle of a period, after all that was done ahead.
        const std::uint64_t ahead = m_plan.delay_quarters * m_period.value() / 4;
        const std::uint64_t resumes = result.time + ahead + m_period.value();
        wait(sc_core::sc_time::from_value(resumes - resumes % m_period.value() +
                                          m_period.value() / 2 - sc_core::sc_time_stamp().value()));
        for (unsigned n = 0; n < m_plan.steps_after; ++n) {
            take_step();
        }
        pass(2);
        std::ostringstream state;
        pmu::save_core(state, m_side.unit.snapshot());
        result.final_state = state.str();
        std::vector<std::uint64_t> last = result.levels;
        for (const output_change& c : m_side.log) {
            if (c.time <= result.time) {
                result.levels = c.levels;
            } else if (c.levels != last) { // the first of a log may be there and back
                result.changes.push_back({c.time - result.time, c.levels});
            }
            last = c.levels;
        }
    }

    void take_step() {
        switch (m_random() % 16) {
        case 0:
        case 1:
        case 2:
        case 3: take_write(); break;
        case 4:
        case 5:
        case 6: take_access(any_register(), false, any_delay()); break;
        case 7:
        case 8: drive_pins(); break;
        case 9: count(); break;
        case 10: debug(); break;
        case 11:
            if (m_reset || one_in(m_random, 12)) {
                set_reset(!m_reset);
                pass(1);
            }
            break;
        default: pass(one_in(m_random, 10) ? m_random() % 200 : m_random() % 8); break;
        }
    }

    const pmu::register_desc& any_register() {
        const pmu::register_map& map = core::registers();
        return map[m_random() % map.size()];
    }
    sc_core::sc_time any_delay() {
        return one_in(m_random, 4) ? m_period * static_cast<double>(m_random() % 20)
                                   : sc_core::SC_ZERO_TIME;
    }
    void take_write() { take_access(any_register(), true, any_delay()); }
    // What is left of the delay passes afterwards.
    void take_access(const pmu::register_desc& r, bool is_write, sc_core::sc_time delay) {
        access(r, is_write, delay);
        if (delay != sc_core::SC_ZERO_TIME) {
            wait(delay);
        }
    }
    void access(const pmu::register_desc& r, bool is_write, sc_core::sc_time& delay) {
        const pmu::access_attributes who{!one_in(m_random, 8), !one_in(m_random, 8)};
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const auto [status, word] = m_side.access(r.address, is_write, data, who, delay);
        result.answers.push_back(static_cast<std::uint64_t>(status));
        result.answers.push_back(word);
    }
    void move_ahead() {
        sc_core::sc_time delay =
            sc_core::sc_time::from_value(m_period.value() / 4 * m_plan.delay_quarters);
        access(any_register(), one_in(m_random, 2), delay);
    }
    void drive_pins() {
        m_pin_seeds.push_back(m_random());
        random_bits levels(m_pin_seeds.back());
        m_side.pins.drive(levels);
        pass(1);
    }
    void count() {
        const auto event = static_cast<std::uint32_t>(Part::random_event(m_random));
        m_side.unit.count(event, one_in(m_random, 8) ? m_random() >> 31 : m_random() % 1000,
                          sc_core::SC_ZERO_TIME);
        result.answers.push_back(m_side.unit.headroom(event));
    }
    void debug() {
        const pmu::register_desc& r = any_register();
        const bool is_write = one_in(m_random, 3);
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const auto [done, word] = m_side.debug(r.address, is_write, data);
        result.answers.push_back(done);
        result.answers.push_back(word);
    }
    void set_reset(bool level) {
        m_reset = level;
        m_side.reset.write(level);
    }
    void pass(std::uint64_t edges) {
        if (edges != 0) {
            wait(sc_core::sc_time::from_value(edges * m_period.value()));
        }
    }
    static void pass_deltas(unsigned n) {
        for (; n != 0; --n) {
            sc_core::wait(sc_core::SC_ZERO_TIME);
        }
    }

    const cut_plan m_plan;
    const cut_run* m_from;
    random_bits m_random;
    const sc_core::sc_time m_period{8, sc_core::SC_NS};
    std::unique_ptr<sc_core::sc_clock> m_clock;
    pmu::tickless_clock m_no_clock{"no_clk", m_period};
    typename Part::config m_config;
    pmu_side<Part> m_side;
    bool m_reset = false;
    std::vector<std::uint64_t> m_pin_seeds;
};

/// Plays a run to its end. \param from nullptr: cuts it on the way
template <class Part>
cut_run play_cut(std::uint64_t seed, const cut_plan& plan, cut_clock clock, const cut_run* from) {
    cut_run result;
    {
        cut_bench<Part> bench("bench", seed, plan, clock, from);
        sc_core::sc_start();
        result = std::move(bench.result);
    }
    reset_elaboration();
    return result;
}

/// Cuts random runs and continues them, on each pair of clocks.
template <class Part>
void run_snapshot_differential(unsigned runs_of_each_pair) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    std::uint64_t changes = 0;
    std::uint64_t ahead = 0;
    for (unsigned run = 0; run < 9 * runs_of_each_pair; ++run) {
        const auto saved_on = static_cast<cut_clock>(run % 3);
        const auto restored_on = static_cast<cut_clock>(run / 3 % 3);
        const bool saved_on_ticks = saved_on != cut_clock::tickless;
        random_bits random(run + 1);
        cut_plan plan;
        plan.steps_before = static_cast<unsigned>(random() % 150);
        plan.instant = static_cast<cut_instant>(random() % (saved_on_ticks ? 3 : 4));
        if (plan.instant == cut_instant::ahead) {
            plan.delay_quarters = random() % 400;
            plan.acts_while_ahead = plan.delay_quarters > 8 && one_in(random, 2);
            ++ahead;
        }
        if (plan.instant == cut_instant::before_edge && saved_on_ticks) {
            plan.late_deltas = static_cast<unsigned>(random() % 2); // the delta of the edge
        } else if (plan.instant == cut_instant::before_edge ||
                   plan.instant == cut_instant::after_edge) {
            plan.late_deltas = static_cast<unsigned>(random() % 4);
        }
        const std::uint64_t seed = random();
        const cut_run whole = play_cut<Part>(seed, plan, saved_on, nullptr);
        const cut_run rest = play_cut<Part>(seed, plan, restored_on, &whole);
        changes += whole.changes.size();
        std::ostringstream place;
        place << "run " << run << ", cut " << static_cast<unsigned>(plan.instant) << " at "
              << whole.time << ", " << plan.late_deltas << " deltas late, restored at "
              << rest.time;
        const std::string where = place.str();
        ASSERT_EQ(whole.answers, rest.answers) << where;
        ASSERT_EQ(whole.levels, rest.levels) << where;
        for (std::size_t i = 0; i < std::min(whole.changes.size(), rest.changes.size()); ++i) {
            ASSERT_EQ(whole.changes[i].time, rest.changes[i].time) << where << ", change " << i;
            ASSERT_EQ(whole.changes[i].levels, rest.changes[i].levels) << where << ", change " << i;
        }
        ASSERT_EQ(whole.changes.size(), rest.changes.size()) << where;
        ASSERT_EQ(whole.final_state, rest.final_state) << where;
    }
    EXPECT_GT(changes, std::uint64_t{runs_of_each_pair});
    EXPECT_GT(ahead, std::uint64_t{runs_of_each_pair / 4});
}

/// Runs of each pair of clocks, and so 1,000 a part.
constexpr unsigned snapshot_runs = 120;

} // namespace sc_test
