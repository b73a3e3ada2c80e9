// SPDX-License-Identifier: Apache-2.0
// The pins of the CCI-400 module and its window, on both clocks.
#include <components/module_processes.h>
#include <platforms/bus_master.h>
#include <support/sc_fixture.h>

#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/tickless_clock.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <systemc>

namespace sc_test::cci400_pmu_test {

namespace {

constexpr std::uint64_t SAR = 0x0008;
constexpr std::uint64_t PMCR = 0x0100;
constexpr std::uint64_t PIDR2 = 0x0FE8;
constexpr std::uint64_t PIDR3 = 0x0FEC;
constexpr std::uint64_t CCNT = 0x9004;
constexpr std::uint64_t CCNT_CTRL = 0x9008;
constexpr std::uint64_t CCNT_OVF = 0x900C;
constexpr std::uint64_t ESR0 = 0xA000;
constexpr std::uint64_t ECNT0 = 0xA004;
constexpr std::uint64_t ECTRL0 = 0xA008;
constexpr std::uint64_t EOVF0 = 0xA00C;
constexpr std::uint64_t block = 0x1000;

const sc_core::sc_time period{10, sc_core::SC_NS};

enum class clock_kind { toggling, tickless };

using bus = pmu::cci400_pmu::event_bus_type;
using evntbus_type = sc_dt::sc_bv<pmu::cci400_evntbus_width>;

/// A unit with the pins that the test asks for; edges fall at 10 ns, 20 ns and so on, and the test
/// acts in the middle between two.
class bench : public sc_core::sc_module {
public:
    bench(clock_kind kind, bool bind_pins, const pmu::cci400_config& config = {})
        : sc_core::sc_module(sc_core::sc_module_name("bench")), unit("pmu", config) {
        if (kind == clock_kind::toggling) {
            toggling = std::make_unique<sc_core::sc_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
        } else {
            tickless = std::make_unique<pmu::tickless_clock>("tickless", period);
            unit.clk(*tickless);
        }
        unit.event_bus(event_bus);
        unit.nEVNTCNTOVERFLOW(n_overflow);
        unit.EVNTBUS(evntbus);
        unit.pmuirq(pmuirq);
        if (bind_pins) {
            unit.secure_event_bus(secure_event_bus);
            unit.NIDEN(niden);
            unit.SPNIDEN(spniden);
            unit.ECOREVNUM(ecorevnum);
        }
        cpu.socket.bind(unit.socket);
        MODULE_PROCESSES(bench);
        SC_METHOD(note);
        sensitive << n_overflow << pmuirq;
    }

    void write(std::uint64_t offset, std::uint32_t value) {
        cpu.write(offset, value);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE) << std::hex << offset;
    }
    std::uint32_t read(std::uint64_t offset) {
        const std::uint32_t value = cpu.read(offset);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE) << std::hex << offset;
        return value;
    }
    // At every time that anybody sees, the combined request is the OR of the active-low lines.
    void note() {
        if (sc_core::sc_time_stamp() != m_noted) {
            EXPECT_TRUE(m_agree) << m_noted;
        }
        m_noted = sc_core::sc_time_stamp();
        m_agree = pmuirq.read() == (n_overflow.read() != 0x1F);
    }

