// SPDX-License-Identifier: Apache-2.0
// What software selects and nothing drives, as the platform has declared.
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

#include <gmock/gmock.h>

namespace sc_test::driven_events_test {

namespace {

template <class Unit>
class driven_events : public sc_fixture {
protected:
    using core_type = typename Unit::core_type;
    pmu::tickless_clock clk{"clk", period};
    Unit unit{"unit"};
    bus_master cpu{"cpu"};

    void SetUp() override {
        unit.clk(clk);
        cpu.socket.bind(unit.socket);
    }
    static std::string id(const char* what) {
        return std::string("/pmu/") + core_type::part + "/" + what;
    }
    void select(std::uint32_t event) {
        for (const register_write& w : part_setup<core_type>::everywhere(event)) {
            cpu.write(w.address, w.value);
        }
    }
};
TYPED_TEST_SUITE(driven_events, every_module, part_name);

// The counter that is written last has the event; the others may hold one that is driven.
TYPED_TEST(driven_events, another_one_is_reported_once_with_counter_number_and_name) {
    using setup = part_setup<typename TypeParam::core_type>;
    const pmu::event_desc* quiet = nullptr;
    this->unit.declare_driven_events_if([&](const pmu::event_desc& e) {
        const bool is_first = quiet == nullptr && e.number != setup::event && own_line(e) != 0;
        quiet = is_first ? &e : quiet;
        return !is_first;
    });
    ASSERT_NE(quiet, nullptr);
    run_to(ns(5));
    this->expect_report(this->id("undriven_event"), 1);
    for (unsigned i = 0; i < 3; ++i) {
        this->select(setup::event);
        this->select(quiet->number);
    }
    const std::string text = this->reports(this->id("undriven_event")).at(0);
    char number[8];
    std::snprintf(number, sizeof number, "0x%02X", static_cast<unsigned>(quiet->number));
    EXPECT_EQ(text,
              std::string("unit: software selects an event that nothing drives, as the platform "
                          "has declared: ") +
                  TypeParam::core_type::counter_names[0] + " of " + TypeParam::core_type::part +
                  ", " + number + " " + quiet->name);
}

TYPED_TEST(driven_events, without_a_declaration_nothing_is_said) {
    run_to(ns(5));
    for (std::uint32_t number = 0; number < 256; ++number) {
        if (this->unit.snapshot().find_event(number) != nullptr &&
            !part_setup<typename TypeParam::core_type>::is_reported(number)) {
            this->select(number);
        }
    }
}

TYPED_TEST(driven_events, a_declared_one_and_what_the_unit_counts_itself_are_driven) {
    using core = typename TypeParam::core_type;
    using setup = part_setup<core>;
    this->unit.declare_driven_events({setup::event});
    run_to(ns(5));
    this->select(setup::event);
    for (std::uint32_t number = 0; number < 256; ++number) {
        const pmu::event_desc* e = this->unit.snapshot().find_event(number);
        if (e != nullptr && core::is_internal(number) && !setup::is_reported(number)) {
            this->select(number);
        }
    }
}

TYPED_TEST(driven_events, a_reserved_one_is_reported_as_ever_with_its_counter) {
    std::uint32_t reserved = 0;
    using core = typename TypeParam::core_type;
    this->unit.declare_driven_events_if([](const pmu::event_desc&) { return true; });
    run_to(ns(5));
    while (this->unit.snapshot().find_event(reserved) != nullptr) {
        ++reserved;
    }
    this->expect_report(this->id("reserved_event"), 1);
    this->select(reserved);
    this->select(reserved);
    char number[8];
    std::snprintf(number, sizeof number, "0x%02X", static_cast<unsigned>(reserved));
    EXPECT_EQ(this->reports(this->id("reserved_event")).at(0),
              std::string("unit: software selects a reserved event, which counts nothing: ") +
                  core::counter_names[0] + " of " + core::part + ", " + number);
}

TYPED_TEST(driven_events, a_number_that_is_no_event_is_an_error) {
    std::uint32_t reserved = 0;
    const typename TypeParam::core_type fresh;
    while (fresh.find_event(reserved) != nullptr) {
        ++reserved;
    }
    this->expect_error(this->id("driven_events"),
                       [&] { this->unit.declare_driven_events({reserved}); });
    this->expect_error(this->id("driven_events"),
                       [&] { this->unit.declare_driven_events({0x1FF}); });
}

TYPED_TEST(driven_events, are_declared_before_the_simulation) {
    run_to(ns(5));
    this->expect_error(this->id("driven_events"), [&] { this->unit.declare_driven_events({}); });
}

TYPED_TEST(driven_events, are_declared_before_start_of_simulation) {
    bool was_called = false;
    neighbour late("late");
    late.start = [&] {
        was_called = true;
        this->expect_error(this->id("driven_events"),
                           [&] { this->unit.declare_driven_events({}); });
    };
    run_to(ns(5));
    EXPECT_TRUE(was_called);
}

class composite_events : public sc_fixture {};

// What is made of a declared event is driven; what a composite one is made of is not.
TEST_F(composite_events, are_driven_by_their_parts) {
    wrapper_bench bench("bench", clock_kind::tickless);
    bench.unit.declare_driven_events({0x20});
    bench.unit.declare_driven_events({0x00}); // both count
    expect_report("/pmu/arm1136/undriven_event", 1);
    run_to(ns(5));
    for (const std::uint32_t event : {0x20U, 0x22U, 0xFFU, 0x21U}) {
        bench.write(pmnc_address, pmnc::EvtCount1.in_place(event));
    }
    EXPECT_THAT(reports("/pmu/arm1136/undriven_event").at(0),
                testing::EndsWith("PMN1 of arm1136, 0x21 ETMEXTOUT1"));
}

} // namespace

} // namespace sc_test::driven_events_test
