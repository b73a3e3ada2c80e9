// SPDX-License-Identifier: Apache-2.0
// Scenarios in which a process calls a PMU again and again: register reads and event batches.
#include <bench/counting_unit.h>
#include <bench/scenario.h>
#include <components/module_processes.h>

#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

constexpr std::uint64_t calls_in_a_round = 1000;

/// Lets a process make rounds of calls. Between two rounds time moves by what the round has added
/// to the delay, but at least by one period.
template <class Round>
class caller : public sc_core::sc_module {
public:
    double ns = 0; ///< CPU time of all rounds but the first

    MODULE_PROCESSES(caller);
    caller(const sc_core::sc_module_name& name, std::uint64_t calls, std::function<void()> begin,
           Round round)
        : sc_core::sc_module(name), m_rounds(calls / calls_in_a_round + 1),
          m_begin(std::move(begin)), m_round(round) {
        SC_THREAD(call);
    }

    std::uint64_t calls() const { return m_rounds * calls_in_a_round; }

private:
    void call() {
        wait(period / 2); // between two edges
        m_begin();
        make_round();
        const double start = cpu_ns();
        for (std::uint64_t n = 0; n < m_rounds; ++n) {
            make_round();
        }
        ns = cpu_ns() - start;
        sc_core::sc_stop();
    }

    void make_round() {
        sc_core::sc_time delay;
        m_round(delay);
        wait(delay == sc_core::SC_ZERO_TIME ? period : delay);
    }

    const std::uint64_t m_rounds;
    const std::function<void()> m_begin;
    Round m_round;
};

template <class Round>
nlohmann::json measure(std::uint64_t calls, const std::function<void()>& begin, Round round) {
    caller<Round> process("caller", calls, begin, round);
    sc_core::sc_start();
    return {{"ns", process.ns}, {"ns_per_call", process.ns / static_cast<double>(process.calls())}};
}

/// Ten registers behind a socket, as little as a target can be.
class register_file : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<register_file> socket{"socket"};

    explicit register_file(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.register_b_transport(this, &register_file::b_transport);
    }

private:
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
        std::uint32_t* word = nullptr;
        switch (payload.get_address()) {
        case 0x00: word = &m_control; break;
        case 0x04: word = &m_cycles; break;
        case 0x08: word = &m_enables; break;
        case 0x0C: word = &m_flags; break;
        case 0x10: word = &m_select; break;
        case 0x14: word = &m_events; break;
        case 0x18: word = &m_count_0; break;
        case 0x1C: word = &m_count_1; break;
        case 0x20: word = &m_count_2; break;
        case 0x24: word = &m_count_3; break;
        default: payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE); return;
        }
        if (payload.is_read()) {
            std::memcpy(payload.get_data_ptr(), word, sizeof *word);
        } else {
            std::memcpy(word, payload.get_data_ptr(), sizeof *word);
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    std::uint32_t m_control = 0, m_cycles = 0, m_enables = 0, m_flags = 0, m_select = 0;
    std::uint32_t m_events = 0, m_count_0 = 0, m_count_1 = 0, m_count_2 = 0, m_count_3 = 0;
};
constexpr std::uint64_t register_file_cycles = 0x04;

/// The unit under measurement, on a clock of the asked kind, with lines that stand still and low.
struct one_unit {
    std::unique_ptr<sc_core::sc_clock> clock;
    std::unique_ptr<counting_unit> unit;

    explicit one_unit(const scenario_options& options) {
        unit_setup setup;
        if (!options.is_tickless) {
            clock = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period, true);
        }
        setup.activity = {period, 0, false, clock.get()};
        setup.has_pmu = options.has_pmu;
        unit = make_unit(options.parts.front(), "unit", setup);
    }
};

/// The other side of event batches.
class adding_sink final : public pmu::batch_events_if {
public:
    // Not inlined: it is the price of a virtual call that is measured, not of a guess at its
    // target.
    [[gnu::noinline]] void count(std::uint32_t /*event*/, std::uint64_t n,
                                 const sc_core::sc_time& /*delay*/) override {
        m_sum += n;
    }
    void advance_to(const sc_core::sc_time& /*delay*/) override {}
    std::uint64_t headroom(std::uint32_t /*event*/) override { return m_sum; }
    bool is_counted(std::uint32_t /*event*/) override { return true; }
    std::uint64_t edges_to_output_change() override { return m_sum; }

private:
    std::uint64_t m_sum = 0;
};

/// An instruction-set simulator's end of the export.
class event_source : public sc_core::sc_module {
public:
    sc_core::sc_port<pmu::batch_events_if> events{"events"};

    explicit event_source(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

// Hides from the compiler what stands behind an interface.
template <class T>
T* opaque(T* object) {
    asm volatile("" : "+r"(object));
    return object;
}

/// \param target has an operator-> to batch_events_if
/// \param renew is called once a round
template <class Target, class Renew>
nlohmann::json measure_batches(const scenario_options& options, std::uint32_t event, Target& target,
                               Renew renew) {
    const sc_core::sc_time step = options.is_moving ? period * 8 : sc_core::SC_ZERO_TIME;
    const std::uint64_t n = options.events;
    const auto round = [&target, event, n, step, renew](sc_core::sc_time& delay) {
        renew();
        for (std::uint64_t i = 0; i < calls_in_a_round; ++i) {
            target->count(event, n, delay);
            delay += step;
        }
    };
    return measure(
        options.calls, [] {}, round);
}

} // namespace

nlohmann::json run_reads(const scenario_options& options) {
    one_unit bench(options);
    register_file plain("plain");
    sc_test::bus_master plain_cpu("plain_cpu");
    plain_cpu.socket.bind(plain.socket);

    sc_test::bus_master& cpu = options.has_pmu ? bench.unit->cpu() : plain_cpu;
    const std::uint64_t address =
        options.has_pmu ? bench.unit->cycle_counter() : register_file_cycles;
    const sc_core::sc_time step = options.is_moving ? period : sc_core::SC_ZERO_TIME;
    tlm::tlm_generic_payload* payload = nullptr;
    const auto begin = [&] {
        if (options.has_pmu) {
            bench.unit->start();
        }
        payload = &cpu.prepare(tlm::TLM_READ_COMMAND, address);
    };
    nlohmann::json result = measure(options.calls, begin, [&](sc_core::sc_time& delay) {
        for (std::uint64_t i = 0; i < calls_in_a_round; ++i) {
            payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
            cpu.socket->b_transport(*payload, delay);
            delay += step;
        }
        if (!payload->is_response_ok()) {
            throw std::runtime_error("a read was refused");
        }
    });
    const std::uint64_t shortest = options.calls / calls_in_a_round; // a period a round
    if (options.has_pmu && cpu.word + longest_start_delay < shortest) {
        throw std::runtime_error("the counter stands at " + std::to_string(cpu.word));
    }
    return result;
}

nlohmann::json run_batches(const scenario_options& options) {
    scenario_options tickless = options;
    tickless.is_tickless = true;
    one_unit bench(tickless);
    adding_sink sink;
    if (!options.has_pmu) {
        pmu::batch_events_if* target = opaque(static_cast<pmu::batch_events_if*>(&sink));
        return measure_batches(options, 0, target, [] {});
    }
    event_source source("source");
    source.events(bench.unit->batch_events());
    // From zero again, so that no counter overflows whatever the number of events.
    nlohmann::json result =
        measure_batches(options, bench.unit->event(), source.events, [&] { bench.unit->start(); });
    if (!bench.unit->batch_events().is_counted(bench.unit->event())) {
        throw std::runtime_error("the PMU does not count the event");
    }
    return result;
}

} // namespace bench
