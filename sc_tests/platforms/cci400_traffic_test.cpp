// SPDX-License-Identifier: Apache-2.0
// The traffic that the CCI-400 demonstration counts: what it is made of, and that its totals are
// what the lines show.
#include <components/module_processes.h>
#include <support/sc_fixture.h>

#include <cci400/traffic_model.h>
#include <cci400/traffic_source.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <systemc>

namespace sc_test::cci400_traffic_test {

namespace {

using platform::cci400::traffic_cycle;
using platform::cci400::traffic_model;
using platform::cci400::traffic_source;

bool is_high(const pmu::cci400_lines& bus, unsigned code) {
    return (bus[code / 64] >> code % 64 & 1U) != 0;
}

std::uint32_t interface_word(const pmu::cci400_lines& bus, unsigned interface) {
    return static_cast<std::uint32_t>(bus[interface / 2] >> interface % 2 * 32);
}

TEST(cci400_traffic_model, is_the_same_from_the_same_seed) {
    traffic_model a(7);
    traffic_model b(7);
    traffic_model other(8);
    unsigned differences = 0;
    for (unsigned i = 0; i < 5000; ++i) {
        const traffic_cycle x = a.next();
        const traffic_cycle y = b.next();
        const traffic_cycle z = other.next();
        ASSERT_EQ(x.nonsecure, y.nonsecure);
        ASSERT_EQ(x.secure, y.secure);
        differences += x.nonsecure != z.nonsecure ? 1 : 0;
    }
    EXPECT_GT(differences, 1000U);
}

TEST(cci400_traffic_model, shows_every_event_of_a_cluster_and_of_memory_and_no_code_without_one) {
    const pmu::event_table& events = pmu::cci400_core::events();
    traffic_model model(1);
    std::array<std::uint64_t, 256> nonsecure{};
    std::array<std::uint64_t, 256> secure{};
    for (unsigned i = 0; i < 1'000'000; ++i) {
        const traffic_cycle cycle = model.next();
        for (unsigned code = 0; code < 256; ++code) {
            nonsecure[code] += is_high(cycle.nonsecure, code) ? 1 : 0;
            secure[code] += is_high(cycle.secure, code) ? 1 : 0;
        }
    }
    for (unsigned code = 0; code < 256; ++code) {
        if (events.find(code) == nullptr) {
            EXPECT_EQ(nonsecure[code] + secure[code], 0U) << std::hex << code;
        }
    }
    for (unsigned number = 0x00; number <= 0x14; ++number) { // S4
        EXPECT_GT(nonsecure[0x80 + number], 0U) << std::hex << number;
    }
    for (unsigned number = 0x00; number <= 0x10; ++number) { // M1; 0x11 is not generated
        EXPECT_GT(nonsecure[0xC0 + number], 0U) << std::hex << number;
    }
    EXPECT_GT(secure[0x80], 1000U);
    EXPECT_GT(secure[0xC9], 10U);
}

TEST(cci400_traffic_model, a_request_is_of_one_kind_and_of_one_world) {
    traffic_model model(2);
    for (unsigned i = 0; i < 200'000; ++i) {
        const traffic_cycle cycle = model.next();
        for (unsigned interface = 0; interface < 5; ++interface) {
            const std::uint32_t nonsecure = interface_word(cycle.nonsecure, interface);
            const std::uint32_t secure = interface_word(cycle.secure, interface);
            ASSERT_TRUE(nonsecure == 0 || secure == 0) << "interface " << interface;
            const std::uint32_t word = nonsecure | secure;
            const auto kinds = [word](unsigned first, unsigned last) {
                unsigned n = 0;
                for (unsigned number = first; number <= last; ++number) {
                    n += word >> number & 1U;
                }
                return n;
            };
            ASSERT_EQ(kinds(0x01, 0x08), word & 1U);
            ASSERT_EQ(kinds(0x0D, 0x12), word >> 0x0C & 1U);
            ASSERT_LE((word & 1U) + (word >> 0x09 & 1U) + (word >> 0x14 & 1U), 1U)
                << "a read request passes or stalls";
            ASSERT_LE((word >> 0x0C & 1U) + (word >> 0x13 & 1U), 1U);
        }
    }
}

class cci400_traffic_source : public sc_test::sc_fixture {
protected:
    // Samples the lines at every edge, as a PMU does.
    struct bench : sc_core::sc_module {
        explicit bench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
            source.event_bus(nonsecure);
            source.secure_event_bus(secure);
            MODULE_PROCESSES(bench);
            SC_METHOD(sample);
            dont_initialize();
            sensitive << clk.posedge_event();
        }
        void sample() {
            ++edges;
            for (int code = 0; code < 256; ++code) {
                counts[static_cast<unsigned>(code)] += nonsecure.read()[code] == '1' ? 1 : 0;
                counts[static_cast<unsigned>(256 + code)] += secure.read()[code] == '1' ? 1 : 0;
            }
        }
        void expect_totals() const {
            EXPECT_EQ(source.cycles(), edges);
            for (unsigned code = 0; code < 256; ++code) {
                EXPECT_EQ(source.total(code, false), counts[code]) << std::hex << code;
                EXPECT_EQ(source.total(code, true), counts[256 + code]) << std::hex << code;
            }
        }

        const sc_core::sc_time period{10, sc_core::SC_NS};
        sc_core::sc_clock clk{"clk", period, 0.5, period, true};
        sc_core::sc_signal<traffic_source::bus_type> nonsecure{"nonsecure"};
        sc_core::sc_signal<traffic_source::bus_type> secure{"secure"};
        traffic_source source{"source", period};
        std::uint64_t edges = 0;
        std::array<std::uint64_t, 512> counts{};
    };

    static sc_core::sc_time ns(double n) { return {n, sc_core::SC_NS}; }
};

TEST_F(cci400_traffic_source, totals_are_what_the_edges_have_seen) {
    bench b("bench");
    b.source.restart(1);
    for (const double step : {3.0, 4.0, 8.0, 7.0, 9.0, 20'000.0, 5.0, 11.0}) {
        sc_core::sc_start(ns(step));
        b.expect_totals();
    }
    EXPECT_GT(b.counts[0x80], 100U);
}

TEST_F(cci400_traffic_source, restart_starts_afresh) {
    bench b("bench");
    b.source.restart(1);
    sc_core::sc_start(ns(5003));
    const std::uint64_t reads = b.source.total(0x80, false) + b.source.total(0x80, true);
    ASSERT_GT(reads, 0U);
    b.source.restart(1);
    EXPECT_EQ(b.source.cycles(), 0U);
    EXPECT_EQ(b.source.total(0x80, false), 0U);
    sc_core::sc_start(ns(5000));
    EXPECT_EQ(b.source.total(0x80, false) + b.source.total(0x80, true), reads);
}

TEST_F(cci400_traffic_source, is_silent_before_it_is_started) {
    bench b("bench");
    sc_core::sc_start(ns(1000));
    EXPECT_EQ(b.source.cycles(), 0U);
    for (const std::uint64_t count : b.counts) {
        EXPECT_EQ(count, 0U);
    }
}

} // namespace

} // namespace sc_test::cci400_traffic_test
