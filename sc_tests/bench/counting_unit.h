// SPDX-License-Identifier: Apache-2.0
// A PMU that counts what a bus writer writes, or the bus writer alone: both sides of a comparison.
#pragma once

#include <bench/bus_writer.h>
#include <components/module_processes.h>
#include <generated/part_modules.h>
#include <generated/part_setups.h>
#include <platforms/bus_master.h>

#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace bench {

/// Calls `use(static_cast<Pmu*>(nullptr))` for the PMU of a part.
/// \throws std::invalid_argument if there is no such part
template <class Use, class... Pmu>
void with_pmu_of(const std::string& part, Use use, sc_test::type_list<Pmu...> /*pmus*/) {
    const bool is_known =
        ((part == Pmu::core_type::part && (use(static_cast<Pmu*>(nullptr)), true)) || ...);
    if (!is_known) {
        throw std::invalid_argument("no part '" + part + "'");
    }
}

/// What stands on one event bus.
struct unit_setup {
    bus_activity activity;
    bool has_pmu = true;
    bool has_method = false; ///< without a PMU: a method that reads the bus
    sc_test::counting_mode mode;
};

/// The least that a module can do about a bus that changes.
template <class Bus>
class bus_reader : public sc_core::sc_module {
public:
    sc_core::sc_in<Bus> bus{"bus"};

    MODULE_PROCESSES(bus_reader);
    explicit bus_reader(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        SC_METHOD(read);
        sensitive << bus;
    }

private:
    void read() { m_read = bus.read(); }

    Bus m_read{};
};

/// A bus writer and the PMU of some part on its bus, with an initiator for its registers.
class counting_unit : public sc_core::sc_module {
public:
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};

    using sc_core::sc_module::sc_module;

    // All of these need the PMU.

    /// Sets the counters up.
    virtual void start() = 0;
    virtual void clear_flags() = 0;
    virtual std::uint32_t cycle_counter() const = 0; ///< its address
    virtual std::uint32_t event() const = 0;         ///< what its first event counter counts
    virtual std::uint64_t activations() const = 0;
    virtual pmu::batch_events_if& batch_events() = 0;

    sc_test::bus_master& cpu() { return *m_cpu; }
    std::uint32_t read_cycles() { return m_cpu->read(cycle_counter()); }

protected:
    std::unique_ptr<sc_test::bus_master> m_cpu;
};

template <class Pmu>
class counting_unit_of final : public counting_unit {
public:
    using part = sc_test::part_setup<typename Pmu::core_type>;

    counting_unit_of(const sc_core::sc_module_name& name, const unit_setup& setup)
        : counting_unit(name), m_mode(setup.mode), m_writer("writer", setup.activity) {
        if (!setup.has_pmu) {
            if (setup.has_method) {
                m_reader = std::make_unique<bus_reader<typename Pmu::event_bus_type>>("reader");
                m_reader->bus(m_writer.bus);
            }
            return;
        }
        m_pmu = std::make_unique<Pmu>("pmu");
        if (setup.activity.clk != nullptr) {
            m_pmu->clk(*setup.activity.clk);
        } else {
            m_tickless = std::make_unique<pmu::tickless_clock>("clk", setup.activity.period);
            m_pmu->clk(*m_tickless);
        }
        m_pmu->event_bus(m_writer.bus);
        m_pmu->pmuirq(pmuirq);
        m_cpu = std::make_unique<sc_test::bus_master>("cpu");
        m_cpu->socket.bind(m_pmu->socket);
    }

    void start() override { write_all(part::start(m_mode)); }
    void clear_flags() override { write_all(m_clear_flags); }
    std::uint32_t cycle_counter() const override { return part::cycle_counter; }
    std::uint32_t event() const override { return part::event; }
    std::uint64_t activations() const override { return m_pmu->activations(); }
    pmu::batch_events_if& batch_events() override { return *m_pmu->batch_events.operator->(); }

private:
    void write_all(const sc_test::register_writes& writes) {
        for (const sc_test::register_write& w : writes) {
            m_cpu->write(w.address, w.value);
            if (m_cpu->status != tlm::TLM_OK_RESPONSE) {
                throw std::runtime_error(std::string(name()) + ": a register write was refused");
            }
        }
    }

    const sc_test::counting_mode m_mode;
    const sc_test::register_writes m_clear_flags = part::clear_flags(m_mode);
    bus_writer<typename Pmu::event_bus_type> m_writer;
    std::unique_ptr<pmu::tickless_clock> m_tickless;
    std::unique_ptr<Pmu> m_pmu;
    std::unique_ptr<bus_reader<typename Pmu::event_bus_type>> m_reader;
};

/// \throws std::invalid_argument if there is no such part
inline std::unique_ptr<counting_unit> make_unit(const std::string& part, const char* name,
                                                const unit_setup& setup) {
    std::unique_ptr<counting_unit> unit;
    with_pmu_of(
        part,
        [&](auto* pmu) {
            using pmu_type = std::remove_pointer_t<decltype(pmu)>;
            unit = std::make_unique<counting_unit_of<pmu_type>>(name, setup);
        },
        sc_test::all_modules{});
    return unit;
}

} // namespace bench
