// SPDX-License-Identifier: Apache-2.0
// What a core of each part is after a random session, the same on every host: a line "PART SEED
// HEX", HEX being its snapshot. With such lines on standard input, which may be another host's,
// each session goes on from there.
//
//   session begin >lines
//   session go-on <lines
#include <core/core_traits.h>
#include <generated/part_traits.h>

#include <pmu/core/snapshot.h>

#include <cstdint>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>

namespace {

constexpr std::uint64_t seeds = 300;
constexpr const char* digits = "0123456789abcdef";

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += {digits[byte >> 4U], digits[byte & 15U]};
    }
    return text;
}

std::string bytes_of(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

template <class Core>
void print(std::uint64_t seed, const Core& unit) {
    std::ostringstream out;
    pmu::save_core(out, unit);
    std::cout << Core::part << ' ' << seed << ' ' << hex(out.str()) << '\n';
}

/// \param from a snapshot that the session goes on from; empty: it begins
template <class Traits>
void play(std::uint64_t seed, const std::string& from) {
    core_test::random_source random(seed);
    typename Traits::core unit(Traits::random_config(random));
    if (!from.empty()) {
        std::istringstream in(from);
        pmu::restore_core(in, unit);
        random = core_test::random_source(~seed);
    }
    for (unsigned i = 0; i != 4; ++i) {
        core_test::scramble<Traits>(unit, random);
    }
    print(seed, unit);
}

template <class... Traits>
void begin(sc_test::type_list<Traits...> /*all*/) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        (play<Traits>(seed, ""), ...);
    }
}

/// \return false: no such part
template <class... Traits>
bool go_on(sc_test::type_list<Traits...> /*all*/, const std::string& part, std::uint64_t seed,
           const std::string& from) {
    return ((part == Traits::core::part && (play<Traits>(seed, from), true)) || ...);
}

} // namespace

int main(int argc, char* argv[]) {
    const std::string what = argc == 2 ? argv[1] : "";
    try {
        if (what == "begin") {
            begin(core_test::all_traits{});
            return 0;
        }
        std::string part;
        std::string from;
        for (std::uint64_t seed = 0; what == "go-on" && std::cin >> part >> seed >> from;) {
            if (!go_on(core_test::all_traits{}, part, seed, bytes_of(from))) {
                std::cerr << "session: no part '" << part << "'\n";
                return 2;
            }
        }
        return what == "go-on" ? 0 : 2;
    } catch (const std::exception& e) {
        std::cerr << "session: " << e.what() << '\n';
        return 1;
    }
}
