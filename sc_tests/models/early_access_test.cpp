// SPDX-License-Identifier: Apache-2.0
// Calls of a unit before the simulation: an error until ports are bound, and from then on answered
// alike, whichever module comes first.
#include <components/module_processes.h>
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

#include <pmu/core/counter.h>
#include <pmu/tlm/event_totals.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sc_test::early_access_test {

namespace {

template <class Unit>
class early_bench : public sc_core::sc_module {
public:
    using setup = part_setup<typename Unit::core_type>;

    neighbour first{"first"};
    std::unique_ptr<sc_core::sc_interface> clk; ///< edges at 10 ns, 20 ns and so on
    sc_core::sc_signal<bool> reset;
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    Unit unit{"pmu"};
    neighbour last{"last"};
    level_changes irq_log;
    std::uint32_t word = 0; ///< of the last access
    sc_core::sc_time delay;

    early_bench(const sc_core::sc_module_name& name, clock_kind kind, bool is_reset = false)
        : sc_core::sc_module(name), reset("reset", is_reset) {
        if (kind == clock_kind::tickless) {
            bind(std::make_unique<pmu::tickless_clock>("clk", period));
        } else if (kind == clock_kind::stepped) {
            bind(std::make_unique<stepped_clock>("clk", period, 0.5, period, true));
        } else {
            bind(std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period, true));
        }
        unit.reset(reset);
        unit.pmuirq(pmuirq);
        MODULE_PROCESSES(early_bench);
        SC_METHOD(note);
        dont_initialize();
        sensitive << pmuirq;
    }

