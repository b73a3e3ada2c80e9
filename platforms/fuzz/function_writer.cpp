// SPDX-License-Identifier: Apache-2.0
#include "function_writer.h"

#include "instruction_writer.h"

#include <algorithm>

namespace platform::fuzz {

using reach = code_writer::reach;

namespace {

class function_maker : instruction_writer {
public:
    function_maker(random_source& random, const function_choice& choice, code_writer& code)
        : instruction_writer(random, choice.world, code), m_choice(choice) {}

    std::uint32_t make() {
        std::uint32_t cost = enter();
        if (m_choice.most_cost > hot) {
            cost += loop(0, m_choice.most_cost);
        }
        const std::uint32_t parts = 2 + m_random.below(6);
        for (std::uint32_t n = 0; n < parts; ++n) {
            cost +=
                part(0, (m_choice.most_cost - std::min(cost, m_choice.most_cost)) / (parts - n));
        }
        leave();
        m_code.write_pool();
        return cost;
    }

    std::uint32_t make_initialisation() {
        std::uint32_t cost = enter();
        const std::uint32_t parts = 100U + m_random.below(200);
        for (std::uint32_t n = 0; n < parts; ++n) {
            cost += m_has_thumb2 ? it_block() : access();
        }
        leave();
        return cost;
    }

private:
    /// One of these, in the state of the function.
    void put(std::uint32_t thumb, std::uint32_t arm) {
        is_thumb() ? m_code.put(thumb) : m_code.word(arm);
    }

