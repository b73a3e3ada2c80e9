// SPDX-License-Identifier: Apache-2.0
#include <process/printable.h>

#include <algorithm>
#include <utility>

namespace platform::process {

namespace {

constexpr char lead = '\xC2'; ///< of U+0080 to U+00BF in UTF-8

bool is_control(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20U || code == 0x7FU;
}

bool is_control_after_lead(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code >= 0x80U && code < 0xA0U;
}

std::string shown(char c) {
    constexpr const char* digits = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(c);
    return {'\\', 'x', digits[code >> 4U], digits[code & 0xFU]};
}

} // namespace

std::string printable(std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_control(text[i])) {
            all += shown(text[i]);
        } else if (text[i] == lead && i + 1 < text.size() && is_control_after_lead(text[i + 1])) {
            all += shown(text[i]) + shown(text[i + 1]);
            ++i;
        } else {
            all += text[i];
        }
    }
    return all;
}

printable_output::int_type printable_output::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) {
        return sync() == 0 ? traits_type::not_eof(character) : traits_type::eof();
    }
    const char text = traits_type::to_char_type(character);
    return xsputn(&text, 1) == 1 ? character : traits_type::eof();
}

std::streamsize printable_output::xsputn(const char* text, std::streamsize size) {
    std::string whole(m_has_lead ? 1 : 0, lead);
    m_has_lead = false;
    std::string_view rest(text, static_cast<std::size_t>(size));
    if (!whole.empty()) {
        whole += rest;
        rest = whole;
    }
    if (!rest.empty() && rest.back() == lead) {
        m_has_lead = true;
        rest.remove_suffix(1);
    }
    while (!rest.empty()) { // lines, since these have ends
        const std::size_t end = rest.find_first_of("\n\t");
        const std::string line = printable(rest.substr(0, end)) +
                                 std::string(rest.substr(std::min(end, rest.size()), 1));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        const auto bytes = static_cast<std::streamsize>(line.size());
        if (m_below.sputn(line.data(), bytes) != bytes) {
            return 0;
        }
    }
    return size;
}

bool printable_output::put_lead() {
    return !std::exchange(m_has_lead, false) || m_below.sputc(lead) != traits_type::eof();
}

void write_as_it_is(std::ostream& out, std::string_view text) {
    auto* const filter = dynamic_cast<printable_output*>(out.rdbuf());
    if (filter != nullptr) {
        filter->put_lead();
    }
    std::streambuf* const to = filter != nullptr ? &filter->below() : out.rdbuf();
    const auto bytes = static_cast<std::streamsize>(text.size());
    if (to == nullptr || to->sputn(text.data(), bytes) != bytes) {
        out.setstate(std::ios::badbit);
    }
}

} // namespace platform::process
