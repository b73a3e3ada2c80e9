// SPDX-License-Identifier: Apache-2.0
// Scenarios in which time passes: cycles, and a full turn of the cycle counter.
#include <bench/counting_unit.h>
#include <bench/scenario.h>
#include <support/resident_memory.h>

#include <stdexcept>

namespace bench {

namespace {

void pass(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * period.value()));
}

/// Everything on one clock.
class bench_top {
public:
    bench_top(const scenario_options& options, unit_setup setup) {
        if (!options.is_tickless) {
            m_clock = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period, true);
        }
        setup.activity.period = period;
        setup.activity.clk = m_clock.get();
        setup.has_pmu = options.has_pmu;
        setup.has_method = options.has_method;
        for (unsigned n = 0; n < options.units; ++n) {
            for (const std::string& part : options.parts) {
                m_units.push_back(make_unit(part, sc_core::sc_gen_unique_name("unit"), setup));
            }
        }
        sc_core::sc_start(period / 4); // from here on, simulation stops between edges and changes
        if (options.has_pmu) {
            for (const auto& unit : m_units) {
                unit->start();
            }
        }
    }

    const std::vector<std::unique_ptr<counting_unit>>& units() const { return m_units; }

private:
    std::unique_ptr<sc_core::sc_clock> m_clock;
    std::vector<std::unique_ptr<counting_unit>> m_units;
};

std::uint64_t activations_of(const bench_top& top) {
    std::uint64_t sum = 0;
    for (const auto& unit : top.units()) {
        sum += unit->activations();
    }
    return sum;
}

// A start delay takes a few cycles away.
void expect_cycles(const bench_top& top, std::uint64_t cycles) {
    for (const auto& unit : top.units()) {
        const std::uint32_t read = unit->read_cycles();
        if (static_cast<std::uint32_t>(cycles) - read > longest_start_delay) {
            throw std::runtime_error(std::string(unit->name()) + " has counted " +
                                     std::to_string(read) + " of " + std::to_string(cycles) +
                                     " cycles");
        }
    }
}

} // namespace

nlohmann::json run_cycles(const scenario_options& options) {
    unit_setup setup;
    setup.activity.change_every = options.change_every;
    setup.mode.enabled = !options.is_stopped;
    setup.mode.exported = options.is_exporting;
    const bench_top top(options, setup);
    const std::uint64_t warm_up = options.cycles / 100 + 100;
    pass(warm_up);

    const std::uint64_t activations = options.has_pmu ? activations_of(top) : 0;
    const std::size_t resident = sc_test::resident_bytes();
    const double start = cpu_ns();
    pass(options.cycles);
    if (options.has_pmu) {
        top.units().front()->read_cycles(); // a tickless clock may owe them still
    }
    const double ns = cpu_ns() - start;
    const auto grown =
        static_cast<double>(sc_test::resident_bytes()) - static_cast<double>(resident);

    nlohmann::json result{{"ns", ns}, {"megabytes", grown / (1024.0 * 1024.0)}};
    if (options.has_pmu) {
        result["activations"] = activations_of(top) - activations;
        result["activations_in_all"] = activations_of(top);
        expect_cycles(top, options.is_stopped ? 0 : warm_up + options.cycles);
    }
    const double ns_per_cycle = ns / static_cast<double>(options.cycles);
    result["ns_per_cycle"] = ns_per_cycle;
    result["ns_per_cycle_and_unit"] = ns_per_cycle / static_cast<double>(top.units().size());
    return result;
}

nlohmann::json run_rollover(const scenario_options& options) {
    scenario_options one = options;
    one.is_tickless = true;
    unit_setup setup;
    setup.activity.change_every = 0;
    setup.activity.starts_high = false; // nothing but the cycle counter overflows
    setup.mode.divided = true;
    const bench_top top(one, setup);
    constexpr std::uint64_t full_turn = std::uint64_t{1} << 38;
    constexpr std::uint64_t slack = 80; // a start delay and one period of the divider
    const double start = wall_ns();
    pass(full_turn - 1);
    bool is_early = false;
    for (const auto& unit : top.units()) {
        is_early = is_early || unit->pmuirq.read();
    }
    pass(slack);
    const double seconds = (wall_ns() - start) * 1e-9;
    for (const auto& unit : top.units()) {
        if (is_early || !unit->pmuirq.read()) {
            throw std::runtime_error(std::string(unit->name()) +
                                     ": the interrupt did not come after 2^38 cycles");
        }
    }
    return {{"wall_seconds", seconds}};
}

} // namespace bench
