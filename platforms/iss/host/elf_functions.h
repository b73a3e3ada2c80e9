// SPDX-License-Identifier: Apache-2.0
// Picks the functions out of the symbols of an ELF file.
#pragma once

#include <iss/host/elf_image.h>

#include <gelf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::iss {

/// What is known of the section that a symbol is in.
struct symbol_section {
    bool is_code = false;
    std::uint64_t end = 0; ///< the address past it; 0: not known
};

/// Collects symbols. Functions are those that say so, and labels of code that no function with a
/// size covers: global ones, and local ones that are called with BL or BLX, or before which there
/// is nothing that they could be a part of. Other local labels are places within what is before
/// them.
class function_collector {
public:
    /// Symbols that are no function, or whose addresses do not fit, are left out.
    void add(const GElf_Sym& symbol, const std::string& name, const symbol_section& section);

    /// The functions, sorted and with sizes, and the mapping symbols. Called once, at the end.
    void take(elf_image& into);

private:
    struct candidate {
        elf_symbol symbol;
        std::uint64_t section_end = 0;
        bool is_label = false;
        bool is_local = false; ///< a label
    };

    static bool is_before(const candidate& a, const candidate& b);
    void drop_local_data(const elf_image& image);
    void drop_inner_labels(const elf_image& image);
    void set_states_of_labels(const elf_image& image);
    void fill_sizes();

    std::vector<candidate> m_candidates;
    std::vector<elf_mapping> m_mapping;
};

} // namespace platform::iss
