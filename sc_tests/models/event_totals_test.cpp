// SPDX-License-Identifier: Apache-2.0
// Totals of all events, whatever the counters hold.
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

#include <pmu/cci400/cci400_pmu.h>
#include <pmu/cortex_r5/cortex_r5_pmu.h>
#include <pmu/tlm/event_totals.h>

#include <map>
#include <random>

namespace sc_test::event_totals_test {

namespace {

using total_map = std::map<std::uint32_t, std::uint64_t>;

template <class Unit>
total_map totals_of(Unit& unit) {
    total_map all;
    for (const pmu::event_total& t : unit.totals()) {
        all[t.number] = t.total;
    }
    return all;
}

/// A unit with a bus that changes at random.
template <class Unit>
class totals_bench : public sc_core::sc_module {
public:
    using core = typename Unit::core_type;
    std::unique_ptr<sc_core::sc_clock> toggling;
    std::unique_ptr<pmu::tickless_clock> tickless;
    Unit unit;
    bus_master cpu{"cpu"};
    sc_core::sc_signal<typename Unit::event_bus_type> event_bus{"event_bus"};
    sc_core::sc_signal<bool> reset{"reset"};

    totals_bench(const sc_core::sc_module_name& name, clock_kind kind)
        : sc_core::sc_module(name), unit("unit", parameters()) {
        if (kind == clock_kind::toggling) {
            toggling = std::make_unique<sc_core::sc_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
        } else if (kind == clock_kind::stepped) {
            toggling = std::make_unique<stepped_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
        } else {
            tickless = std::make_unique<pmu::tickless_clock>("tickless", period);
            unit.clk(*tickless);
        }
        unit.event_bus(event_bus);
        unit.reset(reset);
        cpu.socket.bind(unit.socket);
    }

    void select(std::uint32_t event) {
        for (const register_write& w : part_setup<core>::everywhere(event)) {
            cpu.write(w.address, w.value);
        }
    }
    /// Random levels, edges and batches, every other one of a given event.
    void be_busy(unsigned changes, std::uint32_t often = 7) {
        for (unsigned i = 0; i < changes; ++i) {
            typename Unit::event_bus_type levels{};
            for (unsigned line = 0; line < core::event_bus_width; ++line) {
                levels[static_cast<int>(line)] = m_random() % 2 != 0;
            }
            event_bus.write(levels);
            sc_core::sc_start(period * static_cast<double>(m_random() % 3 + 1));
            const std::uint32_t event =
                i % 2 == 0 ? often : static_cast<std::uint32_t>(m_random() % 256);
            if (!core::is_internal(event)) {
                unit.count(event, m_random() % 100, sc_core::SC_ZERO_TIME);
            }
        }
    }

private:
    static typename core::config parameters() {
        typename core::config all;
        if constexpr (std::is_base_of_v<pmu::arm11_config, typename core::config>) {
            all.start_delay_cycles = 0;
            all.two_bit = pmu::two_bit_mode::binary;
        }
        return all;
    }

    std::mt19937_64 m_random{7};
};

template <class Unit>
class event_totals : public sc_fixture {
protected:
    // The definition: the total is what a counter counts that has the event selected.
    static void compare_with_counters(clock_kind kind) {
        using core = typename Unit::core_type;
        totals_bench<Unit> bench("bench", kind);
        bench.unit.count_totals();
        run_to(ns(5));
        std::uint64_t seen = 0;
        const core fresh{};
        for (std::uint32_t number = 0; number < 256; ++number) {
            const pmu::event_desc* e = fresh.find_event(number);
            if (e == nullptr || e->rule == pmu::event_rule::nothing) {
                continue;
            }
            const std::uint64_t before = totals_of(bench.unit).at(number);
            bench.select(number);
            bench.be_busy(6, number);
            const std::uint64_t total = totals_of(bench.unit).at(number) - before;
            EXPECT_EQ(bench.cpu.read(part_setup<core>::first_counter), total) << e->name;
            seen += total;
        }
        EXPECT_GT(seen, 50U);
    }

