// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/call_profile.h>

#include <iss/meter/basic_block.h>

#include <algorithm>

namespace platform::iss {

namespace {

constexpr std::size_t recent_blocks = 4096; // a power of two
constexpr std::size_t most_blocks = std::size_t{1} << 18U;
constexpr std::size_t most_frames = std::size_t{1} << 16U;
constexpr std::size_t most_calls = 128;
constexpr std::size_t most_entered = 4096;
constexpr std::size_t most_nestings = 256;

} // namespace

call_profile::call_profile(const elf_image& image)
    : m_image(image), m_recent(recent_blocks, &m_elsewhere), m_frames(1) {
    m_window.reserve(most_entered);
    m_calls.reserve(most_calls);
    m_elsewhere.pc = 1; // no block is at an odd address
}

std::uint32_t call_profile::function_of(std::uint32_t pc) const {
    const elf_symbol* const symbol = m_image.function_at(pc);
    return symbol == nullptr ? no_function
                             : static_cast<std::uint32_t>(symbol - m_image.symbols.data());
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
        recent = &made;
    } else {
        m_elsewhere.function = function_of(pc);
        m_elsewhere.end = pc + bytes;
        m_elsewhere.kind = block::jump::unknown;
        return m_elsewhere;
    }
    return *recent;
}

std::uint32_t call_profile::frame_of(std::uint32_t function) {
    const std::uint64_t key = std::uint64_t{m_base} << 32U | function;
    const auto found = m_children.find(key);
    if (found != m_children.end()) {
        return found->second;
    }
    if (m_frames.size() == most_frames) {
        return m_base;
    }
    m_frames.push_back({function, m_base, 0});
    const auto made = static_cast<std::uint32_t>(m_frames.size() - 1);
    m_children.emplace(key, made);
    return made;
}

void call_profile::enter(std::uint32_t pc, std::uint32_t bytes, const cpu_view& cpu) {
    block& now = find(pc, bytes);
    come_to(pc, now.function, cpu);
    m_last = &now;
    if (m_window.size() < most_entered) {
        m_window.push_back({m_now, &now, std::max(bytes, 1U), m_nesting});
    }
}

/// Execution goes on at pc.
void call_profile::come_to(std::uint32_t pc, std::uint32_t function, const cpu_view& cpu) {
    block* const before = m_last;
    // Inside of it: it was executed only so far, such as where the host executes an instruction.
    const bool is_inside = before != nullptr && pc - before->pc - 1 < before->end - before->pc - 1;
    if (is_inside && !m_window.empty() && m_window.back().where == before) {
        m_window.back().bytes = pc - before->pc;
    }
    const bool has_jumped = before != nullptr && pc != before->end && !is_inside;
    if (has_jumped) {
        follow(*before, pc, function, cpu);
    }
    const bool is_other = before == nullptr || has_jumped || before->function != function;
    if (is_other && (m_now == m_base || m_frames[m_now].parent != m_base ||
                     m_frames[m_now].function != function)) {
        m_now = frame_of(function);
    }
}

void call_profile::follow(block& before, std::uint32_t pc, std::uint32_t function,
                          const cpu_view& cpu) {
    if (before.kind == block::jump::unknown) {
        const bool is_call = (cpu.reg(14) & ~1U) == before.end;
        before.kind = is_call ? block::jump::call : block::jump::other;
    }
    if (before.kind == block::jump::call) {
        call(before.end, before.end, false, cpu);
    } else {
        come_back(pc, before.function == function && function != no_function, cpu);
    }
}

void call_profile::call(std::uint32_t first, std::uint32_t last, bool is_exception,
                        const cpu_view& cpu) {
    if (m_calls.size() == most_calls) {
        m_calls.clear();
        m_base = m_now = 0;
        m_nesting = 0;
        return;
    }
    m_calls.push_back({first, last, cpu.reg(13), is_exception, m_base, m_nesting});
    m_base = m_now;
}

/// \param is_near it has stayed in the function: then only the last call can have returned, and a
/// branch may lead to the same place
void call_profile::come_back(std::uint32_t pc, bool is_near, const cpu_view& cpu) {
    for (std::size_t n = m_calls.size(); n-- != 0;) {
        const pending_call& c = m_calls[n];
        const bool checks_stack = is_near || c.is_exception;
        if (c.first <= pc && pc <= c.last && (!checks_stack || c.sp == cpu.reg(13))) {
            m_base = c.base;
            m_nesting = c.nesting;
            m_calls.resize(n);
            return;
        }
        if (is_near) {
            return;
        }
    }
}

void call_profile::take_exception(std::uint32_t pc, std::uint32_t first, std::uint32_t last,
                                  const cpu_view& cpu, const char* name) {
    come_to(pc, function_of(pc), cpu);
    call(first, last, true, cpu);
    m_nesting = nesting_of(name);
    m_last = nullptr;
}

std::vector<std::uint32_t> call_profile::callers() const {
    std::vector<std::uint32_t> all;
    all.reserve(m_calls.size());
    for (auto c = m_calls.rbegin(); c != m_calls.rend(); ++c) {
        all.push_back(c->is_exception ? c->first : c->first - 2);
    }
    return all;
}

/// The same name in the same handlers.
std::uint32_t call_profile::nesting_of(const char* name) {
    const auto found = std::find_if(m_nestings.begin() + 1, m_nestings.end(), [&](const auto& n) {
        return n.parent == m_nesting && n.name == name;
    });
    if (found == m_nestings.end() && m_nestings.size() == most_nestings) {
        return m_nesting;
    }
    const auto at = static_cast<std::uint32_t>(found - m_nestings.begin());
    if (found == m_nestings.end()) {
        m_nestings.push_back({name, m_nesting});
    }
    return at;
}

void call_profile::tell(std::uint64_t ps, const entered& now) {
    if (now.frame == m_told_frame && now.nesting == m_told_nesting) {
        return;
    }
    m_told_frame = now.frame;
    m_told_nesting = now.nesting;
    std::vector<const char*> exceptions;
    for (std::uint32_t at = now.nesting; at != 0; at = m_nestings[at].parent) {
        exceptions.insert(exceptions.begin(), m_nestings[at].name);
    }
    m_listener->come_to(ps, now.frame, exceptions);
}

void call_profile::settle(std::uint64_t cycles, std::uint64_t ps) {
    const std::uint64_t passed = cycles - m_settled;
    if (passed == 0) {
        return;
    }
    m_settled = cycles;
    if (m_window.empty()) {
        m_frames[m_now].cycles += passed;
        if (m_last != nullptr) {
            m_last->cycles += passed;
        }
        return;
    }
    const entered last = m_window.back(); // has yet to be executed
    if (m_window.size() > 1) {
        m_window.pop_back();
    }
    std::uint64_t all = 0;
    for (const entered& e : m_window) {
        all += e.bytes;
    }
    std::uint64_t so_far = 0;
    std::uint64_t given = 0;
    for (const entered& e : m_window) {
        so_far += e.bytes;
        if (m_listener != nullptr) {
            tell(ps - (passed - given) * m_cycle_ps, e);
        }
        const std::uint64_t share = passed * so_far / std::max<std::uint64_t>(all, 1) - given;
        given += share;
        m_frames[e.frame].cycles += share;
        e.where->cycles += share;
    }
    m_window.assign(1, last);
}

} // namespace platform::iss
