// SPDX-License-Identifier: Apache-2.0
#include <cci400/linux_arm_cci.h>

#include <cci400/wired_cci400.h>
#include <components/register_access.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace platform::cci400 {

namespace {

constexpr pmu::access_attributes kernel{true, false}; // privileged, Non-secure

constexpr std::uint32_t offset_of(pmu::cci400_register r) {
    return pmu::cci400_registers[static_cast<std::size_t>(r)].address;
}
constexpr std::uint32_t pmcr = offset_of(pmu::cci400_register::PMCR);

// The driver sees all counters as blocks of one layout; that of CCNT selects no event.
constexpr std::uint32_t first_event_block = offset_of(pmu::cci400_register::ESR0);
constexpr std::uint32_t event_select = 0;
constexpr std::uint32_t event_count = offset_of(pmu::cci400_register::ECNT0) - first_event_block;
constexpr std::uint32_t counter_control =
    offset_of(pmu::cci400_register::ECTRL0) - first_event_block;
constexpr std::uint32_t overflow_flag = offset_of(pmu::cci400_register::EOVF0) - first_event_block;
constexpr std::uint32_t cycle_block = offset_of(pmu::cci400_register::CCNT) - event_count;
constexpr std::uint32_t block(unsigned counter) {
    return cycle_block + counter * (first_event_block - cycle_block);
}

} // namespace

std::uint32_t linux_arm_cci::read(std::uint32_t offset) {
    return components::load_word(m_cpu, wired_cci400::base + offset, kernel);
}

void linux_arm_cci::write(std::uint32_t offset, std::uint32_t value) {
    components::store_word(m_cpu, wired_cci400::base + offset, value, kernel);
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
    m_counters[counter] = demo::sampled_counter(period);
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

} // namespace platform::cci400