    // Nothing is enabled, so that the unit would sleep.
    static total_map of_a_stopped_unit(clock_kind kind, std::uint64_t& activations) {
        totals_bench<Unit> bench("bench", kind);
        run_to(ns(5));
        bench.be_busy(20);
        EXPECT_TRUE(bench.unit.totals().empty());
        bench.unit.count_totals();
        bench.be_busy(50);
        bench.reset.write(true);
        sc_core::sc_start(ns(1));
        const total_map at_reset = totals_of(bench.unit);
        sc_core::sc_start(ns(100));
        EXPECT_EQ(totals_of(bench.unit), at_reset); // held, not cleared
        bench.reset.write(false);
        sc_core::sc_start(ns(9));
        bench.be_busy(50);
        EXPECT_NE(totals_of(bench.unit), at_reset);
        const std::uint64_t before = bench.unit.activations();
        sc_core::sc_start(1000 * period);
        activations = bench.unit.activations() - before;
        return totals_of(bench.unit);
    }
};
TYPED_TEST_SUITE(event_totals, every_module, part_name);

TYPED_TEST(event_totals, are_what_a_counter_of_the_event_counts_on_a_tickless_clock) {
    this->compare_with_counters(clock_kind::tickless);
}
TYPED_TEST(event_totals, are_what_a_counter_of_the_event_counts_on_a_toggling_clock) {
    this->compare_with_counters(clock_kind::toggling);
}

TYPED_TEST(event_totals, are_what_a_counter_of_the_event_counts_where_edges_are_stepped) {
    this->compare_with_counters(clock_kind::stepped);
}

TYPED_TEST(event_totals, need_no_enable_on_a_tickless_clock_nor_a_process) {
    std::uint64_t activations = 0;
    EXPECT_FALSE(this->of_a_stopped_unit(clock_kind::tickless, activations).empty());
    EXPECT_LE(activations, 1U);
}
TYPED_TEST(event_totals, need_no_enable_on_an_sc_clock_and_no_process_once_the_pins_rest) {
    std::uint64_t activations = 0;
    EXPECT_FALSE(this->of_a_stopped_unit(clock_kind::toggling, activations).empty());
    EXPECT_LE(activations, 20U);
}
TYPED_TEST(event_totals, need_no_enable_where_edges_are_stepped_and_do_not_park) {
    std::uint64_t activations = 0;
    EXPECT_FALSE(this->of_a_stopped_unit(clock_kind::stepped, activations).empty());
    EXPECT_GE(activations, 999U);
}

class totals_of_arm1136 : public on_both_clocks {};
INSTANTIATE_TEST_SUITE_P(clocks, totals_of_arm1136, both_clocks(), name_of);

TEST_P(totals_of_arm1136, go_beyond_32_bits_and_start_anew) {
    wrapper_bench bench("bench", GetParam());
    bench.unit.count_totals();
    run_to(ns(5));
    EXPECT_TRUE(bench.unit.is_counted(7)) << "though no counter has selected it";
    EXPECT_FALSE(bench.unit.is_counted(0xFF)) << "nobody can report the clock";
    bench.unit.count(7, std::uint64_t{5} << 32, sc_core::SC_ZERO_TIME);
    run_to(ns(105));
    EXPECT_EQ(totals_of(bench.unit).at(7), std::uint64_t{5} << 32);
    EXPECT_EQ(totals_of(bench.unit).at(0xFF), 10U);
    bench.unit.count_totals();
    run_to(ns(135));
    EXPECT_EQ(totals_of(bench.unit).at(7), 0U);
    EXPECT_EQ(totals_of(bench.unit).at(0xFF), 3U);
}

TEST_P(totals_of_arm1136, are_held_in_debug_state) {
    wrapper_bench bench("bench", GetParam());
    bench.unit.count_totals();
    bench.event_bus.write(1);
    run_to(ns(25)); // two edges
    bench.debug_state.write(true);
    run_to(ns(105));
    bench.unit.count(0, 7, sc_core::SC_ZERO_TIME);
    bench.debug_state.write(false);
    run_to(ns(125)); // two more
    EXPECT_EQ(totals_of(bench.unit).at(0), 4U);
    EXPECT_EQ(totals_of(bench.unit).at(0xFF), 4U);
}

class totals_by_pins : public sc_fixture {};

TEST_F(totals_by_pins, of_the_cci400_are_held_without_niden_and_filtered_by_spniden) {
    pmu::tickless_clock clk("clk", period);
    pmu::cci400_pmu unit("unit");
    sc_core::sc_signal<bool> niden("niden", true);
    sc_core::sc_signal<bool> spniden("spniden");
    sc_core::sc_signal<pmu::cci400_pmu::event_bus_type> secure("secure");
    unit.clk(clk);
    unit.NIDEN(niden);
    unit.SPNIDEN(spniden);
    unit.secure_event_bus(secure);
    unit.count_totals();
    run_to(ns(5));
    constexpr std::uint32_t event = 0x80; // S4, read handshakes: has a security indicator
    pmu::cci400_pmu::event_bus_type levels;
    levels[event] = true;
    secure.write(levels);
    run_to(ns(35));
    EXPECT_EQ(totals_of(unit).at(event), 0U);
    spniden.write(true);
    run_to(ns(65)); // three edges
    EXPECT_EQ(totals_of(unit).at(event), 3U);
    unit.count(event | pmu::cci400_core::secure_event, 10, sc_core::SC_ZERO_TIME);
    niden.write(false);
    run_to(ns(95));
    unit.count(event, 100, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(totals_of(unit).at(event), 13U);
}

TEST_F(totals_by_pins, of_the_cortex_r5_have_software_increments_and_are_held_in_debug_halt) {
    pmu::tickless_clock clk("clk", period);
    pmu::cortex_r5_pmu unit("unit");
    bus_master cpu("cpu");
    sc_core::sc_signal<bool> halt("halt");
    sc_core::sc_signal<sc_dt::sc_uint<pmu::cortex_r5_event_bus_width>> bus("bus");
    unit.clk(clk);
    unit.DBG_HALT(halt);
    unit.event_bus(bus);
    cpu.socket.bind(unit.socket);
    unit.count_totals();
    bus.write(1U << 6); // a pair: two instructions
    run_to(ns(25));
    const std::uint32_t swinc = pmu::cortex_r5_registers[pmu::cortex_r5_register::PMSWINC].address;
    cpu.write(swinc, 7); // one write
    cpu.write(swinc, 0);
    cpu.write(swinc, 8); // no counter
    halt.write(true);
    run_to(ns(105));
    cpu.write(swinc, 1);
    EXPECT_EQ(totals_of(unit).at(0x00), 1U);
    EXPECT_EQ(totals_of(unit).at(0x08), 4U);
    EXPECT_EQ(totals_of(unit).at(0x5E), 2U);
    EXPECT_EQ(totals_of(unit).at(0x11), 2U);
}

} // namespace

} // namespace sc_test::event_totals_test
