// SPDX-License-Identifier: Apache-2.0
// Where firmware spends its cycles, and what else it counts there: by function with its callers,
// and by instruction.
#pragma once

#include <iss/host/elf_image.h>
#include <iss/meter/activity_account.h>
#include <iss/meter/cpu_view.h>
#include <iss/meter/region_listener.h>
#include <iss/profile/call_listener.h>
#include <iss/profile/call_stacks.h>
#include <iss/profile/instruction_table.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace platform::iss {

/// A profile of one run, which the firmware does not notice and needs nothing for. As an
/// activity_account it gives every cycle, and every other occurrence, to its instruction, and to
/// the functions that were active then: those of the block, and of the calls that have not
/// returned. A call is a jump that leaves the address after it in LR; a return is a jump to there
/// with SP as it was; see call_stacks. Exceptions are calls, too.
///
/// Memory is bounded: 131,072 frames, as many inlined calls in them, 262,144 blocks and an
/// instruction_table, beyond which what is counted goes to the caller's frame, to the function that
/// an inlined one is in, and to no instruction. Of deeper chains than 128 calls the
/// innermost ones are left out, with a frame or a caller that stands for them.
class call_profile final : public activity_account, public region_listener {
public:
    static constexpr std::uint32_t no_function = UINT32_MAX;
    static constexpr std::uint32_t calls_left_out = UINT32_MAX - 1; ///< as a function
    static constexpr const char* name_of_calls_left_out = "(calls left out)";
    static constexpr std::uint32_t callers_left_out = UINT32_MAX; ///< as an address in callers()
    static constexpr std::size_t most_callers = 128;

    static constexpr std::uint32_t no_site = UINT32_MAX; ///< as a call site

    /// A function as called by a chain of others, from one place each; where it calls itself, by
    /// others or not, from any.
    struct frame {
        std::uint32_t function = no_function; ///< in image().symbols
        std::uint32_t parent = 0;             ///< in frames(), before it; of the root: itself
        /// Where the latter has called it first: in the instruction, or before it if that is an
        /// exception.
        std::uint32_t site = no_site;
        std::uint64_t calls = 0; ///< of the whole run, whatever the region
        activity_counts counts;  ///< of its own
    };

    /// Instructions of a block of one owner.
    struct part {
        std::uint32_t pc = 0; ///< of the first one, or the second halfword of that before it
        std::uint32_t function = no_function;
        std::uint32_t inlined = inlined_calls::none; ///< the innermost call
        // Where its cycles were added last.
        std::uint32_t frame = 0;
        std::uint64_t* cycles = nullptr;
    };

    /// Instructions [pc, end).
    struct block {
        std::uint32_t pc = 0;
        std::uint32_t end = 0;
        std::uint32_t function = no_function;      ///< of the first one
        std::uint32_t last_function = no_function; ///< of the last one

        enum class jump : std::uint8_t { unknown, call, other };
        jump kind = jump::unknown; ///< of its last instruction
        /// Of different functions or inlined calls; none where it is of one function as such.
        std::vector<part> parts;
        bool loads_sp = false; ///< see code_facts
        bool returns = false;  ///< the same
    };

    /// What the instructions of a block do.
    struct code_facts {
        bool loads_sp = false; ///< SP may be that of another stack after it, or of another mode
        bool returns = false;  ///< it ends with a return from an exception
    };

    /// \param image must outlive it
    /// \param kinds that it keeps an account of, beside cycles, as bits
    explicit call_profile(const elf_image& image, std::uint64_t kinds = 0);

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

    // activity_account: what an execution_meter tells, of the block that was entered last.

    std::uint64_t kinds() const override { return m_instructions.kinds(); }
    bool is_open() const override { return m_is_open; }
    void spend(std::uint32_t pc, const activity_counts& counts) override;
    std::vector<std::uint32_t> parts(std::uint32_t pc, std::uint32_t end) const override;
    void charge(std::uint32_t pc, const activity_counts& counts) override {
        m_instructions.add(pc, counts);
    }
    void charge_branch(std::uint32_t pc, std::uint64_t taken, std::uint64_t fallen) override {
        m_instructions.add_branch(pc, taken, fallen);
    }

    // region_listener: without a region everything is in it.