    std::uint32_t enter() {
        put(0xB5E0U, 0xE92D'40E0U); // push {r5-r7, lr}
        return 4;
    }

    std::uint32_t if_else() {
        const auto other = m_code.make_label();
        const auto end = m_code.make_label();
        compare();
        branch_to(other, condition());
        std::uint32_t cost = 3 + some(4);
        if (m_random.one_in(2)) {
            branch_to(end, 14);
            m_code.place(other);
            cost += some(4);
        } else {
            m_code.place(other);
        }
        m_code.place(end);
        return cost;
    }

    std::uint32_t it_block() {
        if (!m_has_thumb2) {
            return if_else();
        }
        if (m_loops != 0 && m_random.one_in(2)) { // another way in each pass: a bit of the counter
            m_code.put((28U + m_random.below(4)) << 6U | (4U + m_loops) << 3U | 7U); // lsls r7
        } else if (!m_random.one_in(4)) {
            compare();
        }
        const std::uint32_t count = 1 + m_random.below(4);
        const std::uint32_t cc = condition();
        std::uint32_t mask = 1U << (4U - count);
        for (std::uint32_t n = 1; n < count; ++n) {
            mask |= ((cc & 1U) ^ m_random.below(2)) << (4U - n);
        }
        m_code.put(0xBF00U | cc << 4U | mask);
        for (std::uint32_t n = 1; n < count; ++n) {
            simple(true);
        }
        const auto end = m_code.make_label();
        std::uint32_t cost = 2 + count;
        switch (m_random.below(4)) {
        case 0: // leaves over some code
            m_code.put(0xE000U);
            m_code.refer(end, reach::thumb_branch, m_code.size() - 1);
            cost += some(3);
            break;
        case 1:
            m_code.wide(0xF000'B800U);
            m_code.refer(end, reach::thumb_wide, m_code.size() - 2);
            cost += some(3);
            break;
        default: simple(true); break;
        }
        m_code.place(end);
        return cost;
    }

    std::uint32_t switch_statement() {
        constexpr std::uint32_t cases = 4;
        const auto end = m_code.make_label();
        std::vector<code_writer::label> labels;
        for (std::uint32_t n = 0; n < cases; ++n) {
            labels.push_back(m_code.make_label());
        }
        if (m_has_thumb2) {
            table_of_thumb2(labels);
        } else if (is_thumb()) {
            m_code.put(0x2703U); // movs r7, #3
            m_code.put(0x4007U); // ands r7, r0
            m_code.put(0x007FU); // lsls r7, r7, #1
            m_code.put(0x44BFU); // add pc, r7
            m_code.put(0x46C0U); // nop
            for (const auto l : labels) {
                branch_to(l, 14);
            }
        } else {
            m_code.word(0xE200'7003U); // and r7, r0, #3
            m_code.word(0xE08F'F107U); // add pc, pc, r7, lsl #2
            m_code.word(0xE1A0'0000U);
            for (const auto l : labels) {
                branch_to(l, 14);
            }
        }
        std::uint32_t cost = 6;
        for (const auto l : labels) {
            m_code.place(l);
            cost = std::max(cost, 6 + some(3));
            branch_to(end, 14);
        }
        m_code.place(end);
        return cost;
    }

    void table_of_thumb2(const std::vector<code_writer::label>& labels) {
        const bool has_halfwords = m_random.one_in(2);
        m_code.wide(0xF000'0703U);                                // and r7, r0, #3
        m_code.wide(has_halfwords ? 0xE8DF'F017U : 0xE8DF'F007U); // tbh, tbb
        const std::size_t base = m_code.size();
        m_code.begin_data();
        for (std::size_t n = 0; n < labels.size(); ++n) {
            if (has_halfwords) {
                m_code.put(0);
                m_code.refer(labels[n], reach::half_of_table, m_code.size() - 1, base);
            } else {
                if (n % 2 == 0) {
                    m_code.put(0);
                }
                m_code.refer(labels[n], reach::byte_of_table, base * 2 + n, base);
            }
        }
        m_code.end_data();
    }

    std::uint32_t call(std::uint32_t most) {
        std::vector<callable> cheap;
        for (const callable& c : m_choice.callees) {
            if (c.cost < most) {
                cheap.push_back(c);
            }
        }
        if (cheap.empty()) {
            return some(3);
        }
        const callable& c = cheap[m_random.below(static_cast<std::uint32_t>(cheap.size()))];
        if (m_random.one_in(4)) { // by a pointer
            m_code.load_function(7, c.number);
            put(0x47B8U, 0xE12F'FF37U);
        } else {
            m_code.call(c.number);
        }
        return c.cost + 2;
    }

    std::uint32_t read_pmu() {
        constexpr std::uint32_t cost_of_helper = 12;
        m_code.call(
            m_choice.helpers[m_random.below(static_cast<std::uint32_t>(m_choice.helpers.size()))]);
        return cost_of_helper;
    }

    std::uint32_t stack() {
        const std::uint32_t list = 1U + m_random.below(15);
        put(0xB400U | list, 0xE92D'0000U | list);
        const std::uint32_t cost = 2 + some(2);
        put(0xBC00U | list, 0xE8BD'0000U | list);
        return cost;
    }

    std::uint32_t block_copy() {
        const std::uint32_t lists[] = {1U + m_random.below(15), 1U + m_random.below(15)};
        put(0x1C27U, 0xE284'7040U); // adds r7, r4, #0; add r7, r4, #64
        put(0xC800U | 7U << 8U | lists[0], 0xE8B7'0000U | lists[0]);
        put(0xC000U | 7U << 8U | lists[1], 0xE8A7'0000U | lists[1]);
        return 3;
    }

    std::uint32_t print() {
        if (is_thumb()) {
            m_code.put(0x2003U);                           // movs r0, #3: SYS_WRITEC
            m_code.put(0x1C21U | m_random.below(8) << 6U); // adds r1, r4, #n
            m_code.put(0xDFABU);
        } else {
            m_code.word(0xE3A0'0003U);
            m_code.word(0xE284'1000U | m_random.below(64));
            m_code.word(0xEF12'3456U);
        }
        return 3;
    }

    std::uint32_t mask_interrupts() {
        if (m_choice.world.set == instruction_set::v5te || !m_choice.has_interrupts) {
            return some(2);
        }
        put(0xB672U, 0xF10C'0080U); // cpsid i
        const std::uint32_t cost = 2 + some(4);
        put(0xB662U, 0xF108'0080U);
        return cost;
    }

    std::uint32_t exclusive() {
        if (m_choice.has_interrupts || m_choice.world.set == instruction_set::v5te ||
            (is_thumb() && !m_has_thumb2)) {
            return some(2);
        }
        if (is_thumb()) {
            m_code.wide(0xE854'0F00U); // ldrex r0, [r4]
            m_code.put(0x3001U);
            m_code.wide(0xE844'0100U); // strex r1, r0, [r4]
        } else {
            m_code.word(0xE194'0F9FU);
            m_code.word(0xE280'0001U);
            m_code.word(0xE184'1F90U);
        }
        return 3;
    }

    std::uint32_t loop(unsigned depth, std::uint32_t most) {
        const std::uint32_t counter = 5U + depth;
        const std::uint32_t wanted = most > hot           ? 4000U + m_random.below(8000)
                                     : m_random.one_in(3) ? 1000U + m_random.below(4000)
                                     : m_random.one_in(2) ? 10U + m_random.below(300)
                                                          : 2U + m_random.below(6);
        const auto start = m_code.make_label();
        m_code.load_literal(counter, 0, always);
        const auto literal = m_code.last_literal();
        m_code.place(start);
        std::uint32_t cost = 2;
        const std::uint32_t parts = 1 + m_random.below(4);
        m_loops = depth + 1;
        for (std::uint32_t n = 0; n < parts; ++n) {
            cost += m_random.one_in(3) ? it_block()
                                       : part(depth + 1, std::min(most / 8, most / wanted));
            m_loops = depth + 1;
        }
        m_loops = depth;
        put(0x3801U | counter << 8U, 0xE250'0001U | counter << 16U | counter << 12U); // subs
        far_branch_back(start);
        const std::uint32_t passes = std::max(1U, std::min(wanted, most / cost));
        m_code.set_literal(literal, passes);
        return cost * passes + 1;
    }

    /// bne, which in Thumb code does not reach far.
    void far_branch_back(code_writer::label start) {
        if (!is_thumb()) {
            branch_to(start, 1);
            return;
        }
        const auto end = m_code.make_label();
        if (m_code.distance(start) < 100) {
            branch_to(start, 1);
        } else {
            branch_to(end, 0);
            branch_to(start, 14);
        }
        m_code.place(end);
    }

    std::uint32_t part(unsigned depth, std::uint32_t most) {
        constexpr unsigned deepest = 2;
        constexpr std::size_t most_halfwords = 300; // all of it reaches its literals
        if (m_code.size() > most_halfwords) {
            return some(2);
        }
        if (depth < deepest && most > 60 && m_random.one_in(depth == 0 ? 2 : 6)) {
            return loop(depth, most);
        }
        switch (m_random.below(16)) {
        case 0: return if_else();
        case 1: return switch_statement();
        case 2:
        case 3: return call(most);
        case 4: return most > 20 && m_random.one_in(depth == 0 ? 1 : 4) ? read_pmu() : some(3);
        case 5: return stack();
        case 6: return block_copy();
        case 7: return depth == 0 ? print() : some(4);
        case 8: return mask_interrupts();
        case 9: return exclusive();
        case 10: m_code.load_literal(scratch(), m_random.word(), always); return 1;
        case 11:
        case 12: return some(5);
        default: return it_block();
        }
    }

    /// Back to the caller, as compilers do and as assembler code does.
    void leave() {
        if (!is_thumb()) {
            switch (m_random.below(4)) {
            case 0:
                m_code.word(0x08BD'80E0U | condition() << 28U);
                break; // pop of a condition, first
            case 1:
                m_code.word(0xE8BD'00E0U); // pop {r5-r7}
                m_code.word(0xE49D'F004U); // ldr pc, [sp], #4
                return;
            case 2:
                m_code.word(0xE8BD'40E0U); // pop {r5-r7, lr}
                m_code.word(0xE12F'FF1EU);
                return;
            default: break;
            }
            m_code.word(0xE8BD'80E0U); // pop {r5-r7, pc}
            return;
        }
        if (m_has_thumb2) {
            switch (m_random.below(4)) {
            case 0: // the same in an IT block
                m_code.put(0xBF08U | condition() << 4U);
                m_code.put(0xBDE0U);
                break;
            case 1:
                m_code.wide(0xE8BD'00E0U);
                m_code.wide(0xF85D'FB04U);
                return;
            case 2:
                m_code.wide(0xE8BD'40E0U);
                m_code.put(0x4770U);
                return;
            default: break;
            }
        }
        m_code.put(0xBDE0U);
    }

    static constexpr std::uint32_t hot = 50'000; ///< a cost: most of it is one loop

    const function_choice& m_choice;
    unsigned m_loops = 0; ///< around what is written
};

} // namespace

std::uint32_t write_function(random_source& random, const function_choice& choice,
                             code_writer& code) {
    return function_maker(random, choice, code).make();
}

std::uint32_t write_initialisation(random_source& random, const function_choice& choice,
                                   code_writer& code) {
    return function_maker(random, choice, code).make_initialisation();
}

} // namespace platform::fuzz
