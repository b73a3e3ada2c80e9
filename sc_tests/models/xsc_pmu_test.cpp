// SPDX-License-Identifier: Apache-2.0
// The XScale and IXP42X PMU modules: pins, requests at their time, remarks, and when they sleep.
#include <components/module_processes.h>
#include <models/wrapper_bench.h>

#include <pmu/ixp42x/ixp42x_pmu.h>
#include <pmu/xscale/xscale_pmu.h>

#include <memory>

namespace sc_test::xsc_pmu_test {

namespace {

constexpr std::uint32_t last = 0xFFFF'FFFF;

/// Where both have what a test needs. `start` selects event 7 on PMN0, parks the others, enables
/// the requests of PMN0 and CCNT, and sets E.
struct xscale_access {
    using pmu_type = pmu::xscale_pmu;
    static constexpr std::uint32_t pmnc = 0xE0000;
    static constexpr std::uint32_t ccnt = 0xE1000;
    static constexpr std::uint32_t pmn0 = 0xE2000;
    static constexpr std::uint32_t elsewhere = 0xE0020;
    static constexpr std::uint32_t setup = 0x0FF0'7050;
    static constexpr const char* kind = "pmu::xscale_pmu";
    template <class Bench>
    static void start(Bench& bench, std::uint32_t more = 0) {
        bench.write(pmnc, setup | 1 | more);
    }
    template <class Bench>
    static void select(Bench& bench, std::uint32_t event) {
        bench.write(pmnc, 0x0FF0'0001 | event << 12);
    }
    template <class Bench>
    static void clear_pmn0_flag(Bench& bench) {
        bench.write(pmnc, setup | 0x101);
    }
};

struct ixp42x_access {
    using pmu_type = pmu::ixp42x_pmu;
    static constexpr std::uint32_t pmnc = 0xE0020;
    static constexpr std::uint32_t ccnt = 0xE1020;
    static constexpr std::uint32_t pmn0 = 0xE0040;
    static constexpr std::uint32_t elsewhere = 0xE0000;
    static constexpr std::uint32_t setup = 0;
    static constexpr const char* kind = "pmu::ixp42x_pmu";
    template <class Bench>
    static void start(Bench& bench, std::uint32_t more = 0) {
        select(bench, 7);
        bench.write(0xE4020, 3);
        bench.write(pmnc, 1 | more);
    }
    template <class Bench>
    static void select(Bench& bench, std::uint32_t event) {
        bench.write(pmnc, 0);
        bench.write(0xE8020, 0xFFFF'FF00 | event);
        bench.write(pmnc, 1);
    }
    template <class Bench>
    static void clear_pmn0_flag(Bench& bench) {
        bench.write(0xE5020, 2);
    }
};

template <class Access>
class xsc_bench : public sc_core::sc_module {
public:
    using pmu_type = typename Access::pmu_type;
    using config = typename pmu_type::core_type::config;
    enum pin_binding { all_bound, only_clock };

    std::unique_ptr<sc_core::sc_clock> toggling;
    std::unique_ptr<pmu::tickless_clock> tickless;
    sc_core::sc_signal<bool> reset{"reset"};
    sc_core::sc_signal<sc_dt::sc_uint<24>> event_bus{"event_bus"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    pmu_type unit;
    bus_master cpu{"cpu"};
    level_changes irq_log;

    explicit xsc_bench(clock_kind kind, const config& parameters = {}, pin_binding pins = all_bound)
        : sc_core::sc_module(sc_core::sc_module_name("bench")), unit("pmu", parameters) {
        if (kind == clock_kind::toggling) {
            toggling = std::make_unique<sc_core::sc_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
        } else {
            tickless = std::make_unique<pmu::tickless_clock>("tickless", period);
            unit.clk(*tickless);
        }
        cpu.socket.bind(unit.socket);
        if (pins == only_clock) {
            return;
        }
        unit.reset(reset);
        unit.event_bus(event_bus);
        unit.pmuirq(pmuirq);
        MODULE_PROCESSES(xsc_bench);
        SC_METHOD(note_irq);
        dont_initialize();
        sensitive << pmuirq;
    }

    void write(std::uint32_t address, std::uint32_t value) {
        cpu.write(address, value);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    }
    std::uint32_t read(std::uint32_t address) {
        const std::uint32_t value = cpu.read(address);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
        return value;
    }

private:
    void note_irq() { irq_log.push_back({sc_core::sc_time_stamp(), pmuirq.read()}); }
};

/// Lets n edges pass; the test is in the middle of a period before and after.
void pass(unsigned n) {
    run_to(sc_core::sc_time_stamp() + n * period);
}

template <class Access, clock_kind Clock>
struct setup {
    using access = Access;
    static constexpr clock_kind clock = Clock;
};

struct setup_names {
    template <class Setup>
    static std::string GetName(int /*index*/) {
        const std::string clock = Setup::clock == clock_kind::toggling ? "toggling" : "tickless";
        return std::string(Setup::access::pmu_type::core_type::part) + "_" + clock;
    }
};

template <class Setup>
class xsc_pmu_test : public sc_fixture {
protected:
    using bench_type = xsc_bench<typename Setup::access>;
    using config = typename bench_type::config;