    void enter_region() override { m_is_open = true; }
    void leave_region() override { m_is_open = false; }

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
    const char* name_of(std::uint32_t function) const { return name_in(m_image, function); }
    /// The same without a profile.
    static const char* name_in(const elf_image& image, std::uint32_t function);

    const elf_image& image() const { return m_image; }
    /// The first one is the root, which has no function.
    const std::vector<frame>& frames() const { return m_frames; }
    /// A frame, and an inlined call in its function.
    using inlined_place = std::pair<std::uint32_t, std::uint32_t>;
    /// Of the own cycles of frames those of inlined calls; each of the innermost one.
    const std::map<inlined_place, std::uint64_t>& inlined_cycles() const { return m_inlined; }
    std::uint64_t cycles() const { return m_cycles; } ///< spent, in the region or not
    std::size_t blocks() const { return m_blocks.size(); }
    /// Whether a function that a frame calls has been called before, and has not returned.
    bool is_recursive(std::uint32_t parent, std::uint32_t function) const;
    /// What each instruction has counted, once the run is over.
    const instruction_table& instructions() const { return m_instructions; }
    /// The position of the function at an address in image().symbols, or no_function.
    std::uint32_t function_of(std::uint32_t pc) const { return function_in(m_image, pc); }
    /// The same without a profile.
    static std::uint32_t function_in(const elf_image& image, std::uint32_t pc);

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
    /// What frames differ in.
    struct place {
        std::uint32_t parent;
        std::uint32_t function;
        std::uint32_t site;

        friend bool operator==(const place& a, const place& b) {
            return a.parent == b.parent && a.function == b.function && a.site == b.site;
        }
    };
    struct place_hash {
        std::size_t operator()(const place& p) const {
            constexpr std::uint64_t factor = 0x9E37'79B9'7F4A'7C15;
            const std::uint64_t hash =
                ((std::uint64_t{p.parent} << 32U | p.function) * factor ^ p.site) * factor;
            return static_cast<std::size_t>(hash >> 16U);
        }
    };

    block& find(std::uint32_t pc, std::uint32_t bytes);
    std::vector<part> parts_of(std::uint32_t pc, std::uint32_t end) const;
    part* part_at(std::uint32_t pc);
    std::uint64_t* cycles_of(part& by);
    std::uint64_t* cycles_of(std::uint32_t inlined);
    std::uint64_t* cycles_elsewhere(std::uint32_t pc);
    std::uint32_t last_function_of(std::uint32_t pc, std::uint32_t end) const;
    void come_to(std::uint32_t pc, std::uint32_t function, const cpu_view& cpu);
    bool follow(block& before, std::uint32_t pc, std::uint32_t function, const cpu_view& cpu);
    void call(std::uint32_t first, std::uint32_t last, bool is_exception, std::uint32_t function,
              std::uint32_t sp);
    std::uint32_t nesting_of(const char* name);
    std::uint32_t frame_of(std::uint32_t function);
    std::uint32_t site_of_call() const;
    static std::uint32_t site_of(const call_stacks::call& c);

    const elf_image& m_image;
    std::unordered_map<std::uint64_t, block> m_blocks; ///< by place_of()
    std::vector<block*> m_recent;                      ///< by address
    block m_elsewhere;                                 ///< stands for those that are too many
    std::vector<frame> m_frames;
    std::unordered_map<place, std::uint32_t, place_hash> m_children;
    std::function<code_facts(std::uint32_t, std::uint32_t)> m_look;
    call_stacks m_stacks;         ///< base(): the frame of the caller; nesting(): of now
    bool m_has_loaded_sp = false; ///< since the last call or return
    std::uint32_t m_now = 0;      ///< the frame that executes
    block* m_last = nullptr;      ///< nullptr: how it came here is known
    std::uint64_t m_cycles = 0;   ///< spent
    std::map<inlined_place, std::uint64_t> m_inlined;
    instruction_table m_instructions;
    bool m_is_open = true;                      ///< in the region of interest
    std::vector<nesting> m_nestings{nesting{}}; ///< the first one: none
    call_listener* m_listener = nullptr;
    std::uint64_t m_cycle_ps = 0;
    std::vector<change> m_changes; ///< since the last settle(), for the listener
    std::uint32_t m_told_frame = 0;
    std::uint32_t m_told_nesting = 0;
};

} // namespace platform::iss
