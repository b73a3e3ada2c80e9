// SPDX-License-Identifier: Apache-2.0
#include <sweep/content_hash.h>

#include <sweep/json_reader.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace platform::sweep {

void content_hash::add(std::string_view bytes) {
    sha256_update(&m_state, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

void content_hash::add_text(std::string_view text) {
    add(std::to_string(text.size()) + ":");
    add(text);
}

std::string content_hash::digits() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> bytes{};
    sha256_digest(&m_state, bytes.size(), bytes.data());
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += "0123456789abcdef"[byte >> 4U];
        text += "0123456789abcdef"[byte & 0xFU];
    }
    return text;
}

std::string hash_of(std::string_view bytes) {
    content_hash hash;
    hash.add(bytes);
    return hash.digits();
}

std::string hash_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string block(std::size_t{1} << 18U, '\0');
    content_hash hash;
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        hash.add({block.data(), static_cast<std::size_t>(in.gcount())});
    }
    if (!in.eof()) {
        throw sweep_error("cannot read " + path + ": " + std::strerror(errno));
    }
    return hash.digits();
}

} // namespace platform::sweep
