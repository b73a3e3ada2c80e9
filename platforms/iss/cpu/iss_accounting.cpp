// SPDX-License-Identifier: Apache-2.0
// What has been executed: who gets to know it, how soon and in what detail.
#include <iss/cpu/iss_cpu.h>

#include <iss/cpu/iss_text.h>

#include <algorithm>
#include <ostream>

namespace platform::iss {

namespace {
/// Cycles between two looks at whether the user wants to stop: some hundredths of a second.
constexpr std::uint64_t cycles_between_looks = 1 << 22;
/// What is executed between two blocks takes fewer: an entry to an exception, an operation on a
/// cache.
constexpr std::uint64_t cycles_between_blocks = 256;

std::optional<std::uint32_t> pc_of(const instruction* i) {
    return i != nullptr ? std::optional(i->pc) : std::nullopt;
}
} // namespace

void iss_cpu::account() {
    look_at_control();
    const bool delivers_each = m_config.trace != nullptr || m_delivery->is_settling();
    m_counts.clear();
    if (delivers_each || m_is_watched_closely) {
        m_meter.drain_each([&](const instruction* i, activity_counts& counts) {
            if (m_config.trace != nullptr) {
                write_trace(i, counts);
            }
            m_counts.add(counts);
            tell_watcher(counts, pc_of(i));
            if (delivers_each) {
                deliver();
                choose_detail();
            }
        });
    } else {
        const std::optional<std::uint32_t> last =
            m_config.watcher != nullptr ? m_meter.last_executed() : std::nullopt;
        m_meter.drain(m_counts);
        tell_watcher(m_counts, last);
    }
    if (!m_counts.empty()) {
        deliver();
    }
    if (m_config.profile != nullptr) {
        m_config.profile->settle(m_time.picoseconds());
    }
}

/// What is yet to be delivered ends with this, which makes no difference to a PMU.
/// \param pc of the instruction; nothing: it is the one before
void iss_cpu::tell_watcher(const activity_counts& counts, std::optional<std::uint32_t> pc) {
    m_noted_pc = pc.value_or(m_noted_pc);
    if (m_config.watcher != nullptr && !counts.empty()) {
        m_config.watcher->executed(counts, m_noted_pc,
                                   m_time.now() + m_time.cycles(m_counts.cycles()));
    }
}

/// For the profile, when it meets a block for the first time.
call_profile::code_facts iss_cpu::facts_of(std::uint32_t pc, std::uint32_t bytes) {
    const bool is_thumb = (m_engine.cpsr() & psr::thumb) != 0;
    call_profile::code_facts facts;
    for (std::uint32_t at = pc; at - pc < bytes;) {
        const instruction i = m_meter.instruction_at(at, is_thumb, 0);
        facts.loads_sp = facts.loads_sp || i.may_unalign_stack || i.writes_status;
        facts.returns = i.is_exception_return();
        at += std::max<std::uint32_t>(i.bytes, 2);
    }
    return facts;
}

/// The CPU is where interrupts are taken.
void iss_cpu::come_to_pause() {
    if (!m_delivery->is_stepwise()) {
        m_interrupts.come_to_pause(m_time.now());
    }
    if (m_config.watcher != nullptr) {
        m_config.watcher->look(m_time.now());
    }
}

void iss_cpu::choose_detail() {
    m_meter.set_detailed(m_delivery->is_settling() || m_is_watched_closely);
}

void iss_cpu::deliver() {
    m_counts.add_to(m_totals);
    m_delivery->deliver(m_counts);
    for (event_feed& unit : m_units.on_bus()) {
        if (unit.becomes_due(m_counts, m_time.cycle())) {
            m_time.expect_change();
        }
        unit.count(m_counts, m_time.ahead());
    }
    for (enabled_counts* const counts : m_config.enabled_on_bus) {
        counts->add(m_counts);
    }
    m_counts.clear();
}

void iss_cpu::write_trace(const instruction* i, const activity_counts& counts) {
    const auto write = [this](std::uint64_t now, std::uint32_t pc, const instruction* of,
                              const activity_counts& its) {
        if (m_config.trace_lines.lets_pass(pc, its)) {
            *m_config.trace << trace_line(now, pc, of, its, m_disassembler, m_image) << '\n';
        }
    };
    std::uint64_t now = m_time.picoseconds();
    if (i == nullptr || m_core.has_thumb2 || !i->is_thumb || i->bytes != 4) {
        write(now, i != nullptr ? i->pc : m_noted_pc, i, counts);
        return;
    }
    // DDI 0100, A7.1.17: BL and BLX with a label are two instructions. The first one takes a cycle.
    activity_counts of_first;
    of_first.add(activity::activity_kind::instruction);
    of_first.add(activity::activity_kind::cycle);
    activity_counts rest;
    activity::for_each_bit(counts.kinds(), [&](std::size_t k) {
        const auto kind = static_cast<activity::activity_kind>(k);
        rest.add(kind, counts[kind] - of_first[kind]);
    });
    instruction half = *i;
    half.bytes = 2;
    half.encoding = i->encoding >> 16U;
    write(now, half.pc, &half, of_first);
    now += static_cast<std::uint64_t>(m_config.cycle / sc_core::sc_time(1, sc_core::SC_PS));
    half.pc += 2;
    half.encoding = i->encoding & 0xFFFFU;
    write(now, half.pc, &half, rest);
}

/// What the engine tells, after a PMU may have come to count other events.
void iss_cpu::choose_granularity() {
    const std::uint64_t counted =
        m_config.wanted_kinds | m_units.select(m_totals[activity::activity_kind::cycle]);
    const bool tells_accesses = m_meter.has_caches() || m_config.trace != nullptr ||
                                m_units.uses_bus() ||
                                (counted & execution_meter::kinds_by_address) != 0;
    const bool steps = m_delivery->is_stepwise() || m_config.trace != nullptr;
    m_meter.want(tells_accesses || steps ? execution_meter::all_kinds : counted);
    const granularity wanted{steps, tells_accesses};
    if (wanted != m_granularity) {
        m_granularity = wanted;
        m_meter.follow_accesses(wanted.tells_accesses);
        m_engine.set_granularity(wanted);
    }
}

void iss_cpu::renew_budget() {
    if (m_delivery->is_stepwise() || m_interrupts.awaits_pause()) {
        m_meter.set_budget(0);
        return;
    }
    // Whatever the budget: becomes_due() asks.
    std::uint64_t cycles =
        std::min(cycles_between_looks, m_units.quiet_cycles(m_time.cycle(), m_time.ahead()));
    if (m_config.watcher != nullptr) { // no block that is told as one may come to what it waits for
        const std::uint64_t quiet = m_config.watcher->quiet_cycles();
        const std::uint64_t longest = m_meter.longest_block() + cycles_between_blocks;
        const bool is_close = quiet <= longest;
        if (is_close != m_is_watched_closely) {
            m_is_watched_closely = is_close;
            choose_detail();
        }
        cycles = is_close ? 0 : std::min(cycles, quiet - longest);
        cycles = std::min(cycles, m_config.watcher->cycles_to_look(m_time.now()));
    }
    if (m_config.trace != nullptr || m_delivery->is_settling()) {
        m_meter.set_budget(0);
        return;
    }
    cycles = std::min(cycles, m_time.cycles_to_synchronise());
    if (m_config.max_instructions != 0) {
        cycles = std::min(cycles, steps_left());
    }
    m_meter.set_budget(static_cast<std::int64_t>(cycles));
}

/// Instructions, or exceptions, until the limit of both.
std::uint64_t iss_cpu::steps_left() const {
    return m_config.max_instructions - std::min(m_config.max_instructions, steps_taken());
}

} // namespace platform::iss
