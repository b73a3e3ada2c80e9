// SPDX-License-Identifier: Apache-2.0
// The ARM1136 PMU with every pin bound, on a clock of the test's choice: the bench on which the
// tests of the wrapper look at what all parts have in common.
#pragma once

#include <components/module_processes.h>
#include <platforms/bus_master.h>
#include <support/sc_fixture.h>
#include <support/stepped_clock.h>

#include <pmu/arm1136/arm1136_pmu.h>
#include <pmu/tlm/tickless_clock.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

namespace sc_test {

namespace pmnc = pmu::arm1136_pmnc;

constexpr std::uint32_t pmnc_address = pmu::arm1136_address(0);
constexpr std::uint32_t ccnt_address = pmu::arm1136_address(1);
constexpr std::uint32_t pmn0_address = pmu::arm1136_address(2);
constexpr std::uint32_t pmn1_address = pmu::arm1136_address(3);
constexpr std::uint32_t no_register = pmu::arm1136_address(4);

constexpr std::uint32_t enable = pmnc::E.mask();
constexpr std::uint32_t ccnt_irq = pmnc::ECC.mask();
constexpr std::uint32_t ccnt_flag = pmnc::CCR.mask();

inline sc_core::sc_time ns(double n) {
    return {n, sc_core::SC_NS};
}
inline const sc_core::sc_time period = ns(10);

/// E = 1 counts from the next edge.
inline pmu::arm1136_config without_start_delay() {
    pmu::arm1136_config config;
    config.start_delay_cycles = 0;
    return config;
}

/// The level that a pin has from a time on.
struct level_change {
    sc_core::sc_time time;
    std::uint64_t level;

    friend bool operator==(const level_change& a, const level_change& b) {
        return a.time == b.time && a.level == b.level;
    }
    friend std::ostream& operator<<(std::ostream& out, const level_change& c) {
        return out << c.level << " at " << c.time;
    }
};
using level_changes = std::vector<level_change>;

enum class clock_kind {
    toggling, ///< sc_clock: the unit computes its edges, or steps them
    stepped,  ///< one of a derived class: the unit steps them
    tickless,
    by_hand, ///< a signal that the test writes
};

inline std::string name_of(const testing::TestParamInfo<clock_kind>& info) {
    return info.param == clock_kind::toggling  ? "toggling"
           : info.param == clock_kind::stepped ? "stepped"
                                               : "tickless";
}
inline auto both_clocks() {
    return testing::Values(clock_kind::toggling, clock_kind::tickless);
}
inline auto all_clocks() {
    return testing::Values(clock_kind::toggling, clock_kind::stepped, clock_kind::tickless);
}

class wrapper_bench : public sc_core::sc_module {
public:
    std::unique_ptr<sc_core::sc_clock> toggling; ///< of either class
    std::unique_ptr<pmu::tickless_clock> tickless;
    sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> clk{"clk"};
    sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> reset;
    sc_core::sc_signal<sc_dt::sc_uint<20>, sc_core::SC_MANY_WRITERS> event_bus{"event_bus"};
    sc_core::sc_signal<sc_dt::sc_uint<2>> etmextout{"etmextout"};
    sc_core::sc_signal<bool> debug_state{"debug_state"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    sc_core::sc_signal<sc_dt::sc_uint<20>> evntbus{"evntbus"};
    pmu::arm1136_pmu unit;
    bus_master cpu{"cpu"};
    level_changes irq_log; ///< changes of the pin after elaboration
    level_changes evntbus_log;

    /// Rising edges fall at 10 ns, 20 ns and so on.
    wrapper_bench(const sc_core::sc_module_name& name, clock_kind kind,
                  const pmu::arm1136_config& config = without_start_delay(),
                  bool reset_at_start = false)
        : sc_core::sc_module(name), reset("reset", reset_at_start), unit("pmu", config) {
        switch (kind) {
        case clock_kind::toggling:
            toggling = std::make_unique<sc_core::sc_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
            break;
        case clock_kind::stepped:
            toggling = std::make_unique<stepped_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
            break;
        case clock_kind::tickless:
            tickless = std::make_unique<pmu::tickless_clock>("tickless", period);
            unit.clk(*tickless);
            break;
        case clock_kind::by_hand: unit.clk(clk); break;
        }
        unit.reset(reset);
        unit.event_bus(event_bus);
        unit.ETMEXTOUT(etmextout);
        unit.DEBUG_STATE(debug_state);
        unit.pmuirq(pmuirq);
        unit.EVNTBUS(evntbus);
        cpu.socket.bind(unit.socket);
        MODULE_PROCESSES(wrapper_bench);
        SC_METHOD(note_irq);
        dont_initialize();
        sensitive << pmuirq;
        SC_METHOD(note_evntbus);
        dont_initialize();
        sensitive << evntbus;
    }

    void write(std::uint64_t address, std::uint32_t value) {
        cpu.write(address, value);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    }
    std::uint32_t read(std::uint64_t address) {
        const std::uint32_t value = cpu.read(address);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
        return value;
    }
    /// The same at now + delay; what is left of the delay is in `cpu.delay`.
    void write_after(const sc_core::sc_time& delay, std::uint64_t address, std::uint32_t value) {
        cpu.delay = delay;
        write(address, value);
    }
    std::uint32_t read_after(const sc_core::sc_time& delay, std::uint64_t address) {
        cpu.delay = delay;
        return read(address);
    }
    std::uint32_t peek(std::uint64_t address) {
        EXPECT_EQ(cpu.peek(address), 4U);
        return cpu.word;
    }
    void poke(std::uint64_t address, std::uint32_t value) {
        EXPECT_EQ(cpu.poke(address, value), 4U);
    }

    /// Runs at the end of elaboration, before time begins.
    std::function<void()> before_time;

private:
    void start_of_simulation() override {
        if (before_time) {
            before_time();
        }
    }
    void note_irq() { irq_log.push_back({sc_core::sc_time_stamp(), pmuirq.read()}); }
    void note_evntbus() {
        evntbus_log.push_back({sc_core::sc_time_stamp(), evntbus.read().to_uint64()});
    }
};

/// Runs until a time, whose own events are left for later.
inline void run_to(const sc_core::sc_time& t) {
    sc_core::sc_start(t - sc_core::sc_time_stamp());
}

/// A neighbour that acts while elaboration ends.
struct neighbour : sc_core::sc_module {
    std::function<void()> before_end, end, start, after;

    explicit neighbour(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    static void call(const std::function<void()>& what) {
        if (what) {
            what();
        }
    }
    void before_end_of_elaboration() override { call(before_end); }
    void end_of_elaboration() override { call(end); }
    void start_of_simulation() override { call(start); }
    void end_of_simulation() override { call(after); }
};

/// For what must hold on both clocks.
class on_both_clocks : public sc_fixture, public testing::WithParamInterface<clock_kind> {};

} // namespace sc_test