    static std::uint32_t first_register() { return setup::start({}).front().address; }
    /// What a CPU model without a socket calls, which does not wait for elaboration.
    tlm::tlm_response_status access(tlm::tlm_command command, std::uint32_t address) {
        return (unit.socket.get_base_interface().b_transport(prepare(command, address), delay),
                m_payload.get_response_status());
    }
    unsigned access_by_debugger(tlm::tlm_command command, std::uint32_t address) {
        return unit.socket.get_base_interface().transport_dbg(prepare(command, address));
    }
    void write(std::uint32_t address, std::uint32_t value) {
        word = value;
        EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, address), tlm::TLM_OK_RESPONSE);
    }
    std::uint32_t read(std::uint32_t address) {
        EXPECT_EQ(access(tlm::TLM_READ_COMMAND, address), tlm::TLM_OK_RESPONSE);
        return word;
    }
    /// All counters count, and CCNT overflows on the fifth edge that counts.
    void start() {
        for (const register_write& w : setup::start({})) {
            write(w.address, w.value);
        }
        write(setup::cycle_counter, 0xFFFF'FFFB);
        unit.count(setup::event, 3, sc_core::SC_ZERO_TIME);
        EXPECT_EQ(read(setup::cycle_counter), 0xFFFF'FFFB);
    }

private:
    template <class Clock>
    void bind(std::unique_ptr<Clock> made) {
        unit.clk(*made);
        clk = std::move(made);
    }
    tlm::tlm_generic_payload& prepare(tlm::tlm_command command, std::uint32_t address) {
        platform::components::prepare(m_payload, command, address, &word, sizeof word);
        return m_payload;
    }
    void note() { irq_log.push_back({sc_core::sc_time_stamp(), pmuirq.read()}); }

    tlm::tlm_generic_payload m_payload;
};

template <class Unit>
struct named_call {
    std::string name;
    std::function<void(early_bench<Unit>&)> make;
};

/// All that looks at a unit at a time. totals() is not here: it is allowed from construction on.
template <class Unit>
std::vector<named_call<Unit>> calls() {
    using bench = early_bench<Unit>;
    const std::uint32_t address = bench::first_register();
    return {
        {"b_transport", [=](bench& b) { b.access(tlm::TLM_READ_COMMAND, address); }},
        {"b_transport", [=](bench& b) { b.access(tlm::TLM_WRITE_COMMAND, address); }},
        {"transport_dbg", [=](bench& b) { b.access_by_debugger(tlm::TLM_READ_COMMAND, address); }},
        {"transport_dbg", [=](bench& b) { b.access_by_debugger(tlm::TLM_WRITE_COMMAND, address); }},
        {"snapshot", [](bench& b) { b.unit.snapshot(); }},
        {"count", [](bench& b) { b.unit.count(7, 1, sc_core::SC_ZERO_TIME); }},
        {"headroom", [](bench& b) { b.unit.headroom(7); }},
        {"is_counted", [](bench& b) { b.unit.is_counted(7); }},
        {"edges_to_output_change", [](bench& b) { b.unit.edges_to_output_change(); }},
        {"advance_to", [](bench& b) { b.unit.advance_to(sc_core::SC_ZERO_TIME); }},
    };
}

template <class Unit>
std::string too_early() {
    return std::string("/pmu/") + Unit::core_type::part + "/too_early";
}

/// Each kind of clock, and how the names of its benches end.
const std::vector<std::pair<clock_kind, std::string>> kinds{{clock_kind::toggling, "_toggling"},
                                                            {clock_kind::stepped, "_stepped"},
                                                            {clock_kind::tickless, "_tickless"}};

template <class Unit>
class early_access : public sc_fixture {
protected:
    using bench = early_bench<Unit>;
    using setup = part_setup<typename Unit::core_type>;
    static constexpr bool has_start_delay =
        std::is_base_of_v<pmu::arm11_config, typename Unit::core_type::config>;
    /// Of the ARM11 cores, by default: "E=1 starts counting after three cycles" (their READMEs).
    static constexpr int delay_edges = has_start_delay ? 3 : 0;

    /// Each on every kind of clock.
    std::vector<std::unique_ptr<bench>> on_every_clock(const std::string& name,
                                                       bool is_reset = false) {
        std::vector<std::unique_ptr<bench>> made;
        made.reserve(kinds.size());
        for (const auto& [kind, end] : kinds) {
            made.push_back(std::make_unique<bench>((name + end).c_str(), kind, is_reset));
        }
        return made;
    }
};
TYPED_TEST_SUITE(early_access, every_module, part_name);

TYPED_TEST(early_access, is_an_error_until_ports_are_bound) {
    const auto benches = this->on_every_clock("bench");
    const auto untouched = this->on_every_clock("untouched");
    std::vector<std::string> expected;
    for (const auto& b : benches) {
        const auto call_all = [&, this] {
            for (const named_call<TypeParam>& c : calls<TypeParam>()) {
                this->expect_error(too_early<TypeParam>(), [&] { c.make(*b); });
                expected.push_back(std::string(b->unit.name()) + ": " + c.name +
                                   " came before end_of_elaboration(), when neither clock nor pins "
                                   "are known");
            }
            EXPECT_TRUE(b->unit.totals().empty());
        };
        call_all();
        b->first.before_end = b->last.before_end = call_all;
    }
    run_to(ns(5));
    EXPECT_EQ(this->reports(too_early<TypeParam>()), expected);
    for (std::size_t i = 0; i < benches.size(); ++i) {
        benches[i]->start();
        untouched[i]->start();
    }
    run_to(ns(205));
    for (std::size_t i = 0; i < benches.size(); ++i) {
        EXPECT_TRUE(benches[i]->unit.snapshot() == untouched[i]->unit.snapshot());
        EXPECT_EQ(benches[i]->irq_log, untouched[i]->irq_log);
    }
}

TYPED_TEST(early_access, that_goes_on_after_the_error_is_refused) {
    const auto benches = this->on_every_clock("bench");
    this->expect_report(too_early<TypeParam>());
    sc_core::sc_report_handler::set_actions(too_early<TypeParam>().c_str(), sc_core::SC_ERROR,
                                            sc_core::SC_DISPLAY);
    for (const auto& b : benches) {
        b->word = 0x1234;
        b->delay = ns(7);
        for (const tlm::tlm_command command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
            EXPECT_EQ(b->access(command, b->first_register()), tlm::TLM_GENERIC_ERROR_RESPONSE);
            EXPECT_EQ(b->access_by_debugger(command, b->first_register()), 0U);
        }
        EXPECT_EQ(b->word, 0x1234U);
        EXPECT_EQ(b->delay, ns(7));
        b->delay = sc_core::SC_ZERO_TIME;
        b->unit.count(7, 1, ns(7));
        b->unit.advance_to(ns(7));
        // As of a unit in reset: no counter is enabled.
        EXPECT_EQ(b->unit.headroom(7), pmu::never);
        EXPECT_FALSE(b->unit.is_counted(7));
        EXPECT_EQ(b->unit.edges_to_output_change(), pmu::never);
        EXPECT_TRUE(b->unit.snapshot() == typename TypeParam::core_type());
    }
    run_to(ns(5));
    for (const auto& b : benches) {
        EXPECT_TRUE(b->unit.snapshot() == typename TypeParam::core_type());
    }
}

TYPED_TEST(early_access, from_end_of_elaboration_on_is_answered_in_any_order) {
    const auto by_first = this->on_every_clock("by_first");
    const auto by_last = this->on_every_clock("by_last");
    const auto at_start = this->on_every_clock("at_start");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        by_first[i]->first.end = [b = by_first[i].get()] { b->start(); };
        by_last[i]->last.end = [b = by_last[i].get()] { b->start(); };
        at_start[i]->first.start = [b = at_start[i].get()] { b->start(); };
        for (const auto& b : {by_first[i].get(), by_last[i].get(), at_start[i].get()}) {
            b->unit.count_totals();
        }
    }
    run_to(ns(205));
    // 20 edges, the first at 10 ns; the fifth that counts makes the overflow.
    const int edges = 20 - TestFixture::delay_edges;
    const level_changes raised{{ns(10 * (5 + TestFixture::delay_edges)), 1}};
    for (const auto* benches : {&by_first, &by_last, &at_start}) {
        for (const auto& b : *benches) {
            EXPECT_EQ(b->irq_log, raised) << b->name();
            EXPECT_EQ(b->read(TestFixture::setup::cycle_counter), edges - 5U) << b->name();
            EXPECT_TRUE(b->unit.snapshot() == at_start.front()->unit.snapshot()) << b->name();
        }
    }
}

