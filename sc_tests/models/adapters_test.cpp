// SPDX-License-Identifier: Apache-2.0
// Clocks, interrupts and attributes of other frameworks. The examples have each on its framework's
// interface; here is what these do not show.
#include <models/wrapper_bench.h>

#include <pmu/adapters/level_interrupt.h>
#include <pmu/adapters/period_clock.h>
#include <pmu/tlm/access_attributes_source.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sc_test;

class period_clock : public sc_fixture {
protected:
    /// What a unit on the clock has counted since E became 1 at 1 ns.
    template <class Value>
    struct bench {
        sc_core::sc_signal<Value> signal;
        pmu::signal_clock<Value> clock{"clock"};
        pmu::arm1136_pmu unit{"pmu", without_start_delay()};
        bus_master cpu{"cpu"};

        explicit bench(Value first) : signal("signal", first) {
            clock.in(signal);
            unit.clk(clock.out);
            cpu.socket.bind(unit.socket);
        }
        void start() {
            run_to(ns(1));
            cpu.write(pmnc_address, enable);
        }
        std::uint32_t cycles() { return cpu.read(ccnt_address); }
    };
};

TEST_F(period_clock, of_a_signal_of_time_has_its_initial_period) {
    bench<sc_core::sc_time> b(ns(10));
    b.start();
    run_to(ns(105));
    EXPECT_EQ(b.cycles(), 10U);
    b.signal.write(ns(20));
    run_to(ns(165));
    EXPECT_EQ(b.cycles(), 13U); // 120, 140, 160
}

TEST_F(period_clock, of_a_signal_that_is_written_before_the_simulation) {
    bench<sc_core::sc_time> b(sc_core::SC_ZERO_TIME);
    b.signal.write(ns(10));
    b.start();
    run_to(ns(105));
    EXPECT_EQ(b.cycles(), 10U);
}

TEST_F(period_clock, of_hertz_an_integer) {
    bench<std::uint64_t> b(100'000'000);
    b.start();
    run_to(ns(105));
    EXPECT_EQ(b.cycles(), 10U);
    expect_report("/pmu/arm1136/clock_stands_still", 1);
    b.signal.write(0);
    run_to(ns(505));
    EXPECT_EQ(b.cycles(), 10U);
    b.signal.write(50'000'000); // 5 ns of a period have passed
    run_to(ns(541));
    EXPECT_EQ(b.cycles(), 12U); // 520, 540
}

TEST_F(period_clock, of_hertz_a_floating_point_number) {
    bench<double> b(33e6); // 30303 ps
    b.start();
    run_to(ns(303));
    EXPECT_EQ(b.cycles(), 9U); // the tenth at 303.03 ns
    run_to(ns(304));
    EXPECT_EQ(b.cycles(), 10U);
}

