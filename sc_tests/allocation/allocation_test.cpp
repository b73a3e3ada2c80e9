// SPDX-License-Identifier: Apache-2.0
// A running PMU takes nothing from the heap: no edge, access, event batch or output change does, on
// either clock, once everything has happened a few times.
#include <allocation/heap_watch.h>
#include <bench/counting_unit.h>
#include <components/module_processes.h>
#include <generated/part_names.h>
#include <support/sc_fixture.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

namespace {

using sc_test::heap_use;

constexpr unsigned warm_up_rounds = 100;
constexpr unsigned rounds = 500;
const sc_core::sc_time period{10, sc_core::SC_NS};

/// Runs a round again and again, and watches the heap from the end of the warm-up on.
class round_runner : public sc_core::sc_module {
public:
    heap_use used;

    MODULE_PROCESSES(round_runner);
    round_runner(const sc_core::sc_module_name& name, std::function<void()> begin,
                 std::function<void()> round)
        : sc_core::sc_module(name), m_begin(std::move(begin)), m_round(std::move(round)) {
        SC_THREAD(run);
    }

private:
    void run() {
        wait(period / 4); // neither at an edge nor at a change of the bus
        m_begin();
        for (unsigned n = 0; n < warm_up_rounds; ++n) {
            m_round();
        }
        sc_test::start_heap_watch();
        for (unsigned n = 0; n < rounds; ++n) {
            m_round();
        }
        used = sc_test::stop_heap_watch();
        sc_core::sc_stop();
    }

    const std::function<void()> m_begin;
    const std::function<void()> m_round;
};

enum class clock_kind { toggling, tickless };

/// One part on one clock.
class allocations : public sc_test::sc_fixture,
                    public testing::WithParamInterface<std::tuple<std::string, clock_kind>> {
protected:
    std::unique_ptr<sc_core::sc_clock> clk;
    std::unique_ptr<bench::counting_unit> unit;

    /// \param change_every cycles from one change of all event lines to the next; 0: never
    void build(std::uint64_t change_every, bool exported) {
        if (std::get<clock_kind>(GetParam()) == clock_kind::toggling) {
            clk = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period, true);
        }
        bench::unit_setup setup;
        setup.activity = {period, change_every, false, clk.get()};
        setup.mode.exported = exported;
        unit = bench::make_unit(std::get<std::string>(GetParam()), "unit", setup);
    }

    void run(std::function<void()> round) {
        const auto begin = [this] {
            unit->start();
            sc_core::wait(period * 20); // past a start delay
        };
        round_runner runner("runner", begin, std::move(round));
        sc_core::sc_start();
        EXPECT_EQ(runner.used.allocations, 0U)
            << "the first of " << runner.used.first_bytes << " bytes";
    }
};

std::string name_of(const testing::TestParamInfo<allocations::ParamType>& info) {
    const bool ticks = std::get<clock_kind>(info.param) == clock_kind::toggling;
    return std::get<std::string>(info.param) + (ticks ? "_toggling" : "_tickless");
}

INSTANTIATE_TEST_SUITE_P(parts, allocations,
                         testing::Combine(testing::ValuesIn(sc_test::part_names),
                                          testing::Values(clock_kind::toggling,
                                                          clock_kind::tickless)),
                         name_of);

TEST_P(allocations, edge) {
    build(1, false);
    run([] { sc_core::wait(period * 20); });
    EXPECT_GT(unit->read_cycles(), rounds * 20);
}

TEST_P(allocations, access) {
    build(0, false);
    run([this] {
        for (unsigned n = 0; n < 4; ++n) {
            unit->cpu().delay = period * n;
            unit->cpu().write(unit->cycle_counter(), unit->read_cycles());
            unit->cpu().peek(unit->cycle_counter());
        }
        sc_core::wait(period * 20);
    });
    EXPECT_EQ(unit->cpu().status, tlm::TLM_OK_RESPONSE);
}

TEST_P(allocations, event_batch) {
    build(0, false);
    std::uint64_t headroom = 0;
    run([this, &headroom] {
        pmu::batch_events_if& events = unit->batch_events();
        for (unsigned n = 0; n < 8; ++n) {
            events.count(unit->event(), 100, period * n);
            headroom = events.headroom(unit->event());
            if (events.is_counted(unit->event()) && events.edges_to_output_change() == 0) {
                ADD_FAILURE() << "an output changes within no edge";
            }
        }
        sc_core::wait(period * 20);
    });
    EXPECT_EQ(headroom, (std::uint64_t{1} << 32) - (warm_up_rounds + rounds) * std::uint64_t{800});
}

// As an interrupt handler does it: clears the flag, then sets the counter again.
TEST_P(allocations, output_change) {
    build(1, true);
    unsigned rises = 0;
    unsigned falls = 0;
    run([&] {
        unit->cpu().write(unit->cycle_counter(), 0U - 10U);
        sc_core::wait(period * 20);
        rises += unit->pmuirq.read() ? 1 : 0;
        unit->clear_flags();
        sc_core::wait(period * 3);
        falls += unit->pmuirq.read() ? 0 : 1;
    });
    EXPECT_EQ(rises, warm_up_rounds + rounds);
    EXPECT_EQ(falls, warm_up_rounds + rounds);
}

TEST(heap_watch, sees_every_way_to_allocate) {
    sc_test::start_heap_watch();
    const auto by_new = std::make_unique<std::vector<int>>(10);
    void* const by_malloc = std::malloc(7);
    const sc_core::sc_event by_library("event");
    const heap_use used = sc_test::stop_heap_watch();
    std::free(by_malloc);
    EXPECT_EQ(used.first_bytes, sizeof(std::vector<int>));
    EXPECT_GT(used.allocations, 3U);
    EXPECT_EQ(by_new->size(), 10U);
}

} // namespace
