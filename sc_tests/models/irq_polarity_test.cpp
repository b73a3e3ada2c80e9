// SPDX-License-Identifier: Apache-2.0
// The pin pmuirq of every part can be active low.
#include <components/module_processes.h>
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

namespace sc_test::irq_polarity_test {

namespace {

template <class Unit>
class polarity_bench : public sc_core::sc_module {
public:
    pmu::tickless_clock clk{"clk", period};
    Unit unit;
    bus_master cpu{"cpu"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    level_changes log;

    explicit polarity_bench(const sc_core::sc_module_name& name,
                            const typename Unit::core_type::config& parameters = {})
        : sc_core::sc_module(name), unit("pmu", parameters) {
        unit.clk(clk);
        unit.pmuirq(pmuirq);
        cpu.socket.bind(unit.socket);
        MODULE_PROCESSES(polarity_bench);
        SC_METHOD(note);
        dont_initialize();
        sensitive << pmuirq;
    }

    /// CCNT overflows on the fifth edge that counts, with its request enabled; then all flags are
    /// cleared.
    void overflow_and_clear() {
        using setup = part_setup<typename Unit::core_type>;
        run_to(ns(5));
        for (const register_write& w : setup::start({})) {
            cpu.write(w.address, w.value);
        }
        cpu.write(setup::cycle_counter, 0xFFFF'FFFB);
        run_to(ns(205));
        for (const register_write& w : setup::clear_flags({})) {
            cpu.write(w.address, w.value);
        }
        run_to(ns(305));
    }

private:
    void note() { log.push_back({sc_core::sc_time_stamp(), pmuirq.read()}); }
};

template <class Unit>
class irq_polarity : public sc_fixture {};
TYPED_TEST_SUITE(irq_polarity, every_module, part_name);

TYPED_TEST(irq_polarity, is_inverted_from_elaboration_on) {
    polarity_bench<TypeParam> high("high");
    polarity_bench<TypeParam> low("low");
    low.unit.set_irq_active_low(true);
    low.unit.set_irq_active_low(false);
    low.unit.set_irq_active_low(true); // the last one counts
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_FALSE(high.pmuirq.read());
    EXPECT_TRUE(low.pmuirq.read());
    high.overflow_and_clear();
    ASSERT_EQ(high.log.size(), 2U);
    EXPECT_EQ(high.log[0].level, 1U);
    EXPECT_EQ(high.log[1], (level_change{ns(205), 0}));
    // The other one was not set up: its pin has not moved.
    for (const level_change& c : low.log) {
        EXPECT_EQ(c.time, sc_core::SC_ZERO_TIME);
    }
    EXPECT_TRUE(low.pmuirq.read());
}

TYPED_TEST(irq_polarity, a_request_is_low) {
    polarity_bench<TypeParam> low("low");
    low.unit.set_irq_active_low(true);
    low.overflow_and_clear();
    ASSERT_GE(low.log.size(), 2U);
    EXPECT_EQ(low.log[low.log.size() - 2].level, 0U);
    EXPECT_GT(low.log[low.log.size() - 2].time, ns(5));
    EXPECT_EQ(low.log.back(), (level_change{ns(205), 1}));
    const std::string id = std::string("/pmu/") + TypeParam::core_type::part + "/irq_active_low";
    this->expect_error(id, [&] { low.unit.set_irq_active_low(false); });
    EXPECT_TRUE(low.pmuirq.read());
}

TYPED_TEST(irq_polarity, is_set_before_start_of_simulation) {
    polarity_bench<TypeParam> high("high");
    const std::string id = std::string("/pmu/") + TypeParam::core_type::part + "/irq_active_low";
    bool was_called = false;
    neighbour late("late");
    late.start = [&] {
        was_called = true;
        this->expect_error(id, [&] { high.unit.set_irq_active_low(true); });
    };
    run_to(ns(5));
    EXPECT_TRUE(was_called);
    EXPECT_FALSE(high.pmuirq.read());
}

TYPED_TEST(irq_polarity, is_a_parameter_by_its_name) {
    using core = typename TypeParam::core_type;
    typename core::config parameters;
    core::all_parameters().configure(parameters, "irq_active_low", "true");
    polarity_bench<TypeParam> low("low", parameters);
    low.overflow_and_clear();
    EXPECT_TRUE(low.unit.snapshot().parameters().irq_active_low);
    ASSERT_GE(low.log.size(), 2U);
    EXPECT_EQ(low.log[low.log.size() - 2].level, 0U);
    EXPECT_EQ(low.log.back(), (level_change{ns(205), 1}));
}

TYPED_TEST(irq_polarity, the_setter_sets_the_parameter) {
    typename TypeParam::core_type::config parameters;
    parameters.irq_active_low = true;
    polarity_bench<TypeParam> high("high", parameters);
    high.unit.set_irq_active_low(false);
    high.overflow_and_clear();
    EXPECT_FALSE(high.unit.snapshot().parameters().irq_active_low);
    ASSERT_GE(high.log.size(), 2U);
    EXPECT_EQ(high.log[high.log.size() - 2].level, 1U);
    EXPECT_EQ(high.log.back(), (level_change{ns(205), 0}));
}

} // namespace

} // namespace sc_test::irq_polarity_test
