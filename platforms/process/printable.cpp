// SPDX-License-Identifier: Apache-2.0
#include <process/printable.h>
#include <process/words.h>

#include <algorithm>
#include <utility>

namespace platform::process {

namespace {

constexpr const char* line_breaks_and_tabs = "\n\t";

unsigned char code_of(char c) {
    return static_cast<unsigned char>(c);
}

/// Bytes of a character of UTF-8 that begins with this one; 1: none of several bytes does.
std::size_t whole_size(char first) {
    const unsigned char code = code_of(first);
    return code < 0xC2U ? 1 : code < 0xE0U ? 2 : code < 0xF0U ? 3 : code < 0xF5U ? 4 : 1;
}

/// How many bytes of the character that the text begins with are there (RFC 3629, section 4).
std::size_t present_size(std::string_view text) {
    const std::size_t most = std::min(whole_size(text[0]), text.size());
    std::size_t size = 1;
    for (; size < most; ++size) {
        const unsigned char first = size == 1 ? code_of(text[0]) : 0;
        const unsigned char code = code_of(text[size]);
        const unsigned least = first == 0xE0U ? 0xA0U : first == 0xF0U ? 0x90U : 0x80U;
        const unsigned last = first == 0xEDU ? 0x9FU : first == 0xF4U ? 0x8FU : 0xBFU;
        if (code < least || code > last) {
            break;
        }
    }
    return size;
}

bool is_control(std::string_view character) {
    const unsigned char code = code_of(character.back());
    const bool is_of_latin_1 =
        character.size() == 1 || (character.size() == 2 && character[0] == '\xC2');
    return (code < 0x20U) || code == 0x7FU || (is_of_latin_1 && code >= 0x80U && code < 0xA0U);
}

std::string shown(std::string_view bytes) {
    std::string all;
    for (const char c : bytes) {
        all += "\\x" + hex_digits(code_of(c), 2);
    }
    return all;
}

std::string printable_but(std::string_view left_alone, std::string_view text) {
    std::string all;
    while (!text.empty()) {
        const std::string_view character =
            text.substr(0, std::max<std::size_t>(character_size(text), 1));
        const bool stays =
            !is_control(character) || left_alone.find(character) != std::string_view::npos;
        all += stays ? std::string(character) : shown(character);
        text.remove_prefix(character.size());
    }
    return all;
}

/// Bytes at the end of a text that may be the start of a character.
std::size_t unfinished_size(std::string_view text) {
    for (std::size_t size = 1; size <= std::min<std::size_t>(text.size(), 3); ++size) {
        const std::string_view end = text.substr(text.size() - size);
        if (whole_size(end[0]) != 1) {
            return present_size(end) == size && whole_size(end[0]) > size ? size : 0;
        }
    }
    return 0;
}

} // namespace

std::size_t character_size(std::string_view text) {
    const std::size_t size = present_size(text);
    return size == whole_size(text[0]) && (size > 1 || code_of(text[0]) < 0x80U) ? size : 0;
}

std::string printable(std::string_view text) {
    return printable_but("", text);
}

printable_output::int_type printable_output::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) {
        return sync() == 0 ? traits_type::not_eof(character) : traits_type::eof();
    }
    const char text = traits_type::to_char_type(character);
    return xsputn(&text, 1) == 1 ? character : traits_type::eof();
}

std::streamsize printable_output::xsputn(const char* text, std::streamsize size) {
    std::string whole = std::exchange(m_start, {});
    whole.append(text, static_cast<std::size_t>(size));
    const std::size_t end = whole.size() - unfinished_size(whole);
    m_start = whole.substr(end);
    return put(whole.substr(0, end)) ? size : 0;
}

bool printable_output::put(std::string_view text) {
    const std::string line = printable_but(line_breaks_and_tabs, text);
    const auto bytes = static_cast<std::streamsize>(line.size());
    return m_below.sputn(line.data(), bytes) == bytes;
}

bool printable_output::put_start() {
    return put(std::exchange(m_start, {}));
}

void write_as_it_is(std::ostream& out, std::string_view text) {
    auto* const filter = dynamic_cast<printable_output*>(out.rdbuf());
    if (filter != nullptr) {
        filter->put_start();
    }
    std::streambuf* const to = filter != nullptr ? &filter->below() : out.rdbuf();
    const auto bytes = static_cast<std::streamsize>(text.size());
    if (to == nullptr || to->sputn(text.data(), bytes) != bytes) {
        out.setstate(std::ios::badbit);
    }
}

} // namespace platform::process
