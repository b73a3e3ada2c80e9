// SPDX-License-Identifier: Apache-2.0
// Makes small line information (DWARF 4) for the tests of the loader.
#pragma once

#include "elf_builder.h"

#include <dwarf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::iss {

/// Units of compiled code, each with its lines.
class dwarf_builder {
public:
    /// From `offset` in the unit on, code comes from `line` (below 128) of the file, by its number.
    struct row {
        std::uint8_t offset;
        std::uint8_t line;
        std::uint8_t file;
    };

    /// Files of all units, from 1 on. The first is in the folder.
    std::vector<std::string> files = {"main.c", "/absolute/other.h"};
    std::string folder = "src";

    /// \param size of the code; the lines reach to `end`
    void add_unit(std::uint32_t address, std::uint32_t size, const std::vector<row>& rows,
                  std::uint8_t end) {
        const auto table = static_cast<std::uint32_t>(m_line.size());
        file_bytes unit = {4, 0, 0, 0, 0, 0, 4, 1}; // version, abbreviations, bytes of an address
        append(unit, table);
        append(unit, address);
        append(unit, size);
        append_sized(m_info, unit);
        append_sized(m_line, line_table(address, rows, end));
    }

    void put_into(elf_builder& elf) const {
        const file_bytes abbreviations = {1,
                                          DW_TAG_compile_unit,
                                          DW_CHILDREN_no,
                                          DW_AT_stmt_list,
                                          DW_FORM_sec_offset,
                                          DW_AT_low_pc,
                                          DW_FORM_addr,
                                          DW_AT_high_pc,
                                          DW_FORM_data4,
                                          0,
                                          0,
                                          0};
        elf.named.push_back({".debug_abbrev", abbreviations});
        elf.named.push_back({".debug_info", m_info});
        elf.named.push_back({".debug_line", m_line});
    }

private:
    static void append(file_bytes& bytes, std::uint32_t word) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<std::uint8_t>(word >> shift));
        }
    }

    static void append(file_bytes& bytes, const file_bytes& more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
    }

    static void append_sized(file_bytes& bytes, const file_bytes& more) {
        append(bytes, static_cast<std::uint32_t>(more.size()));
        append(bytes, more);
    }

    static void append(file_bytes& bytes, const std::string& text) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        bytes.push_back(0);
    }

    file_bytes line_table(std::uint32_t address, const std::vector<row>& rows,
                          std::uint8_t end) const {
        // Bytes of an instruction, operations of one, is_stmt, lines from -5 on, 14 of them, and
        // the operands of opcodes 1 to 12.
        file_bytes header = {1, 1, 1, 0xFB, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
        append(header, folder);
        header.push_back(0);
        for (const std::string& file : files) {
            append(header, file);
            append(header, file_bytes{1, 0, 0}); // folder, time, size
        }
        header.push_back(0);
        file_bytes table = {4, 0}; // the version
        append_sized(table, header);
        append(table, file_bytes{0, 5, DW_LNE_set_address});
        append(table, address);
        row last{0, 1, 1};
        for (const row& r : rows) {
            const auto lines = static_cast<std::uint8_t>((r.line - last.line) & 0x7F); // SLEB128
            append(table,
                   file_bytes{DW_LNS_set_file, r.file, DW_LNS_advance_line, lines,
                              DW_LNS_advance_pc, static_cast<std::uint8_t>(r.offset - last.offset),
                              DW_LNS_copy});
            last = r;
        }
        append(table, file_bytes{DW_LNS_advance_pc, static_cast<std::uint8_t>(end - last.offset), 0,
                                 1, DW_LNE_end_sequence});
        return table;
    }

    file_bytes m_info;
    file_bytes m_line;
};

/// Code from 0x8000 to 0x801F: main.c:12, from 0x8008 on other.h:7, from 0x8010 on main.c:13.
inline dwarf_builder some_lines() {
    dwarf_builder dwarf;
    dwarf.add_unit(0x8000, 32, {{0, 12, 1}, {8, 7, 2}, {16, 13, 1}}, 32);
    return dwarf;
}

} // namespace platform::iss
