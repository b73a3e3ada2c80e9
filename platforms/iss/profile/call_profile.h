// SPDX-License-Identifier: Apache-2.0
// Where firmware spends its cycles: by function with its callers, and by instruction.
#pragma once

#include <iss/host/elf_image.h>
#include <iss/meter/cpu_view.h>
#include <iss/meter/cycle_account.h>
#include <iss/profile/call_listener.h>
#include <iss/profile/call_stacks.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace platform::iss {

/// A profile of one run, which the firmware does not notice and needs nothing for. As a
/// cycle_account it gives every cycle to its instruction, and to the functions that were active
/// then: those of the block, and of the calls that have not returned. A call is a jump that leaves
/// the address after it in LR; a return is a jump to there with SP as it was; see call_stacks.
/// Exceptions are calls, too.
///
/// Memory is bounded: 65,536 frames, 262,144 blocks and 4096 pages of code, beyond which cycles go
/// to the caller's frame and to no instruction. Of deeper chains than 128 calls the innermost ones
/// are left out, with a frame or a caller that stands for them.
class call_profile final : public cycle_account {
public:
    static constexpr std::uint32_t no_function = UINT32_MAX;
    static constexpr std::uint32_t calls_left_out = UINT32_MAX - 1; ///< as a function
    static constexpr const char* name_of_calls_left_out = "(calls left out)";
    static constexpr std::uint32_t callers_left_out = UINT32_MAX; ///< as an address in callers()
    static constexpr std::size_t most_callers = 128;

    /// A function as called by a chain of others.
    struct frame {
        std::uint32_t function = no_function; ///< in image().symbols
        std::uint32_t parent = 0;             ///< in frames(), before it; of the root: itself
        std::uint64_t cycles = 0;             ///< of its own
    };

    /// Instructions [pc, end).
    struct block {
        std::uint32_t pc = 0;
        std::uint32_t end = 0;
        std::uint32_t function = no_function;      ///< of the first one
        std::uint32_t last_function = no_function; ///< of the last one

        enum class jump : std::uint8_t { unknown, call, other };
        jump kind = jump::unknown; ///< of its last instruction
        bool has_parts = false;    ///< of several functions
        bool loads_sp = false;     ///< see code_facts
        bool returns = false;      ///< the same
    };

    /// What the instructions of a block do.
    struct code_facts {
        bool loads_sp = false; ///< SP may be that of another stack after it, or of another mode
        bool returns = false;  ///< it ends with a return from an exception
    };

    /// \param image must outlive it
    explicit call_profile(const elf_image& image);

    // What a CPU tells.

    /// How to learn about the block [pc, pc + bytes), which is about to be executed. Before
    /// enter(); without it no block is anything.
    void look_at_code_by(std::function<code_facts(std::uint32_t pc, std::uint32_t bytes)> look) {
        m_look = std::move(look);
    }
    /// It is about to execute the block [pc, pc + bytes).
    void enter(std::uint32_t pc, std::uint32_t bytes, const cpu_view& cpu);
    /// It is about to take an exception at pc, whose handler returns to one of [first, last]. What
    /// that takes belongs to the function at the vector.
    /// \param name of the exception, which must outlive this
    void take_exception(std::uint32_t pc, std::uint32_t first, std::uint32_t last,
                        std::uint32_t vector, const cpu_view& cpu, const char* name = "exception");
    /// What it has spent so far has been spent by then. \param ps simulated time
    void settle(std::uint64_t ps);

    // cycle_account: what an execution_meter tells, of the block that was entered last.

    void spend(std::uint32_t pc, std::uint64_t cycles) override;
    bool has_parts(std::uint32_t pc, std::uint32_t end) const override;
    void charge(std::uint32_t pc, std::uint64_t cycles) override;

    /// Tells a listener from now on. \param cycle_ps how long a cycle is
    void tell(call_listener& listener, std::uint64_t cycle_ps) {
        m_listener = &listener;
        m_cycle_ps = cycle_ps;
    }

    /// From where the block that was entered last has been called, innermost first: addresses
    /// inside of the instructions that call, or of those before which an exception was taken.
    /// \return at most most_callers, and callers_left_out in place of the others
    std::vector<std::uint32_t> callers() const;
    /// The function of a frame, or what stands for it; as long as the image.
    const char* name_of(std::uint32_t function) const;

    const elf_image& image() const { return m_image; }
    /// The first one is the root, which has no function.
    const std::vector<frame>& frames() const { return m_frames; }
    std::uint64_t cycles() const { return m_cycles; } ///< of all frames
    std::size_t blocks() const { return m_blocks.size(); }
    /// Calls f(pc, cycles) for each instruction that has taken any, in no order.
    template <class F>
    void for_each_instruction(const F& f) const {
        for (const auto& [number, page] : m_pages) {
            for (std::uint32_t n = 0; n < page->size(); ++n) {
                if ((*page)[n] != 0) {
                    f(number * page_bytes + 2 * n, (*page)[n]);
                }
            }
        }
    }
    /// The position of the function at an address in image().symbols.
    std::uint32_t function_of(std::uint32_t pc) const;

private:
    /// An exception in a handler of others.
    struct nesting {
        const char* name = nullptr;
        std::uint32_t parent = 0;
    };
    /// Execution comes to another function, or handler.
    struct change {
        std::uint64_t cycles; ///< spent before it
        std::uint32_t frame;
        std::uint32_t nesting; ///< of exceptions, in m_nestings
    };
    static constexpr std::uint32_t page_bytes = 4096;
    using cycle_page = std::array<std::uint64_t, page_bytes / 2>; ///< of each halfword

    block& find(std::uint32_t pc, std::uint32_t bytes);
    std::uint32_t last_function_of(std::uint32_t pc, std::uint32_t end) const;
    void come_to(std::uint32_t pc, std::uint32_t function, const cpu_view& cpu);
    void follow(block& before, std::uint32_t pc, std::uint32_t function, const cpu_view& cpu);
    void call(std::uint32_t first, std::uint32_t last, bool is_exception, std::uint32_t function,
              std::uint32_t sp);
    std::uint32_t nesting_of(const char* name);
    std::uint32_t frame_of(std::uint32_t function);

    const elf_image& m_image;
    std::unordered_map<std::uint64_t, block> m_blocks; ///< by place_of()
    std::vector<block*> m_recent;                      ///< by address
    block m_elsewhere;                                 ///< stands for those that are too many
    std::vector<frame> m_frames;
    std::unordered_map<std::uint64_t, std::uint32_t> m_children; ///< by parent and function
    std::function<code_facts(std::uint32_t, std::uint32_t)> m_look;
    call_stacks m_stacks;         ///< base(): the frame of the caller; nesting(): of now
    bool m_has_loaded_sp = false; ///< since the last call or return
    std::uint32_t m_now = 0;      ///< the frame that executes
    block* m_last = nullptr;      ///< nullptr: how it came here is known
    std::uint64_t m_cycles = 0;   ///< spent
    std::unordered_map<std::uint32_t, std::unique_ptr<cycle_page>> m_pages; ///< by address
    std::uint32_t m_recent_page = UINT32_MAX;                               ///< its number
    cycle_page* m_recent_cycles = nullptr;      ///< nullptr: there are too many pages
    std::vector<nesting> m_nestings{nesting{}}; ///< the first one: none
    call_listener* m_listener = nullptr;
    std::uint64_t m_cycle_ps = 0;
    std::vector<change> m_changes; ///< since the last settle(), for the listener
    std::uint32_t m_told_frame = 0;
    std::uint32_t m_told_nesting = 0;
};

} // namespace platform::iss