    std::unique_ptr<sc_core::sc_clock> toggling;
    std::unique_ptr<pmu::tickless_clock> tickless;
    sc_core::sc_signal<bus> event_bus{"event_bus"};
    sc_core::sc_signal<bus> secure_event_bus{"secure_event_bus"};
    sc_core::sc_signal<bool> niden{"NIDEN", true};
    sc_core::sc_signal<bool> spniden{"SPNIDEN"};
    sc_core::sc_signal<sc_dt::sc_uint<4>> ecorevnum{"ECOREVNUM"};
    sc_core::sc_signal<sc_dt::sc_uint<5>> n_overflow{"nEVNTCNTOVERFLOW"};
    sc_core::sc_signal<evntbus_type> evntbus{"EVNTBUS"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    pmu::cci400_pmu unit;
    sc_test::bus_master cpu{"cpu"};

private:
    sc_core::sc_time m_noted;
    bool m_agree = true;
};

/// Drives these lines high and the others low.
void raise_lines(sc_core::sc_signal<bus>& lines, std::initializer_list<int> codes) {
    bus levels;
    for (const int code : codes) {
        levels.set_bit(code, sc_dt::Log_1);
    }
    lines.write(levels);
}

void pass(std::uint64_t edges) {
    sc_core::sc_start(sc_core::sc_time::from_value(edges * period.value()));
}

class cci400_module : public sc_test::sc_fixture, public testing::WithParamInterface<clock_kind> {
protected:
    void build(bool bind_pins = true, const pmu::cci400_config& config = {}) {
        m_bench = std::make_unique<bench>(GetParam(), bind_pins, config);
        sc_core::sc_start(period / 2);
    }
    bench& b() { return *m_bench; }

private:
    std::unique_ptr<bench> m_bench;
};

TEST_P(cci400_module, outputs_are_idle_from_elaboration_on) {
    build();
    EXPECT_EQ(b().n_overflow.read(), 0x1FU);
    EXPECT_FALSE(b().pmuirq.read());
    EXPECT_EQ(b().evntbus.read(), evntbus_type());
}

TEST_P(cci400_module, every_line_of_both_buses_reaches_its_counter) {
    build();
    b().spniden.write(true);
    b().write(ECTRL0, 1);
    b().write(PMCR, 1);
    std::uint32_t expected = 0;
    for (const pmu::event_desc& e : pmu::cci400_core::events()) {
        b().write(ESR0, e.number);
        raise_lines(b().event_bus, {e.number});
        raise_lines(b().secure_event_bus, {});
        pass(3);
        raise_lines(b().event_bus, {});
        raise_lines(b().secure_event_bus, {e.number});
        pass(2);
        expected += 5;
        ASSERT_EQ(b().read(ECNT0), expected) << e.name;
    }
}

TEST_P(cci400_module, every_event_drives_its_wire_of_evntbus) {
    build();
    b().write(PMCR, 0x10);
    int bit = 0;
    for (const pmu::event_desc& e : pmu::cci400_core::events()) {
        raise_lines(b().event_bus, {e.number});
        pass(1);
        evntbus_type expected;
        expected.set_bit(bit++, sc_dt::Log_1);
        ASSERT_EQ(b().evntbus.read(), expected) << e.name;
    }
    EXPECT_EQ(bit, 159);
    raise_lines(b().event_bus, {});
    pass(1);
    EXPECT_EQ(b().evntbus.read(), evntbus_type());
}

TEST_P(cci400_module, each_counter_drives_its_overflow_line) {
    build();
    raise_lines(b().event_bus, {0x00});
    pass(1);
    b().write(PMCR, 1);
    for (unsigned n = 0; n < 5; ++n) {
        const std::uint64_t base = n < 4 ? ESR0 + n * block : CCNT - 4;
        b().write(base + 4, 0xFFFF'FFFE);
        b().write(base + 8, 1);
        pass(1);
        EXPECT_EQ(b().n_overflow.read(), 0x1FU);
        pass(1);
        EXPECT_EQ(b().n_overflow.read(), 0x1FU & ~(1U << n));
        EXPECT_TRUE(b().pmuirq.read());
        b().write(base + 8, 0);
        pass(3);
        EXPECT_EQ(b().n_overflow.read(), 0x1FU & ~(1U << n));
        b().write(base + 0xC, 1);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        EXPECT_EQ(b().n_overflow.read(), 0x1FU);
        EXPECT_FALSE(b().pmuirq.read());
    }
}

TEST_P(cci400_module, overflow_lines_fall_at_their_own_edges) {
    build();
    b().write(CCNT, 0xFFFF'FFFF - 99);
    b().write(CCNT_CTRL, 1);
    b().write(ECNT0, 0xFFFF'FFFF - 39);
    b().write(ECTRL0, 1);
    raise_lines(b().event_bus, {0x00});
    b().write(PMCR, 1);
    pass(39);
    EXPECT_EQ(b().n_overflow.read(), 0b11111U);
    pass(1);
    EXPECT_EQ(b().n_overflow.read(), 0b11110U);
    pass(59);
    EXPECT_EQ(b().n_overflow.read(), 0b11110U);
    pass(1);
    EXPECT_EQ(b().n_overflow.read(), 0b01110U);
    b().write(EOVF0, 1);
    pass(1);
    EXPECT_EQ(b().n_overflow.read(), 0b01111U);
    EXPECT_TRUE(b().pmuirq.read());
    b().write(CCNT_OVF, 1);
    pass(1);
    EXPECT_FALSE(b().pmuirq.read());
}

TEST_P(cci400_module, debug_enables_are_sampled_on_edges) {
    build();
    b().write(ECTRL0, 1);
    b().write(CCNT_CTRL, 1);
    b().write(PMCR, 0x21);
    raise_lines(b().secure_event_bus, {0x00});
    pass(4);
    EXPECT_EQ(b().read(ECNT0), 0U);
    b().spniden.write(true);
    pass(4);
    EXPECT_EQ(b().read(ECNT0), 4U);
    b().niden.write(false);
    pass(4);
    EXPECT_EQ(b().read(ECNT0), 4U);
    EXPECT_EQ(b().read(CCNT), 8U);
    b().niden.write(true);
    pass(4);
    EXPECT_EQ(b().read(ECNT0), 8U);
    EXPECT_EQ(b().read(CCNT), 12U);
}

TEST_P(cci400_module, unbound_pins_read_their_idle_levels) {
    build(false);
    b().write(ECTRL0, 1);
    b().write(PMCR, 0x11);
    raise_lines(b().event_bus, {0x00});
    pass(3);
    EXPECT_EQ(b().read(ECNT0), 3U) << "NIDEN is HIGH";
    EXPECT_EQ(b().read(PIDR3), 0U);
    b().unit.batch_events->count(pmu::cci400_core::secure_event, 5, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(b().read(ECNT0), 3U) << "SPNIDEN is LOW";
}

TEST_P(cci400_module, identification_follows_revision_and_pins) {
    build(true, {9});
    EXPECT_EQ(b().read(PIDR2), 0x9BU);
    b().ecorevnum.write(0xA);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(b().read(PIDR3), 0xA0U);
}

// models/README.md: a decoupled access uses the pins as they are driven now. Nobody waits for
// changes of this one.
TEST_P(cci400_module, identification_follows_pins_while_a_unit_is_ahead) {
    if (GetParam() == clock_kind::toggling) {
        return; // never is
    }
    build(true);
    b().cpu.delay = 20 * period;
    EXPECT_EQ(b().read(PIDR3), 0x00U);
    b().ecorevnum.write(0xA);
    sc_core::sc_start(period);
    b().cpu.delay = 19 * period;
    EXPECT_EQ(b().read(PIDR3), 0xA0U);
}

TEST_P(cci400_module, a_security_violation_is_a_decode_error) {
    build();
    b().cpu.who() = {true, false};
    b().cpu.read(PIDR2);
    EXPECT_EQ(b().cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    b().cpu.write(SAR, 1);
    EXPECT_EQ(b().cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(b().read(PMCR), 0x2000U);
    b().cpu.who() = {};
    EXPECT_EQ(b().read(SAR), 0U);
    b().write(SAR, 1);
    b().cpu.who() = {true, false};
    EXPECT_EQ(b().read(PIDR2), 0x6BU);
}

TEST_P(cci400_module, software_that_needs_the_interconnect_is_told_once) {
    expect_report("/pmu/cci400/not_modelled", 5); // once for each slave interface
    expect_report("/pmu/cci400/reserved_event", 2);
    build();
    b().write(0x5000, 3);
    b().write(0x5000, 3);
    for (std::uint64_t offset = 0x1000; offset <= 0x5FFC; offset += 4) {
        b().write(offset, 1);
    }
    EXPECT_NE(reports("/pmu/cci400/not_modelled").front().find("0x5000"), std::string::npos);
    EXPECT_EQ(b().read(0x5000), 0U);
    b().write(ESR0, 0xFF);
    b().write(ESR0 + block, 0xFF);
    b().write(ESR0, 0x15);
}

TEST_P(cci400_module, an_impossible_revision_is_an_error) {
    expect_error("/pmu/cci400/revision", [this] { build(true, {16}); });
    EXPECT_EQ(reports("/pmu/cci400/revision").front(),
              "pmu: the parameter `revision` of cci400 is a number from 0 to 15, got 16");
}

// Whoever lets an error pass gets a unit of the default revision, not one that is half impossible.
TEST_P(cci400_module, an_impossible_revision_is_used_by_nobody) {
    sc_core::sc_report_handler::set_actions("/pmu/cci400/revision", sc_core::SC_ERROR,
                                            sc_core::SC_DISPLAY);
    expect_report("/pmu/cci400/revision", 1);
    build(true, {99});
    EXPECT_EQ(b().unit.snapshot().parameters().revision, 6U);
    EXPECT_EQ(b().read(PIDR2), 0x6BU);
}

INSTANTIATE_TEST_SUITE_P(clocks, cci400_module,
                         testing::Values(clock_kind::toggling, clock_kind::tickless),
                         [](const auto& clock) {
                             return clock.param == clock_kind::toggling ? "toggling" : "tickless";
                         });

} // namespace

} // namespace sc_test::cci400_pmu_test