TEST_F(period_clock, stands_still_for_what_is_no_frequency) {
    const sc_core::sc_signal<double> port{"port"};
    EXPECT_EQ(pmu::period_of(0, port), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(pmu::period_of(-1.0, port), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(pmu::period_of(std::numeric_limits<double>::quiet_NaN(), port),
              sc_core::SC_ZERO_TIME);
    EXPECT_EQ(pmu::period_of(1'000, port), sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_EQ(pmu::period_of(ns(7), port), ns(7));
}

// The time resolution is 1 ps: half of it is the shortest period, of 2 THz, and 2^63 ps, some 107
// days, the longest.
TEST_F(period_clock, refuses_a_frequency_whose_period_is_none) {
    const sc_core::sc_signal<double> port{"port"};
    EXPECT_EQ(pmu::period_of(1.99e12, port), sc_core::sc_time(1, sc_core::SC_PS));
    EXPECT_GT(pmu::period_of(1.09e-7, port), sc_core::sc_time(9.1e6, sc_core::SC_SEC));
    const std::string id = "/pmu/clock/frequency";
    for (const double hertz :
         {2.01e12, 1e30, std::numeric_limits<double>::infinity(), 1.08e-7, 1e-30}) {
        expect_error(id, [&] { pmu::period_of(hertz, port); });
    }
    EXPECT_EQ(reports(id).at(1),
              "port: 1e+30 Hz has a period that rounds to 0 in the time resolution, 1e-12 s");
    EXPECT_EQ(reports(id).at(4),
              "port: 1e-30 Hz has a period beyond the range of time in the resolution, 1e-12 s");
}

TEST_F(period_clock, names_the_port_whose_signal_is_no_frequency) {
    bench<double> b(1e30);
    expect_error("/pmu/clock/frequency", [&] { b.start(); });
    EXPECT_EQ(reports("/pmu/clock/frequency").at(0).find("clock.in: 1e+30 Hz"), 0U);
}

TEST_F(period_clock, stands_still_after_a_frequency_that_is_refused) {
    bench<double> b(1e-30);
    expect_report("/pmu/arm1136/clock_stands_still", 1);
    sc_core::sc_report_handler::set_actions("/pmu/clock/frequency", sc_core::SC_DO_NOTHING);
    b.start();
    run_to(ns(50));
    EXPECT_EQ(b.cycles(), 0U);
    b.signal.write(100e6);
    run_to(ns(75));
    EXPECT_EQ(b.cycles(), 2U); // 60, 70
}

struct gateway_log {
    std::vector<std::uint32_t> requests;
    void gateway_trigger_interrupt(std::uint32_t number) { requests.push_back(number); }
};

struct socket_log {
    std::vector<bool> levels;
    explicit socket_log(const char* /*name*/) {}
    void write(bool level) { levels.push_back(level); }
};

class level_interrupt : public sc_fixture {};

TEST_F(level_interrupt, requests_at_each_rise_and_follows_each_level) {
    sc_core::sc_signal<bool> level{"level"};
    gateway_log plic;
    pmu::gateway_interrupt<gateway_log> gateway("gateway", plic, 7);
    pmu::socket_interrupt<socket_log> socket("socket");
    gateway.in(level);
    socket.in(level);
    for (const bool now : {false, true, true, false, true}) {
        level.write(now);
        sc_core::sc_start(ns(1));
    }
    EXPECT_EQ(plic.requests, (std::vector<std::uint32_t>{7, 7}));
    EXPECT_EQ(socket.out.levels, (std::vector<bool>{true, false, true}));
}

TEST_F(level_interrupt, that_is_high_from_the_beginning_is_a_request) {
    sc_core::sc_signal<bool> level{"level", true};
    gateway_log plic;
    pmu::gateway_interrupt<gateway_log> gateway("gateway", plic, 9);
    gateway.in(level);
    sc_core::sc_start(ns(1));
    EXPECT_EQ(plic.requests, (std::vector<std::uint32_t>{9}));
}

/// As the generic attributes of libsystemctlm-soc have it.
struct generic_attributes : tlm::tlm_extension<generic_attributes> {
    bool secure = true;
    bool get_secure() const { return secure; }
    tlm::tlm_extension_base* clone() const override { return new generic_attributes(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const generic_attributes&>(other);
    }
};

/// As the AHB extension of SystemC-Components has it.
struct ahb_attributes : tlm::tlm_extension<ahb_attributes> {
    bool privileged = false;
    bool is_privileged() const { return privileged; }
    tlm::tlm_extension_base* clone() const override { return new ahb_attributes(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const ahb_attributes&>(other);
    }
};

TEST(attributes_of_frameworks, say_what_they_can) {
    tlm::tlm_generic_payload payload;
    EXPECT_TRUE(pmu::attributes_from_genattr<generic_attributes>(payload).secure);
    EXPECT_TRUE(pmu::attributes_from_ahb<ahb_attributes>(payload).privileged);
    generic_attributes generic;
    ahb_attributes ahb;
    payload.set_extension(&generic);
    payload.set_extension(&ahb);
    for (const bool is : {false, true}) {
        generic.secure = is;
        ahb.privileged = is;
        const pmu::access_attributes from_generic =
            pmu::attributes_from_genattr<generic_attributes>(payload);
        const pmu::access_attributes from_ahb = pmu::attributes_from_ahb<ahb_attributes>(payload);
        EXPECT_EQ(from_generic.secure, is);
        EXPECT_TRUE(from_generic.privileged);
        EXPECT_EQ(from_ahb.privileged, is);
        EXPECT_TRUE(from_ahb.secure);
    }
    payload.clear_extension(&generic);
    payload.clear_extension(&ahb);
}

/// A function of another framework that takes plain target sockets, as a memory map does.
void bind_plainly(tlm_utils::simple_initiator_socket<bus_master>& from,
                  tlm::tlm_target_socket<>& to) {
    from.bind(to);
}

class plain_socket : public sc_fixture {};

TEST_F(plain_socket, takes_a_unit_and_calls_it_directly) {
    pmu::tickless_clock clk{"clk", period};
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    pmu::arm1136_pmu alone{"alone"}; // nobody binds its socket
    bus_master cpu{"cpu"};
    unit.clk(clk);
    alone.clk(clk);
    bind_plainly(cpu.socket, unit.socket);
    run_to(ns(5));
    cpu.write(pmnc_address, enable);
    EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    run_to(ns(45));
    EXPECT_EQ(cpu.read(ccnt_address), 4U);
    EXPECT_EQ(cpu.socket.operator->(), &unit.socket.get_base_interface());
}

} // namespace
