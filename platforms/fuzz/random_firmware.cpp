// SPDX-License-Identifier: Apache-2.0
#include "random_firmware.h"

#include "code_world.h"
#include "fuzzed_part.h"

#include <iterator>

namespace platform::fuzz {

namespace {

using content = memory_block::content;

// Offsets in layout::constants.
constexpr std::uint32_t stack_pointers = 0x00; ///< of six modes
constexpr std::uint32_t control_bits = 0x20;   ///< toggled in SCTLR
constexpr std::uint32_t first_registers = 0x40;
constexpr std::uint32_t rounds_left = 0x80;
constexpr std::uint32_t device_base = 0x84;
constexpr std::uint32_t exit_reason = 0x88;
constexpr std::uint32_t arm_start = 0x8C;
constexpr std::uint32_t thumb_start = 0x90;
constexpr std::uint32_t controller_base = 0x94;

constexpr std::uint32_t modes[] = {0x11, 0x12, 0x17, 0x1B, 0x1F, 0x13};

/// ldr rt, [r4, #...]: a word of layout::constants.
constexpr std::uint32_t load_constant(std::uint32_t rt, std::uint32_t offset) {
    return 0xE590'0000U | data_register << 16U | rt << 12U |
           (layout::constants - layout::data + offset);
}

constexpr std::uint32_t branch(std::uint32_t from, std::uint32_t to) {
    return 0xEA00'0000U | ((to - from - 8U) >> 2U & 0xFF'FFFFU);
}

class firmware_generator {
public:
    explicit firmware_generator(const firmware_choice& choice)
        : m_choice(choice), m_random(choice.seed),
          m_of_driver(choice.seed + (std::uint64_t{1} << 40U)) {}

    fuzz_case make() {
        choose_world();
        if (m_random.one_in(2)) {
            make_orderly(m_random, m_world, m_case);
            return m_case;
        }
        choose_options();
        choose_driver();
        make_code();
        make_data();
        make_vectors();
        m_case.entry = layout::code;
        return m_case;
    }

private:
    void choose_world() {
        const auto& parts = fuzzed_parts();
        const fuzzed_part& any = *parts[m_random.below(static_cast<std::uint32_t>(parts.size()))];
        const fuzzed_part& p = m_choice.part.empty() ? any : find_fuzzed_part(m_choice.part);
        m_world = {p.name, p.set, p.has_vfp, m_random.pick({16U, 64U, 256U, 1024U})};
        m_case.part = p.name;
        m_case.seed = m_choice.seed;
    }

    void choose_options() {
        const auto add = [this](const char* option, const char* value) {
            m_case.options.insert(m_case.options.end(), {option, value});
        };
        if (m_random.one_in(2)) {
            add("--caches", any_caches(m_random));
        }
        if (m_of_driver.one_in(3)) { // periods that half a cycle does not divide
            add("--clock-mhz", m_of_driver.pick({"37", "48", "333"}));
        }
        if (m_random.one_in(2)) {
            add("--ram", "0:64K");
            if (m_random.one_in(3)) {
                add("--ram", "0xFFFF0000:64K");
                m_has_high_vectors = true;
            }
        }
    }

    /// A PMU whose overflows interrupt, and that is dealt with as a driver does: soon and often.
    void choose_driver() {
        if (m_of_driver.one_in(3)) {
            m_driver = find_fuzzed_part(m_case.part).use(m_of_driver, true);
        }
    }

    // --- code ------------------------------------------------------------------------------------

