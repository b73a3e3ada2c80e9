// SPDX-License-Identifier: Apache-2.0
// Streams on text in memory. Those of the standard library lose what there is no memory for, and
// only the state of the stream says so: these throw std::bad_alloc.
#pragma once

#include <sstream>
#include <string>

namespace platform::process {

/// A text that is put together.
class text_writer : public std::ostringstream {
public:
    text_writer() { exceptions(std::ios::badbit); }
};

/// A text that is taken apart.
class text_reader : public std::istringstream {
public:
    explicit text_reader(const std::string& text) : std::istringstream(text) {
        exceptions(std::ios::badbit);
    }
};

} // namespace platform::process
