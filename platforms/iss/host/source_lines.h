// SPDX-License-Identifier: Apache-2.0
// Which line of which source file code comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace platform::iss {

/// A line of a source file.
struct source_place {
    std::string_view file; ///< see short_names(); the table's
    std::uint32_t line = 0;
    std::string_view path = {}; ///< of the file, as the compiler has it; the table's
};

/// The lines of all code of a program, as far as they are known.
class source_lines {
public:
    /// From this address to that of the next row code comes from one line.
    struct row {
        std::uint32_t address = 0;
        std::uint32_t line = 0; ///< 0: not known
        std::uint32_t file = 0; ///< an index; of no meaning without a line
    };

    source_lines() = default;
    /// \param rows by address, with valid files \param files paths
    source_lines(std::vector<row> rows, std::vector<std::string> files);

    bool empty() const { return m_rows.empty(); }
    std::size_t size() const { return m_rows.size(); }

    std::optional<source_place> at(std::uint32_t pc) const;

    /// Where the code of a line begins, of each file of this name: the lowest address of each.
    /// \param file a path, or what a path ends with
    std::vector<std::pair<std::uint32_t, source_place>> find(std::string_view file,
                                                             std::uint32_t line) const;

    /// For another process of this machine.
    std::string to_bytes() const;

    /// \return without lines if the bytes are damaged
    static source_lines from_bytes(const std::string& bytes);

private:
    std::vector<row> m_rows;
    std::vector<std::string> m_files; ///< paths
    std::vector<std::string> m_names; ///< of each
};

} // namespace platform::iss
