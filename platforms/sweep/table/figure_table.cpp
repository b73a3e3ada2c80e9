// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/figure_table.h>

#include <process/printable.h>
#include <process/text_streams.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <locale>
#include <map>
#include <set>
#include <string_view>

namespace platform::sweep {

namespace {

constexpr std::size_t most_columns = 100'000;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Gives the cells of a text, row by row.
class csv_reader {
public:
    csv_reader(const std::string& file, std::string_view text) : m_file(file), m_rest(text) {
        if (m_rest.substr(0, byte_order_mark.size()) == byte_order_mark) {
            m_rest.remove_prefix(byte_order_mark.size());
        }
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw sweep_error(m_file + ": line " + std::to_string(m_row_line) + ": " + what);
    }

    std::size_t line() const { return m_row_line; }

    /// \return false: there is no row any more
    bool next(std::vector<std::string>& cells) {
        cells.clear();
        if (m_rest.empty()) {
            return false;
        }
        m_row_line = m_line;
        do {
            cells.push_back(cell());
            if (cells.size() > most_columns) {
                fail("expected at most " + std::to_string(most_columns) + " cells");
            }
        } while (take(','));
        take('\r');
        if (!take('\n') && !m_rest.empty()) {
            fail("expected a comma or the end of the line after a quote");
        }
        ++m_line;
        return true;
    }

private:
    bool take(char c) {
        const bool is_there = !m_rest.empty() && m_rest.front() == c;
        m_rest.remove_prefix(is_there ? 1 : 0);
        return is_there;
    }

    std::string cell() {
        std::string text = take('"') ? quoted() : plain();
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t size = process::character_size(rest);
            if (size == 0 || rest.front() == '\0') {
                fail("expected text in UTF-8, got " + shown(json(text)));
            }
            rest.remove_prefix(size);
        }
        return text;
    }

    std::string plain() {
        const std::size_t end = std::min(m_rest.find_first_of(",\r\n"), m_rest.size());
        std::string text(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        return text;
    }

    std::string quoted() {
        std::string text;
        for (;;) {
            const std::size_t end = m_rest.find('"');
            if (end == std::string_view::npos) {
                fail("expected a closing quote");
            }
            const std::string_view piece = m_rest.substr(0, end);
            m_line += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
            text += piece;
            m_rest.remove_prefix(end + 1);
            if (!take('"')) {
                return text;
            }
            text += '"';
        }
    }

    const std::string& m_file;
    std::string_view m_rest;
    std::size_t m_line = 1;
    std::size_t m_row_line = 1; ///< on which the latest row begins
};

class table_builder {
public:
    table_builder(const std::string& file, const std::string& text) : m_reader(file, text) {}

    figure_table build() {
        if (!m_reader.next(m_names)) {
            m_reader.fail("expected the names of columns");
        }
        read_names();
        for (std::vector<std::string> cells; m_reader.next(cells);) {
            if (cells.size() != m_names.size()) {
                m_reader.fail("expected " + std::to_string(m_names.size()) + " cells, got " +
                              std::to_string(cells.size()));
            }
            if (m_table.rows.size() == most_points) {
                m_reader.fail("expected at most " + std::to_string(most_points) + " rows");
            }
            read_row(cells);
        }
        if (m_table.rows.empty()) {
            m_reader.fail("expected a row after the names of columns");
        }
        return std::move(m_table);
    }

private:
    void read_names() {
        std::set<std::string> known;
        for (const std::string& name : m_names) {
            if (name.empty() || !known.insert(name).second) {
                m_reader.fail(name.empty() ? "expected a name for each column"
                                           : "two columns are called " + shown(json(name)));
            }
        }
        const auto repeat = std::find(m_names.begin(), m_names.end(), "repeat");
        if (repeat == m_names.end() || repeat == m_names.begin()) {
            m_reader.fail("expected axes, the column repeat, and figures");
        }
        m_axes = static_cast<std::size_t>(repeat - m_names.begin());
        m_positions.resize(m_axes);
        for (std::size_t n = 0; n != m_axes; ++n) {
            m_table.axes.emplace_back().name = m_names[n];
        }
        const std::set<std::string> others = {"status", "reason", "failed_attempts"};
        std::copy_if(repeat + 1, m_names.end(), std::back_inserter(m_table.figures),
                     [&](const std::string& name) { return others.count(name) == 0; });
    }

