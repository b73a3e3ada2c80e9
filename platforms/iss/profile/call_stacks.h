// SPDX-License-Identifier: Apache-2.0
// Which calls have not returned, on each of the stacks that firmware switches between.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace platform::iss {

/// A shadow stack for each stack of the firmware. A call is known by the address it returns to and
/// by SP when it was made. SP also tells what longjmp has dropped, and that a task has been
/// switched: SP was loaded, not computed from itself, and is not on the stack that it was on.
///
/// What is beyond most_calls or most_stacks is forgotten: the newest calls, the stack that was left
/// longest ago.
class call_stacks {
public:
    static constexpr std::size_t most_calls = 4096; ///< of each stack
    static constexpr std::size_t most_stacks = 64;

    /// A call that has not returned, or an exception.
    struct call {
        std::uint32_t first = 0; ///< where it may return to
        std::uint32_t last = 0;
        std::uint32_t sp = 0;       ///< before it
        std::uint32_t function = 0; ///< that was in execution
        bool is_exception = false;
        std::uint32_t base = 0;    ///< see base(), before it
        std::uint32_t nesting = 0; ///< the same

        bool may_return_to(std::uint32_t pc) const { return first <= pc && pc <= last; }
    };
    /// Where a jump that is no call leads to.
    struct arrival {
        std::uint32_t pc = 0;
        std::uint32_t function = 0; ///< only compared
        bool is_near = false;       ///< it has stayed in the function
        bool is_known = false;      ///< the function
        bool is_start = false;      ///< of the function
        bool returns = false;       ///< from an exception, by the instruction
        bool loads_sp = false;      ///< SP has been loaded since the last call or return
    };

    call_stacks() : m_stacks(1) {}

    /// Of the stack in use, the outermost first.
    const std::vector<call>& calls() const { return now().calls; }
    /// What the owner makes of the innermost call; 0 where there is none.
    std::uint32_t base() const { return now().base; }
    std::uint32_t nesting() const { return now().nesting; }
    void set_base(std::uint32_t base) { now().base = base; }
    void set_nesting(std::uint32_t nesting) { now().nesting = nesting; }

    /// base() and nesting() are kept with it. \param loads_sp as of arrival
    void push(call made, bool loads_sp);
    /// Whether arrive() may find something though the jump has stayed in its function.
    bool may_be_return(std::uint32_t pc) const { return m_places[slot_of(pc)] != 0; }
    /// The same calls, fewer of them, or another stack are those that have not returned now.
    /// \return whether it has come back to where it was before, on any stack
    bool arrive(const arrival& to, std::uint32_t sp);

private:
    /// SP is in [low, high] where it was seen.
    struct stack {
        std::vector<call> calls;
        std::uint32_t base = 0;
        std::uint32_t nesting = 0;
        std::uint32_t low = UINT32_MAX; ///< above high: it was not seen
        std::uint32_t high = 0;
        std::uint64_t left = 0; ///< when it was, in switches
    };
    struct place {
        std::size_t stack;
        std::size_t call;
    };

    stack& now() { return m_stacks[m_now]; }
    const stack& now() const { return m_stacks[m_now]; }
    static std::size_t slot_of(std::uint32_t pc) { return (pc >> 4U) % places; }
    void note_place(const call& c, int change);
    void drop_from(std::size_t n);
    void drop_dead(std::uint32_t sp);
    void note_sp(std::uint32_t sp, bool loads_sp);
    static bool is_on(const stack& s, std::size_t calls, std::uint32_t sp, std::uint32_t unseen);
    template <class F>
    bool come_back_to(const F& is_meant, bool looks_elsewhere);
    bool leave_exception(const arrival& to, std::uint32_t sp);
    bool go_elsewhere(const arrival& to, std::uint32_t sp);
    void switch_to(std::size_t to);

    static constexpr std::size_t places = 1024;

    std::vector<stack> m_stacks;
    std::size_t m_now = 0;
    std::uint64_t m_switches = 0;
    std::array<std::uint32_t, places> m_places{}; ///< how many calls return there, of all stacks
};

} // namespace platform::iss
