// SPDX-License-Identifier: Apache-2.0
// The files that a page is made of, as EmbedFiles.cmake has put them into the program.
#pragma once

#include <cstddef>

namespace platform::page {

struct page_file {
    const char* name;
    const unsigned char* bytes;
    std::size_t size;
};

extern const page_file* const page_files;
extern const std::size_t page_file_count;

} // namespace platform::page
