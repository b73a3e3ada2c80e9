// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), by Nettle.
#pragma once

#include <nettle/sha2.h>

#include <cstdint>
#include <string>
#include <string_view>

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
/// \throws sweep_error if it cannot be read
std::string hash_of_file(const std::string& path);

} // namespace platform::sweep
