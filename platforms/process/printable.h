// SPDX-License-Identifier: Apache-2.0
// Text that does nothing to a terminal, wherever it comes from.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace platform::process {

/// Bytes of the character of UTF-8 that a text begins with, 0 if it begins with none.
std::size_t character_size(std::string_view text);

/// Text with its control characters as \xNN, so it is one line: those of Latin-1 (U+0080 to U+009F)
/// included, in UTF-8 or as bytes of their own. Other bytes that are not UTF-8 stay as they are.
std::string printable(std::string_view text);

/// Passes on what is written to it as printable() has it, but for line feeds and tabs.
class printable_output final : public std::streambuf {
public:
    /// \param below outlives this
    explicit printable_output(std::streambuf& below) : m_below(below) {}
    ~printable_output() override { put_start(); }
    printable_output(const printable_output&) = delete;
    printable_output& operator=(const printable_output&) = delete;

    std::streambuf& below() { return m_below; }
    /// Writes what is kept back.
    bool put_start();

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return m_below.pubsync(); }

private:
    bool put(std::string_view text);

    std::streambuf& m_below;
    std::string m_start; ///< of a character whose other bytes are yet to come
};

/// Writes text as it is: colours.
void write_as_it_is(std::ostream& out, std::string_view text);

} // namespace platform::process
