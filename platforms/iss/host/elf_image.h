// SPDX-License-Identifier: Apache-2.0
// Firmware as an ELF file holds it: what goes to memory, where it starts, which functions it has.
#pragma once

#include <iss/host/arm_attributes.h>
#include <iss/host/inlined_calls.h>
#include <iss/host/source_lines.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss {

/// A file that is not firmware for a 32-bit little-endian ARM: "FILE: expected ..., found ...".
class elf_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What is loaded to consecutive addresses.
struct elf_segment {
    std::uint32_t address = 0; ///< physical, where it is loaded
    /// As many as the file holds, from `address` on.
    std::vector<std::uint8_t> bytes;
    /// Bytes in memory, at least as many as `bytes`; those past them are zeros. A segment that is
    /// linked to run elsewhere has only `bytes`: its start code copies them and clears its .bss.
    std::uint32_t memory_size = 0;
    bool is_executable = false;

    /// The address past the last byte, up to 2^32.
    std::uint64_t end() const { return std::uint64_t{address} + memory_size; }
};

struct elf_symbol {
    std::string name; ///< as it is shown, see set_shown_names(): no other address has the same
    std::uint32_t address = 0; ///< of the first instruction
    /// In bytes. Where the file gives none: up to the next function or the end of the section.
    std::uint32_t size = 0;
    bool is_thumb = false;
    std::string linker_name = {}; ///< what the file has in place of `name`; empty: the same
};

/// What the bytes of a code section are.
enum class code_kind : std::uint8_t { arm, thumb, data };

/// What begins at an address: a mapping symbol ($a, $t, $d; ELF for the Arm Architecture, section
/// "Mapping symbols").
struct elf_mapping {
    std::uint32_t address = 0;
    code_kind kind = code_kind::arm;
};

struct elf_image {
    std::string path;
    std::uint32_t entry = 0;           ///< bit 0: in Thumb state
    std::vector<elf_segment> segments; ///< by address; none is empty, no two overlap
    /// Functions, and labels of assembler code that are like them (function_collector), by address.
    /// Where several have the same, the best first: a function, one with a size, one with few
    /// leading underscores.
    std::vector<elf_symbol> symbols;
    std::vector<elf_mapping> mapping; ///< by address; none if the file has none
    /// The address past everything that is loaded and everything it occupies where it runs, up to
    /// 2^32: after it the heap begins.
    std::uint64_t end = 0;
    arm_attributes attributes;         ///< without values if the file has none, or damaged ones
    source_lines lines;                ///< none if the file has none, or damaged ones
    inlined_calls inlined;             ///< the same
    std::vector<std::string> left_out; ///< what child processes have not read, a line each

    /// Something that the file has could not be read within limits. \param what `source lines`
    void leave_out(const char* what);

    /// The function that an instruction belongs to; nullptr: none.
    const elf_symbol* function_at(std::uint32_t pc) const;
    /// The last one at or before an address; nullptr: none is.
    const elf_mapping* mapping_at(std::uint32_t address) const;
    /// What an address in a function has. Without mapping symbols all of it is code of its state.
    code_kind kind_in(const elf_symbol& function, std::uint32_t address) const;
    /// The bytes at an address, and as many as there are in a row; nullptr, 0: nothing is loaded
    /// there.
    std::pair<const std::uint8_t*, std::size_t> bytes_at(std::uint32_t address) const;
};

/// Reads an executable ELF file of at most 256 MiB. Damaged symbols, attributes and lines are left
/// out, and so are symbols after the first million, or after 64 MiB of names. Where a file has
/// lines or inlined functions, child processes read them. \throw elf_error where the file cannot be
/// read or is not firmware that can be loaded
elf_image load_elf(const std::string& path);

/// The same from the contents of a file; `path` is for messages.
/// \throw elf_error
elf_image parse_elf(const std::string& path, byte_view file);

/// \throw elf_error where a CPU does not execute the firmware, see executes(): "FILE: built for
/// ARMv7-R, arm1136 executes up to ARMv6"
void require_executable(const elf_image& image, const arm_attributes& cpu);

} // namespace platform::iss
