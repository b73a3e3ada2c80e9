// SPDX-License-Identifier: Apache-2.0
// What both XScale PMUs do alike, and where the manuals leave the choice to the model.
#include <core/xsc_bench.h>

#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/xscale/xscale_core.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core_test::xsc_decisions_test {
namespace {

constexpr std::uint32_t last = 0xFFFF'FFFF;
constexpr std::uint32_t e = 1;
constexpr std::uint32_t p = 2;
constexpr std::uint32_t c = 4;
constexpr std::uint32_t d = 8;

/// How software reaches what both have. Event counters 0 and 1 count the events 7 and 0xA and,
/// like CCNT, have their interrupts enabled.
struct xscale_layout {
    using core = pmu::xscale_core;
    static constexpr std::uint32_t pmnc = 0xE0000;
    static constexpr std::uint32_t ccnt = 0xE1000;
    static constexpr std::uint32_t pmn0 = 0xE2000;
    static constexpr std::uint32_t flags = pmnc;
    static constexpr std::uint32_t pmn0_flag = 0x100;
    static constexpr std::uint32_t all_flags = 0x700;
    static constexpr std::uint32_t setup = 0x00A0'7070; ///< goes with every write of PMNC
    static constexpr std::uint32_t unp_bits = 0xF000'0886;
    static constexpr std::pair<std::uint32_t, std::uint32_t> others[] = {{pmnc, setup}};
};

struct ixp42x_layout {
    using core = pmu::ixp42x_core;
    static constexpr std::uint32_t pmnc = 0xE0020;
    static constexpr std::uint32_t ccnt = 0xE1020;
    static constexpr std::uint32_t pmn0 = 0xE0040;
    static constexpr std::uint32_t flags = 0xE5020;
    static constexpr std::uint32_t pmn0_flag = 2;
    static constexpr std::uint32_t all_flags = 0x1F;
    static constexpr std::uint32_t setup = 0;
    static constexpr std::uint32_t unp_bits = 0x00FF'FFF6;
    static constexpr std::pair<std::uint32_t, std::uint32_t> others[] = {{0xE8020, 0xFFFF'0A07},
                                                                         {0xE4020, 0x1F}};
};

template <class Layout>
class xsc_decisions : public xsc_bench<typename Layout::core> {
protected:
    void SetUp() override {
        for (const auto& [address, value] : Layout::others) {
            this->write(address, value);
        }
    }
    void control(std::uint32_t bits) { this->write(Layout::pmnc, Layout::setup | bits); }
    std::uint32_t ccnt() { return this->read(Layout::ccnt); }
    std::uint32_t pmn0() { return this->read(Layout::pmn0); }
    bool pmn0_flag() { return (this->read(Layout::flags) & Layout::pmn0_flag) != 0; }
};

struct layout_names {
    template <class Layout>
    static std::string GetName(int /*index*/) {
        return Layout::core::part;
    }
};
using layouts = testing::Types<xscale_layout, ixp42x_layout>;
TYPED_TEST_SUITE(xsc_decisions, layouts, layout_names);

TYPED_TEST(xsc_decisions, e_runs_and_stops_all_counters_at_once_and_without_delay) {
    this->control(e);
    this->tick(1, 1U << 7);
    EXPECT_EQ(this->ccnt(), 1U);
    EXPECT_EQ(this->pmn0(), 1U);
    this->control(0);
    EXPECT_TRUE(this->unit.is_idle());
    this->tick(100, 1U << 7);
    this->unit.count(7, 5, this->in);
    EXPECT_EQ(this->ccnt(), 1U);
    EXPECT_EQ(this->pmn0(), 1U);
    EXPECT_EQ(this->unit.headroom(7, this->in), pmu::never);
    this->control(e);
    EXPECT_EQ(this->unit.headroom(7, this->in), last);
}

TYPED_TEST(xsc_decisions, a_line_that_stays_high_counts_on_every_edge) {
    this->control(e);
    this->tick(5, 1U << 7);
    EXPECT_EQ(this->pmn0(), 5U);
}

TYPED_TEST(xsc_decisions, c_and_p_reset_their_own_counters_and_no_flag) {
    this->write(TypeParam::pmn0, last);
    this->control(e);
    this->tick(3, 1U << 7);
    ASSERT_TRUE(this->pmn0_flag());
    this->control(e | c);
    EXPECT_EQ(this->ccnt(), 0U);
    EXPECT_EQ(this->pmn0(), 2U);
    this->tick(1);
    this->control(e | p);
    EXPECT_EQ(this->ccnt(), 1U);
    EXPECT_EQ(this->pmn0(), 0U);
    EXPECT_TRUE(this->pmn0_flag());
    EXPECT_TRUE(this->irq());
    EXPECT_EQ(this->read(TypeParam::pmnc) & (c | p), 0U);
    EXPECT_TRUE(this->notices.take().empty());
}

TYPED_TEST(xsc_decisions, resetting_and_disabling_in_one_write_is_remarked) {
    for (const std::uint32_t action : {c, p, c | p}) {
        this->control(e);
        this->tick(9, 1U << 7);
        this->control(action);
        EXPECT_EQ(this->notices.take(), (std::vector<recording_sink::remark>{
                                            {"reset_with_disable", TypeParam::setup | action}}));
        EXPECT_EQ(this->ccnt() == 0, (action & c) != 0);
        EXPECT_EQ(this->pmn0() == 0, (action & p) != 0);
        EXPECT_TRUE(this->unit.is_idle());
        this->control(action); // stopped already
        EXPECT_TRUE(this->notices.take().empty());
    }
}

TYPED_TEST(xsc_decisions, divided_ccnt_counts_the_64th_edge_and_events_are_not_divided) {
    this->control(e | d | c | p);
    this->tick(63, 1U << 7);
    EXPECT_EQ(this->ccnt(), 0U);
    EXPECT_EQ(this->pmn0(), 63U);
    this->tick(1, 1U << 7);
    EXPECT_EQ(this->ccnt(), 1U);
    this->tick(64);
    EXPECT_EQ(this->ccnt(), 2U);
}

TYPED_TEST(xsc_decisions, a_divided_turn_takes_2_to_the_38_edges) {
    this->control(e | d | c | p);
    constexpr std::uint64_t turn = std::uint64_t{1} << 38;
    EXPECT_EQ(this->unit.edges_to_output_change({}), turn);
    this->unit.run({}, turn - 1);
    EXPECT_EQ(this->ccnt(), last);
    EXPECT_FALSE(this->irq());
    this->unit.step({});
    EXPECT_EQ(this->ccnt(), 0U);
    EXPECT_TRUE(this->irq());
}

TYPED_TEST(xsc_decisions, the_prescaler_keeps_its_phase_while_stopped_and_under_ccnt_writes) {
    this->control(e | d);
    this->tick(40);
    this->control(d);
    this->tick(500);
    this->control(e | d | p); // P leaves it alone
    this->write(TypeParam::ccnt, 7);
    this->tick(23);
    EXPECT_EQ(this->ccnt(), 7U);
    this->tick(1);
    EXPECT_EQ(this->ccnt(), 8U);
}

TYPED_TEST(xsc_decisions, c_and_d_0_and_reset_clear_the_prescaler) {
    const auto first_count_after = [this](auto clear) {
        this->control(e | d | c);
        this->tick(63);
        clear();
        this->tick(63);
        EXPECT_EQ(this->ccnt(), 0U);
        this->tick(1);
        EXPECT_EQ(this->ccnt(), 1U);
    };
    first_count_after([this] { this->control(e | d | c); });
    first_count_after([this] {
        this->control(0);
        this->control(e | d);
    });
    first_count_after([this] {
        this->unit.reset();
        this->control(e | d);
    });
}

TYPED_TEST(xsc_decisions, a_write_of_a_counter_sets_no_flag) {
    this->control(e);
    this->write(TypeParam::pmn0, last);
    this->write(TypeParam::pmn0, 0);
    EXPECT_FALSE(this->pmn0_flag());
    this->write(TypeParam::pmn0, last);
    this->tick(1);
    EXPECT_FALSE(this->pmn0_flag());
    this->tick(1, 1U << 7);
    EXPECT_TRUE(this->pmn0_flag());
    EXPECT_EQ(this->pmn0(), 0U);
    this->tick(1, 1U << 7); // it goes on from 0
    EXPECT_EQ(this->pmn0(), 1U);
}

TYPED_TEST(xsc_decisions, a_flag_is_sticky_and_cleared_while_stopped) {
    this->write(TypeParam::pmn0, last);
    this->control(e);
    this->tick(1, 1U << 7);
    this->write(TypeParam::pmn0, last);
    this->tick(1, 1U << 7);
    EXPECT_TRUE(this->pmn0_flag());
    this->control(0);
    EXPECT_TRUE(this->irq());
    this->write(TypeParam::flags, TypeParam::setup | TypeParam::pmn0_flag);
    EXPECT_FALSE(this->pmn0_flag());
    EXPECT_FALSE(this->irq());
}

TYPED_TEST(xsc_decisions, a_debugger_stores_flags_and_the_request_follows) {
    this->unit.poke(TypeParam::flags, TypeParam::setup | TypeParam::all_flags);
    EXPECT_TRUE(this->irq());
    this->unit.poke(TypeParam::flags, TypeParam::setup);
    EXPECT_FALSE(this->irq());
}

TYPED_TEST(xsc_decisions, a_debugger_starts_and_stops_without_touching_the_prescaler) {
    this->control(e | d);
    this->tick(63);
    this->unit.poke(TypeParam::pmnc, TypeParam::setup | c | p);
    EXPECT_TRUE(this->unit.is_idle());
    this->unit.poke(TypeParam::pmnc, TypeParam::setup | e | d);
    this->tick(1);
    EXPECT_EQ(this->ccnt(), 1U);
}

TYPED_TEST(xsc_decisions, bits_that_read_as_unpredictable_read_as_configured) {
    typename TypeParam::core::config parameters;
    parameters.unp_read_mask = last;
    this->unit = typename TypeParam::core{parameters};
    std::uint32_t stored = 0;
    ASSERT_TRUE(this->unit.peek(TypeParam::pmnc, {}, stored));
    EXPECT_EQ(this->read(TypeParam::pmnc), stored | TypeParam::unp_bits);
    EXPECT_EQ(stored & TypeParam::unp_bits, 0U);
    EXPECT_EQ(this->ccnt(), 0U);
}

TYPED_TEST(xsc_decisions, random_reset_values_follow_the_seed) {
    std::set<std::uint32_t> values;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        typename TypeParam::core::config parameters;
        parameters.unpredictable = {pmu::reset_policy::random, 0, seed};
        this->unit = typename TypeParam::core{parameters};
        const std::uint32_t first = this->ccnt();
        values.insert(first);
        values.insert(this->pmn0());
        EXPECT_TRUE(this->unit.is_idle());
        EXPECT_FALSE(this->irq());
        this->write(TypeParam::ccnt, ~first);
        this->unit.reset();
        EXPECT_EQ(this->ccnt(), first);
    }
    EXPECT_EQ(values.size(), 32U);
}

} // namespace
} // namespace core_test::xsc_decisions_test