    void read_row(const std::vector<std::string>& cells) {
        table_row row;
        row.labels.assign(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(m_axes));
        row.state = point_state::done;
        row.repeat = whole(m_axes, cells[m_axes]);
        for (std::size_t n = m_axes + 1; n != cells.size(); ++n) {
            read_cell(row, n, cells[n]);
        }
        std::vector<std::uint64_t> at;
        for (std::size_t n = 0; n != m_axes; ++n) {
            at.push_back(position(n, row.labels[n]));
        }
        std::map<std::uint64_t, std::size_t>& repeats = m_lines[at];
        const auto [before, is_new] = repeats.emplace(row.repeat, m_reader.line());
        if (!is_new) {
            m_reader.fail("this is the point and the repeat of line " +
                          std::to_string(before->second));
        }
        m_table.repeat = std::max<std::uint64_t>(m_table.repeat, repeats.size());
        m_table.rows.push_back(std::move(row));
        m_table.positions.push_back(std::move(at));
    }

    void read_cell(table_row& row, std::size_t column, const std::string& cell) const {
        const std::string& name = m_names[column];
        if (name == "status") {
            if (cell != "done" && cell != "failed") {
                refuse(column, "done or failed", cell);
            }
            row.state = cell == "done" ? point_state::done : point_state::failed;
        } else if (name == "reason") {
            row.reason = cell;
        } else if (name == "failed_attempts") {
            constexpr std::uint64_t most = 1'000'000;
            row.attempts = static_cast<unsigned>(std::min(whole(column, cell), most));
        } else {
            row.figures[name] = cell.empty() ? json(nullptr) : json(number(column, cell));
        }
    }

    [[noreturn]] void refuse(std::size_t column, const std::string& expected,
                             const std::string& cell) const {
        m_reader.fail("column " + shown(json(m_names[column])) + ": expected " + expected +
                      ", got " + shown(json(cell)));
    }

    std::uint64_t whole(std::size_t column, const std::string& cell) const {
        std::uint64_t value = 0;
        const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (read.ec != std::errc() || read.ptr != cell.data() + cell.size()) {
            refuse(column, "a whole number", cell);
        }
        return value;
    }

    double number(std::size_t column, const std::string& cell) const {
        process::text_reader in(cell);
        in.imbue(std::locale::classic());
        in >> std::noskipws;
        double value = 0;
        if (!(in >> value) || in.peek() != std::istream::traits_type::eof() ||
            !std::isfinite(value)) {
            refuse(column, "a number or nothing", cell);
        }
        return value;
    }

    /// Of a value on an axis, which may be new.
    std::uint64_t position(std::size_t n, const std::string& label) {
        axis& a = m_table.axes[n];
        const auto [found, is_new] = m_positions[n].emplace(label, a.values.size());
        if (is_new) {
            a.values.push_back({true, {label}});
        }
        return found->second;
    }

    csv_reader m_reader;
    std::vector<std::string> m_names; ///< of columns
    std::size_t m_axes = 0;
    std::vector<std::map<std::string, std::uint64_t>> m_positions; ///< by axis
    /// Where a point and its repeats stand.
    std::map<std::vector<std::uint64_t>, std::map<std::uint64_t, std::size_t>> m_lines;
    figure_table m_table;
};

} // namespace

bool is_json(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos || text[begin] == '{' || text[begin] == '[';
}

figure_table read_csv_table(const std::string& file, const std::string& text) {
    return table_builder(file, text).build();
}

} // namespace platform::sweep
