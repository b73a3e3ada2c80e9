// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_timer_core.h>

#include <pmu/core/counter.h>

#include <algorithm>

namespace platform::components {

namespace {

constexpr auto first_compare = static_cast<std::size_t>(bcm2835_timer_register::C0);

} // namespace

void bcm2835_timer_core::write_to(bcm2835_timer_register r, std::uint32_t data) {
    store(r, bcm2835_timer_registers[r].written(visible(r), data));
}

void bcm2835_timer_core::poke_to(bcm2835_timer_register r, std::uint32_t data) {
    store(r, bcm2835_timer_registers[r].poked(visible(r), data));
}

std::uint32_t bcm2835_timer_core::visible(bcm2835_timer_register r) const {
    switch (r) {
    case bcm2835_timer_register::CS: return m_matches;
    case bcm2835_timer_register::CLO: return static_cast<std::uint32_t>(m_counter);
    case bcm2835_timer_register::CHI: return static_cast<std::uint32_t>(m_counter >> 32U);
    default: return m_compare[index_of(r) - first_compare];
    }
}

void bcm2835_timer_core::store(bcm2835_timer_register r, std::uint32_t value) {
    if (index_of(r) >= first_compare) {
        m_compare[index_of(r) - first_compare] = value;
    } else if (r == bcm2835_timer_register::CS) {
        m_matches = value;
    }
}

std::uint64_t bcm2835_timer_core::edges_to_match(unsigned channel) const {
    const std::uint32_t distance = m_compare[channel] - static_cast<std::uint32_t>(m_counter);
    return distance != 0 ? distance : std::uint64_t{1} << 32U;
}

void bcm2835_timer_core::run(std::uint64_t edges) {
    for (unsigned channel = 0; channel < bcm2835_timer_channels; ++channel) {
        if (edges >= edges_to_match(channel)) {
            m_matches |= 1U << channel;
        }
    }
    m_counter += edges;
}

std::uint64_t bcm2835_timer_core::edges_to_output_change() const {
    std::uint64_t edges = pmu::never;
    for (unsigned channel = 0; channel < bcm2835_timer_channels; ++channel) {
        if ((m_matches >> channel & 1U) == 0) {
            edges = std::min(edges, edges_to_match(channel));
        }
    }
    return edges;
}

} // namespace platform::components
