// SPDX-License-Identifier: Apache-2.0
// Snapshots of modules: what is refused and changes nothing, and what a restore does at its
// instant. That a restored unit is the one that was saved is what sc_tests/differential shows.
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/hook_log.h>
#include <support/part_types.h>

#include <pmu/core/snapshot.h>

#include <sstream>
#include <string>
#include <type_traits>

namespace sc_test::snapshot_test {

namespace {

template <class Unit>
std::string saved(Unit& unit) {
    std::ostringstream out;
    unit.save(out);
    return out.str();
}

/// \return what it was refused with; empty: restored
template <class Unit>
std::string restore(Unit& unit, const std::string& bytes) {
    std::istringstream in(bytes);
    try {
        unit.restore(in);
    } catch (const pmu::snapshot_error& e) {
        return e.what();
    }
    return {};
}

/// A saved unit without what write_snapshot() puts around it.
std::string body_of(const std::string& bytes) {
    return bytes.substr(16, bytes.size() - 20);
}

/// The checksum fits, whatever the body is.
template <class Unit>
std::string restore_body(Unit& unit, const std::string& body) {
    std::ostringstream out;
    pmu::write_snapshot(out, pmu::unit_snapshot, body);
    return restore(unit, out.str());
}

template <class Unit>
class one_unit : public sc_core::sc_module {
public:
    pmu::tickless_clock clk{"clk", period};
    Unit unit{"pmu"};
    bus_master cpu{"cpu"};

