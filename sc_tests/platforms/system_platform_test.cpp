// SPDX-License-Identifier: Apache-2.0
// Three PMUs on one platform: who answers where, whose interrupt goes where, and nobody disturbs
// anybody.
#include <support/sc_fixture.h>
#include <system/system_platform.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace sc_test::system_platform_test {

namespace {

using platform::components::access_result;
using platform::components::clock_kind;
using platform::components::memory_map::coprocessor;
using pmu::cci400_register;
using pmu::cortex_r5_register;

constexpr std::uint64_t vic_base = platform::components::memory_map::interrupt_controller;
constexpr std::uint64_t cci_base = platform::cci400::wired_cci400::base;
constexpr std::uint64_t cycle_flag = pmu::cortex_r5_counters::cycle_bit;

std::uint64_t r5_address(unsigned cpu, cortex_r5_register r) {
    return coprocessor(cpu) + pmu::cortex_r5_registers[r].address;
}

std::uint64_t vic_address(platform::components::pl190_register r) {
    return vic_base + platform::components::pl190_registers[static_cast<std::size_t>(r)].address;
}

/// The register of event counter n's block, by that of counter 0's.
std::uint64_t cci_address(cci400_register r, unsigned n = 0) {
    return cci_base + pmu::cci400_registers[r].address + std::uint64_t{n} * 0x1000;
}

class system_platform : public sc_test::sc_fixture, public testing::WithParamInterface<clock_kind> {
protected:
    platform::system::system_platform target{"platform",
                                             {GetParam(), sc_core::sc_time(10, sc_core::SC_NS)}};

    platform::components::stub_cpu& cpu(unsigned n) { return target.r5[n].cpu; }

    /// Simulates until the task of one CPU is done.
    void run_on(unsigned n, const std::function<void()>& task) {
        cpu(n).set_task([task] {
            task();
            sc_core::sc_stop();
        });
        sc_core::sc_start();
    }

