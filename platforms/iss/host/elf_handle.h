// SPDX-License-Identifier: Apache-2.0
// A file in memory, as libelf reads it.
#pragma once

#include <iss/host/byte_view.h>

#include <libelf.h>

#include <memory>

namespace platform::iss {

struct elf_closer {
    void operator()(Elf* elf) const { ::elf_end(elf); }
};

using elf_handle = std::unique_ptr<Elf, elf_closer>;

/// \param file must outlive the handle
/// \return nothing where libelf refuses: elf_errmsg(-1) tells why
inline elf_handle open_elf(byte_view file) {
    ::elf_version(EV_CURRENT);
    // Opened this way, it is only read.
    auto* const bytes = reinterpret_cast<char*>(const_cast<std::uint8_t*>(file.data()));
    return elf_handle(::elf_memory(bytes, file.size()));
}

} // namespace platform::iss