    static std::string id(const char* what) {
        return std::string("/pmu/") + bench_type::pmu_type::core_type::part + "/" + what;
    }
};

using setups = testing::Types<
    setup<xscale_access, clock_kind::toggling>, setup<xscale_access, clock_kind::tickless>,
    setup<ixp42x_access, clock_kind::toggling>, setup<ixp42x_access, clock_kind::tickless>>;
TYPED_TEST_SUITE(xsc_pmu_test, setups, setup_names);

TYPED_TEST(xsc_pmu_test, needs_nothing_but_a_clock) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock, {},
                                           TestFixture::bench_type::only_clock);
    EXPECT_STREQ(bench.unit.kind(), access::kind);
    this->expect_report(
        std::string("/pmu/") + access::pmu_type::core_type::part + "/nothing_drives", 1);
    run_to(ns(5));
    access::start(bench);
    pass(7);
    EXPECT_EQ(bench.read(access::ccnt), 7U);
    EXPECT_EQ(bench.read(access::pmn0), 0U);
    EXPECT_FALSE(bench.unit.pmuirq.read());
}

TYPED_TEST(xsc_pmu_test, every_line_of_the_bus_is_the_event_of_its_number) {
    using access = typename TypeParam::access;
    typename TestFixture::config parameters;
    parameters.assp_event_mask = 0xFF;
    typename TestFixture::bench_type bench(TypeParam::clock, parameters);
    run_to(ns(5));
    for (std::uint32_t line = 0; line < 24; ++line) {
        if (line == 14 || line == 15) {
            continue;
        }
        bench.write(access::pmnc, 2); // P
        access::select(bench, line);
        bench.event_bus.write(1U << line);
        pass(3);
        bench.event_bus.write(0xFF'FFFFU & ~(1U << line));
        pass(2);
        bench.event_bus.write(0);
        EXPECT_EQ(bench.read(access::pmn0), 3U) << line;
        bench.write(access::pmnc, access::setup); // events change while E is 0
    }
}

TYPED_TEST(xsc_pmu_test, the_request_rises_at_the_edge_and_falls_with_the_write) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(5));
    bench.write(access::pmn0, last - 2);
    access::start(bench);
    bench.event_bus.write(1U << 7);
    pass(10);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(30), 1}}));
    bench.write(access::pmnc, access::setup); // E = 0
    pass(5);
    EXPECT_EQ(bench.irq_log.size(), 1U);
    access::clear_pmn0_flag(bench);
    pass(1);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(30), 1}, {ns(155), 0}}));
}

TYPED_TEST(xsc_pmu_test, reset_drops_the_request_at_once) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(5));
    bench.write(access::ccnt, last);
    access::start(bench);
    pass(1);
    ASSERT_EQ(bench.irq_log, (level_changes{{ns(10), 1}}));
    bench.reset.write(true);
    run_to(ns(17));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(15), 0}}));
    EXPECT_EQ(bench.read(access::ccnt), 0U);
}

TYPED_TEST(xsc_pmu_test, batches_count_and_tell_their_headroom) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(5));
    bench.write(access::pmn0, last - 99);
    access::start(bench);
    EXPECT_EQ(bench.unit.batch_events->headroom(7), 100U);
    bench.unit.batch_events->count(7, 99, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(bench.unit.batch_events->headroom(7), 1U);
    EXPECT_EQ(bench.unit.batch_events->headroom(8), pmu::never);
    run_to(ns(7));
    EXPECT_TRUE(bench.irq_log.empty());
    bench.unit.batch_events->count(7, 1, sc_core::SC_ZERO_TIME);
    run_to(ns(8));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(7), 1}}));
    EXPECT_EQ(bench.read(access::pmn0), 0U);
}

