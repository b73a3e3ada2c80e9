// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/parameter_map.h>

#include <pmu/core/message_text.h>
#include <pmu/core/same_word.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <stdexcept>

namespace PMU_API pmu {

namespace {

// The position of a word, or `count` where it is none of them.
std::size_t position_of(std::string_view word, const std::string_view* words, std::size_t count) {
    return static_cast<std::size_t>(
        std::find_if(words, words + count,
                     [=](std::string_view one) { return is_same_word(one, word); }) -
        words);
}

// Digits after an optional `0x` or `0b`, no sign, nothing else.
bool read_number(std::string_view text, std::uint64_t& value) {
    int base = 10;
    if (text.size() > 2 && text[0] == '0') {
        const std::string_view prefix = text.substr(1, 1);
        base = is_same_word(prefix, "x") ? 16 : is_same_word(prefix, "b") ? 2 : 10;
        text.remove_prefix(base != 10 ? 2 : 0);
    }
    const char* const end = text.data() + text.size();
    std::uint64_t number = 0;
    const auto [last, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc{} || last != end) {
        return false;
    }
    value = number;
    return true;
}

// As wide as `widest` is.
std::string hex_of(std::uint64_t value, std::uint64_t widest) {
    return hex(value, hex(widest, 0).size() - 2);
}

// What stands between two items of a list in words, before the item at `i`.
const char* separator(std::size_t i, std::size_t count, const char* last) {
    return i == 0 ? "" : i + 1 == count ? last : ", ";
}

std::string refusal(const char* part, const parameter_desc& p, const std::string& got) {
    return std::string("the parameter `") + p.name + "` of " + part + " is " + p.range() +
           ", got " + got;
}

} // namespace

std::string parameter_desc::text_of(std::uint64_t value) const {
    if (value < word_count) {
        return std::string(words[value]);
    }
    return kind == parameter_kind::bits ? hex_of(value, max) : std::to_string(value);
}

std::string parameter_desc::range() const {
    if (word_count == 0) {
        return "a number from " + text_of(min) + " to " + text_of(max);
    }
    std::string all;
    for (std::size_t i = 0; i < word_count; ++i) {
        all.append(separator(i, word_count, " or ")).append(words[i]);
        if (i <= max) {
            all.append(" (").append(std::to_string(i)).append(")");
        }
    }
    return all;
}

bool parameter_desc::read(std::string_view text, std::uint64_t& value) const {
    std::uint64_t found = position_of(text, words, word_count);
    if (found == word_count && kind == parameter_kind::flag) {
        found = position_of(text, false_and_true, std::size(false_and_true));
    }
    const bool is_word = found < word_count;
    if (!is_word && (!read_number(text, found) || found < min || found > max)) {
        return false;
    }
    value = found;
    return true;
}

std::string parameter_fault::sentence() const {
    return refusal(part, *parameter, parameter->text_of(value));
}

const parameter_desc* parameter_map::find(std::string_view name) const {
    const auto* found = std::find_if(
        begin(), end(), [=](const parameter_desc& p) { return is_same_word(p.name, name); });
    return found != end() ? found : nullptr;
}

const parameter_desc& parameter_map::at(std::string_view name) const {
    const parameter_desc* const found = find(name);
    if (found == nullptr) {
        std::string message =
            std::string(m_part) + " has no parameter `" + excerpt(name) + "`, it has ";
        for (std::size_t i = 0; i < m_size; ++i) {
            message.append(separator(i, m_size, " and ")).append(m_parameters[i].name);
        }
        throw std::invalid_argument(message);
    }
    return *found;
}

std::uint64_t parameter_map::value_of(const parameter_desc& p, std::string_view text) const {
    std::uint64_t value = 0;
    if (!p.read(text, value)) {
        throw std::invalid_argument(refusal(m_part, p, "'" + excerpt(text) + "'"));
    }
    return value;
}

} // namespace pmu
