// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_timer_core.h>

#include <components/debug_registers.h>

#include <pmu/core/counter.h>

#include <algorithm>

namespace platform::components {

namespace {

constexpr auto first_compare = static_cast<std::size_t>(bcm2835_timer_register::C0);

} // namespace

pmu::response bcm2835_timer_core::read(std::uint32_t address, pmu::access_attributes who,
                                       std::uint32_t& data) const {
    const pmu::decoded_access access = decode(bcm2835_timer_registers, address, who, false, {});
    if (access.status == pmu::response::ok) {
        data = visible(static_cast<bcm2835_timer_register>(access.index));
    }
    return access.status;
}

pmu::response bcm2835_timer_core::write(std::uint32_t address, pmu::access_attributes who,
                                        std::uint32_t data) {
    const pmu::decoded_access access = decode(bcm2835_timer_registers, address, who, true, {});
    if (access.status == pmu::response::ok) {
        const pmu::register_desc& r = bcm2835_timer_registers[access.index];
        store(r, r.written(visible(static_cast<bcm2835_timer_register>(access.index)), data));
    }
    return access.status;
}

bool bcm2835_timer_core::peek(std::uint32_t address, std::uint32_t& data) const {
    return peek_at(bcm2835_timer_registers, address, data, [this](std::size_t index) {
        return visible(static_cast<bcm2835_timer_register>(index));
    });
}

bool bcm2835_timer_core::poke(std::uint32_t address, std::uint32_t data) {
    return poke_at(bcm2835_timer_registers, address, [&](std::size_t index) {
        const pmu::register_desc& r = bcm2835_timer_registers[index];
        store(r, r.poked(visible(static_cast<bcm2835_timer_register>(index)), data));
    });
}

std::uint32_t bcm2835_timer_core::visible(bcm2835_timer_register r) const {
    switch (r) {
    case bcm2835_timer_register::CS: return m_matches;
    case bcm2835_timer_register::CLO: return static_cast<std::uint32_t>(m_counter);
    case bcm2835_timer_register::CHI: return static_cast<std::uint32_t>(m_counter >> 32U);
    default: return m_compare[static_cast<std::size_t>(r) - first_compare];
    }
}

void bcm2835_timer_core::store(const pmu::register_desc& r, std::uint32_t value) {
    const std::size_t index = bcm2835_timer_registers.index_of(r);
    if (index >= first_compare) {
        m_compare[index - first_compare] = value;
    } else if (index == bcm2835_timer_registers.index_of(bcm2835_timer_register::CS)) {
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