    explicit one_unit(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        unit.clk(clk);
        cpu.socket.bind(unit.socket);
    }
    void start() {
        for (const register_write& w : part_setup<typename Unit::core_type>::start({})) {
            cpu.write(w.address, w.value);
        }
    }
};

template <class Unit>
class module_snapshot : public sc_fixture {};
TYPED_TEST_SUITE(module_snapshot, every_module, part_name);

TYPED_TEST(module_snapshot, is_allowed_once_elaboration_is_over) {
    one_unit<TypeParam> bench("bench");
    EXPECT_EQ(restore(bench.unit, ""),
              "bench.pmu: a unit can be saved and restored from the start of the simulation on");
    EXPECT_THROW(saved(bench.unit), pmu::snapshot_error);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(restore(bench.unit, saved(bench.unit)), "");
}

TYPED_TEST(module_snapshot, that_is_damaged_is_refused_and_changes_nothing) {
    one_unit<TypeParam> first("first");
    one_unit<TypeParam> second("second");
    run_to(ns(5));
    first.start();
    run_to(ns(1005));
    const std::string good = saved(first.unit);
    const std::string before = saved(second.unit);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(static_cast<unsigned char>(bad[i]) ^ (1U << i % 8));
        ASSERT_EQ(restore(second.unit, bad).rfind("second.pmu: ", 0), 0U) << "byte " << i;
        ASSERT_EQ(saved(second.unit), before) << "byte " << i;
        ASSERT_EQ(restore(second.unit, good.substr(0, i)), "second.pmu: the snapshot is cut short");
        ASSERT_EQ(saved(second.unit), before) << i << " bytes";
    }
    EXPECT_EQ(restore(second.unit, good), "");
    EXPECT_EQ(saved(second.unit), good);
    EXPECT_TRUE(first.unit.snapshot() == second.unit.snapshot());
}

// The checksum fits, the state does not.
TYPED_TEST(module_snapshot, of_what_no_unit_can_be_is_refused) {
    one_unit<TypeParam> bench("bench");
    run_to(ns(5));
    const std::string good = saved(bench.unit);
    const std::string body = body_of(good);
    const auto with_end = [&](const std::string& end, std::size_t from_end) {
        return restore_body(bench.unit,
                            std::string(body).replace(body.size() - from_end, end.size(), end));
    };
    const std::string impossible = "bench.pmu: the snapshot holds a state that no unit can have";
    EXPECT_EQ(with_end("", 0), "");
    // One more change of an output than there is.
    EXPECT_EQ(with_end("\1", 4), "bench.pmu: the snapshot lacks a part of its state");
    EXPECT_EQ(with_end("\xFF\xFF\xFF\xFF", 4), "bench.pmu: the snapshot lacks a part of its state");
    EXPECT_EQ(restore_body(bench.unit, body + "more"),
              "bench.pmu: the snapshot has 4 bytes too many");
    // PMUIRQ on the pin, and none in the unit: the first flag of the outputs.
    const std::size_t outputs = 4 + [] {
        pmu::snapshot_writer size;
        size.state(typename TypeParam::outputs{});
        return size.bytes().size();
    }();
    EXPECT_EQ(with_end("\1", outputs), impossible);
    EXPECT_EQ(with_end("\2", outputs), impossible);
    // Ahead without end, then ahead of an edge that it has not taken.
    EXPECT_EQ(with_end(std::string(8, '\xFF'), outputs + 8), impossible);
    EXPECT_EQ(with_end(std::string("\0\5", 2), outputs + 9), impossible);
    EXPECT_EQ(with_end("\t", outputs + 10),
              "bench.pmu: the time resolution is 1e-9 s in the snapshot and 1e-12 s here");
    EXPECT_EQ(saved(bench.unit), good);
}

// A unit that is ahead of the simulation has changes of its outputs in store, each after the
// present, none before the last one or after the unit's own time: pmu/tlm/output_schedule.h.
TYPED_TEST(module_snapshot, with_changes_of_outputs_out_of_order_is_refused) {
    using outputs = typename TypeParam::outputs;
    one_unit<TypeParam> bench("bench");
    run_to(ns(15));
    const std::string good = saved(bench.unit);
    const std::string body = body_of(good);
    const outputs idle{};
    outputs asserted{};
    asserted.pmuirq = true;
    if constexpr (std::is_same_v<TypeParam, pmu::cci400_pmu>) {
        asserted.overflow = 1; // what its PMUIRQ is made of
    }
    constexpr std::uint64_t ahead = 30'000; // ticks of 1 ps
    pmu::snapshot_writer end;               // as long as what `good` has there
    end.number(0, 1);
    end.number(0, 8);
    end.state(idle);
    end.number(0, 4);
    const std::string before_end = body.substr(0, body.size() - end.bytes().size());
    const auto with_changes = [&](std::uint64_t first, std::uint64_t second) {
        pmu::snapshot_writer changes;
        changes.number(1, 1);
        changes.number(ahead, 8);
        changes.state(idle);
        changes.number(2, 4);
        changes.number(first, 8);
        changes.state(asserted);
        changes.number(second, 8);
        changes.state(idle);
        return restore_body(bench.unit, before_end + changes.bytes());
    };
    const std::string impossible = "bench.pmu: the snapshot holds a state that no unit can have";
    EXPECT_EQ(with_changes(0, 20'000), impossible);
    EXPECT_EQ(with_changes(20'000, 19'999), impossible);
    EXPECT_EQ(with_changes(10'000, 30'001), impossible);
    EXPECT_EQ(saved(bench.unit), good);
    EXPECT_EQ(with_changes(30'000, 30'000), "");
}

/// Bodies of snapshots of a unit with reported events.
template <class Unit>
class reported_events {
public:
    explicit reported_events(Unit& unit) : m_body(body_of(saved(unit))) {
        pmu::snapshot_writer core;
        pmu::write_core(core, unit.snapshot());
        m_at = core.bytes().size();
    }
    std::string body_with(std::initializer_list<std::uint32_t> numbers) const {
        pmu::snapshot_writer reported;
        reported.number(numbers.size(), 2);
        for (const std::uint32_t number : numbers) {
            reported.number(number, 2);
        }
        return std::string(m_body).replace(m_at, 2, reported.bytes());
    }

private:
    std::string m_body; ///< with none
    std::size_t m_at = 0;
};

// The numbers of the events that batches have reported rise; there are 0x200 of them:
// pmu/tlm/event_doubts.h.
TYPED_TEST(module_snapshot, with_reported_events_out_of_order_is_refused) {
    one_unit<TypeParam> bench("bench");
    run_to(ns(15));
    const std::string good = saved(bench.unit);
    const reported_events<TypeParam> reported(bench.unit);
    const auto restored_with = [&](std::initializer_list<std::uint32_t> numbers) {
        return restore_body(bench.unit, reported.body_with(numbers));
    };
    const std::string impossible = "bench.pmu: the snapshot holds a state that no unit can have";
    EXPECT_EQ(restored_with({5, 5}), impossible);
    EXPECT_EQ(restored_with({6, 5}), impossible);
    EXPECT_EQ(restored_with({5, 0x200}), impossible);
    EXPECT_EQ(saved(bench.unit), good);
    EXPECT_EQ(restored_with({0, 5, 0x1FF}), "");
}

TYPED_TEST(module_snapshot, has_all_reported_events) {
    one_unit<TypeParam> bench("bench");
    run_to(ns(15));
    const std::string body = reported_events<TypeParam>(bench.unit).body_with({0, 5, 0x1FF});
    EXPECT_EQ(restore_body(bench.unit, body), "");
    EXPECT_EQ(body_of(saved(bench.unit)), body);
}

TYPED_TEST(module_snapshot, with_another_number_of_parameters_is_refused) {
    one_unit<TypeParam> bench("bench");
    run_to(ns(15));
    const std::string good = saved(bench.unit);
    std::string body = body_of(good);
    const std::size_t at = 1 + std::string(TypeParam::core_type::part).size(); // after the name
    body[at] = static_cast<char>(body[at] + 1);
    EXPECT_EQ(restore_body(bench.unit, body),
              "bench.pmu: the snapshot holds a state that no unit can have");
    EXPECT_EQ(saved(bench.unit), good);
}

TYPED_TEST(module_snapshot, that_the_stream_does_not_take_is_an_error) {
    one_unit<TypeParam> bench("bench");
    run_to(ns(15));
    std::ostringstream full;
    full.setstate(std::ios_base::badbit);
    std::string said;
    try {
        bench.unit.save(full);
    } catch (const pmu::snapshot_error& e) {
        said = e.what();
    }
    EXPECT_EQ(said, "bench.pmu: the stream does not take the snapshot");
}

class wrapper_snapshot : public on_both_clocks {};
INSTANTIATE_TEST_SUITE_P(clocks, wrapper_snapshot, all_clocks(), name_of);

TEST_P(wrapper_snapshot, of_another_part_is_refused) {
    wrapper_bench bench("bench", GetParam());
    one_unit<pmu::cci400_pmu> other("other");
    run_to(ns(15));
    const std::string before = saved(bench.unit);
    EXPECT_EQ(restore(bench.unit, saved(other.unit)),
              "bench.pmu: the snapshot is of the part `cci400`, not of `arm1136`");
    EXPECT_EQ(saved(bench.unit), before);
}

TEST_P(wrapper_snapshot, with_other_parameters_is_refused) {
    pmu::arm1136_config config;
    config.start_delay_cycles = 7;
    wrapper_bench first("first", GetParam(), config);
    wrapper_bench second("second", GetParam());
    run_to(ns(15));
    EXPECT_EQ(restore(second.unit, saved(first.unit)),
              "second.pmu: the parameter `start_delay_cycles` is 7 in the snapshot and 0 here");
}

TEST_P(wrapper_snapshot, brings_the_pins_their_levels_at_once) {
    wrapper_bench first("first", GetParam());
    wrapper_bench second("second", GetParam());
    run_to(ns(5));
    first.write(ccnt_address, 0xFFFF'FFFE);
    first.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(25));
    ASSERT_TRUE(first.pmuirq.read());
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    EXPECT_TRUE(second.unit.snapshot() == first.unit.snapshot());
    run_to(ns(35));
    EXPECT_EQ(second.irq_log, (level_changes{{ns(25), 1}}));
    EXPECT_EQ(second.read(ccnt_address), 1U);
    // And back to a unit without a request.
    first.write(pmnc_address, enable | ccnt_flag);
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    run_to(ns(45));
    EXPECT_EQ(second.irq_log, (level_changes{{ns(25), 1}, {ns(35), 0}}));
}

// What a restore changes is no event: an observer is told what comes after it.
TEST_P(wrapper_snapshot, is_not_told_to_observers) {
    wrapper_bench first("first", GetParam());
    wrapper_bench second("second", GetParam());
    hook_log log;
    second.unit.observe(log);
    run_to(ns(5));
    first.write(ccnt_address, 0xFFFF'FFFE);
    first.write(pmnc_address, enable | ccnt_irq);
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    EXPECT_EQ(log.take(), std::vector<std::string>{});
    run_to(ns(35));
    EXPECT_EQ(log.take(), (std::vector<std::string>{"20 ns overflow CCNT", "20 ns raised"}));
}

TEST_P(wrapper_snapshot, follows_the_pins_of_its_platform) {
    wrapper_bench first("first", GetParam());
    wrapper_bench second("second", GetParam(), without_start_delay());
    second.reset.write(true);
    run_to(ns(5));
    first.write(ccnt_address, 100);
    first.event_bus.write(1U << 12); // 0x0B
    first.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0x0B));
    run_to(ns(35));
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    run_to(ns(45));
    second.reset.write(false);
    run_to(ns(55));
    // Reset was asserted here, and not there: it resets.
    EXPECT_EQ(second.read(pmnc_address), 0U);
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    const std::uint32_t seen = first.read(pmn0_address);
    run_to(ns(105));
    EXPECT_EQ(first.read(pmn0_address), seen + 5);
    EXPECT_EQ(second.read(pmn0_address), seen) << "no event here";
    EXPECT_EQ(second.read(ccnt_address), 110U);
}

// A unit on a tickless clock has passed edges that have not come yet.
TEST(wrapper_snapshot_ahead, of_a_unit_that_is_ahead_waits_on_a_toggling_clock) {
    wrapper_bench first("first", clock_kind::tickless);
    wrapper_bench second("second", clock_kind::toggling);
    run_to(ns(5));
    first.write(ccnt_address, 0xFFFF'FFF0);
    first.write(pmnc_address, enable | ccnt_irq);
    EXPECT_EQ(first.read_after(ns(200), ccnt_address), 4U); // edges 10 to 200
    ASSERT_EQ(restore(second.unit, saved(first.unit)), "");
    EXPECT_EQ(second.read(ccnt_address), 4U);
    first.cpu.delay = sc_core::SC_ZERO_TIME;
    run_to(ns(155));
    EXPECT_EQ(second.read(ccnt_address), 4U);
    EXPECT_EQ(second.irq_log, level_changes{});
    run_to(ns(305));
    EXPECT_EQ(second.read(ccnt_address), 14U);
    EXPECT_EQ(first.read(ccnt_address), 14U);
    EXPECT_EQ(second.irq_log, (level_changes{{ns(160), 1}}));
    EXPECT_EQ(second.irq_log, first.irq_log);
}

TEST(wrapper_snapshot_ahead, is_not_restored_to_a_unit_that_is_ahead) {
    wrapper_bench first("first", clock_kind::tickless);
    run_to(ns(5));
    const std::string bytes = saved(first.unit);
    first.read_after(ns(200), ccnt_address);
    EXPECT_EQ(restore(first.unit, bytes),
              "first.pmu: a unit that a delay has moved ahead cannot be restored");
    run_to(ns(255));
    EXPECT_EQ(restore(first.unit, bytes), "");
}

TEST(wrapper_snapshot_start, can_be_restored_before_time_begins) {
    wrapper_bench first("first", clock_kind::tickless);
    wrapper_bench second("second", clock_kind::toggling);
    std::string bytes;
    first.before_time = [&] {
        first.poke(ccnt_address, 0xFFFF'FFFF);
        first.poke(pmnc_address, enable | ccnt_irq);
        bytes = saved(first.unit);
    };
    second.before_time = [&] { ASSERT_EQ(restore(second.unit, bytes), ""); };
    run_to(ns(25));
    EXPECT_EQ(second.read(ccnt_address), 1U);
    EXPECT_EQ(first.irq_log, (level_changes{{ns(10), 1}}));
    EXPECT_EQ(second.irq_log, first.irq_log);
}

} // namespace

} // namespace sc_test::snapshot_test
