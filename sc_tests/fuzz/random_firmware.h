// SPDX-License-Identifier: Apache-2.0
// Random firmware, and the options that it is run with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fuzz {

/// Words of memory, and which of them are code.
struct memory_block {
    enum class content : std::uint8_t { arm, thumb, other };

    std::uint32_t address = 0;
    std::vector<std::uint32_t> words;
    std::vector<content> kinds; ///< as many
};

/// A firmware and how to run it.
struct fuzz_case {
    std::string part;
    std::vector<std::string> options; ///< but the mode
    std::uint32_t entry = 0;
    std::vector<memory_block> memory;
};

/// \return the same for the same seed, everywhere
fuzz_case random_firmware(std::uint64_t seed);

/// The case as an ELF file.
std::string elf_of(const fuzz_case& c);

} // namespace fuzz