    access_result access(unsigned n, std::uint64_t address, bool is_write, std::uint64_t& data) {
        return cpu(n).memory(address, is_write, 4, data, std::nullopt, {});
    }
    std::uint64_t load(unsigned n, std::uint64_t address) {
        std::uint64_t data = 0;
        EXPECT_EQ(access(n, address, false, data), access_result::ok) << std::hex << address;
        return data;
    }
    void store(unsigned n, std::uint64_t address, std::uint64_t data) {
        EXPECT_EQ(access(n, address, true, data), access_result::ok) << std::hex << address;
    }
    std::uint32_t mrc(unsigned n, cortex_r5_register r) {
        std::uint32_t data = 0;
        const auto where = pmu::decode_coprocessor_address(pmu::cortex_r5_registers[r].address);
        EXPECT_EQ(cpu(n).coprocessor(where, false, data, {}), access_result::ok);
        return data;
    }
    access_result mcr(unsigned n, cortex_r5_register r, std::uint32_t data) {
        const auto where = pmu::decode_coprocessor_address(pmu::cortex_r5_registers[r].address);
        return cpu(n).coprocessor(where, true, data, {});
    }
    void poke(unsigned n, std::uint64_t address, std::uint32_t data) {
        EXPECT_TRUE(cpu(n).debug(address, true, data)) << std::hex << address;
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, system_platform,
                         testing::Values(clock_kind::sc_clock, clock_kind::tickless),
                         [](const auto& clock) {
                             return clock.param == clock_kind::tickless ? "tickless" : "sc_clock";
                         });

TEST_P(system_platform, the_map_has_each_unit_at_its_address) {
    EXPECT_EQ(target.bus.describe(),
              (std::vector<std::string>{"0x10140000 to 0x10140FFF  platform.vic.socket",
                                        "0x2C090000 to 0x2C09FFFF  platform.cci.pmu.socket",
                                        "0x100000000 to 0x1000FFFFF  platform.r5_0.pmu.socket",
                                        "0x100100000 to 0x1001FFFFF  platform.r5_1.pmu.socket"}));
}

TEST_P(system_platform, each_unit_answers_either_cpu) {
    run_on(0, [this] {
        for (unsigned n = 0; n < 2; ++n) {
            EXPECT_EQ(load(n, vic_base + 0xFF0), 0x0DU);
            EXPECT_EQ(load(n, vic_base + 0xFFC), 0xB1U);
            EXPECT_EQ(load(n, cci_base + 0x0FE0), 0x20U);
            EXPECT_EQ(load(n, cci_base + 0xFFFC), 0U);
            EXPECT_EQ(load(n, coprocessor(0) + 0xF9180), 0x4115'1800U);
            EXPECT_EQ(load(n, coprocessor(1) + 0xF9180), 0x4115'1800U);
        }
    });
}

TEST_P(system_platform, holes_are_address_errors) {
    run_on(1, [this] {
        for (const std::uint64_t hole :
             {std::uint64_t{0}, vic_base - 4, vic_base + 0x1000, cci_base - 4, cci_base + 0x1'0000,
              coprocessor(0) - 4, coprocessor(2), ~std::uint64_t{3}}) {
            for (unsigned n = 0; n < 2; ++n) {
                std::uint64_t data = 0x1234'5678;
                EXPECT_EQ(access(n, hole, false, data), access_result::address_error)
                    << std::hex << hole;
                EXPECT_EQ(data, 0x1234'5678U);
                EXPECT_EQ(access(n, hole, true, data), access_result::address_error);
                std::uint32_t word = 0;
                EXPECT_FALSE(cpu(n).debug(hole, false, word));
            }
        }
    });
}

TEST_P(system_platform, a_cpu_reaches_the_other_coprocessor_space_by_address_only) {
    expect_report("/pmu/cortex_r5/no_counter", 2); // PMSELR takes anything
    run_on(0, [this] {
        for (unsigned n = 0; n < 2; ++n) {
            const unsigned other = 1 - n;
            const auto before = target.r5[other].unit.snapshot();
            for (const pmu::register_desc& r : pmu::cortex_r5_registers) {
                const auto where = pmu::decode_coprocessor_address(r.address);
                std::uint32_t data = 0xFFFF'FFFF;
                cpu(n).coprocessor(where, true, data, {});
            }
            EXPECT_TRUE(target.r5[other].unit.snapshot() == before) << n;
            store(n, r5_address(other, cortex_r5_register::PMCCNTR), 0x5A5A'0000 + n);
            EXPECT_EQ(mrc(other, cortex_r5_register::PMCCNTR), 0x5A5A'0000 + n);
            EXPECT_NE(mrc(n, cortex_r5_register::PMCCNTR), 0x5A5A'0000 + n);
            target.set_reset(true);
            cpu(n).pass(1);
            target.set_reset(false);
            cpu(n).pass(1);
        }
    });
}

TEST_P(system_platform, a_coprocessor_address_never_leaves_the_window) {
    run_on(0, [this] {
        const auto before = target.r5[1].unit.snapshot();
        for (const pmu::coprocessor_register where :
             {pmu::coprocessor_register{15, 7, 15, 15, 7}, pmu::coprocessor_register{0, 0, 0, 0, 0},
              pmu::coprocessor_register{14, 0, 9, 12, 0}}) {
            std::uint32_t data = 0xFFFF'FFFF;
            EXPECT_EQ(cpu(0).coprocessor(where, true, data, {}), access_result::undefined);
        }
        EXPECT_TRUE(target.r5[1].unit.snapshot() == before);
    });
}

/// A way to assert interrupt requests by debug writes, and the lines that must be high then.
struct request {
    const char* name;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> pokes; ///< address and value
    std::uint32_t lines;
};

std::vector<request> all_requests() {
    std::vector<request> requests;
    const char* const names[] = {"first PMUIRQ", "second PMUIRQ"};
    for (unsigned cpu = 0; cpu < 2; ++cpu) {
        requests.push_back({names[cpu],
                            {{r5_address(cpu, cortex_r5_register::PMINTENSET), 0x2},
                             {r5_address(cpu, cortex_r5_register::PMOVSR), 0x2}},
                            1U << cpu});
    }
    for (unsigned n = 0; n < 4; ++n) {
        requests.push_back(
            {"ECNT", {{cci_address(cci400_register::EOVF0, n), 1}}, 1U << (3 + n) | 1U << 2});
    }
    requests.push_back({"CCNT", {{cci_address(cci400_register::CCNT_OVF), 1}}, 1U << 7 | 1U << 2});
    struct validation {
        const char* name;
        cortex_r5_register enable;
        std::uint32_t lines;
    };
    for (const validation& v : {validation{"VALIRQ", cortex_r5_register::VIRQSET, 1U << 8},
                                validation{"VALFIQ", cortex_r5_register::VFIQSET, 1U << 9},
                                validation{"VALRESET", cortex_r5_register::VRSTSET, 1U << 10},
                                validation{"VALEDBGRQ", cortex_r5_register::VDBGSET, 1U << 11}}) {
        for (unsigned cpu = 0; cpu < 2; ++cpu) { // the second CPU's have no line
            requests.push_back({v.name,
                                {{r5_address(cpu, v.enable), 0x1},
                                 {r5_address(cpu, cortex_r5_register::PMOVSR), 0x1}},
                                cpu == 0 ? v.lines : 0});
        }
    }
    return requests;
}

TEST_P(system_platform, each_request_has_its_line_and_goes_away) {
    run_on(0, [this] {
        const std::uint64_t raw = vic_address(platform::components::pl190_register::RAWINTR);
        EXPECT_EQ(load(0, raw), 0U);
        for (const request& r : all_requests()) {
            for (const auto& [address, value] : r.pokes) {
                poke(0, address, value);
            }
            EXPECT_EQ(load(0, raw), r.lines) << r.name;
            for (const auto& [address, value] : r.pokes) {
                poke(0, address, 0);
            }
            EXPECT_EQ(load(0, raw), 0U) << r.name;
        }
    });
}

TEST_P(system_platform, irq_is_the_first_cpu_and_fiq_the_second) {
    run_on(1, [this] {
        const std::uint64_t select = vic_address(platform::components::pl190_register::INTSELECT);
        store(1, vic_address(platform::components::pl190_register::INTENABLE), 0xFFF);
        for (const request& r : all_requests()) {
            for (const auto& [address, value] : r.pokes) {
                poke(1, address, value);
            }
            for (unsigned n = 0; n < 2; ++n) {
                store(1, select, n == 0 ? 0 : r.lines);
                cpu(1).let_outputs_arrive();
                EXPECT_EQ(cpu(n).irq.read(), r.lines != 0) << r.name;
                EXPECT_FALSE(cpu(1 - n).irq.read()) << r.name;
            }
            for (const auto& [address, value] : r.pokes) {
                poke(1, address, 0);
            }
            cpu(1).let_outputs_arrive();
            EXPECT_FALSE(cpu(1).irq.read()) << r.name;
        }
    });
}

TEST_P(system_platform, each_unit_counts_its_own_lines) {
    run_on(0, [this] {
        for (unsigned n = 0; n < 2; ++n) {
            mcr(n, cortex_r5_register::PMSELR, n);
            mcr(n, cortex_r5_register::PMXEVTYPER, 0x08);
            mcr(n, cortex_r5_register::PMCNTENSET, 0x8000'0000U | 1U << n);
        }
        store(0, cci_address(cci400_register::ESR0, 3), 0x8C); // S4:0x0C
        store(0, cci_address(cci400_register::ECTRL0, 3), 1);
        store(0, cci_address(cci400_register::CCNT_CTRL), 1);
        mcr(0, cortex_r5_register::PMCR, 1);
        cpu(0).pass(5);
        mcr(1, cortex_r5_register::PMCR, 1);
        cpu(0).pass(7);
        store(0, cci_address(cci400_register::PMCR), 1);
        target.r5[0].event_bus.write(1U << 5); // one instruction a cycle
        cpu(0).pass(10);
        target.r5[1].event_bus.write(1U << 5);
        cpu(0).pass(20);
        platform::cci400::wired_cci400::bus_type writes;
        writes[0x8C] = true;
        target.cci.event_bus.write(writes);
        target.r5[0].event_bus.write(0);
        cpu(0).pass(40);

        EXPECT_EQ(mrc(0, cortex_r5_register::PMCCNTR), 82U);
        EXPECT_EQ(mrc(1, cortex_r5_register::PMCCNTR), 77U);
        EXPECT_EQ(load(1, cci_address(cci400_register::CCNT)), 70U);
        EXPECT_EQ(mrc(0, cortex_r5_register::PMXEVCNTR), 30U);
        EXPECT_EQ(mrc(1, cortex_r5_register::PMXEVCNTR), 60U);
        EXPECT_EQ(load(1, cci_address(cci400_register::ECNT0, 3)), 40U);
    });
}

TEST_P(system_platform, reset_reaches_every_unit) {
    run_on(0, [this] {
        const auto first = target.r5[0].unit.snapshot();
        const auto interconnect = target.cci.unit.snapshot();
        for (unsigned n = 0; n < 2; ++n) {
            mcr(n, cortex_r5_register::PMCCNTR, 7);
        }
        store(0, cci_address(cci400_register::CCNT), 7);
        target.set_reset(true);
        cpu(0).pass(1);
        EXPECT_TRUE(target.r5[0].unit.snapshot() == first);
        EXPECT_TRUE(target.r5[1].unit.snapshot() == first);
        EXPECT_TRUE(target.cci.unit.snapshot() == interconnect);
    });
}

TEST_P(system_platform, an_overflow_wakes_its_cpu_alone) {
    std::uint64_t woken = 0;
    cpu(1).set_task([this, &woken] {
        mcr(1, cortex_r5_register::PMCCNTR, 0U - 50);
        mcr(1, cortex_r5_register::PMINTENSET, cycle_flag);
        mcr(1, cortex_r5_register::PMCNTENSET, cycle_flag);
        store(1, vic_address(platform::components::pl190_register::INTSELECT), 1U << 1);
        store(1, vic_address(platform::components::pl190_register::INTENABLE), 1U << 1);
        mcr(1, cortex_r5_register::PMCR, 1);
        cpu(1).pass_until(cpu(1).irq.posedge_event(), 1000);
        woken = cpu(1).edges();
        EXPECT_EQ(load(1, vic_address(platform::components::pl190_register::FIQSTATUS)), 1U << 1);
        EXPECT_EQ(mrc(1, cortex_r5_register::PMOVSR), cycle_flag);
        mcr(1, cortex_r5_register::PMOVSR, cycle_flag);
        cpu(1).let_outputs_arrive();
        EXPECT_FALSE(cpu(1).irq.read());
    });
    run_on(0, [this] {
        cpu(0).pass_until(cpu(0).irq.value_changed_event(), 200);
        EXPECT_EQ(cpu(0).edges(), 200U) << "the first CPU was woken";
    });
    EXPECT_EQ(woken, 50U);
}

class system_demo : public sc_test::sc_fixture, public testing::WithParamInterface<clock_kind> {
protected:
    platform::part::demo_request request{
        {GetParam(), sc_core::sc_time(10, sc_core::SC_NS)}, 40'000, 1, {}};
};

INSTANTIATE_TEST_SUITE_P(clocks, system_demo,
                         testing::Values(clock_kind::sc_clock, clock_kind::tickless),
                         [](const auto& clock) {
                             return clock.param == clock_kind::tickless ? "tickless" : "sc_clock";
                         });

TEST_P(system_demo, all_counts_of_all_units_are_right) {
    std::ostringstream out;
    EXPECT_TRUE(platform::system::system_demo(request, out)) << out.str();
    EXPECT_NE(out.str().find("all 43 counts equal the generator's totals"), std::string::npos)
        << out.str();
    for (const char* unit : {"CPU0 counters 0", "CPU1 counters 0", "CCI counters 0"}) {
        EXPECT_EQ(out.str().find(unit), std::string::npos) << "no interrupt, " << unit;
    }
}

TEST_P(system_demo, ends_early_and_says_so) {
    request.stop_asked = [] { return true; };
    std::ostringstream out;
    EXPECT_FALSE(platform::system::system_demo(request, out));
    EXPECT_NE(out.str().find("stopped before the end"), std::string::npos) << out.str();
}

} // namespace

} // namespace sc_test::system_platform_test
