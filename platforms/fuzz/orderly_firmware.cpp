// SPDX-License-Identifier: Apache-2.0
#include "code_world.h"
#include "function_writer.h"
#include "fuzzed_part.h"
#include "random_firmware.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace platform::fuzz {

namespace {

using content = memory_block::content;

// The memory of such firmware.
constexpr std::uint32_t handler = 0x100;
constexpr std::uint32_t code_start = 0x8000;
constexpr std::uint32_t data = 0x8'0000; ///< after all code, whatever its padding
constexpr std::uint32_t data_bytes = 0x1000;
constexpr std::uint32_t data_pointer = data + 0x400; ///< R4
constexpr std::uint32_t readings = 0x9'0000;         ///< what is read of counters: a ring
constexpr std::uint32_t of_handler = 0x9'1000;       ///< how often it ran, and where that was
constexpr std::uint32_t precise = 0x9'2000;          ///< where it was, in single-instruction blocks
constexpr std::uint32_t stack_top = 0xA'0F00;
constexpr std::uint32_t interrupt_stack_top = 0xA'1F00;

class orderly_maker {
public:
    orderly_maker(random_source& random, const code_world& world, fuzz_case& c)
        : m_random(random), m_world(world), m_case(c) {}

    void make() {
        m_case.is_orderly = true;
        m_case.timed_pages = {readings, of_handler, interrupt_stack_top & ~0xFFFU};
        m_case.precise_pages = {precise};
        if (m_random.one_in(2)) {
            m_case.options = {"--caches", any_caches(m_random)};
        }
        m_has_interrupts = m_random.one_in(3);
        m_use = find_fuzzed_part(m_case.part).use(m_random, m_has_interrupts);
        m_has_interrupts = m_use.can_interrupt;
        make_functions();
        place_all();
        make_data();
        make_vectors();
        m_case.entry = code_start;
    }

private:
    struct function {
        code_writer code{false};
        std::uint32_t address = 0;
        std::uint32_t cost = 0;
    };

    // --- functions -------------------------------------------------------------------------------

    /// Number 0 is called by the start code, the last ones read the PMU.
    void make_functions() {
        // Merged blocks and short ways want thousands of passes.
        const bool is_hot = m_random.one_in(4);
        const std::uint32_t most_in_all = is_hot ? 150'000 : 12'000;
        const std::uint32_t count = 2 + m_random.below(7);
        const auto helpers = static_cast<std::uint32_t>(m_use.counters.size());
        m_functions.resize(count + helpers);
        std::vector<unsigned> helper_numbers;
        for (std::uint32_t n = 0; n < helpers; ++n) {
            make_helper(m_functions[count + n].code, m_use.counters[n]);
            helper_numbers.push_back(count + n);
        }
        std::vector<callable> callees;
        for (std::uint32_t n = count; n-- != 0;) {
            const bool is_thumb = m_random.one_in(2);
            const std::uint32_t most =
                n == 0 ? most_in_all : m_random.pick({30U, 100U, 400U, 2000U, 6000U});
            m_functions[n].code = code_writer(is_thumb);
            m_functions[n].cost =
                write_function(m_random, {m_world, most, callees, helper_numbers, m_has_interrupts},
                               m_functions[n].code);
            callees.push_back({n, m_functions[n].cost});
        }
        if (is_hot && m_random.one_in(2)) {
            m_initialisation = static_cast<unsigned>(m_functions.size());
            code_writer code(m_random.one_in(2));
            write_initialisation(m_random, {m_world, 0, {}, {}, false}, code);
            m_functions.push_back({std::move(code), 0, 0});
        }
    }

