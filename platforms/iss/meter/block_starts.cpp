// SPDX-License-Identifier: Apache-2.0
// Where in a basic block a new one begins: an engine can take leave there without anybody seeing
// that it has.
#include <iss/meter/execution_meter.h>

#include <algorithm>
#include <iterator>

namespace platform::iss {

/// The first address after pc before which execution may stop.
std::uint32_t execution_meter::start_in(const basic_block& block, std::uint32_t pc) const {
    const auto& all = block.instructions;
    const auto found = std::adjacent_find(
        all.begin(), all.end(), [&](const instruction& before, const instruction& next) {
            return next.pc > pc && m_blocks.may_pause(before, next);
        });
    return found != all.end() ? std::next(found)->pc : block.end;
}

const instruction* execution_meter::current_instruction(std::uint32_t pc) const {
    const auto& all = m_current->instructions;
    const auto found =
        std::find_if(all.begin(), all.end(), [pc](const instruction& i) { return i.pc == pc; });
    return found != all.end() ? &*found : nullptr;
}

std::optional<std::uint32_t> execution_meter::start_from(std::uint32_t pc) const {
    const basic_block& block = *m_current;
    const instruction* const here = current_instruction(pc);
    if (here == nullptr) { // it is after the block
        return block.it_after == 0 ? std::optional(pc) : std::nullopt;
    }
    if (here->it_before != 0) {
        return std::nullopt;
    }
    const bool is_start = pc == block.pc || m_blocks.may_pause(*(here - 1), *here);
    return is_start ? pc : start_in(block, pc);
}

std::uint32_t execution_meter::start_after(std::uint32_t pc, std::uint32_t end) {
    return start_in(*m_blocks.find_or_make(pc, end - pc, 0), pc);
}

} // namespace platform::iss
