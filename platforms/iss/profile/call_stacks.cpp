// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/call_stacks.h>

#include <algorithm>

namespace platform::iss {

namespace {

/// What a handler may have below the SP that calls have shown.
constexpr std::uint32_t unseen_by_handler = 4096;
/// The same of a function. Where one begins SP is as it was for another.
constexpr std::uint32_t unseen_at(const call_stacks::arrival& to) {
    return to.is_start ? 0 : 256;
}
/// A call with SP that far below has a large array, not another stack.
constexpr std::uint32_t largest_frame = 65'536;

/// Calls from the innermost exception on: its position and one; 0: there is none.
template <class Calls>
std::size_t segment_of(const Calls& calls, std::size_t n) {
    while (n != 0 && !calls[n - 1].is_exception) {
        --n;
    }
    return n;
}

/// The innermost one.
template <class Calls, class F>
std::optional<std::size_t> find(const Calls& calls, const F& is_meant) {
    for (std::size_t n = calls.size(); n-- != 0;) {
        if (is_meant(calls[n])) {
            return n;
        }
    }
    return std::nullopt;
}

} // namespace

void call_stacks::note_place(const call& c, int change) {
    const std::size_t first = slot_of(c.first);
    const std::size_t last = slot_of(c.last);
    m_places[first] += static_cast<std::uint32_t>(change);
    if (last != first) {
        m_places[last] += static_cast<std::uint32_t>(change);
    }
}

/// Calls from the nth on have returned.
void call_stacks::drop_from(std::size_t n) {
    stack& s = now();
    s.base = s.calls[n].base;
    s.nesting = s.calls[n].nesting;
    for (std::size_t k = n; k != s.calls.size(); ++k) {
        note_place(s.calls[k], -1);
    }
    s.calls.resize(n);
}

/// Forgets the calls whose callee has gone: SP is above where it began. Not exceptions.
void call_stacks::drop_dead(std::uint32_t sp) {
    const auto& calls = now().calls;
    std::size_t n = calls.size();
    while (n != 0 && !calls[n - 1].is_exception && calls[n - 1].sp < sp) {
        --n;
    }
    if (n != calls.size()) {
        drop_from(n);
    }
}

/// Of a call outside of handlers: they have stacks of their own.
void call_stacks::note_sp(std::uint32_t sp, bool loads_sp) {
    stack& s = now();
    if (segment_of(s.calls, s.calls.size()) != 0) {
        return;
    }
    const bool is_new = s.low > s.high;
    const bool has_moved = sp > s.high || (loads_sp && sp < s.low && s.low - sp > largest_frame);
    if (is_new || has_moved) {
        s.low = s.high = sp;
    }
    s.low = std::min(s.low, sp);
}

void call_stacks::push(call made, bool loads_sp) {
    if (!made.is_exception) {
        note_sp(made.sp, loads_sp);
    }
    stack& s = now();
    if (s.calls.size() == most_calls) {
        if (!made.is_exception) {
            return;
        }
        drop_from(most_calls - 1); // its end has to be seen
    }
    made.base = s.base;
    made.nesting = s.nesting;
    note_place(made, 1);
    s.calls.push_back(made);
}

/// \param calls the first ones of s, without those of the innermost handler if it has been left
/// \param unseen bytes that a function may have below those that calls have shown
bool call_stacks::is_on(const stack& s, std::size_t calls, std::uint32_t sp, std::uint32_t unseen) {
    const std::size_t first = segment_of(s.calls, calls);
    std::uint32_t low = s.low;
    std::uint32_t high = s.high;
    if (first != 0) {
        if (first == calls) { // it may set up its stack
            return true;
        }
        low = s.calls[calls - 1].sp;
        high = s.calls[first].sp;
        for (std::size_t n = first; n != calls; ++n) {
            high = std::max(high, s.calls[n].sp);
        }
        unseen = unseen_by_handler;
    }
    return sp <= high && (sp >= low || low - sp <= unseen);
}

template <class F>
bool call_stacks::come_back_to(const F& is_meant, bool looks_elsewhere) {
    if (const auto n = find(now().calls, is_meant)) {
        drop_from(*n);
        return true;
    }
    for (std::size_t k = 0; looks_elsewhere && k != m_stacks.size(); ++k) {
        const auto n = k != m_now ? find(m_stacks[k].calls, is_meant) : std::nullopt;
        if (n) {
            switch_to(k);
            drop_from(*n);
            return true;
        }
    }
    return false;
}

bool call_stacks::arrive(const arrival& to, std::uint32_t sp) {
    const auto returns_exactly = [&](const call& c) {
        return c.may_return_to(to.pc) && c.sp == sp;
    };
    if ((may_be_return(to.pc) && come_back_to(returns_exactly, to.loads_sp)) || to.is_near) {
        return true;
    }
    // The caller goes on somewhere else with the SP that it has had: longjmp, exceptions of C++.
    const auto goes_on = [&](const call& c) {
        return !c.is_exception && c.sp == sp && c.function == to.function;
    };
    if (to.is_known && !to.is_start && come_back_to(goes_on, to.loads_sp)) {
        return true;
    }
    const auto& calls = now().calls;
    if (to.returns && segment_of(calls, calls.size()) != 0) {
        return leave_exception(to, sp) || go_elsewhere(to, sp);
    }
    // The callee has changed SP, such as start code. Where a function begins no call returns, also
    // if a call of one that does not return stands just before it.
    for (std::size_t n = calls.size(); n != 0 && !calls[n - 1].is_exception && !to.is_start; --n) {
        if (calls[n - 1].may_return_to(to.pc) && (to.loads_sp || sp > calls[n - 1].sp)) {
            drop_from(n - 1);
            return true;
        }
    }
    const bool is_start_code = m_stacks.size() == 1 && calls.empty();
    if (to.loads_sp && !is_start_code && !is_on(now(), calls.size(), sp, unseen_at(to))) {
        return go_elsewhere(to, sp);
    }
    drop_dead(sp);
    return false;
}

/// An exception return has led to where none has come from with this SP.
/// \return false: it is not on the stack that was interrupted
bool call_stacks::leave_exception(const arrival& to, std::uint32_t sp) {
    const auto& calls = now().calls;
    const std::size_t exception = segment_of(calls, calls.size()) - 1;
    const bool is_return = calls[exception].may_return_to(to.pc);
    if (!is_return && !is_on(now(), exception, sp, unseen_at(to))) {
        return false;
    }
    drop_from(exception);
    if (!is_return) {
        drop_dead(sp);
    }
    return true;
}

/// To the stack that has this SP, or to a new one.
/// \return whether it goes on there
bool call_stacks::go_elsewhere(const arrival& to, std::uint32_t sp) {
    for (std::size_t k = 0; k != m_stacks.size(); ++k) {
        const auto& calls = m_stacks[k].calls;
        std::size_t n = calls.size(); // without exceptions: it is none that has returned there
        for (std::size_t first = segment_of(calls, n); first != 0; first = segment_of(calls, n)) {
            n = first - 1;
        }
        if (k != m_now && is_on(m_stacks[k], n, sp, unseen_at(to))) {
            switch_to(k);
            if (n != calls.size()) {
                drop_from(n);
            }
            drop_dead(sp);
            return !to.is_start || to.returns; // else it begins anew there
        }
    }
    std::size_t made = m_stacks.size();
    if (made < most_stacks) {
        m_stacks.emplace_back();
    } else {
        made = m_now == 0 ? 1 : 0;
        for (std::size_t k = 0; k != m_stacks.size(); ++k) {
            made = k != m_now && m_stacks[k].left < m_stacks[made].left ? k : made;
        }
    }
    switch_to(made);
    if (!calls().empty()) {
        drop_from(0);
    }
    now() = stack();
    now().low = now().high = sp;
    return false;
}

void call_stacks::switch_to(std::size_t to) {
    now().left = ++m_switches;
    m_now = to;
}

} // namespace platform::iss
