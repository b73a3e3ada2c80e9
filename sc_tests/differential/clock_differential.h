// SPDX-License-Identifier: Apache-2.0
// Two PMUs of a part side by side, one on an sc_clock, whose edges it computes, and one on a clock
// of a derived class, which it steps. Processes of several kinds act at, before and after edges, in
// the same and in later deltas: every answer and every output change, its delta too, must agree.
#pragma once

#include <differential/differential.h>
#include <support/stepped_clock.h>

#include <cmath>
#include <memory>

namespace sc_test {

/// A clock of any phase and duty cycle, in ticks.
struct clock_shape {
    std::uint64_t period;
    double duty;
    std::uint64_t start;
    bool posedge_first;

    static clock_shape any(random_bits& random) {
        const std::uint64_t period = 2 + random() % (one_in(random, 2) ? 8 : 1000);
        const double high = 1 + static_cast<double>(random() % (period - 1));
        return {period, high / static_cast<double>(period),
                one_in(random, 3) ? 0 : random() % (3 * period), !one_in(random, 3)};
    }
    template <class Clock>
    std::unique_ptr<Clock> make(const char* name) const {
        return std::make_unique<Clock>(name, sc_core::sc_time::from_value(period), duty,
                                       sc_core::sc_time::from_value(start), posedge_first);
    }
    /// The time of the first rising edge.
    std::uint64_t first_edge() const {
        const auto high =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(period) * duty));
        return posedge_first ? start : start + period - high;
    }
    /// The time of the next rising edge after a time.
    std::uint64_t edge_after(std::uint64_t t) const {
        const std::uint64_t first = first_edge();
        return t < first ? first : t + period - (t - first) % period;
    }
};

/// When something was seen, and what.
struct sighting {
    std::uint64_t time; ///< ticks
    std::uint64_t delta;
    std::vector<std::uint64_t> what;

    friend bool operator==(const sighting& a, const sighting& b) {
        return a.time == b.time && a.delta == b.delta && a.what == b.what;
    }
    friend std::ostream& operator<<(std::ostream& out, const sighting& s) {
        out << "at " << s.time << ", delta " << s.delta << ':';
        for (const std::uint64_t word : s.what) {
            out << ' ' << word;
        }
        return out;
    }
};

/// One PMU of the pair, with all that happens to it alone: its outputs, delta by delta, and
/// accesses that wait for their time.
template <class Part>
class waiting_side : public pmu_side<Part> {
public:
    std::vector<sighting> outputs;
    std::vector<sighting> waited;

    waiting_side(const sc_core::sc_module_name& name, const typename Part::config& parameters,
                 const sc_core::sc_clock& clock)
        : pmu_side<Part>(name, parameters, clock) {
        MODULE_PROCESSES(waiting_side);
        SC_METHOD(see_outputs);
        sc_core::sc_module::dont_initialize();
        for (const sc_core::sc_event* e : this->pins.output_events()) {
            sc_core::sc_module::sensitive << *e;
        }
        SC_THREAD(access_later);
        m_payload.set_extension(&m_extension);
    }
    ~waiting_side() override { m_payload.clear_extension(&m_extension); }

    /// Has a thread make an access with a delay, in this delta.
    void start_access(std::uint64_t address, bool is_write, std::uint32_t data,
                      const sc_core::sc_time& delay) {
        m_address = address;
        m_is_write = is_write;
        m_data = data;
        m_delay = delay;
        m_start.notify();
    }
    /// No access comes any more: the thread ends, once one that waits has been made.
    void end_accesses() {
        m_ends = true;
        m_start.notify(sc_core::SC_ZERO_TIME);
    }

private:
    static void see(std::vector<sighting>& seen, std::vector<std::uint64_t> what) {
        seen.push_back(
            {sc_core::sc_time_stamp().value(), sc_core::sc_delta_count(), std::move(what)});
    }
    void see_outputs() { see(outputs, this->pins.levels()); }

    void access_later() {
        while (!m_ends) {
            sc_core::wait(m_start);
            if (m_ends) {
                return;
            }
            platform::components::prepare(m_payload, platform::components::command_of(m_is_write),
                                          m_address, &m_data, sizeof m_data);
            this->socket->b_transport(m_payload, m_delay);
            see(waited, {static_cast<std::uint64_t>(m_payload.get_response_status()), m_data,
                         m_delay.value()});
        }
    }

