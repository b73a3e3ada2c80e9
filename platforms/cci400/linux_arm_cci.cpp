// SPDX-License-Identifier: Apache-2.0
#include <cci400/linux_arm_cci.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace platform {

namespace {

constexpr pmu::access_attributes kernel{true, false}; // privileged, Non-secure

constexpr std::uint32_t pmcr = 0x0100;
constexpr std::uint32_t block(unsigned counter) {
    return 0x9000 + counter * 0x1000;
}
constexpr std::uint32_t event_select = 0x0;
constexpr std::uint32_t event_count = 0x4;
constexpr std::uint32_t counter_control = 0x8;
constexpr std::uint32_t overflow_flag = 0xC;

} // namespace

std::uint32_t linux_arm_cci::read(std::uint32_t offset) {
    std::uint64_t data = 0;
    if (m_cpu.memory(memory_map::cci400 + offset, false, 4, data, std::nullopt, kernel) !=
        access_result::ok) {
        throw std::runtime_error("a read of the driver is refused");
    }
    return static_cast<std::uint32_t>(data);
}

void linux_arm_cci::write(std::uint32_t offset, std::uint32_t value) {
    std::uint64_t data = value;
    if (m_cpu.memory(memory_map::cci400 + offset, true, 4, data, std::nullopt, kernel) !=
        access_result::ok) {
        throw std::runtime_error("a write of the driver is refused");
    }
}

void linux_arm_cci::set_cen(bool enable) {
    const std::uint32_t cen = pmu::cci400_pmcr::CEN.mask();
    const std::uint32_t value = read(pmcr);
    write(pmcr, enable ? value | cen : value & ~cen);
}

void linux_arm_cci::probe() {
    const std::uint32_t found = pmu::cci400_pmcr::N.of(read(pmcr));
    if (found != pmu::cci400_counters) {
        throw std::runtime_error("the driver finds " + std::to_string(found) + " counters");
    }
}

void linux_arm_cci::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    m_counters[counter] = sampled_counter(period);
    set_cen(false);
    if (counter != 0) { // the cycle counter has no event
        write(block(counter) + event_select, event);
    }
    write(block(counter) + counter_control, 1);
}

void linux_arm_cci::start() {
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (m_counters[i].is_used()) {
            reload(i);
        }
    }
    set_cen(true);
}

bool linux_arm_cci::interrupt() {
    std::array<bool, pmu::cci400_counters + 1> overflowed{};
    set_cen(false);
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (m_counters[i].is_used() && (read(block(i) + overflow_flag) & 1U) != 0) {
            write(block(i) + overflow_flag, 1);
            update(i);
            m_counters[i].take_interrupt();
            overflowed[i] = true;
        }
    }
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (overflowed[i]) {
            reload(i);
        }
    }
    set_cen(true);
    return std::find(overflowed.begin(), overflowed.end(), true) != overflowed.end();
}

void linux_arm_cci::stop() {
    set_cen(false);
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (m_counters[i].is_used()) {
            write(block(i) + counter_control, 0);
            update(i);
            m_counters[i].release();
        }
    }
}

// The counters stand still while one is loaded.
void linux_arm_cci::reload(unsigned counter) {
    write(block(counter) + event_count, m_counters[counter].reload());
}

void linux_arm_cci::update(unsigned counter) {
    m_counters[counter].take(read(block(counter) + event_count));
}

} // namespace platform