TYPED_TEST(early_access, every_call_is_answered_from_end_of_elaboration_on) {
    const auto benches = this->on_every_clock("bench");
    for (const auto& b : benches) {
        const auto call_all = [&b] {
            for (const named_call<TypeParam>& c : calls<TypeParam>()) {
                c.make(*b);
            }
            b->unit.count_totals();
            EXPECT_FALSE(b->unit.totals().empty());
        };
        b->first.end = b->last.end = b->first.start = b->last.start = b->last.after = call_all;
    }
    run_to(ns(5));
    sc_core::sc_stop();
}

TYPED_TEST(early_access, the_interrupt_pin_has_the_polarity_that_was_set_last) {
    const auto by_first = this->on_every_clock("by_first");
    const auto by_last = this->on_every_clock("by_last");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        by_first[i]->first.end = [b = by_first[i].get()] { b->unit.set_irq_active_low(true); };
        by_last[i]->last.end = [b = by_last[i].get()] { b->unit.set_irq_active_low(true); };
    }
    run_to(ns(5));
    for (const auto* benches : {&by_first, &by_last}) {
        for (const auto& b : *benches) {
            EXPECT_TRUE(b->pmuirq.read()) << b->name();
        }
    }
}

TYPED_TEST(early_access, follows_the_reset_pin) {
    const auto benches = this->on_every_clock("bench", true);
    for (const auto& b : benches) {
        b->first.end = b->last.end = b->first.start = [&b] {
            b->write(TestFixture::setup::cycle_counter, 0x1234); // ignored
            EXPECT_EQ(b->read(TestFixture::setup::cycle_counter), 0U);
        };
    }
    run_to(ns(25));
    for (const auto& b : benches) {
        EXPECT_TRUE(b->unit.snapshot() == typename TypeParam::core_type());
        b->reset.write(false);
    }
    run_to(ns(35));
    for (const auto& b : benches) {
        b->start();
        EXPECT_TRUE(b->irq_log.empty());
    }
}

} // namespace

} // namespace sc_test::early_access_test
