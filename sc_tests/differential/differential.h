// SPDX-License-Identifier: Apache-2.0
// Two PMUs of a part side by side, one on an sc_clock and one on a tickless clock, with the same
// random accesses and pins: every read, every output change, what observers are told, the totals of
// all events and the final state must agree.
#pragma once

#include <components/module_processes.h>
#include <components/payload.h>
#include <support/elaboration_reset.h>
#include <support/hook_log.h>

#include <pmu/core/register_map.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/event_totals.h>
#include <pmu/tlm/tickless_clock.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <utility>
#include <vector>

namespace sc_test {

using random_bits = std::mt19937_64;

/// True in one of n cases.
inline bool one_in(random_bits& random, unsigned n) {
    return random() % n == 0;
}

/// Bits of which one in four is set.
inline std::uint64_t few_bits(random_bits& random) {
    const std::uint64_t half = random();
    return half & random();
}

/// What an output showed from a time on. Wide outputs are words.
struct output_change {
    std::uint64_t time; ///< ticks
    std::vector<std::uint64_t> levels;

    friend bool operator==(const output_change& a, const output_change& b) {
        return a.time == b.time && a.levels == b.levels;
    }
};

/// One PMU of the pair, its pins, and the log of its outputs.
///
/// Pins is the part's: it declares signals for all pins, and has
/// `bind(Pmu&)`, `drive(random_bits&)` (writes new random levels to some inputs),
/// `outputs()` (events of output changes, a vector), `levels()` (all outputs as words).
template <class Part>
class pmu_side : public sc_core::sc_module {
public:
    using pmu_type = typename Part::pmu_type;

    tlm_utils::simple_initiator_socket<pmu_side> socket{"socket"};
    pmu_type unit;
    typename Part::pins pins;
    sc_core::sc_signal<bool> reset{"reset"};
    std::vector<output_change> log;
    hook_log hooks; ///< in every other run

    pmu_side(const sc_core::sc_module_name& name, const typename Part::config& parameters,
             const sc_core::sc_signal_in_if<bool>& clock)
        : sc_core::sc_module(name), unit("pmu", parameters) {
        socket.bind(unit.socket);
        unit.clk(clock);
        unit.reset(reset);
        pins.bind(unit);
        m_payload.set_extension(&m_extension);
        MODULE_PROCESSES(pmu_side);
        SC_METHOD(note_outputs);
        dont_initialize();
        for (const sc_core::sc_event* e : pins.output_events()) {
            sensitive << *e;
        }
    }
    ~pmu_side() override { m_payload.clear_extension(&m_extension); }

    /// One word access. \param delay becomes what is left of it
    /// \return the response and, of a read, the data
    std::pair<tlm::tlm_response_status, std::uint32_t> access(std::uint64_t address, bool is_write,
                                                              std::uint32_t data,
                                                              pmu::access_attributes who,
                                                              sc_core::sc_time& delay) {
        prepare(address, is_write, data);
        m_extension.attributes = who;
        socket->b_transport(m_payload, delay);
        return {m_payload.get_response_status(), data};
    }

    std::pair<unsigned, std::uint32_t> debug(std::uint64_t address, bool is_write,
                                             std::uint32_t data) {
        prepare(address, is_write, data);
        const unsigned done = socket->transport_dbg(m_payload);
        return {done, data};
    }

private:
    void prepare(std::uint64_t address, bool is_write, std::uint32_t& data) {
        platform::components::prepare(m_payload, platform::components::command_of(is_write),
                                      address, &data, sizeof data);
    }

    // What changes within one instant is one change: the deltas in between are nobody's business.
    void note_outputs() {
        const std::uint64_t now = sc_core::sc_time_stamp().value();
        if (!log.empty() && log.back().time == now) {
            log.back().levels = pins.levels();
        } else {
            log.push_back({now, pins.levels()});
        }
        const std::size_t n = log.size();
        if (n > 1 && log[n - 1].levels == log[n - 2].levels) {
            log.pop_back(); // back to what it was, within the instant
        }
    }

    tlm::tlm_generic_payload m_payload;
    pmu::access_extension m_extension;
};

/// Drives both sides through one elaboration: `runs` random runs, a reset between them.
///
/// Part has the types pmu_type, config and pins, and the functions
/// `static config random_config(random_bits&)` and
/// `static std::uint32_t random_word(random_bits&, const pmu::register_desc&)`.
template <class Part>
class differential_bench : public sc_core::sc_module {
public:
    static constexpr unsigned steps = 2000;

