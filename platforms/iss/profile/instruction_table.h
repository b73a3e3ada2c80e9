// SPDX-License-Identifier: Apache-2.0
// What each instruction of firmware has counted.
#pragma once

#include <iss/meter/activity_counts.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace platform::iss {

/// Counts by address, in bounded memory: 64 MiB and the places of 2^20 instructions. Of the
/// instructions beyond that nothing is kept.
class instruction_table {
public:
    /// \param kinds that are kept beside cycles, as bits
    explicit instruction_table(std::uint64_t kinds = 0);

    /// The kinds that are kept, as bits.
    std::uint64_t kinds() const { return m_kinds; }
    /// Adds what the instruction at pc has counted, of the kinds that are kept.
    void add(std::uint32_t pc, const activity_counts& counts);
    /// The branch at pc has been taken, and has not been, so often.
    void add_branch(std::uint32_t pc, std::uint64_t taken, std::uint64_t fallen);

    /// Calls f(pc, const activity_counts&) for each instruction that has counted anything, in no
    /// order.
    template <class F>
    void for_each(const F& f) const {
        for (const auto& [pc, row] : m_rows) {
            f(pc, counts_of(row));
        }
    }
    /// The same of one; nothing but zeros if it has counted nothing.
    activity_counts at(std::uint32_t pc) const;

    /// How often a branch that depends on a condition has been taken, and has not been.
    struct branch {
        std::uint64_t taken = 0;
        std::uint64_t fallen = 0;
    };
    /// nullptr: it has not been executed, or is none.
    const branch* branch_at(std::uint32_t pc) const;

private:
    static constexpr std::size_t most_cells = std::size_t{1} << 23U;
    static constexpr std::size_t most_rows = std::size_t{1} << 20U;

    activity_counts counts_of(std::uint32_t row) const;

    const std::uint64_t m_kinds;
    const std::size_t m_width;                               ///< cells of a row: one a kind
    std::unordered_map<std::uint32_t, std::uint32_t> m_rows; ///< by address
    std::vector<std::uint64_t> m_cells;
    std::unordered_map<std::uint32_t, branch> m_branches; ///< by address
};

} // namespace platform::iss
