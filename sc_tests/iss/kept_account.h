// SPDX-License-Identifier: Apache-2.0
// What a meter has told of its cycles.
#pragma once

#include <iss/meter/cycle_account.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace platform::iss {

struct kept_account final : cycle_account {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> spent;
    std::map<std::uint32_t, std::uint64_t> charged; ///< by address
    bool parts = false;                             ///< has_parts() everywhere

    void spend(std::uint32_t pc, std::uint64_t cycles) override { spent.emplace_back(pc, cycles); }
    bool has_parts(std::uint32_t /*pc*/, std::uint32_t /*end*/) const override { return parts; }
    void charge(std::uint32_t pc, std::uint64_t cycles) override { charged[pc] += cycles; }
};

} // namespace platform::iss