    differential_bench(const sc_core::sc_module_name& name, std::uint64_t seed, unsigned runs)
        : sc_core::sc_module(name), m_seed(seed), m_runs(runs), m_random(seed),
          m_config(Part::random_config(m_random)), m_toggling("toggling", m_config, m_clock),
          m_tickless("tickless", m_config, m_no_clock) {
        MODULE_PROCESSES(differential_bench);
        SC_THREAD(drive);
    }

    std::uint64_t steps_done() const { return m_steps_done; }
    std::uint64_t hooks_told() const { return m_hooks_told; }

private:
    using core = typename Part::pmu_type::core_type;

    void drive() {
        wait(m_period / 2);
        for (unsigned run = 0; run < m_runs && !testing::Test::HasFailure(); ++run) {
            m_run = run;
            m_random.seed(m_seed * 1000 + run);
            watch(run % 2 != 0, run % 3 == 0);
            for (m_step = 0; m_step < steps && !testing::Test::HasFailure(); ++m_step) {
                take_step();
                ++m_steps_done;
            }
            finish_run();
        }
        sc_core::sc_stop();
    }

    // Observers come and go; totals are for good.
    void watch(bool hooks, bool totals) {
        for (pmu_side<Part>* side : {&m_toggling, &m_tickless}) {
            if (hooks) {
                side->unit.observe(side->hooks);
            } else {
                side->unit.stop_observing(side->hooks);
            }
            if (totals && m_seed % 2 == 0) {
                side->unit.count_totals();
            }
        }
    }

    void take_step() {
        switch (m_random() % 16) {
        case 0:
        case 1:
        case 2: write(); break;
        case 3:
        case 4:
        case 5: read(); break;
        case 6:
        case 7:
        case 8: drive_pins(); break;
        case 9: count(); break;
        case 10: debug(); break;
        case 11: pulse_reset(); break;
        default: pass_edges(); break;
        }
    }

    const pmu::register_desc& any_register() {
        const pmu::register_map& map = core::registers();
        return map[m_random() % map.size()];
    }
    pmu::access_attributes any_attributes() { return {!one_in(m_random, 8), !one_in(m_random, 8)}; }
    sc_core::sc_time any_delay() {
        return one_in(m_random, 4) ? m_period * static_cast<double>(m_random() % 20)
                                   : sc_core::SC_ZERO_TIME;
    }

    void write() {
        const pmu::register_desc& r = any_register();
        compare_access(r, true, Part::random_word(m_random, r));
    }
    void read() { compare_access(any_register(), false, 0); }

    // The tickless side computes the delay, the other one waits for it.
    void compare_access(const pmu::register_desc& r, bool is_write, std::uint32_t data) {
        const pmu::access_attributes who = any_attributes();
        sc_core::sc_time to_compute = any_delay();
        sc_core::sc_time to_wait = to_compute;
        const auto computed = m_tickless.access(r.address, is_write, data, who, to_compute);
        const auto waited = m_toggling.access(r.address, is_write, data, who, to_wait);
        ASSERT_EQ(computed, waited) << where() << r.name << (is_write ? " written" : " read");
    }

    void drive_pins() {
        const random_bits same = m_random;
        random_bits twin = same;
        m_toggling.pins.drive(m_random);
        m_tickless.pins.drive(twin);
        // Without an edge in between, an access would meet pins on their way.
        pass(1);
    }

    void count() {
        const auto event = static_cast<std::uint32_t>(Part::random_event(m_random));
        const std::uint64_t n =
            one_in(m_random, 8) ? m_random() % (std::uint64_t{1} << 33) : m_random() % 1000;
        m_toggling.unit.count(event, n, sc_core::SC_ZERO_TIME);
        m_tickless.unit.count(event, n, sc_core::SC_ZERO_TIME);
        const std::uint64_t room = m_toggling.unit.headroom(event);
        ASSERT_EQ(room, m_tickless.unit.headroom(event)) << where() << "event " << event;
    }

    void debug() {
        const pmu::register_desc& r = any_register();
        const bool is_write = one_in(m_random, 3);
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const auto a = m_toggling.debug(r.address, is_write, data);
        const auto b = m_tickless.debug(r.address, is_write, data);
        ASSERT_EQ(a, b) << where() << r.name << (is_write ? " poked" : " peeked");
    }

