// SPDX-License-Identifier: Apache-2.0
// Who keeps an account of where the cycles of a CPU go.
#pragma once

#include <cstdint>

namespace platform::iss {

/// Is told by an execution_meter each cycle that it drains, twice: in the order of execution, as
/// soon as it is spent, and by instruction, in any order.
class cycle_account {
public:
    cycle_account() = default;
    cycle_account(const cycle_account&) = delete;
    cycle_account& operator=(const cycle_account&) = delete;
    virtual ~cycle_account() = default;

    /// Execution of the instructions from pc on has taken so many cycles: of a basic block, or of
    /// an instruction where has_parts().
    virtual void spend(std::uint32_t pc, std::uint64_t cycles) = 0;
    /// Whether the cycles of the instructions of [pc, end) may be spent by different owners.
    virtual bool has_parts(std::uint32_t pc, std::uint32_t end) const = 0;
    /// The instruction at pc has taken so many cycles.
    virtual void charge(std::uint32_t pc, std::uint64_t cycles) = 0;
};

} // namespace platform::iss
