// SPDX-License-Identifier: Apache-2.0
#include "code_writer.h"

namespace platform::fuzz {

void code_writer::add(std::size_t at, std::uint32_t bits) {
    m_halves[at] = static_cast<std::uint16_t>(m_halves[at] | bits);
}

void code_writer::load_literal(std::uint32_t rt, std::uint32_t value, std::uint32_t condition) {
    const label where = make_label();
    m_literals.push_back({where, value, -1});
    if (m_is_thumb) {
        put(0x4800U | rt << 8U);
        refer(where, reach::thumb_literal, size() - 1);
    } else {
        word(condition | 0x059F'0000U | rt << 12U);
        refer(where, reach::arm_literal, size() - 2);
    }
}

void code_writer::load_function(std::uint32_t rt, unsigned callee) {
    load_literal(rt, 0, 0xE000'0000U);
    m_literals.back().callee = static_cast<int>(callee);
}

void code_writer::call(unsigned callee) {
    m_outside.push_back({size(), callee, false});
    if (m_is_thumb) {
        wide(0xF000'D000U);
    } else {
        word(0xEB00'0000U);
    }
}

void code_writer::write_pool() {
    begin_data();
    if (size() % 2 != 0) {
        put(0);
    }
    for (const literal& l : m_literals) {
        place(l.where);
        if (l.callee >= 0) {
            m_outside.push_back({size(), static_cast<unsigned>(l.callee), true});
        }
        word(l.value);
    }
    m_literals.clear();
    end_data();
}

void code_writer::resolve(const reference& r) {
    const auto target = static_cast<std::uint32_t>(m_labels[r.label]);
    const auto at = static_cast<std::uint32_t>(r.at);
    const std::uint32_t halves = target - at - 2; // from PC in Thumb state
    switch (r.how) {
    case reach::arm_branch: {
        const std::uint32_t words = (target - at - 4) / 2U & 0x7FFF'FFFFU;
        add(r.at, words & 0xFFFFU);
        add(r.at + 1, words >> 16U & 0xFFU);
        break;
    }
    case reach::thumb_branch: add(r.at, halves & 0x7FFU); break;
    case reach::thumb_if: add(r.at, halves & 0xFFU); break;
    case reach::thumb_wide:
        add(r.at, halves >> 11U & 0x3FFU);
        add(r.at + 1, halves & 0x7FFU);
        break;
    case reach::arm_literal: add(r.at, (target - at - 4) * 2U); break;
    case reach::thumb_literal: add(r.at, (target - ((at + 2) & ~1U)) / 2U); break;
    case reach::byte_of_table: // two entries a halfword: `at` counts bytes
        add(r.at / 2, (target - static_cast<std::uint32_t>(r.base)) << (r.at % 2 * 8U));
        break;
    case reach::half_of_table: add(r.at, target - static_cast<std::uint32_t>(r.base)); break;
    case reach::address: break;
    }
}

void code_writer::resolve(const outside& o, std::uint32_t base, std::uint32_t target) {
    const std::uint32_t at = base + static_cast<std::uint32_t>(o.at) * 2U;
    const bool goes_to_thumb = (target & 1U) != 0;
    const auto set = [&](std::uint32_t first, std::uint32_t second) {
        m_halves[o.at] = static_cast<std::uint16_t>(first);
        m_halves[o.at + 1] = static_cast<std::uint16_t>(second);
    };
    if (o.is_address) {
        set(target, target >> 16U);
        return;
    }
    if (!m_is_thumb) {
        const std::uint32_t offset = (target & ~1U) - at - 8;
        std::uint32_t word = m_halves[o.at] | m_halves[o.at + 1] * 0x1'0000U;
        word |= offset >> 2U & 0xFF'FFFFU;
        if (goes_to_thumb) { // blx
            word = 0xFA00'0000U | (word & 0xFF'FFFFU) | (offset >> 1U & 1U) << 24U;
        }
        set(word, word >> 16U);
        return;
    }
    const std::uint32_t from = goes_to_thumb ? at + 4 : (at + 4) & ~3U;
    const std::uint32_t offset = (target & ~1U) - from;
    // Within 4 MiB: J1 and J2 are 1, as in Thumb code before Thumb-2.
    set(0xF000U | (offset >> 12U & 0x7FFU),
        (goes_to_thumb ? 0xF800U : 0xE800U) | (offset >> 1U & 0x7FFU));
}

std::vector<std::uint32_t>
code_writer::finish(std::uint32_t base, const std::function<std::uint32_t(unsigned)>& address_of) {
    for (const reference& r : m_references) {
        resolve(r);
    }
    for (const outside& o : m_outside) {
        resolve(o, base, address_of(o.callee));
    }
    std::vector<std::uint32_t> words;
    for (std::size_t n = 0; n < m_halves.size(); n += 2) {
        const std::uint32_t upper = n + 1 < m_halves.size() ? m_halves[n + 1] : 0U;
        words.push_back(m_halves[n] | upper << 16U);
    }
    return words;
}

std::vector<bool> code_writer::code_words() const {
    std::vector<bool> is_code((m_halves.size() + 1) / 2, true);
    for (const auto& [first, end] : m_data) {
        for (std::size_t n = first / 2; n < (end + 1) / 2; ++n) {
            is_code[n] = false;
        }
    }
    return is_code;
}

} // namespace platform::fuzz
