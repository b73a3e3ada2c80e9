// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/content_hash.h>

#include <process/input_file.h>

#include <algorithm>
#include <array>
#include <link.h>
#include <nettle/base16.h>

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
    std::string text(BASE16_ENCODE_LENGTH(bytes.size()), ' ');
    base16_encode_update(text.data(), bytes.size(), bytes.data());
    return text;
}

std::string hash_of(std::string_view bytes) {
    content_hash hash;
    hash.add(bytes);
    return hash.digits();
}

std::string hash_of_file(const std::string& path) {
    std::string block(std::size_t{1} << 18U, '\0');
    content_hash hash;
    process::input_file in(path);
    while (const std::size_t count = in.read(block.data(), block.size())) {
        hash.add({block.data(), count});
    }
    return hash.digits();
}

std::vector<std::string> loaded_libraries() {
    std::vector<std::string> all;
    const auto take = [](dl_phdr_info* info, std::size_t, void* into) {
        constexpr std::array<std::string_view, 10> of_system = {
            "libc.so",  "libm.so", "libdl.so",     "librt.so",  "libpthread.so",
            "ld-linux", "ld-musl", "libstdc++.so", "libgcc_s.", "linux-vdso"};
        const std::string path = info->dlpi_name; // empty: the program itself
        const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
        const bool is_of_system =
            std::any_of(of_system.begin(), of_system.end(),
                        [name](std::string_view s) { return name.substr(0, s.size()) == s; });
        if (!path.empty() && !is_of_system) {
            static_cast<std::vector<std::string>*>(into)->push_back(path);
        }
        return 0;
    };
    ::dl_iterate_phdr(take, &all);
    return all;
}

std::string hash_of_program(const std::string& program, const std::vector<std::string>& libraries) {
    std::vector<std::pair<std::string, std::string>> hashes; // the order of loading does not matter
    hashes.reserve(libraries.size());
    for (const std::string& path : libraries) {
        hashes.emplace_back(path.substr(path.rfind('/') + 1), hash_of_file(path));
    }
    std::sort(hashes.begin(), hashes.end());
    content_hash hash;
    hash.add_text(hash_of_file(program));
    for (const auto& [name, digits] : hashes) {
        hash.add_text(name);
        hash.add_text(digits);
    }
    return hash.digits();
}

} // namespace platform::sweep
