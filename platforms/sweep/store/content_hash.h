// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), by Nettle.
#pragma once

#include <nettle/sha2.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace platform::sweep {

/// Takes bytes and says what their hash is.
class content_hash {
public:
    content_hash() { sha256_init(&m_state); }

    void add(std::string_view bytes);
    /// A text of which one knows where it ends: nothing that is added after it can look like more
    /// of it.
    void add_text(std::string_view text);
    /// 64 digits in lower case; begins anew.
    std::string digits();

private:
    sha256_ctx m_state{};
};

std::string hash_of(std::string_view bytes);
/// \throws process::input_error
std::string hash_of_file(const std::string& path);

/// Libraries that this process has loaded, by their paths: all but those of the C and C++ compiler
/// and system, which differ between machines and decide about no figure.
std::vector<std::string> loaded_libraries();
/// Of a program and of what it has loaded: the contents, and the names without their folders.
/// \throws process::input_error
std::string hash_of_program(const std::string& program, const std::vector<std::string>& libraries);

} // namespace platform::sweep
