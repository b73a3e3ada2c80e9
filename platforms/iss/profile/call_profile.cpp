// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/call_profile.h>

#include <iss/meter/basic_block.h>

#include <algorithm>
#include <iterator>

namespace platform::iss {

namespace {

constexpr std::size_t recent_blocks = 4096; // a power of two
constexpr std::size_t most_blocks = std::size_t{1} << 18U;
constexpr std::size_t most_frames = std::size_t{1} << 17U;
constexpr std::size_t most_nestings = 256;

} // namespace

call_profile::call_profile(const elf_image& image, std::uint64_t kinds)
    : m_image(image), m_recent(recent_blocks, &m_elsewhere), m_frames(1), m_instructions(kinds) {
    m_elsewhere.pc = 1; // no block is at an odd address
}

std::uint32_t call_profile::function_in(const elf_image& image, std::uint32_t pc) {
    const elf_symbol* const symbol = image.function_at(pc);
    return symbol == nullptr ? no_function
                             : static_cast<std::uint32_t>(symbol - image.symbols.data());
}

call_profile::block& call_profile::find(std::uint32_t pc, std::uint32_t bytes) {
    block*& recent = m_recent[(pc >> 1U) % recent_blocks];
    if (recent->pc == pc && recent->end == pc + bytes) {
        return *recent;
    }
    const auto found = m_blocks.find(place_of(pc, bytes));
    if (found != m_blocks.end()) {
        recent = &found->second;
    } else if (m_blocks.size() < most_blocks) {
        block& made = m_blocks[place_of(pc, bytes)];
        made.pc = pc;
        made.end = pc + bytes;
        made.function = function_of(pc);
        made.last_function = last_function_of(pc, made.end);
        made.parts = parts_of(pc, made.end);
        if (m_look) {
            const code_facts facts = m_look(pc, bytes);
            made.loads_sp = facts.loads_sp;
            made.returns = facts.returns;
        }
        recent = &made;
    } else {
        m_elsewhere.end = pc + bytes;
        m_elsewhere.function = function_of(pc);
        m_elsewhere.last_function = last_function_of(pc, m_elsewhere.end);
        m_elsewhere.parts = parts_of(pc, m_elsewhere.end);
        m_elsewhere.kind = block::jump::unknown;
        return m_elsewhere;
    }
    return *recent;
}

std::uint32_t call_profile::frame_of(std::uint32_t function) {
    place where{m_stacks.base(), function, site_of_call()};
    for (const std::uint32_t site : {where.site, no_site}) {
        const auto found = m_children.find({where.parent, function, site});
        if (found != m_children.end()) {
            return found->second;
        }
    }
    if (m_frames.size() == most_frames) {
        return where.parent;
    }
    m_frames.push_back({function, where.parent, where.site, 0, {}});
    const auto made = static_cast<std::uint32_t>(m_frames.size() - 1);
    if (is_recursive(where.parent, function)) { // else frames would be as many as paths
        where.site = no_site;
    }
    m_children.emplace(where, made);
    return made;
}

bool call_profile::is_recursive(std::uint32_t parent, std::uint32_t function) const {
    for (std::uint32_t at = parent; at != 0; at = m_frames[at].parent) {
        if (m_frames[at].function == function) {
            return true;
        }
    }
    return false;
}

/// Of the innermost call.
std::uint32_t call_profile::site_of_call() const {
    const auto& calls = m_stacks.calls();
    return calls.empty() || calls.size() > most_callers ? no_site : site_of(calls.back());
}

std::uint32_t call_profile::site_of(const call_stacks::call& c) {
    return c.is_exception ? c.first : c.first - 2;
}

void call_profile::enter(std::uint32_t pc, std::uint32_t bytes, const cpu_view& cpu) {
    block& now = find(pc, bytes);
    come_to(pc, now.function, cpu);
    m_last = &now;
}

/// Execution goes on at pc.
void call_profile::come_to(std::uint32_t pc, std::uint32_t function, const cpu_view& cpu) {
    block* const before = m_last;
    // Inside of it: it was executed only so far, such as where the host executes an instruction.
    const bool is_inside = before != nullptr && pc - before->pc - 1 < before->end - before->pc - 1;
    m_has_loaded_sp = m_has_loaded_sp || (before != nullptr && before->loads_sp);
    // To the address after it, which LR has, too: a call of the function that follows.
    const bool is_call_of_next = before != nullptr && pc == before->end &&
                                 before->last_function != function && (cpu.reg(14) & ~1U) == pc;
    const bool has_jumped =
        is_call_of_next || (before != nullptr && pc != before->end && !is_inside);
    const bool is_call = has_jumped && follow(*before, pc, function, cpu);
    const bool is_other =
        before == nullptr || has_jumped || !before->parts.empty() || before->function != function;
    const std::uint32_t base = m_stacks.base();
    if (is_other &&
        (m_now == base || m_frames[m_now].parent != base || m_frames[m_now].function != function)) {
        m_now = frame_of(function);
    }
    m_frames[m_now].calls += is_call ? 1 : 0;
}

/// \return whether that calls the function: also by a jump to its start, or as a task's first one
bool call_profile::follow(block& before, std::uint32_t pc, std::uint32_t function,
                          const cpu_view& cpu) {
    if (before.kind == block::jump::unknown) {
        const bool is_call = (cpu.reg(14) & ~1U) == before.end;
        before.kind = is_call ? block::jump::call : block::jump::other;
    }
    const bool is_near = before.last_function == function && function != no_function;
    if (before.kind == block::jump::call) {
        call(before.end, before.end, false, before.last_function, cpu.reg(13));
        return true;
    }
    bool is_call = false;
    if (!is_near || m_stacks.may_be_return(pc)) { // reading SP takes its time
        const bool is_known = function != no_function;
        const bool is_start = is_known && m_image.symbols[function].address == pc;
        const bool comes_back = m_stacks.arrive(
            {pc, function, is_near, is_known, is_start, before.returns, m_has_loaded_sp},
            cpu.reg(13));
        m_has_loaded_sp = m_has_loaded_sp && is_near;
        is_call = is_start && !comes_back;
    }
    return is_call;
}

void call_profile::call(std::uint32_t first, std::uint32_t last, bool is_exception,
                        std::uint32_t function, std::uint32_t sp) {
    m_stacks.push({first, last, sp, function, is_exception}, m_has_loaded_sp);
    m_has_loaded_sp = false;
    const std::size_t depth = m_stacks.calls().size();
    if (depth <= most_callers) {
        m_stacks.set_base(m_now);
    } else if (depth == most_callers + 1) {
        m_stacks.set_base(frame_of(calls_left_out));
    }
}

void call_profile::take_exception(std::uint32_t pc, std::uint32_t first, std::uint32_t last,
                                  std::uint32_t vector, const cpu_view& cpu, const char* name) {
    const std::uint32_t interrupted = function_of(pc);
    const bool has_come = m_last != nullptr && pc - m_last->pc < m_last->end - m_last->pc;
    if (!has_come) { // else it is an instruction of the block entered last
        come_to(pc, interrupted, cpu);
    }
    call(first, last, true, interrupted, cpu.reg(13));
    m_stacks.set_nesting(nesting_of(name));
    m_last = nullptr;
    m_now = frame_of(function_of(vector));
    ++m_frames[m_now].calls;
}

std::vector<std::uint32_t> call_profile::callers() const {
    const auto& calls = m_stacks.calls();
    const std::size_t kept = std::min(calls.size(), most_callers);
    std::vector<std::uint32_t> all;
    all.reserve(kept + 1);
    if (kept != calls.size()) {
        all.push_back(callers_left_out);
    }
    for (std::size_t n = kept; n-- != 0;) {
        all.push_back(site_of(calls[n]));
    }
    return all;
}

const char* call_profile::name_in(const elf_image& image, std::uint32_t function) {
    return function == no_function      ? "(no function)"
           : function == calls_left_out ? name_of_calls_left_out
                                        : image.symbols[function].name.c_str();
}

/// The same name in the same handlers.
std::uint32_t call_profile::nesting_of(const char* name) {
    const auto found = std::find_if(m_nestings.begin() + 1, m_nestings.end(), [&](const auto& n) {
        return n.parent == m_stacks.nesting() && n.name == name;
    });
    if (found == m_nestings.end() && m_nestings.size() == most_nestings) {
        return m_stacks.nesting();
    }
    const auto at = static_cast<std::uint32_t>(found - m_nestings.begin());
    if (found == m_nestings.end()) {
        m_nestings.push_back({name, m_stacks.nesting()});
    }
    return at;
}

void call_profile::settle(std::uint64_t ps) {
    for (const change& c : m_changes) {
        std::vector<const char*> exceptions;
        for (std::uint32_t at = c.nesting; at != 0; at = m_nestings[at].parent) {
            exceptions.insert(exceptions.begin(), m_nestings[at].name);
        }
        m_listener->come_to(ps - (m_cycles - c.cycles) * m_cycle_ps, c.frame, exceptions);
    }
    m_changes.clear();
}

// --- the account ---------------------------------------------------------------------------------

/// The function of the last instruction before `end`, of one halfword or two.
std::uint32_t call_profile::last_function_of(std::uint32_t pc, std::uint32_t end) const {
    return function_of(std::max(pc, end - 2));
}

std::vector<call_profile::part> call_profile::parts_of(std::uint32_t pc, std::uint32_t end) const {
    std::vector<part> parts;
    for (std::uint32_t at = pc; at < end; at += 2) {
        const std::uint32_t function = function_of(at);
        const std::uint32_t inlined = m_image.inlined.at(at);
        if (parts.empty() || parts.back().function != function || parts.back().inlined != inlined) {
            parts.push_back({at, function, inlined});
        }
    }
    if (parts.size() == 1 && parts.front().inlined == inlined_calls::none) {
        parts.clear();
    }
    return parts;
}

std::vector<std::uint32_t> call_profile::parts(std::uint32_t pc, std::uint32_t end) const {
    std::vector<std::uint32_t> starts;
    for (const part& p : parts_of(pc, end)) {
        starts.push_back(p.pc);
    }
    return starts.empty() ? std::vector{pc} : starts;
}

/// The part of the block that was entered last; nullptr: it is of one owner, or pc is elsewhere.
call_profile::part* call_profile::part_at(std::uint32_t pc) {
    if (m_last == nullptr || m_last->parts.empty() || pc - m_last->pc >= m_last->end - m_last->pc) {
        return nullptr;
    }
    const auto after = std::upper_bound(m_last->parts.begin() + 1, m_last->parts.end(), pc,
                                        [](std::uint32_t a, const part& p) { return a < p.pc; });
    return &*std::prev(after);
}

void call_profile::spend(std::uint32_t pc, const activity_counts& counts) {
    part* const by = part_at(pc);
    if (by != nullptr && m_frames[m_now].function != by->function) {
        m_now = frame_of(by->function);
    }
    const bool is_change = m_now != m_told_frame || m_stacks.nesting() != m_told_nesting;
    if (is_change && m_listener != nullptr) {
        m_told_frame = m_now;
        m_told_nesting = m_stacks.nesting();
        m_changes.push_back({m_cycles, m_told_frame, m_told_nesting});
    }
    if (m_is_open) {
        m_frames[m_now].counts.add(counts);
        if (std::uint64_t* const cycles = by != nullptr ? cycles_of(*by) : cycles_elsewhere(pc)) {
            *cycles += counts.cycles();
        }
    }
    m_cycles += counts.cycles();
}

/// Those of a part's inlined call in the frame that executes; nullptr: there is none, or no room.
std::uint64_t* call_profile::cycles_of(part& by) {
    if (by.inlined != inlined_calls::none && (by.cycles == nullptr || by.frame != m_now)) {
        by.frame = m_now;
        by.cycles = cycles_of(by.inlined);
    }
    return by.cycles;
}

/// The same of an instruction before the block that was entered last, whose cycles come late.
std::uint64_t* call_profile::cycles_elsewhere(std::uint32_t pc) {
    if (m_last == nullptr || pc - m_last->pc < m_last->end - m_last->pc) {
        return nullptr; // the block has one owner, as such
    }
    const std::uint32_t inlined = m_image.inlined.at(pc);
    const bool is_of_frame =
        inlined != inlined_calls::none && function_of(pc) == m_frames[m_now].function;
    return is_of_frame ? cycles_of(inlined) : nullptr;
}

std::uint64_t* call_profile::cycles_of(std::uint32_t inlined) {
    const inlined_place where{m_now, inlined};
    const auto found = m_inlined.find(where);
    if (found != m_inlined.end()) {
        return &found->second;
    }
    return m_inlined.size() == most_frames ? nullptr : &m_inlined[where];
}

} // namespace platform::iss
