// SPDX-License-Identifier: Apache-2.0
// What functions are called: as the linker has them, as they are shown, and as somebody types them.
#pragma once

#include <iss/host/elf_image.h>

#include <string>
#include <vector>

namespace platform::iss {

/// What the source calls a function of C++; empty where that is no name of C++, or where the text
/// would have more than 4,096 characters. Can take any memory and time: for confined processes.
/// \param linker_name such as "_Z6squarei"
std::string demangled_name(const std::string& linker_name);

/// Gives symbols the names that they are shown with: of C++ functions what their source has, with
/// '?' for control characters, and NAME@0xADDRESS where functions at several addresses would have
/// the same. A child process reads the names of C++: one of a few hundred characters can stand for
/// text without an end. If it does not come to its end, all keep those of the linker.
/// \param symbols with what the file has as names \return false: it has not
bool set_shown_names(std::vector<elf_symbol>& symbols);

/// The functions that a word can mean: one as it is shown; or as the linker has it; or, of C++,
/// with or without parameters; each also with @0xADDRESS. \return by address, none twice
std::vector<const elf_symbol*> functions_named(const elf_image& image, const std::string& word);

/// Those, for a message: "step@0x8040 (d1.c:1), step@0x80a0 (d2.c:1)".
std::string choices_text(const std::vector<const elf_symbol*>& functions, const elf_image& image);

} // namespace platform::iss
