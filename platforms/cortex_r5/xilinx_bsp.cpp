// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/xilinx_bsp.h>

namespace platform::cortex_r5 {

namespace pmcr = pmu::cortex_r5_pmcr;

namespace {

constexpr std::uint32_t event_counter_bits = 0x7;
constexpr std::uint32_t cycle_bit = pmu::cortex_r5_counters::cycle_bit;
constexpr unsigned poll_cycles = 8; ///< that one look at PMCCNTR takes in the loop of usleep()

} // namespace

const std::array<std::array<std::uint8_t, 3>, 16> xpm_event_groups = {{
    {0x00, 0x01, 0x03},
    {0x04, 0x06, 0x07},
    {0x08, 0x5E, 0x09},
    {0x0A, 0x0B, 0x0C},
    {0x0D, 0x0E, 0x0F},
    {0x10, 0x11, 0x12},
    {0x40, 0x41, 0x42},
    {0x43, 0x44, 0x45},
    {0x4A, 0x4B, 0x4C},
    {0x4D, 0x4E, 0x4F},
    {0x58, 0x5A, 0x5B},
    {0x5C, 0x5D, 0x60},
    {0x61, 0x62, 0x64},
    {0x65, 0x66, 0x67},
    {0x68, 0x69, 0x6A},
    {0x6B, 0x6C, 0x6D},
}};

void xilinx_bsp::cpu_init() {
    m_cp15.write(reg::PMXEVCNTR, 0);
    m_cp15.write(reg::PMOVSR, cycle_bit);
    m_cp15.write(reg::PMCR, pmcr::D.mask() | pmcr::C.mask() | pmcr::E.mask());
    m_cp15.write(reg::PMCNTENSET, cycle_bit);
}

void xilinx_bsp::usleep(std::uint64_t microseconds) {
    std::uint32_t old = m_cp15.read(reg::PMCCNTR);
    const std::uint64_t end = old + microseconds * counts_per_second() / 1'000'000;
    std::uint64_t now = old;
    while (now < end) {
        m_cpu.pass(poll_cycles);
        const std::uint32_t value = m_cp15.read(reg::PMCCNTR);
        const std::uint64_t wraps = (now >> 32) + (value < old ? 1 : 0);
        now = wraps << 32 | value;
        old = value;
    }
}

void xilinx_bsp::disable_event_counters() {
    const std::uint32_t enabled = m_cp15.read(reg::PMCNTENCLR);
    m_cp15.write(reg::PMCNTENCLR, (enabled & ~cycle_bit) | event_counter_bits);
}

void xilinx_bsp::enable_event_counters() {
    m_cp15.modify(reg::PMCNTENSET, 0, event_counter_bits);
}

void xilinx_bsp::reset_event_counters() {
    m_cp15.modify(reg::PMCR, 0, pmcr::P.mask());
}

void xilinx_bsp::set_events(std::size_t group) {
    disable_event_counters();
    for (unsigned i = 0; i < counts{}.size(); ++i) {
        m_cp15.write(reg::PMSELR, i);
        m_cp15.write(reg::PMXEVTYPER, xpm_event_groups[group][i]);
    }
    reset_event_counters();
    enable_event_counters();
}

xilinx_bsp::counts xilinx_bsp::get_event_counters() {
    disable_event_counters();
    counts read{};
    for (unsigned i = 0; i < read.size(); ++i) {
        read[i] = get_event_counter(i);
    }
    return read;
}

unsigned xilinx_bsp::set_up_an_event(std::uint32_t event) {
    const std::uint32_t enabled = m_cp15.read(reg::PMCNTENSET);
    for (unsigned i = 0; i < counts{}.size(); ++i) {
        if ((enabled & 1U << i) == 0) {
            m_cp15.write(reg::PMSELR, i);
            m_cp15.write(reg::PMXEVTYPER, event);
            m_cp15.write(reg::PMCNTENSET, (enabled & event_counter_bits) | 1U << i);
            return i;
        }
    }
    return none_free;
}

std::uint32_t xilinx_bsp::get_event_counter(unsigned counter) {
    m_cp15.write(reg::PMSELR, counter);
    return m_cp15.read(reg::PMXEVCNTR);
}

void xilinx_bsp::disable_event(unsigned counter) {
    m_cp15.modify(reg::PMCNTENCLR, 1U << counter, 0);
}

} // namespace platform::cortex_r5