    sc_core::sc_event m_start;
    bool m_ends = false;
    std::uint64_t m_address = 0;
    bool m_is_write = false;
    std::uint32_t m_data = 0;
    sc_core::sc_time m_delay;
    tlm::tlm_generic_payload m_payload;
    pmu::access_extension m_extension;
};

/// Acts on both sides at once, from processes of all kinds.
template <class Part>
class clock_bench : public sc_core::sc_module {
public:
    clock_bench(const sc_core::sc_module_name& name, std::uint64_t seed)
        : sc_core::sc_module(name), m_seed(seed), m_random(seed),
          m_shape(clock_shape::any(m_random)), m_clock(m_shape.make<sc_core::sc_clock>("clk")),
          m_stepped_clock(m_shape.make<stepped_clock>("stepped_clk")),
          m_config(Part::random_config(m_random)), m_computed("computed", m_config, *m_clock),
          m_stepped("stepped", m_config, *m_stepped_clock) {
        for (waiting_side<Part>* side : sides()) {
            if (seed % 3 == 0) {
                side->unit.observe(side->hooks);
            }
            if (seed % 4 == 0) {
                side->unit.count_totals();
            }
        }
        MODULE_PROCESSES(clock_bench);
        SC_THREAD(wander);
        SC_METHOD(write_pins);
        dont_initialize();
        sensitive << m_write_pins;
        SC_METHOD(act_in_time);
        SC_METHOD(act_on_edges);
        dont_initialize();
        // Asked for its event, the clock has one delta more: the unit must not depend on it.
        sensitive << (seed % 2 == 0 ? m_clock->posedge_event() : m_stepped_clock->posedge_event());
        SC_METHOD(act_after_edges);
        dont_initialize();
        sensitive << m_after_edge;
        SC_METHOD(act_on_outputs);
        dont_initialize();
        for (const sc_core::sc_event* e : m_computed.pins.output_events()) {
            sensitive << *e;
        }
    }

    /// Passes time in pieces, and acts in between, where no process runs.
    void play() {
        for (unsigned piece = 0; piece < pieces && !testing::Test::HasFailure(); ++piece) {
            // Busy and quiet times, so that the unit has reason to step and to compute by turns.
            m_changes_every = one_in(m_random, 3)   ? 1
                              : one_in(m_random, 2) ? 0
                                                    : 1 + m_random() % 9;
            const std::uint64_t length = 1 + m_shape.period * (m_random() % 200);
            sc_core::sc_start(sc_core::sc_time::from_value(
                one_in(m_random, 2) ? length + m_shape.edge_after(now() + length) - now() - length
                                    : length + m_random() % m_shape.period));
            for (std::uint64_t n = m_random() % 3; n != 0; --n) {
                act(outside);
            }
            if (one_in(m_random, 4)) {
                sc_core::sc_start(sc_core::SC_ZERO_TIME);
                act(within_instant);
            }
        }
        end_threads();
        compare();
    }

    std::uint64_t acts() const { return m_acts; }
    std::uint64_t output_changes() const { return m_computed.outputs.size(); }
    std::uint64_t computed_activations() const { return m_computed.unit.activations(); }
    std::uint64_t stepped_activations() const { return m_stepped.unit.activations(); }

private:
    static constexpr unsigned pieces = 60;
    using core = typename Part::pmu_type::core_type;
    /// Outside of any process, outputs follow a write in the next delta. Within an instant, a unit
    /// that steps may be about to run, and drives them in this one.
    enum place { in_process, outside, within_instant };

