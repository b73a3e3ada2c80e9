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

/// Hands over text as printable() has it, and asks for no memory.
/// \param left_alone control characters that stay \param to takes a std::string_view, several times
template <class To>
void pass_on(std::string_view text, std::string_view left_alone, const To& to) {
    std::size_t begin = 0; // of what goes as it is
    for (std::size_t at = 0; at != text.size();) {
        const std::size_t size = std::max<std::size_t>(character_size(text.substr(at)), 1);
        const std::string_view character = text.substr(at, size);
        if (is_control(character) && left_alone.find(character) == std::string_view::npos) {
            to(text.substr(begin, at - begin));
            for (const char c : character) {
                to("\\x");
                to(hex_digits(code_of(c), 2));
            }
            begin = at + size;
        }
        at += size;
    }
    to(text.substr(begin));
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
    std::string all;
    pass_on(text, "", [&](std::string_view piece) { all += piece; });
    return all;
}

printable_output::int_type printable_output::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) {
        return sync() == 0 ? traits_type::not_eof(character) : traits_type::eof();
    }
    const char text = traits_type::to_char_type(character);
    return xsputn(&text, 1) == 1 ? character : traits_type::eof();
}

// Asks for no memory: a stream that writes here would lose the text where there is none.
std::streamsize printable_output::xsputn(const char* text, std::streamsize size) {
    std::string_view rest(text, static_cast<std::size_t>(size));
    bool is_put = true;
    for (; !m_start.empty() && !rest.empty(); rest.remove_prefix(1)) {
        m_start += rest.front();
        const std::size_t end = m_start.size() - unfinished_size(m_start);
        is_put = put(m_start.substr(0, end)) && is_put;
        m_start.erase(0, end);
    }
    if (!rest.empty()) {
        const std::size_t end = rest.size() - unfinished_size(rest);
        is_put = put(rest.substr(0, end)) && is_put;
        m_start = rest.substr(end);
    }
    return is_put ? size : 0;
}

bool printable_output::put(std::string_view text) {
    bool is_put = true;
    pass_on(text, line_breaks_and_tabs, [&](std::string_view piece) {
        const auto bytes = static_cast<std::streamsize>(piece.size());
        is_put = m_below.sputn(piece.data(), bytes) == bytes && is_put;
    });
    return is_put;
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