    /// Modes, stacks, SCTLR, VFP, PMU, interrupt controller; then a jump into the random code.
    void append_start(arm_code& code) {
        code.push_back(0xE3A0'4CA0U); // mov r4, #0xA000
        for (std::uint32_t n = 0; n < std::size(modes); ++n) {
            code.push_back(0xE321'F0C0U | modes[n]); // msr CPSR_c
            code.push_back(load_constant(13, stack_pointers + n * 4U));
        }
        code.insert(code.end(), {0xEE11'0F10U, load_constant(1, control_bits), 0xE020'0001U,
                                 0xEE01'0F10U}); // SCTLR ^= r1
        if (m_world.has_vfp) {
            code.insert(code.end(), {0xEE11'0F50U, 0xE380'060FU, 0xEE01'0F50U, // CPACR
                                     0xE3A0'0101U, 0xEEE8'0A10U});             // FPEXC
        } else {
            code.insert(code.end(), {0xE3E0'0000U, 0xEE0F'0F11U}); // coprocessor access register
        }
        code.insert(code.end(),
                    {load_constant(6, controller_base), 0xE3E0'1000U,
                     m_driver.can_interrupt || m_random.one_in(2) ? 0xE586'1010U
                                                                  : 0xE1A0'0000U}); // enable all
        for (const pmu_write& write : m_driver.start) {
            append_pmu_write(write, code);
        }
        const std::uint32_t writes = m_driver.can_interrupt ? 0 : m_random.below(6);
        for (std::uint32_t n = 0; n < writes; ++n) {
            const std::uint32_t write = coprocessor_access(m_random, m_world) & 0xFFEF'0FFFU;
            if ((write >> 16U & 15U) != 1) { // not SCTLR again
                code.push_back(load_constant(0, first_registers + m_random.below(16) * 4U));
                code.push_back(write);
            }
        }
        for (std::uint32_t n = 0; n < 15; ++n) {
            if (n != data_register && n != 13) {
                code.push_back(load_constant(n, first_registers + n * 4U));
            }
        }
        static constexpr std::uint32_t last_modes[] = {0x13, 0x13, 0x13, 0x1F, 0x10,
                                                       0x12, 0x17, 0x1B, 0x11};
        const std::uint32_t masks = m_driver.can_interrupt ? m_of_driver.pick({0U, 0x40U})
                                    : m_random.one_in(3)   ? m_random.pick({0U, 0x40U, 0x80U})
                                                           : 0xC0U;
        code.push_back(0xE321'F000U | masks | m_random.pick(last_modes));
    }

    /// Sets up what the code relies on, and goes to one of its starts; ends after some rounds.
    void append_end(arm_code& code) {
        code.insert(code.end(),
                    {0xE3A0'4CA0U, 0xE3A0'5902U, // mov r4, #0xA000; mov r5, #0x8000
                     load_constant(6, device_base), load_constant(0, rounds_left),
                     0xE250'0001U, // subs r0, r0, #1
                     load_constant(0, rounds_left) & ~(1U << 20U), 0x4A00'0002U,
                     0xE310'0001U, // bmi to the call; tst r0, #1
                     load_constant(15, arm_start) & 0x1FFF'FFFFU, load_constant(15, thumb_start),
                     0xE3A0'0018U, load_constant(1, exit_reason), 0xEF12'3456U, 0xEAFF'FFFEU});
    }

    void make_code() {
        const std::uint32_t any = 4U << m_random.below(8);
        const std::uint32_t length = m_choice.instructions == 0 ? any : m_choice.instructions;
        arm_code start;
        append_start(start);
        const auto at = [](std::size_t words) {
            return layout::code + static_cast<std::uint32_t>(words) * 4U;
        };
        start.push_back(0); // a jump to the end
        m_arm_start = at(start.size());
        arm_code body;
        while (body.size() < length) {
            append_arm(m_random, m_world, length - static_cast<std::uint32_t>(body.size()), body);
        }
        arm_code end;
        append_end(end);
        const std::uint32_t end_address = at(start.size() + body.size());
        start.back() = branch(m_arm_start - 4U, end_address);
        m_arm_bytes = static_cast<std::uint32_t>(body.size()) * 4U;
        memory_block block{layout::code};
        block.add(start);
        block.add(body, content::arm);
        block.add(end);
        m_thumb_start = at(block.words.size());
        thumb_code thumb;
        while (thumb.size() < length) {
            append_thumb(m_random, m_world, length - static_cast<std::uint32_t>(thumb.size()),
                         thumb);
        }
        m_thumb_bytes = static_cast<std::uint32_t>(thumb.size()) * 2U;
        if (thumb.size() % 2 != 0) {
            thumb.push_back(0x46C0);
        }
        for (std::size_t n = 0; n < thumb.size(); n += 2) {
            block.add({thumb[n] | static_cast<std::uint32_t>(thumb[n + 1]) << 16U}, content::thumb);
        }
        block.add({0x46C0'4778U}); // bx pc; nop
        block.add({branch(at(block.words.size()), end_address)});
        m_case.memory.push_back(block);
    }

    // --- data ------------------------------------------------------------------------------------

    std::uint32_t some_word() {
        switch (m_random.below(12)) {
        case 0: return layout::data + m_random.below(layout::data_bytes);
        case 1: return layout::data + m_random.below(layout::data_bytes / 4U) * 4U;
        case 2: return layout::code + m_random.below(0x400) * 2U;
        case 3: return m_random.below(64);
        case 4: return 0U - m_random.below(64);
        case 5:
            return m_random.pick({layout::interrupt_controller, layout::bus_unit}) +
                   m_random.below(16) * 4U;
        case 6: return m_random.pick({0x2000'0000U, 0x00FF'FFFCU, 0xFFFCU, 0xFFFEU, 0x8000'0000U});
        case 7:
        case 8: { // an instruction
            arm_code code;
            append_arm(m_random, m_world, 1, code);
            return code.front();
        }
        case 9: return jump_target();
        default: return m_random.word();
        }
    }

    std::uint32_t jump_target() {
        if (m_random.one_in(24)) {
            return m_random.pick({0U, 1U, layout::data, layout::data | 1U, 0x2000'0000U, 0xFFFCU,
                                  layout::interrupt_controller, 0xFFF'FFFFU});
        }
        if (m_random.one_in(2)) {
            return m_arm_start + m_random.below(m_arm_bytes / 4U) * 4U;
        }
        return (m_thumb_start + m_random.below(m_thumb_bytes / 2U) * 2U) | 1U;
    }

    void make_data() {
        memory_block block{layout::data};
        for (std::uint32_t at = 0; at < layout::data_bytes; at += 4) {
            block.add({some_word()});
        }
        const auto word = [&block](std::uint32_t address) -> std::uint32_t& {
            return block.words.at((address - layout::data) / 4U);
        };
        const auto constant = [&word](std::uint32_t offset) -> std::uint32_t& {
            return word(layout::constants + offset);
        };
        for (std::uint32_t n = 0; n < std::size(modes); ++n) {
            constant(stack_pointers + n * 4U) = layout::stacks + 0x100U * (n + 1U);
        }
        constexpr std::uint32_t toggles[] = {1U << 1,  1U << 2,  1U << 11, 1U << 12,
                                             1U << 13, 1U << 22, 1U << 25, 1U << 30};
        constant(control_bits) = m_random.one_in(3) ? m_random.pick(toggles) : 0U;
        if (m_random.one_in(64)) {
            constant(control_bits) |= 1; // protection without regions, a table of junk
        }
        constant(first_registers + code_register * 4U) = layout::code;
        constant(first_registers + device_register * 4U) = constant(device_base) =
            m_random.pick({layout::interrupt_controller, layout::bus_unit});
        constant(rounds_left) = 1U + m_random.below(40);
        constant(exit_reason) = 0x20026;
        constant(arm_start) = m_arm_start;
        constant(thumb_start) = m_thumb_start | 1U;
        constant(controller_base) = layout::interrupt_controller;
        for (std::uint32_t n = 0; n < layout::target_count; ++n) {
            word(layout::targets + n * 4U) = jump_target();
        }
        m_case.memory.push_back(block);
    }

    // --- vectors and handlers --------------------------------------------------------------------

    /// The counter begins anew, its flag is cleared, and the code goes on.
    arm_code driver_s_handler() {
        arm_code code{0xE92D'0003U}; // push {r0, r1}
        append_restart(m_driver, 20U + m_of_driver.below(200), code);
        for (const pmu_write& write : m_driver.acknowledge) {
            append_pmu_write(write, code);
        }
        code.insert(code.end(), {0xE8BD'0003U, 0xE25E'F004U}); // pop {r0, r1}; subs pc, lr, #4
        return code;
    }

    arm_code handler(std::uint32_t vector) {
        constexpr std::uint32_t irq = 6;
        if (vector == irq && m_driver.can_interrupt) {
            return driver_s_handler();
        }
        arm_code code;
        if (m_random.one_in(4)) {
            const std::uint32_t length = 1 + m_random.below(6);
            while (code.size() < length) {
                append_arm(m_random, m_world, 1, code);
            }
        }
        switch (vector) {
        case 1:
        case 2: code.push_back(0xE1B0'F00EU); break; // movs pc, lr
        case 3: code.push_back(m_random.one_in(2) ? 0xE1B0'F00EU : 0xE25E'F004U); break;
        case 4: code.push_back(0xE25E'F004U); break; // subs pc, lr, #4: go on after the access
        default: // masks interrupts for good, or is taken again and again
            if (m_random.one_in(2)) {
                code.insert(code.end(), {0xE14F'D000U, 0xE38D'D0C0U, 0xE161'F00DU});
            }
            code.push_back(0xE25E'F004U);
            break;
        }
        return code;
    }

    std::uint32_t random_vector(std::uint32_t at) {
        static constexpr std::uint32_t some[] = {
            0,           0xE120'0070, 0xE7F0'00F0, 0xEF00'0000, 0xEAFF'FFFE, 0xE1B0'F00E,
            0xE25E'F004, 0xE12F'FF1E, 0xE1A0'F00E, 0xE590'F000, 0xEE00'0000, 0xE320'F003,
            0xBE00'DE00, 0xDF00'BE00, 0xE7FE'E7FE, 0xDE01'BF08, 0xE51F'F004, 0xEEFF'FFFE,
        };
        switch (m_random.below(4)) {
        case 0: return m_random.word();
        case 1: return branch(at, m_random.below(8) * 4U); // to a vector
        case 2: {
            arm_code code;
            append_arm(m_random, m_world, 1, code);
            return code.front();
        }
        default: return m_random.pick(some);
        }
    }

    void make_vectors() {
        make_vectors_at(layout::vectors);
        if (m_has_high_vectors) {
            make_vectors_at(layout::high_vectors);
        }
    }

    void make_vectors_at(std::uint32_t base) {
        const bool are_odd = m_random.one_in(4);
        memory_block block{base};
        block.add(arm_code(8), content::arm);
        block.add(arm_code(layout::handlers / 4U - 8U));
        if (m_random.one_in(8)) { // none at all
            m_case.memory.push_back(block);
            return;
        }
        for (std::uint32_t n = 0; n < 8; ++n) {
            if (are_odd && m_random.one_in(2)) {
                block.words.at(n) = random_vector(n * 4U);
                continue;
            }
            const arm_code code = handler(n);
            block.words.at(n) = branch(n * 4U, static_cast<std::uint32_t>(block.words.size()) * 4U);
            block.add(code, content::arm);
        }
        m_case.memory.push_back(block);
    }

    const firmware_choice& m_choice;
    random_source m_random;
    code_world m_world;
    fuzz_case m_case;
    random_source m_of_driver; ///< so that a seed without a driver is what it was
    pmu_use m_driver;
    bool m_has_high_vectors = false;
    std::uint32_t m_arm_start = 0;
    std::uint32_t m_arm_bytes = 0;
    std::uint32_t m_thumb_start = 0;
    std::uint32_t m_thumb_bytes = 0;
};

} // namespace

fuzz_case random_firmware(const firmware_choice& choice) {
    return firmware_generator(choice).make();
}

} // namespace platform::fuzz
