// SPDX-License-Identifier: Apache-2.0
// Time resolutions other than 1 ps. Nothing here, and no header that is included, makes a time
// before main(): the resolution could not be set any more.
#include <platforms/bus_master.h>
#include <pmu/adapters/period_clock.h>
#include <pmu/xscale/xscale_pmu.h>
#include <support/sc_fixture.h>

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>

namespace {

using namespace sc_test;

/// A frequency at a time resolution.
struct frequency_case {
    int resolution; ///< n of 10^n s
    double hertz;
    std::uint64_t ticks;   ///< its period; 0: an error
    const char* text = ""; ///< how the error begins
};

// In names of tests.
void PrintTo(const frequency_case& c, std::ostream* out) {
    *out << c.hertz << " Hz at 1e" << c.resolution << " s";
}

class resolution_fixture : public sc_fixture {
protected:
    /// \param exponent n of 10^n s
    void set_resolution(int exponent) {
        if (exponent > -9) { // SystemC's default time unit is 1 ns
            expect_report(sc_core::SC_ID_DEFAULT_TIME_UNIT_CHANGED_);
        }
        sc_core::sc_set_time_resolution(std::pow(10.0, exponent + 15), sc_core::SC_FS);
    }
};

template <class T>
std::string name_of(const testing::TestParamInfo<T>& tested) {
    return "case_" + std::to_string(tested.index);
}

class frequency_at : public resolution_fixture, public testing::WithParamInterface<frequency_case> {
protected:
    void SetUp() override { set_resolution(GetParam().resolution); }
};

TEST_P(frequency_at, has_the_period_that_systemc_makes_of_it) {
    const sc_core::sc_signal<double> port{"port"};
    if (GetParam().ticks != 0) {
        EXPECT_EQ(pmu::period_of(GetParam().hertz, port).value(), GetParam().ticks);
        return;
    }
    expect_error("/pmu/clock/frequency", [&] { pmu::period_of(GetParam().hertz, port); });
    EXPECT_EQ(reports("/pmu/clock/frequency").at(0).find(GetParam().text), 0U)
        << reports("/pmu/clock/frequency").at(0);
}

// IEEE 1666-2011, 5.11.2: a time is rounded to the resolution. Half a tick becomes one.
INSTANTIATE_TEST_SUITE_P(of_half_a_tick, frequency_at,
                         testing::Values(frequency_case{-15, 2e15, 1}, frequency_case{-14, 2e14, 1},
                                         frequency_case{-12, 2e12, 1}, frequency_case{-11, 2e11, 1},
                                         frequency_case{-7, 2e7, 1}, frequency_case{-6, 2e6, 1},
                                         frequency_case{-3, 2e3, 1}, frequency_case{2, 0.02, 1}),
                         name_of<frequency_case>);
INSTANTIATE_TEST_SUITE_P(
    of_less, frequency_at,
    testing::Values(frequency_case{-12, 2000000000000.25, 0, "port: 2000000000000.25 Hz has"},
                    frequency_case{-6, 2000001, 0, "port: 2000001 Hz has a period that rounds"},
                    frequency_case{2, 0.021, 0, "port: 0.021 Hz has a period that rounds"}),
    name_of<frequency_case>);
// The largest number of ticks below 2^63 that a double has is 2^63 - 1024.
INSTANTIATE_TEST_SUITE_P(
    of_2_to_the_63_ticks, frequency_at,
    testing::Values(frequency_case{0, std::ldexp(1.0, -62), std::uint64_t{1} << 62},
                    frequency_case{0, std::ldexp(1.0, -63), 0, "port: 1.0842021724855044e-19 Hz"},
                    frequency_case{2, 1.0842021724855045e-21, 0, "port: 1.0842021724855045e-21 Hz"},
                    frequency_case{0, std::nextafter(std::ldexp(1.0, -63), 1.0),
                                   (std::uint64_t{1} << 63) - 2048}),
    name_of<frequency_case>);

class unit_at : public resolution_fixture, public testing::WithParamInterface<int> {
protected:
    void SetUp() override { set_resolution(GetParam()); }
};

// A hundred edges, of a clock whose period is ten ticks.
TEST_P(unit_at, counts_the_edges_of_both_clocks) {
    const sc_core::sc_time period = 10 * sc_core::sc_get_time_resolution();
    sc_core::sc_clock toggling("toggling", period, 0.5, period, true);
    pmu::tickless_clock tickless("tickless", period);
    pmu::xscale_pmu a("a");
    pmu::xscale_pmu b("b");
    bus_master cpu_a("cpu_a");
    bus_master cpu_b("cpu_b");
    a.clk(toggling);
    b.clk(tickless);
    cpu_a.socket.bind(a.socket);
    cpu_b.socket.bind(b.socket);
    constexpr auto pmnc = pmu::xscale_registers[pmu::xscale_register::PMNC].address;
    constexpr auto ccnt = pmu::xscale_registers[pmu::xscale_register::CCNT].address;
    sc_core::sc_start(5 * sc_core::sc_get_time_resolution());
    cpu_a.write(pmnc, pmu::xscale_pmnc::E.mask());
    cpu_b.write(pmnc, pmu::xscale_pmnc::E.mask());
    sc_core::sc_start(1000 * sc_core::sc_get_time_resolution());
    EXPECT_EQ(cpu_a.read(ccnt), 100U);
    EXPECT_EQ(cpu_b.read(ccnt), 100U);
}

INSTANTIATE_TEST_SUITE_P(of_a_power_of_ten, unit_at, testing::Values(-15, -14, -9, -3, 0),
                         name_of<int>);

} // namespace
