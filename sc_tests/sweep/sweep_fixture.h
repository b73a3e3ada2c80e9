// SPDX-License-Identifier: Apache-2.0
// A specification, what it is checked against, and what was wrong with it.
#pragma once

#include <sweep/spec/spec.h>

#include <string>

namespace sweep_test {

/// Two commands with some options of each kind.
inline const platform::sweep::run_interface& interface() {
    using platform::sweep::option_desc;
    static const auto number = [](const std::string& text) {
        return std::string(text.find_first_not_of("0123456789") == std::string::npos
                               ? ""
                               : "expected a number, got '" + text + "'");
    };
    static const platform::sweep::run_interface all{
        {{"stat",
          {{"caches", {false, "", {}}},
           {"quantum", {false, "", number}},
           {"option", {false, "", {}}},
           {"fast", {true, "", {}}},
           {"trace", {false, "it is a file", {}}}}},
         {"demo", {{"seed", {false, "", number}}}}},
        {"cycles", "A", "B", "DCACHE_MISS", "DCACHE_ACCESS"}};
    return all;
}

inline platform::sweep::spec read(const std::string& text,
                                  const std::map<std::string, std::string>& variables = {}) {
    return platform::sweep::read_spec("s.json", platform::sweep::parse_json("s.json", text), "/f",
                                      variables, interface());
}

/// The message; empty: there was none.
inline std::string fault_of(const std::string& text,
                            const std::map<std::string, std::string>& variables = {}) {
    try {
        read(text, variables);
    } catch (const platform::sweep::sweep_error& e) {
        return e.what();
    }
    return "";
}

} // namespace sweep_test