    /// Keeps what it reads in a ring, and leaves all registers as they are but R0, which is 0.
    void make_helper(code_writer& code, const pmu_counter& counter) {
        arm_code words{0xE92D'0006U}; // push {r1, r2}
        append_pmu_read(counter, words);
        append_constant(1, readings + 0x100U, words);
        words.insert(words.end(),
                     {0xE511'2004U, 0xE781'0002U, // ldr r2, [r1, #-4]; str r0, [r1, r2]
                      0xE282'2004U, 0xE202'2FFFU, // add r2, #4; and r2, #0x3FC
                      0xE501'2004U, 0xE3A0'0000U, 0xE8BD'0006U, 0xE12F'FF1EU});
        code.begin_data(); // not to be made smaller
        for (const std::uint32_t word : words) {
            code.word(word);
        }
        code.end_data();
    }

    // --- start and handler -----------------------------------------------------------------------

    arm_code start_code() {
        arm_code code;
        code.push_back(0xE321'F0D2U); // msr CPSR_c: IRQ mode
        append_constant(13, interrupt_stack_top, code);
        const bool is_system = m_random.one_in(2);
        code.push_back(is_system ? 0xE321'F0DFU : 0xE321'F0D3U);
        append_constant(13, stack_top, code);
        if (m_has_interrupts) {
            append_pmu_write({{0, layout::interrupt_controller + 0x10U}, 1}, code);
        }
        for (const pmu_write& write : m_use.start) {
            append_pmu_write(write, code);
        }
        if (m_has_interrupts) {
            append_precise(code, is_system);
        }
        append_constant(4, data_pointer, code);
        for (std::uint32_t n = 0; n < 15; ++n) {
            if (n != 4 && n != 13) {
                append_constant(n, m_random.word(), code);
            }
        }
        if (m_has_interrupts && !m_random.one_in(4)) {
            code.push_back(is_system ? 0xE321'F05FU : 0xE321'F053U); // IRQ is not masked
        }
        if (m_initialisation) {
            append_call(*m_initialisation, code);
        }
        append_call(0, code);
        if (m_random.one_in(3)) {
            append_call(0, code);
        }
        code.push_back(is_system ? 0xE321'F0DFU : 0xE321'F0D3U);
        if (m_random.one_in(2)) {
            for (const pmu_write& write : m_use.stop) {
                append_pmu_write(write, code);
            }
        }
        code.push_back(0xE3A0'0018U); // SYS_EXIT
        append_constant(1, 0x20026, code);
        code.insert(code.end(), {0xEF12'3456U, 0xEAFF'FFFEU});
        return code;
    }

    /// To a function, by its address.
    void append_call(unsigned callee, arm_code& code) {
        append_constant(12, 0, code);
        m_calls.emplace_back(code.size() - 1, callee);
        code.push_back(0xE12F'FF3CU); // blx r12
    }

    /// An overflow among basic blocks of one instruction each: both modes interrupt the same one.
    void append_precise(arm_code& code, bool is_system) {
        constexpr std::uint32_t blocks = 48;
        append_constant(1, of_handler, code);
        code.insert(code.end(), {0xE3A0'0001U, 0xE581'0008U}); // it is to be noted
        append_restart(m_use, 24U + m_random.below(60), code);
        code.push_back(is_system ? 0xE321'F05FU : 0xE321'F053U);
        code.insert(code.end(), blocks, 0xEAFF'FFFFU); // b .+4
        code.push_back(is_system ? 0xE321'F0DFU : 0xE321'F0D3U);
        append_constant(1, of_handler, code);
        code.insert(code.end(), {0xE3A0'0000U, 0xE581'0008U});
    }

    arm_code handler_code() {
        const std::uint32_t period = 150U + m_random.below(5000);
        arm_code code{0xE92D'4007U}; // push {r0-r2, lr}
        append_constant(1, of_handler, code);
        code.insert(code.end(), {0xE591'2000U, 0xE282'2001U, 0xE581'2000U,   // how often
                                 0xE581'E004U, 0xE591'2008U, 0xE352'0000U}); // and where
        append_constant(0, precise, code);
        code.push_back(0x1580'E000U); // strne lr, [r0]
        if (m_has_interrupts) {
            append_restart(m_use, period, code);
        }
        for (const pmu_write& write : m_use.acknowledge) {
            append_pmu_write(write, code);
        }
        code.insert(code.end(), {0xE8BD'4007U, 0xE25E'F004U}); // subs pc, lr, #4
        return code;
    }

    // --- memory ----------------------------------------------------------------------------------

    void add_block(std::uint32_t address, const std::vector<std::uint32_t>& words) {
        m_case.memory.push_back({address});
        m_case.memory.back().add(words);
    }

    /// Some functions stand across two pages.
    void place_all() {
        constexpr std::uint32_t page = 0x1000;
        arm_code start = start_code();
        std::uint32_t at = code_start + static_cast<std::uint32_t>(start.size()) * 4U;
        for (function& f : m_functions) {
            if (m_random.one_in(3)) {
                at = (at + page) / page * page + page - 4U * (1U + m_random.below(16));
            }
            f.address = at;
            at += static_cast<std::uint32_t>((f.code.size() + 1) / 2 * 4);
        }
        const auto address_of = [this](unsigned n) {
            return m_functions[n].address | (m_functions[n].code.is_thumb() ? 1U : 0U);
        };
        for (const auto& [word, callee] : m_calls) {
            start[word] = address_of(callee);
        }
        add_block(code_start, start);
        for (function& f : m_functions) {
            memory_block block{f.address, f.code.finish(f.address, address_of), {}};
            for (const bool is_code : f.code.code_words()) {
                block.kinds.push_back(!is_code            ? content::other
                                      : f.code.is_thumb() ? content::thumb
                                                          : content::arm);
            }
            m_case.memory.push_back(std::move(block));
        }
    }

    void make_data() {
        std::vector<std::uint32_t> words(data_bytes / 4U);
        std::generate(words.begin(), words.end(),
                      [this] { return m_random.one_in(3) ? m_random.below(16) : m_random.word(); });
        add_block(data, words);
    }

    void make_vectors() {
        std::vector<std::uint32_t> vectors(8, 0xEAFF'FFFEU);
        constexpr std::uint32_t irq = 0x18;
        vectors[irq / 4] = 0xEA00'0000U | ((handler - irq - 8U) >> 2U);
        add_block(0, vectors);
        add_block(handler, handler_code());
    }

    random_source& m_random;
    const code_world& m_world;
    fuzz_case& m_case;
    pmu_use m_use;
    bool m_has_interrupts = false;
    std::vector<function> m_functions;
    std::optional<unsigned> m_initialisation; ///< a function that is executed once
    /// Words of the start code, and the functions whose addresses they are.
    std::vector<std::pair<std::size_t, unsigned>> m_calls;
};

} // namespace

void make_orderly(random_source& random, const code_world& world, fuzz_case& c) {
    orderly_maker(random, world, c).make();
}

} // namespace platform::fuzz