    std::array<waiting_side<Part>*, 2> sides() { return {&m_computed, &m_stepped}; }

    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }
    /// From now to the instant of the next edge.
    std::uint64_t to_edge() const { return m_shape.edge_after(now()) - now(); }
    sc_core::sc_time any_time() {
        const std::uint64_t cycles = one_in(m_random, 6) ? m_random() % 300 : m_random() % 4;
        return sc_core::sc_time::from_value(
            cycles * m_shape.period +
            (one_in(m_random, 2) ? to_edge() : 1 + m_random() % m_shape.period));
    }

    void start_of_simulation() override {
        for (std::uint64_t n = m_random() % 4; n != 0; --n) {
            debug(true);
        }
    }

    // The sanitizers take a thread's memory for that of its frames, also in the next simulation, if
    // it has not left them.
    void end_threads() {
        constexpr std::uint64_t longest_wait = 310; // any_time(), in cycles
        m_ends = true;
        for (waiting_side<Part>* side : sides()) {
            side->end_accesses();
        }
        sc_core::sc_start(sc_core::sc_time::from_value(longest_wait * m_shape.period));
    }

    // A thread that acts in the first delta of an instant or in later ones.
    void wander() {
        while (!m_ends) {
            sc_core::wait(any_time());
            for (std::uint64_t n = m_random() % 5; n != 0; --n) {
                if (one_in(m_random, 2)) {
                    act(in_process);
                }
                sc_core::wait(sc_core::SC_ZERO_TIME);
            }
            act(in_process);
        }
    }
    void act_in_time() {
        act(in_process);
        next_trigger(any_time());
    }
    void act_on_edges() {
        if (m_changes_every != 0 && ++m_edges % m_changes_every == 0) {
            m_write_pins.notify();
        }
        if (one_in(m_random, 20)) {
            act(in_process);
        }
        if (one_in(m_random, 20)) {
            m_after_edge.notify(sc_core::SC_ZERO_TIME);
        }
    }
    void act_after_edges() {
        act(in_process);
        if (one_in(m_random, 2)) {
            m_after_edge.notify(sc_core::SC_ZERO_TIME);
        }
    }
    void act_on_outputs() {
        if (one_in(m_random, 3)) {
            act(in_process);
        }
    }

    // Nobody else acts at the instant at which accesses that wait take effect: nothing says who
    // would be first.
    void act(place where) {
        if (now() == m_waiting_until || testing::Test::HasFailure()) {
            return;
        }
        ++m_acts;
        const bool may_write = where != within_instant;
        switch (m_random() % 16) {
        case 0:
        case 1:
        case 2: access(may_write); break;
        case 3:
        case 4:
        case 5: access(false); break;
        case 6:
        case 7:
        case 8: m_write_pins.notify(sc_core::SC_ZERO_TIME); break;
        case 9:
        case 10:
            if (where == in_process) {
                m_write_pins.notify();
            }
            break;
        case 11: debug(may_write && one_in(m_random, 3)); break;
        case 12:
            if (may_write) {
                count();
            }
            break;
        case 13: wait_for_access(where); break;
        case 14: m_pulses_reset = one_in(m_random, 4) || m_reset; break;
        default: look(); break;
        }
    }

    const pmu::register_desc& any_register() {
        const pmu::register_map& map = core::registers();
        return map[m_random() % map.size()];
    }

    void access(bool is_write) {
        const pmu::register_desc& r = any_register();
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const pmu::access_attributes who{!one_in(m_random, 8), !one_in(m_random, 8)};
        sc_core::sc_time none = sc_core::SC_ZERO_TIME;
        const auto a = m_computed.access(r.address, is_write, data, who, none);
        const auto b = m_stepped.access(r.address, is_write, data, who, none);
        ASSERT_EQ(a, b) << where() << r.name << (is_write ? " written" : " read");
    }
    void debug(bool is_write) {
        const pmu::register_desc& r = any_register();
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const auto a = m_computed.debug(r.address, is_write, data);
        const auto b = m_stepped.debug(r.address, is_write, data);
        ASSERT_EQ(a, b) << where() << r.name << (is_write ? " poked" : " peeked");
    }
    // A batch applies at the present instant, whatever its delay.
    void count() {
        const auto event = static_cast<std::uint32_t>(Part::random_event(m_random));
        const std::uint64_t n =
            one_in(m_random, 8) ? m_random() % (std::uint64_t{1} << 33) : m_random() % 100;
        const auto delay = sc_core::sc_time::from_value(m_random() % 3 * m_shape.period);
        m_computed.unit.count(event, n, delay);
        m_stepped.unit.count(event, n, delay);
        ASSERT_EQ(m_computed.unit.headroom(event), m_stepped.unit.headroom(event))
            << where() << "event " << event;
    }
    void wait_for_access(place where) {
        if (where != in_process || m_waiting_until >= now() || m_ends) {
            return;
        }
        const pmu::register_desc& r = any_register();
        const bool is_write = one_in(m_random, 2);
        const std::uint32_t data = is_write ? Part::random_word(m_random, r) : 0;
        const std::uint64_t delay = m_random() % 6 * m_shape.period +
                                    (one_in(m_random, 2) ? to_edge() : 1 + m_random() % 20);
        m_waiting_until = now() + delay;
        for (waiting_side<Part>* side : sides()) {
            side->start_access(r.address, is_write, data, sc_core::sc_time::from_value(delay));
        }
    }
    void look() {
        ASSERT_EQ(m_computed.unit.edges_to_output_change(), m_stepped.unit.edges_to_output_change())
            << where();
        ASSERT_TRUE(m_computed.unit.snapshot() == m_stepped.unit.snapshot()) << where();
    }

    // The one process that writes pins: immediately, or a delta after it was asked to.
    void write_pins() {
        if (now() == m_waiting_until) {
            return;
        }
        random_bits twin = m_random;
        m_computed.pins.drive(m_random);
        m_stepped.pins.drive(twin);
        if (m_pulses_reset) {
            m_reset = !m_reset;
            m_pulses_reset = false;
            for (waiting_side<Part>* side : sides()) {
                side->reset.write(m_reset);
            }
        }
    }

    void compare() {
        look();
        compare("output change", m_computed.outputs, m_stepped.outputs);
        compare("access that waited", m_computed.waited, m_stepped.waited);
        compare("hook", m_computed.hooks.take(), m_stepped.hooks.take());
        const std::vector<pmu::event_total> a = m_computed.unit.totals();
        const std::vector<pmu::event_total> b = m_stepped.unit.totals();
        ASSERT_EQ(a.size(), b.size()) << where();
        for (std::size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(a[i].total, b[i].total) << where() << "total of " << a[i].name;
        }
    }
    template <class Log>
    void compare(const char* what, const Log& a, const Log& b) {
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            ASSERT_EQ(a[i], b[i]) << where() << what << ' ' << i;
        }
        EXPECT_EQ(a.size(), b.size()) << where() << what;
    }

    std::string where() const {
        std::ostringstream text;
        text << "seed " << m_seed << ", period " << m_shape.period << ", first edge "
             << m_shape.first_edge() << ", at " << now() << ", delta " << sc_core::sc_delta_count()
             << (m_clock->posedge() ? ", edge"
                 : m_clock->read()  ? ", high"
                                    : ", low")
             << ": ";
        return text.str();
    }

    const std::uint64_t m_seed;
    random_bits m_random;
    const clock_shape m_shape;
    std::unique_ptr<sc_core::sc_clock> m_clock;
    std::unique_ptr<stepped_clock> m_stepped_clock;
    typename Part::config m_config;
    waiting_side<Part> m_computed;
    waiting_side<Part> m_stepped;
    sc_core::sc_event m_write_pins;
    sc_core::sc_event m_after_edge;
    std::uint64_t m_changes_every = 0; ///< edges, 0: only now and then
    std::uint64_t m_edges = 0;
    std::uint64_t m_waiting_until = 0;
    std::uint64_t m_acts = 0;
    bool m_pulses_reset = false;
    bool m_reset = false;
    bool m_ends = false;
};

/// Plays random runs, each on a clock of its own.
template <class Part>
void run_clock_differential(unsigned runs) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    std::uint64_t acts = 0;
    std::uint64_t changes = 0;
    for (unsigned seed = 1; seed <= runs && !testing::Test::HasFailure(); ++seed) {
        {
            clock_bench<Part> bench("bench", seed);
            bench.play();
            acts += bench.acts();
            changes += bench.output_changes();
        }
        reset_elaboration();
    }
    if (!testing::Test::HasFailure()) {
        EXPECT_GT(acts, std::uint64_t{runs} * 1000);
        EXPECT_GT(changes, std::uint64_t{runs} * 5);
    }
}

/// Runs of a part, each with thousands of acts.
constexpr unsigned clock_runs = 1000;

} // namespace sc_test
