// SPDX-License-Identifier: Apache-2.0
#include <iss/host/function_names.h>

#include <iss/host/confined.h>
#include <process/printable.h>
#include <process/words.h>

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace platform::iss {

namespace {

constexpr std::size_t longest_demangled_name = 4096;
constexpr std::size_t most_choices = 20;

struct memory_freer {
    void operator()(char* memory) const { std::free(memory); } // as the ABI wants it
};

bool is_of_cpp(const std::string& name) {
    return name.compare(0, 2, "_Z") == 0;
}

/// The names of C++, each with a NUL; nothing before it for what is none.
std::string demangled(const std::vector<elf_symbol>& symbols) {
    std::string all;
    for (const elf_symbol& s : symbols) {
        if (is_of_cpp(s.name)) {
            all += demangled_name(s.name) + '\0';
        }
    }
    return all;
}

std::optional<std::string> demangled_in_child(const std::vector<elf_symbol>& symbols) {
    confinement limits;
    limits.memory = std::uint64_t{256} << 20U;
    limits.cpu_seconds = 2;
    limits.seconds = 10;
    return run_confined([&] { return demangled(symbols); }, limits);
}

void rename(elf_symbol& symbol, std::string name) {
    if (name != symbol.name) {
        if (symbol.linker_name.empty()) {
            symbol.linker_name = std::move(symbol.name);
        }
        symbol.name = std::move(name);
    }
}

/// \return false: it could not
bool demangle(std::vector<elf_symbol>& symbols) {
    const auto count = std::count_if(symbols.begin(), symbols.end(),
                                     [](const elf_symbol& s) { return is_of_cpp(s.name); });
    const std::optional<std::string> texts =
        count != 0 ? demangled_in_child(symbols) : std::string();
    if (!texts || std::count(texts->begin(), texts->end(), '\0') != count) {
        return false;
    }
    std::size_t at = 0;
    for (elf_symbol& s : symbols) {
        if (is_of_cpp(s.name)) {
            const std::size_t end = texts->find('\0', at);
            if (end != at) {
                rename(s, texts->substr(at, end - at));
            }
            at = end + 1;
        }
    }
    return true;
}

std::string address_suffix(const elf_symbol& symbol) {
    char text[16];
    std::snprintf(text, sizeof text, "@0x%x", symbol.address);
    return text;
}

void tell_apart(std::vector<elf_symbol>& symbols) {
    struct use {
        std::uint32_t address;
        bool is_of_several;
    };
    std::unordered_map<std::string_view, use> uses;
    for (const elf_symbol& s : symbols) {
        use& found = uses.emplace(s.name, use{s.address, false}).first->second;
        found.is_of_several |= found.address != s.address;
    }
    // The map has views of the names: first which, then the change.
    std::vector<elf_symbol*> ambiguous;
    for (elf_symbol& s : symbols) {
        if (uses.at(s.name).is_of_several) {
            ambiguous.push_back(&s);
        }
    }
    for (elf_symbol* s : ambiguous) {
        rename(*s, s->name + address_suffix(*s));
    }
}

/// As it is shown, without what tells it from another.
std::string_view plain_name(const elf_symbol& symbol) {
    const std::string suffix = address_suffix(symbol);
    const std::string_view name = symbol.name;
    return process::ends_with(name, suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

/// "ns::f" of "ns::f(int) const"; copies that a compiler has made, "f(int) [clone .part.0]", have
/// none.
std::string_view without_parameters(std::string_view name) {
    const std::size_t close = name.rfind(')');
    if (close == std::string_view::npos ||
        name.find_first_of(":[", close) != std::string_view::npos) {
        return {};
    }
    std::size_t depth = 0;
    for (std::size_t at = close + 1; at-- != 0;) {
        depth += name[at] == ')' ? 1 : 0;
        if (name[at] == '(' && --depth == 0) {
            return name.substr(0, at);
        }
    }
    return {};
}

/// "f<int>" of "int f<int>": names of templates have the type of what they return.
std::string_view without_type(std::string_view name) {
    const std::size_t end = std::min(name.find("operator"), name.size());
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at != end; ++at) {
        const char c = name[at];
        if (c == '<' || c == '(' || c == '{') {
            ++depth;
        } else if ((c == '>' || c == ')' || c == '}') && depth != 0) {
            --depth;
        } else if (c == ' ' && depth == 0) {
            begin = at + 1;
        }
    }
    return name.substr(begin);
}

bool is_meant(const elf_symbol& symbol, std::string_view word) {
    const std::size_t at = word.rfind("@0x");
    std::uint32_t address = 0;
    if (at != std::string_view::npos) {
        const char* const end = word.data() + word.size();
        const auto read = std::from_chars(word.data() + at + 3, end, address, 16);
        if (read.ec == std::errc() && read.ptr == end) {
            if (address != symbol.address) {
                return false;
            }
            word = word.substr(0, at);
        }
    }
    const std::string_view name = plain_name(symbol);
    if (word == name || (!symbol.linker_name.empty() && word == symbol.linker_name)) {
        return true;
    }
    if (symbol.linker_name.empty() || !is_of_cpp(symbol.linker_name)) {
        return false;
    }
    const std::string_view short_name = without_parameters(name);
    return !short_name.empty() && (word == short_name || word == without_type(short_name));
}

} // namespace

std::string demangled_name(const std::string& linker_name) {
    if (!is_of_cpp(linker_name)) { // else it could be a type
        return {};
    }
    int status = 0;
    const std::unique_ptr<char, memory_freer> text(
        abi::__cxa_demangle(linker_name.c_str(), nullptr, nullptr, &status));
    const std::string_view view = text && status == 0 ? text.get() : std::string_view();
    return std::string(view.size() <= longest_demangled_name ? view : std::string_view());
}

bool set_shown_names(std::vector<elf_symbol>& symbols) {
    const bool is_read = demangle(symbols);
    for (elf_symbol& s : symbols) {
        rename(s, process::printable(s.name)); // one line
    }
    tell_apart(symbols);
    return is_read;
}

std::vector<const elf_symbol*> functions_named(const elf_image& image, const std::string& word) {
    std::vector<const elf_symbol*> found;
    const auto find = [&](const auto& is_one) {
        for (const elf_symbol& s : image.symbols) {
            if (is_one(s) && (found.empty() || found.back()->address != s.address)) {
                found.push_back(&s);
            }
        }
        return !found.empty();
    };
    // What stands in a table means that one, whatever else could be called so.
    if (!word.empty() && !find([&](const elf_symbol& s) { return s.name == word; }) &&
        !find([&](const elf_symbol& s) { return s.linker_name == word; })) {
        find([&](const elf_symbol& s) { return is_meant(s, word); });
    }
    return found;
}

std::string choices_text(const std::vector<const elf_symbol*>& functions, const elf_image& image) {
    std::string text;
    for (std::size_t n = 0; n != std::min(functions.size(), most_choices); ++n) {
        const elf_symbol& f = *functions[n];
        text += (n == 0 ? "" : ", ") + std::string(plain_name(f)) + address_suffix(f);
        if (const auto place = image.lines.at(f.address)) {
            text += " (" + std::string(place->file) + ":" + std::to_string(place->line) + ")";
        }
    }
    return text + (functions.size() > most_choices ? ", ..." : "");
}

} // namespace platform::iss