TYPED_TEST(xsc_pmu_test, refuses_user_mode_and_other_encodings) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(5));
    bench.cpu.read(access::elsewhere);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    bench.cpu.who().privileged = false;
    bench.cpu.write(access::ccnt, 5);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_COMMAND_ERROR_RESPONSE);
    bench.cpu.read(access::ccnt);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_COMMAND_ERROR_RESPONSE);
    bench.cpu.who().privileged = true;
    EXPECT_EQ(bench.read(access::ccnt), 0U);
}

TYPED_TEST(xsc_pmu_test, sleeps_while_disabled) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(25));
    const std::uint64_t before = bench.unit.activations();
    for (std::uint32_t i = 0; i < 50; ++i) {
        bench.event_bus.write(i);
        pass(1);
    }
    EXPECT_EQ(bench.unit.activations(), before);
    access::start(bench);
    bench.event_bus.write(1U << 7);
    pass(4);
    EXPECT_EQ(bench.read(access::pmn0), 4U);
    EXPECT_GT(bench.unit.activations(), before);
}

TYPED_TEST(xsc_pmu_test, unusual_use_is_reported_once_for_each_event) {
    using access = typename TypeParam::access;
    typename TestFixture::bench_type bench(TypeParam::clock);
    run_to(ns(5));
    this->expect_report(TestFixture::id("reserved_event"), 2);
    this->expect_report(TestFixture::id("reset_with_disable"), 1);
    for (const std::uint32_t event : {0x0EU, 0xFEU, 0x0EU, 0xFFU}) {
        bench.write(access::pmnc, access::setup);
        access::select(bench, event);
    }
    bench.write(access::pmnc, 4); // C
    pass(1);
    EXPECT_EQ(bench.read(access::ccnt), 0U);
}

// 2^38 edges of 10 ns: a turn of the divided CCNT, without a process for any of them.
template <class Access>
void check_divided_turn() {
    xsc_bench<Access> bench(clock_kind::tickless);
    run_to(ns(5));
    Access::start(bench, 0xC); // D and C
    constexpr std::uint64_t turn = std::uint64_t{1} << 38;
    const sc_core::sc_time due = sc_core::sc_time::from_value(period.value() * turn);
    run_to(due + ns(5));
    EXPECT_EQ(bench.irq_log, (level_changes{{due, 1}}));
    EXPECT_EQ(bench.read(Access::ccnt), 0U);
    EXPECT_LT(bench.unit.activations(), 10U);
}

class xsc_divided_turn : public sc_fixture {};

TEST_F(xsc_divided_turn, is_computed_by_xscale) {
    check_divided_turn<xscale_access>();
}

TEST_F(xsc_divided_turn, is_computed_by_ixp42x) {
    check_divided_turn<ixp42x_access>();
}

/// The part's own.
class xscale_pmu_test : public on_both_clocks {};
INSTANTIATE_TEST_SUITE_P(clocks, xscale_pmu_test, both_clocks(), name_of);

// Reserved bits, events and C while E goes to 0: what is said is bounded by the event numbers.
TEST_P(xscale_pmu_test, remarks_do_not_grow_with_the_words_that_software_writes) {
    constexpr std::size_t event_numbers = 256;
    constexpr std::size_t known = 14 + 8 + 1; // 0x00 to 0x0D, those of the product, 0xFF
    xsc_bench<xscale_access> bench(GetParam());
    run_to(ns(5));
    expect_report("/pmu/xscale/reserved_event", event_numbers - known);
    expect_report("/pmu/xscale/event_change_while_enabled", 1);
    expect_report("/pmu/xscale/reset_with_disable", 1);
    for (std::uint32_t i = 0; i < 40'000; ++i) {
        const std::uint32_t word = i << 12 | i >> 4 << 28 | 0x880; // fields and reserved bits
        bench.write(xscale_access::pmnc, word | 1);
        bench.write(xscale_access::pmnc, (word ^ 0x1000) | 1);
        bench.write(xscale_access::pmnc, word | 4);
    }
    EXPECT_NE(reports("/pmu/xscale/reset_with_disable").front().find("0x884"), std::string::npos)
        << reports("/pmu/xscale/reset_with_disable").front();
}

TEST_P(xscale_pmu_test, an_a_stepping_request_drops_at_its_edge) {
    pmu::xscale_config parameters;
    parameters.erratum_a_stepping = true;
    xsc_bench<xscale_access> bench(GetParam(), parameters);
    run_to(ns(5));
    bench.write(0xE2000, last);     // PMN0, enabled
    bench.write(0xE3000, last - 4); // PMN1, not enabled
    bench.write(0xE0000, 0x0070'7011);
    bench.event_bus.write(1U << 7);
    pass(20);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(50), 0}}));
}

} // namespace

} // namespace sc_test::xsc_pmu_test
