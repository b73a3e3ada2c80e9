// SPDX-License-Identifier: Apache-2.0
// Who keeps an account of what a CPU has counted, and where.
#pragma once

#include <iss/meter/activity_counts.h>

#include <cstdint>
#include <vector>

namespace platform::iss {

/// Is told by an execution_meter all that it drains, twice: in the order of execution, as soon as
/// it has occurred, and by instruction, in any order, at charge_all() at the latest.
class activity_account {
public:
    activity_account() = default;
    activity_account(const activity_account&) = delete;
    activity_account& operator=(const activity_account&) = delete;
    virtual ~activity_account() = default;

    /// The kinds that it keeps, as bits, `cycle` among them; never others later. What it is told of
    /// others means nothing.
    virtual std::uint64_t kinds() const = 0;
    /// Whether what is drained now is to be charged by instruction; spend() is told all the same.
    virtual bool is_open() const { return true; }
    /// Execution of the instructions from pc on has counted this: those of a part of a block.
    virtual void spend(std::uint32_t pc, const activity_counts& counts) = 0;
    /// Where the parts of a block [pc, end) begin: instructions of different parts may belong to
    /// different owners. By address, pc among them; an address that no instruction is at means
    /// the next one.
    virtual std::vector<std::uint32_t> parts(std::uint32_t pc, std::uint32_t end) const = 0;
    /// The instruction at pc has counted this.
    virtual void charge(std::uint32_t pc, const activity_counts& counts) = 0;
    /// The instruction at pc, which may change PC or not, has done so and has not, so often.
    virtual void charge_branch(std::uint32_t pc, std::uint64_t taken, std::uint64_t fallen) = 0;
};

} // namespace platform::iss
