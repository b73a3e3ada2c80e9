// SPDX-License-Identifier: Apache-2.0
// A PMU without a simulation around it: whoever has it programs its registers and clocks it.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/notice.h>

#include <cstdint>
#include <stdexcept>

namespace platform::iss {

class register_port {
public:
    register_port() = default;
    register_port(const register_port&) = delete;
    register_port& operator=(const register_port&) = delete;
    virtual ~register_port() = default;

    /// Privileged accesses. \throws std::logic_error if the unit refuses
    virtual std::uint32_t read(std::uint32_t address) const = 0;
    virtual void write(std::uint32_t address, std::uint32_t value) = 0;

    /// So many rising edges of its clock.
    virtual void run(std::uint64_t edges) = 0;
    /// So many occurrences of an event. \param event as software writes it
    virtual void count(std::uint32_t event, std::uint64_t n) = 0;
    /// Whether it requests an interrupt.
    virtual bool requests() const = 0;
};

/// The core of a part, with nothing at its pins.
template <class Core>
class core_port final : public register_port, private pmu::notice_sink {
public:
    explicit core_port(const typename Core::config& parameters) : m_core(parameters) {}

    std::uint32_t read(std::uint32_t address) const override {
        std::uint32_t value = 0;
        check(m_core.read(address, {}, m_pins, value));
        return value;
    }
    void write(std::uint32_t address, std::uint32_t value) override {
        check(m_core.write(address, {}, value, m_pins, *this));
    }
    void run(std::uint64_t edges) override { m_core.run(m_pins, edges); }
    void count(std::uint32_t event, std::uint64_t n) override { m_core.count(event, n, m_pins); }
    bool requests() const override { return m_core.driven().pmuirq; }

private:
    static void check(pmu::response answer) {
        if (answer != pmu::response::ok) {
            throw std::logic_error("a driver was refused an access to its PMU");
        }
    }
    void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override {} // not software's

    Core m_core;
    const typename Core::inputs m_pins{};
};

} // namespace platform::iss
