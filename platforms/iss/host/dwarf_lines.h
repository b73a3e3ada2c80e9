// SPDX-License-Identifier: Apache-2.0
// The line information of an ELF file, by elfutils' libdw.
#pragma once

#include <iss/host/source_lines.h>

#include <libelf.h>
#include <optional>

namespace platform::iss {

/// The lines that the DWARF of a file tells; none if it is missing or damaged. Takes a process of
/// its own: to damaged files libdw answers with an exit of the program, or with memory as the
/// product of two of their numbers. \return nothing if that does not come to its end
std::optional<source_lines> read_source_lines(Elf* elf);

/// The same within this process, for files that can be trusted.
source_lines read_trusted_source_lines(Elf* elf);

} // namespace platform::iss
