// SPDX-License-Identifier: Apache-2.0
// What a meter has told of what it has counted.
#pragma once

#include <iss/meter/activity_account.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace platform::iss {

struct kept_account final : activity_account {
    std::uint64_t kept = activity::bit_of(activity::activity_kind::cycle);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> spent; ///< cycles
    std::map<std::uint32_t, std::uint64_t> charged;             ///< the same, by address
    activity_counts all_spent;
    std::map<std::uint32_t, activity_counts> all_charged; ///< by address
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> branches;
    bool has_parts = false; ///< each instruction is one

    /// Of all instructions.
    activity_counts sum_charged() const {
        activity_counts sum;
        for (const auto& [pc, counts] : all_charged) {
            sum.add(counts);
        }
        return sum;
    }

    std::uint64_t kinds() const override { return kept; }
    void spend(std::uint32_t pc, const activity_counts& counts) override {
        spent.emplace_back(pc, counts.cycles());
        all_spent.add(counts);
    }
    std::vector<std::uint32_t> parts(std::uint32_t pc, std::uint32_t end) const override {
        std::vector<std::uint32_t> all = {pc};
        while (has_parts && all.back() + 2 < end) {
            all.push_back(all.back() + 2);
        }
        return all;
    }
    void charge(std::uint32_t pc, const activity_counts& counts) override {
        charged[pc] += counts.cycles();
        all_charged[pc].add(counts);
    }
    void charge_branch(std::uint32_t pc, std::uint64_t taken, std::uint64_t fallen) override {
        branches[pc].first += taken;
        branches[pc].second += fallen;
    }
};

} // namespace platform::iss
