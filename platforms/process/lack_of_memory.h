// SPDX-License-Identifier: Apache-2.0
// Where the host has no memory left.
#pragma once

#include <new>

namespace platform::process {

/// What is told of it.
inline constexpr const char* no_memory_left = "the host has no memory left for the run";

/// The same, where there is a limit that can be named.
class no_address_space : public std::bad_alloc {
public:
    const char* what() const noexcept override {
        return "the host has no memory left for the run: Unicorn needs a gigabyte of address "
               "space, see ulimit -v";
    }
};

/// What is told of an exception: others that derive from bad_alloc have texts of their own.
inline const char* text_of(const std::bad_alloc& e) {
    return dynamic_cast<const no_address_space*>(&e) != nullptr ? e.what() : no_memory_left;
}

} // namespace platform::process
