// SPDX-License-Identifier: Apache-2.0
#include <program/cursor.h>

#include <pmu/core/same_word.h>

namespace platform::program {
namespace {

std::string of_bits(const std::string& what, unsigned bits) {
    return what + " of at most " + std::to_string(bits) + (bits == 1 ? " bit" : " bits");
}

} // namespace

void cursor::fail(const std::string& what, const token& got) {
    if (!got.error.empty()) {
        throw syntax_error(got.column, got.error);
    }
    throw syntax_error(got.column, "expected " + what + ", got " + got.shown());
}

bool cursor::at_word(std::string_view keyword) const {
    return at(token_kind::word) && pmu::is_same_word(peek().text, keyword);
}

const token& cursor::take() {
    const token& t = peek();
    m_position += t.kind == token_kind::end ? 0U : 1U;
    return t;
}

bool cursor::take_if(token_kind kind) {
    const bool is_there = at(kind);
    if (is_there) {
        take();
    }
    return is_there;
}

bool cursor::take_if_word(std::string_view keyword) {
    const bool is_there = at_word(keyword);
    if (is_there) {
        take();
    }
    return is_there;
}

const token& cursor::expect(token_kind kind, const std::string& what) {
    if (!at(kind)) {
        fail(what);
    }
    return take();
}

void cursor::expect_word(std::string_view keyword) {
    if (!take_if_word(keyword)) {
        fail("'" + std::string(keyword) + "'");
    }
}

void cursor::expect_end() const {
    if (!at_end()) {
        fail("the end of the line");
    }
}

std::uint64_t cursor::number(unsigned bits, const std::string& what) {
    const token& t = expect(token_kind::number, what);
    if (!t.number.fits(bits)) {
        fail(of_bits(what, bits), t);
    }
    return t.number.low();
}

std::uint64_t cursor::number_between(std::uint64_t min, std::uint64_t max,
                                     const std::string& what) {
    const std::string range = what + " from " + std::to_string(min) + " to " + std::to_string(max);
    const token& t = expect(token_kind::number, range);
    if (!t.number.fits(64) || t.number.low() < min || t.number.low() > max) {
        fail(range, t);
    }
    return t.number.low();
}

std::uint64_t cursor::edges() {
    const token& t = expect(token_kind::number, "a number");
    if (!t.number.fits(63)) {
        fail("a number below 2^63", t);
    }
    return t.number.low();
}

std::uint64_t cursor::times(std::uint64_t otherwise) {
    if (at_end()) {
        return otherwise;
    }
    const token& t = peek();
    wide_value n;
    const bool is_times = t.kind == token_kind::word && t.text.size() > 1 &&
                          pmu::is_same_word(t.text.substr(0, 1), "x") &&
                          parse_number(t.text.substr(1), n).empty();
    if (!is_times) {
        fail("xN, a number of edges after an 'x'");
    }
    if (n == wide_value{0} || !n.fits(63)) {
        fail("xN with N from 1 to 2^63 - 1");
    }
    take();
    return n.low();
}

std::optional<std::uint8_t> cursor::index_at(char prefix, unsigned last) const {
    const token& t = peek();
    if (t.kind != token_kind::word || t.text.size() < 2 || t.text.size() > 3 ||
        !pmu::is_same_word(t.text.substr(0, 1), std::string_view(&prefix, 1))) {
        return std::nullopt;
    }
    unsigned index = 0;
    for (const char c : t.text.substr(1)) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        index = index * 10 + static_cast<unsigned>(c - '0');
    }
    const bool has_leading_zero = t.text.size() == 3 && t.text[1] == '0';
    if (index > last || has_leading_zero) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(index);
}

std::uint8_t cursor::indexed(char prefix, unsigned last) {
    const std::optional<std::uint8_t> index = index_at(prefix, last);
    if (!index) {
        fail(std::string(1, prefix) + "0 to " + prefix + std::to_string(last));
    }
    take();
    return *index;
}

wide_operand cursor::wide(unsigned bits) {
    wide_operand result;
    result.source = index_at('r', stub_registers - 1);
    if (result.source) {
        take();
        return result;
    }
    const token& t = expect(token_kind::number, "a number or a register r0 to r12");
    if (!t.number.fits(bits)) {
        fail(of_bits("a number", bits), t);
    }
    result.number = t.number;
    return result;
}

operand cursor::value(unsigned bits) {
    const wide_operand result = wide(bits);
    return {result.number.low(), result.source};
}

} // namespace platform::program
