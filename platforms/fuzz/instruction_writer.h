// SPDX-License-Identifier: Apache-2.0
// Single instructions of orderly firmware, in ARM or Thumb state.
#pragma once

#include "code_world.h"
#include "code_writer.h"
#include "random_source.h"

#include <cstdint>

namespace platform::fuzz {

/// R0 to R3, R7 and the flags are anybody's; R4 leads to data.
class instruction_writer {
protected:
    static constexpr std::uint32_t always = 0xE000'0000;

    instruction_writer(random_source& random, const code_world& world, code_writer& code)
        : m_random(random), m_code(code),
          m_has_thumb2(code.is_thumb() && world.set == instruction_set::v7r) {}

    bool is_thumb() const { return m_code.is_thumb(); }
    /// A register that is anybody's.
    std::uint32_t scratch() {
        static constexpr std::uint32_t all[] = {0, 1, 2, 3, 7};
        return m_random.pick(all);
    }
    std::uint32_t condition() { return m_random.below(14); }

    /// One instruction, now and then two. \param in_it whether in an IT block: then one
    std::uint32_t simple(bool in_it = false);
    /// A load or store, conditional if it can be.
    std::uint32_t access();
    /// 1 to `most` instructions. \return how many
    std::uint32_t some(std::uint32_t most);
    void compare();
    /// \param cc 14: always
    void branch_to(code_writer::label l, std::uint32_t cc);

    random_source& m_random;
    code_writer& m_code;
    bool m_has_thumb2;

private:
    void alu_of_thumb();
    void alu_of_arm(std::uint32_t cc);
    void access_of_thumb();
    std::uint32_t pair_of_thumb();
    std::uint32_t offset(std::uint32_t any); ///< most are aligned
    void access_of_arm(std::uint32_t cc);
};

} // namespace platform::fuzz
