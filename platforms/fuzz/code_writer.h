// SPDX-License-Identifier: Apache-2.0
// ARM or Thumb code with labels, literals and calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace platform::fuzz {

/// The code of a function, with labels and a literal pool.
class code_writer {
public:
    explicit code_writer(bool is_thumb) : m_is_thumb(is_thumb) {}

    struct label {
        std::size_t number;
    };
    enum class reach : std::uint8_t {
        arm_branch,    ///< 24 bits
        thumb_branch,  ///< 11 bits
        thumb_if,      ///< 8 bits
        thumb_wide,    ///< B.W
        arm_literal,   ///< 12 bits, from PC
        thumb_literal, ///< 8 bits of words, from PC
        byte_of_table, ///< halfwords from a TBB
        half_of_table, ///< the same of TBH
        address,       ///< a word: the address, with its state
    };
    /// A branch that leaves the function, or a word with its address.
    struct outside {
        std::size_t at; ///< halfword
        unsigned callee;
        bool is_address;
    };

    bool is_thumb() const { return m_is_thumb; }
    std::size_t size() const { return m_halves.size(); } ///< halfwords
    void put(std::uint32_t halfword) { m_halves.push_back(static_cast<std::uint16_t>(halfword)); }
    /// An ARM instruction or a datum, as memory has it.
    void word(std::uint32_t value) {
        put(value);
        put(value >> 16U);
    }
    /// A Thumb-2 instruction.
    void wide(std::uint32_t value) {
        put(value >> 16U);
        put(value);
    }

    label make_label() {
        m_labels.push_back(0);
        return {m_labels.size() - 1};
    }
    void place(label l) { m_labels[l.number] = m_halves.size(); }
    /// What was written last gets its distance to a label when all is known.
    /// \param base halfword that a table counts from
    void refer(label l, reach how, std::size_t at, std::size_t base = 0) {
        m_references.push_back({l.number, how, at, base});
    }
    /// ldr rt, =value
    void load_literal(std::uint32_t rt, std::uint32_t value, std::uint32_t condition);
    /// The one that was asked for last, and a value for it in place of the first.
    std::size_t last_literal() const { return m_literals.size() - 1; }
    void set_literal(std::size_t n, std::uint32_t value) { m_literals[n].value = value; }
    /// Halfwords from a label that has been placed to here.
    std::size_t distance(label l) const { return size() - m_labels[l.number]; }
    /// ldr rt, =function
    void load_function(std::uint32_t rt, unsigned callee);
    /// bl or blx
    void call(unsigned callee);
    /// The literals so far; nothing may run into them.
    void write_pool();
    /// From here to `end_data` is no code.
    void begin_data() { m_data.emplace_back(m_halves.size(), 0); }
    void end_data() { m_data.back().second = m_halves.size(); }

    /// \param base address of the function \param address_of that of others, with bit 0 their state
    /// \return its words
    std::vector<std::uint32_t> finish(std::uint32_t base,
                                      const std::function<std::uint32_t(unsigned)>& address_of);
    /// Of each word, whether all of it is code.
    std::vector<bool> code_words() const;

private:
    struct reference {
        std::size_t label;
        reach how;
        std::size_t at;
        std::size_t base;
    };
    struct literal {
        label where;
        std::uint32_t value;
        int callee; ///< -1: a value
    };

    void resolve(const reference& r);
    void resolve(const outside& o, std::uint32_t base, std::uint32_t target);
    void add(std::size_t at, std::uint32_t bits);

    bool m_is_thumb;
    std::vector<std::uint16_t> m_halves;
    std::vector<std::size_t> m_labels;
    std::vector<reference> m_references;
    std::vector<literal> m_literals;
    std::vector<outside> m_outside;
    std::vector<std::pair<std::size_t, std::size_t>> m_data;
};

} // namespace platform::fuzz
