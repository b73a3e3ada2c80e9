// SPDX-License-Identifier: Apache-2.0
// Random firmware, and the options that it is run with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platform::fuzz {

/// Words of memory, and which of them are code.
struct memory_block {
    enum class content : std::uint8_t { arm, thumb, other };

    std::uint32_t address = 0;
    std::vector<std::uint32_t> words = {};
    std::vector<content> kinds = {}; ///< as many

    /// More of it, all of one kind.
    void add(const std::vector<std::uint32_t>& more, content kind = content::other) {
        words.insert(words.end(), more.begin(), more.end());
        kinds.resize(words.size(), kind);
    }
};

/// A firmware and how to run it.
struct fuzz_case {
    std::string part;
    std::uint64_t seed = 0;
    std::vector<std::string> options; ///< of every way to run it
    std::uint32_t entry = 0;
    std::vector<memory_block> memory;
    /// It keeps what it reads of time and counters in these pages, and its handlers leave all else
    /// as it is; see allowances.h.
    bool is_orderly = false;
    std::vector<std::uint32_t> timed_pages;
    /// The same of what depends on caches, but not on the mode.
    std::vector<std::uint32_t> precise_pages;
};

/// What is to be made.
struct firmware_choice {
    std::uint64_t seed = 1;
    std::string part = {};          ///< empty: any
    std::uint32_t instructions = 0; ///< of ARM code, and as many of Thumb code; 0: 4 to 512
};

/// \return the same for the same choice, everywhere
fuzz_case random_firmware(const firmware_choice& choice);

/// The case as an ELF file.
std::string elf_of(const fuzz_case& c);

/// Words of code.
std::size_t places(const fuzz_case& c);
/// Replaces code by NOPs. \param first, end positions among places()
void drop(fuzz_case& c, std::size_t first, std::size_t end);
/// The code that is no NOP, a word a line, as an assembler takes it.
std::string listing(const fuzz_case& c);

} // namespace platform::fuzz
