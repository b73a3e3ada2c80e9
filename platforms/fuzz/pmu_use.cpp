// SPDX-License-Identifier: Apache-2.0
#include "pmu_use.h"

#include "fuzzed_part.h"

#include <algorithm>
#include <stdexcept>

namespace platform::fuzz {

namespace {

std::uint32_t access_word(const pmu_place& p, bool is_read) {
    return 0xEE00'0010U | (is_read ? 1U << 20U : 0U) | p.crn << 16U | p.coproc << 8U |
           p.opc2 << 5U | p.crm;
}

} // namespace

const fuzzed_part& find_fuzzed_part(const std::string& name) {
    const auto& parts = fuzzed_parts();
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const fuzzed_part* p) { return p->name == name; });
    if (found == parts.end()) {
        throw std::runtime_error(name + ": expected a part that firmware is made for");
    }
    return **found;
}

std::uint32_t preset(random_source& random) {
    switch (random.below(4)) {
    case 0: return 0U - 1U - random.below(64);
    case 1: return 0U - 1U - random.below(5000);
    case 2: return random.word();
    default: return 0;
    }
}

void append_constant(std::uint32_t rt, std::uint32_t value, arm_code& code) {
    code.insert(code.end(), {0xE59F'0000U | rt << 12U, 0xEA00'0000U, value}); // ldr, b over it
}

void append_pmu_write(const pmu_write& write, arm_code& code) {
    append_constant(0, write.value, code);
    if (write.where.coproc != 0) {
        code.push_back(access_word(write.where, false));
    } else {
        append_constant(1, write.where.crn, code);
        code.push_back(0xE581'0000U);
    }
}

void append_restart(const pmu_use& use, std::uint32_t period, arm_code& code) {
    const pmu_counter& counter = use.counters[use.interrupting];
    for (const pmu_write& write : counter.select) {
        append_pmu_write(write, code);
    }
    append_pmu_write({counter.where, 0U - period}, code);
}

void append_pmu_read(const pmu_counter& counter, arm_code& code) {
    for (const pmu_write& write : counter.select) {
        append_pmu_write(write, code);
    }
    if (counter.where.coproc != 0) {
        code.push_back(access_word(counter.where, true));
    } else {
        append_constant(1, counter.where.crn, code);
        code.push_back(0xE591'0000U);
    }
}

} // namespace platform::fuzz
