// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/instruction_table.h>

#include <bitset>

namespace platform::iss {

instruction_table::instruction_table(std::uint64_t kinds)
    : m_kinds(kinds | activity::bit_of(activity::activity_kind::cycle)),
      m_width(std::bitset<64>(m_kinds).count()) {
}

void instruction_table::add(std::uint32_t pc, const activity_counts& counts) {
    if ((counts.kinds() & m_kinds) == 0) {
        return;
    }
    auto found = m_rows.find(pc);
    if (found == m_rows.end()) {
        if (m_rows.size() == most_rows || m_cells.size() + m_width > most_cells) {
            return;
        }
        found = m_rows.emplace(pc, static_cast<std::uint32_t>(m_rows.size())).first;
        m_cells.resize(m_cells.size() + m_width);
    }
    std::size_t cell = found->second * m_width;
    activity::for_each_bit(m_kinds, [&](std::size_t k) {
        m_cells[cell++] += counts[static_cast<activity::activity_kind>(k)];
    });
}

void instruction_table::add_branch(std::uint32_t pc, std::uint64_t taken, std::uint64_t fallen) {
    if (m_branches.size() < most_rows || m_branches.count(pc) != 0) {
        branch& b = m_branches[pc];
        b.taken += taken;
        b.fallen += fallen;
    }
}

activity_counts instruction_table::counts_of(std::uint32_t row) const {
    activity_counts counts;
    std::size_t cell = row * m_width;
    activity::for_each_bit(m_kinds, [&](std::size_t k) {
        counts.add(static_cast<activity::activity_kind>(k), m_cells[cell++]);
    });
    return counts;
}

activity_counts instruction_table::at(std::uint32_t pc) const {
    const auto found = m_rows.find(pc);
    return found != m_rows.end() ? counts_of(found->second) : activity_counts();
}

const instruction_table::branch* instruction_table::branch_at(std::uint32_t pc) const {
    const auto found = m_branches.find(pc);
    return found != m_branches.end() ? &found->second : nullptr;
}

} // namespace platform::iss
