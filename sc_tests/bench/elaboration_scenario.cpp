// SPDX-License-Identifier: Apache-2.0
// Scenario in which many PMUs are elaborated and reset.
#include <bench/counting_unit.h>
#include <bench/plain_module.h>
#include <bench/scenario.h>

#include <malloc.h>

#include <memory>
#include <vector>

namespace bench {

namespace {

double heap_bytes() {
    return static_cast<double>(::mallinfo2().uordblks);
}

/// What all units share.
struct common_signals {
    sc_core::sc_clock clk{"clk", period, 0.5, period, true};
    sc_core::sc_signal<bool> reset{"reset", true};
    shared_signal<bool> pmuirq{"pmuirq"};
};

/// The units of one part.
class unit_row {
public:
    virtual ~unit_row() = default;
    virtual void add(common_signals& signals) = 0;
};

/// \tparam Pmu of the part \tparam Unit the PMU or its empty twin
template <class Pmu, class Unit>
class unit_row_of final : public unit_row {
public:
    void add(common_signals& signals) override {
        m_cpus.push_back(std::make_unique<sc_test::bus_master>(sc_core::sc_gen_unique_name("cpu")));
        m_units.push_back(std::make_unique<Unit>(sc_core::sc_gen_unique_name("unit")));
        Unit& unit = *m_units.back();
        unit.clk(signals.clk);
        unit.reset(signals.reset);
        unit.pmuirq(signals.pmuirq);
        unit.event_bus(m_event_bus);
        m_pins.bind(unit);
        m_cpus.back()->socket.bind(unit.socket);
    }

private:
    shared_signal<typename Pmu::event_bus_type> m_event_bus;
    typename part_pins<typename Pmu::core_type>::signals m_pins;
    std::vector<std::unique_ptr<sc_test::bus_master>> m_cpus;
    std::vector<std::unique_ptr<Unit>> m_units;
};

std::unique_ptr<unit_row> make_row(const std::string& part, bool has_pmu) {
    std::unique_ptr<unit_row> row;
    with_pmu_of(
        part,
        [&](auto* pmu) {
            using pmu_type = std::remove_pointer_t<decltype(pmu)>;
            using twin_type = plain_module<typename pmu_type::core_type>;
            if (has_pmu) {
                row = std::make_unique<unit_row_of<pmu_type, pmu_type>>();
            } else {
                row = std::make_unique<unit_row_of<pmu_type, twin_type>>();
            }
        },
        sc_test::all_modules{});
    return row;
}

} // namespace

nlohmann::json run_elaboration(const scenario_options& options) {
    common_signals signals;
    std::vector<std::unique_ptr<unit_row>> rows;
    for (const std::string& part : options.parts) {
        rows.push_back(make_row(part, options.has_pmu));
    }
    const double heap = heap_bytes();
    const double start = cpu_ns();
    for (unsigned n = 0; n < options.units; ++n) {
        for (const auto& row : rows) {
            row->add(signals);
        }
    }
    sc_core::sc_start(period * 2.5);
    signals.reset.write(false);
    sc_core::sc_start(period * 2);
    const double seconds = (cpu_ns() - start) * 1e-9;
    const double units = static_cast<double>(options.units) * static_cast<double>(rows.size());
    return {{"seconds", seconds}, {"heap_bytes_per_unit", (heap_bytes() - heap) / units}};
}

} // namespace bench
