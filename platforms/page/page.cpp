// SPDX-License-Identifier: Apache-2.0
#include <page/page.h>

#include <page/page_files.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string_view>

namespace platform::page {

namespace {

/// Calls text(s) for what stands between marks, and mark(name) for each `{{name}}`.
template <class Text, class Mark>
void for_each_piece(std::string_view page, const Text& text, const Mark& mark) {
    for (;;) {
        const std::size_t begin = page.find("{{");
        text(page.substr(0, begin));
        if (begin == std::string_view::npos) {
            return;
        }
        const std::size_t end = page.find("}}", begin);
        mark(page.substr(begin + 2, end - begin - 2));
        page.remove_prefix(end + 2);
    }
}

std::string_view file_of(std::string_view name) {
    for (const page_file* f = page_files; f != page_files + page_file_count; ++f) {
        if (name == f->name) {
            return {reinterpret_cast<const char*>(f->bytes), f->size};
        }
    }
    throw std::logic_error("the page has no file " + std::string(name));
}

} // namespace

std::string script_text(const nlohmann::ordered_json& data) {
    const std::string plain =
        data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::string text;
    text.reserve(plain.size());
    for (const char c : plain) {
        if (c == '<') { // only within strings
            text += "\\u003c";
        } else {
            text += c;
        }
    }
    return text;
}

nlohmann::ordered_json page_data(std::string_view page) {
    constexpr std::string_view begin = "<script type=\"application/json\" id=";
    const std::size_t at = page.find('>', std::min(page.find(begin), page.size()));
    const std::size_t end = page.find("</script>", std::min(at, page.size()));
    return nlohmann::ordered_json::parse(
        end == std::string_view::npos ? std::string_view() : page.substr(at + 1, end - at - 1));
}

void write_page(std::ostream& out, const nlohmann::ordered_json& data, const char* page) {
    for_each_piece(
        file_of(page), [&](std::string_view text) { out << text; },
        [&](std::string_view name) {
            if (name == "data") {
                out << script_text(data);
            } else {
                out << file_of(name);
            }
        });
}

} // namespace platform::page