    void pulse_reset() {
        if (one_in(m_random, 10)) {
            set_reset(true);
            wait(sc_core::SC_ZERO_TIME);
            pass(m_random() % 3);
            if (one_in(m_random, 2)) {
                read();
                write();
            }
            set_reset(false);
            pass(1);
        }
    }
    void set_reset(bool level) {
        m_toggling.reset.write(level);
        m_tickless.reset.write(level);
    }

    void pass_edges() { pass(one_in(m_random, 10) ? m_random() % 200 : m_random() % 8); }
    void pass(std::uint64_t edges) {
        if (edges != 0) {
            wait(sc_core::sc_time::from_value(edges * m_period.value()));
        }
    }

    void finish_run() {
        pass(2);
        EXPECT_TRUE(m_toggling.unit.snapshot() == m_tickless.unit.snapshot()) << where();
        EXPECT_EQ(m_toggling.log.size(), m_tickless.log.size()) << where() << "output changes";
        for (std::size_t i = 0; i < std::min(m_toggling.log.size(), m_tickless.log.size()); ++i) {
            const output_change& a = m_toggling.log[i];
            const output_change& b = m_tickless.log[i];
            ASSERT_EQ(a.time, b.time) << where() << "output change " << i;
            ASSERT_EQ(a.levels, b.levels) << where() << "output change " << i << " at " << a.time;
        }
        compare_hooks();
        compare_totals();
        m_toggling.log.clear();
        m_tickless.log.clear();
        set_reset(true);
        pass(1);
        set_reset(false);
        pass(1);
        m_toggling.log.clear();
        m_tickless.log.clear();
    }

    void compare_hooks() {
        const std::vector<std::string> a = m_toggling.hooks.take();
        const std::vector<std::string> b = m_tickless.hooks.take();
        m_hooks_told += a.size();
        const std::size_t both = std::min(a.size(), b.size());
        for (std::size_t i = 0; i < both; ++i) {
            ASSERT_EQ(a[i], b[i]) << where() << "hook " << i;
        }
        EXPECT_EQ(a.size(), b.size()) << where() << "hooks";
    }
    void compare_totals() {
        const std::vector<pmu::event_total> a = m_toggling.unit.totals();
        const std::vector<pmu::event_total> b = m_tickless.unit.totals();
        ASSERT_EQ(a.size(), b.size()) << where() << "totals";
        EXPECT_EQ(a.empty(), m_seed % 2 != 0) << where();
        for (std::size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(a[i].total, b[i].total) << where() << "total of " << a[i].name;
        }
    }

    std::string where() const {
        std::ostringstream text;
        text << "seed " << m_seed << ", run " << m_run << ", step " << m_step << ", at "
             << sc_core::sc_time_stamp() << ": ";
        return text.str();
    }

    const std::uint64_t m_seed;
    const unsigned m_runs;
    unsigned m_run = 0;
    unsigned m_step = 0;
    std::uint64_t m_steps_done = 0;
    std::uint64_t m_hooks_told = 0;
    random_bits m_random;
    const sc_core::sc_time m_period{10, sc_core::SC_NS};
    sc_core::sc_clock m_clock{"clk", m_period, 0.5, m_period, true};
    pmu::tickless_clock m_no_clock{"no_clk", m_period};
    typename Part::config m_config;
    pmu_side<Part> m_toggling;
    pmu_side<Part> m_tickless;
};

/// Plays `elaborations` random configurations with `runs` random runs each.
template <class Part>
void run_differential(unsigned elaborations, unsigned runs) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    std::uint64_t steps = 0;
    std::uint64_t hooks = 0;
    for (unsigned seed = 1; seed <= elaborations && !testing::Test::HasFailure(); ++seed) {
        {
            differential_bench<Part> bench("bench", seed, runs);
            sc_core::sc_start();
            steps += bench.steps_done();
            hooks += bench.hooks_told();
        }
        reset_elaboration();
    }
    if (!testing::Test::HasFailure()) {
        EXPECT_EQ(steps, std::uint64_t{elaborations} * runs * differential_bench<Part>::steps);
        EXPECT_GT(hooks, steps / 8); // of the accesses, three in eight, half
    }
}

/// The number of elaborations and runs: at least 1,000 seeds a part.
constexpr unsigned differential_elaborations = 50;
constexpr unsigned differential_runs = 20;

} // namespace sc_test
