// SPDX-License-Identifier: Apache-2.0
// The inlined functions of an ELF file, by elfutils' libdw.
#pragma once

#include <iss/host/inlined_calls.h>

#include <libelf.h>
#include <optional>

namespace platform::iss {

/// The inlined calls that the DWARF of a file tells (DW_TAG_inlined_subroutine); none if it is
/// missing or damaged. Takes a process of its own, as read_source_lines() does.
/// \return nothing if that does not come to its end
std::optional<inlined_calls> read_inlined_calls(Elf* elf);

/// The same within this process, for files that can be trusted.
inlined_calls read_trusted_inlined_calls(Elf* elf);

} // namespace platform::iss
