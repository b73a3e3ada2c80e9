// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_demo.h>

#include <cci400/cci400_platform.h>
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

/// An event that the demonstration counts, by its ESR code.
struct counted_event {
    std::uint32_t code;
    bool has_indicator; ///< else it is counted in Secure transactions too
};

constexpr counted_event counted[] = {
    {0x80, true}, {0x83, true}, {0x8A, true},  {0x89, true},  // S4: reads
    {0x8C, true}, {0x8F, true}, {0x92, true},  {0x93, true},  // S4: writes
    {0x60, true}, {0x63, true}, {0x6A, true},  {0x00, true},  // S3, S0: reads
    {0xC0, true}, {0xC6, true}, {0xC2, false}, {0xC9, false}, // M1
};

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

void drive_traffic(traffic_source& source, wired_cci400& unit) {
    source.event_bus(unit.event_bus);
    source.secure_event_bus(unit.secure_event_bus);
}

demo::demo_plan cci400_plan(traffic_source& source) {
    demo::demo_plan plan;
    plan.cycles = {"CCNT", 0xFF, demo::cycle_period, [&source] { return source.cycles(); }};
    for (const counted_event& e : counted) {
        const auto generated = [&source, e] {
            return source.total(e.code, false) + (e.has_indicator ? 0 : source.total(e.code, true));
        };
        const pmu::event_desc* event = pmu::cci400_core::events().find(e.code);
        plan.events.push_back({event->name, e.code, demo::event_period, generated});
    }
    plan.event_counters = pmu::cci400_counters;
    plan.ratios = {
        {"S4_si_rrq_hs_inner_or_outershareable", "S4_si_rrq_hs_any", 100, 1, "% of S4's reads"},
        {"S4_si_r_data_last_hs_snoop", "S4_si_rrq_hs_inner_or_outershareable", 100, 1,
         "% of them answered by a snoop"},
        {"S4_si_rrq_stall_tt_full", "CCNT", 100, 1, "% of cycles"},
        {"S4_si_wrq_stall_tt_full", "CCNT", 100, 1, "% of cycles"},
        {"S3_si_r_data_last_hs_snoop", "S3_si_rrq_hs_inner_or_outershareable", 100, 1,
         "% of S3's shareable reads"},
        {"M1_mi_wrq_stall_wtq_full", "CCNT", 100, 1, "% of cycles"},
    };
    plan.interrupt_lines.clear();
    for (unsigned n = 0; n < pmu::cci400_core::overflow_lines; ++n) {
        plan.interrupt_lines.push_back(wired_cci400::overflow_line + n);
    }
    plan.restart_activity = [&source](std::uint64_t seed) { source.restart(seed); };
    return plan;
}

bool cci400_demo(const part::demo_request& request, std::ostream& out) {
    cci400_platform target("platform", request.clock, {});
    traffic_source source("traffic", request.clock.period);
    drive_traffic(source, target);
    demo::demo_plan plan = cci400_plan(source);
    plan.title = "CCI-400, Linux arm-cci perf driver";
    linux_arm_cci driver(target.cpu);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::cci400
