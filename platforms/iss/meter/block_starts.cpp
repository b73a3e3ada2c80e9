// SPDX-License-Identifier: Apache-2.0
// Where in a basic block a new one begins: an engine can take leave there without anybody seeing
// that it has.
#include <iss/meter/execution_meter.h>

#include <algorithm>

namespace platform::iss {

namespace {

/// The first address after pc at which a part of the block begins, none of them in an IT block.
std::uint32_t start_in(const basic_block& block, std::uint32_t pc) {
    std::uint8_t it_state = block.it_before;
    for (const instruction& i : block.instructions) {
        const bool is_start =
            std::find(block.stops.begin(), block.stops.end(), i.pc) != block.stops.end();
        if (i.pc > pc && is_start && it_state == 0) {
            return i.pc;
        }
        it_state = i.it_after;
    }
    return block.end;
}

} // namespace

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
    const std::uint8_t it_state =
        here == &block.instructions.front() ? block.it_before : (here - 1)->it_after;
    if (it_state != 0) {
        return std::nullopt;
    }
    const bool is_start = pc == block.pc || std::find(block.stops.begin(), block.stops.end(), pc) !=
                                                block.stops.end();
    return is_start ? pc : start_in(block, pc);
}

std::uint32_t execution_meter::start_after(std::uint32_t pc, std::uint32_t end) {
    return start_in(*m_blocks.find_or_make(pc, end - pc, 0), pc);
}

} // namespace platform::iss
