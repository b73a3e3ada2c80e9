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
        // Version, abbreviations, bytes of an address.
        file_bytes unit = {4, 0, 0, 0, 0, 0, 4, unit_with_lines};
        append(unit, table);
        append(unit, address);
        append(unit, size);
        append_sized(m_info, unit);
        append_sized(m_line, line_table(address, rows, end));
    }

    /// A function, or one that is inlined, with what is inlined in it.
    struct code {
        std::string name; ///< as `tag` has it
        std::uint32_t address;
        std::uint32_t size;
        std::vector<code> inlined = {};
        std::uint8_t tag = DW_AT_name; ///< or DW_AT_linkage_name
    };

    /// A unit with functions, and no lines.
    void add_unit(const std::vector<code>& functions) {
        file_bytes unit = {4, 0, 0, 0, 0, 0, 4, whole_unit};
        append(unit, functions.front().address);
        append(unit, functions.back().address + functions.back().size - functions.front().address);
        for (const code& function : functions) {
            unit.push_back(a_function);
            append_code(unit, function);
        }
        unit.push_back(0);
        append_sized(m_info, unit);
    }

    void put_into(elf_builder& elf) const {
        elf.named.push_back({".debug_abbrev", abbreviations()});
        elf.named.push_back({".debug_info", m_info});
        elf.named.push_back({".debug_line", m_line});
    }

private:
    static constexpr std::uint8_t unit_with_lines = 1;
    static constexpr std::uint8_t whole_unit = 2;
    static constexpr std::uint8_t a_function = 3;
    static constexpr std::uint8_t an_origin = 4;    ///< of inlined calls, with DW_AT_name
    static constexpr std::uint8_t a_cpp_origin = 5; ///< with DW_AT_linkage_name
    static constexpr std::uint8_t inlined_call = 6;

    static file_bytes abbreviations() {
        file_bytes all;
        const auto append_entry = [&](std::uint8_t number, std::uint8_t tag, std::uint8_t children,
                                      const file_bytes& attributes) {
            append(all, file_bytes{number, tag, children});
            append(all, attributes);
            append(all, file_bytes{0, 0});
        };
        const file_bytes place = {DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4};
        file_bytes with_lines = {DW_AT_stmt_list, DW_FORM_sec_offset};
        append(with_lines, place);
        file_bytes with_origin = {DW_AT_abstract_origin, DW_FORM_ref4};
        append(with_origin, place);
        append_entry(unit_with_lines, DW_TAG_compile_unit, DW_CHILDREN_no, with_lines);
        append_entry(whole_unit, DW_TAG_compile_unit, DW_CHILDREN_yes, place);
        append_entry(a_function, DW_TAG_subprogram, DW_CHILDREN_yes, place);
        append_entry(an_origin, DW_TAG_subprogram, DW_CHILDREN_no, {DW_AT_name, DW_FORM_string});
        append_entry(a_cpp_origin, DW_TAG_subprogram, DW_CHILDREN_no,
                     {DW_AT_linkage_name, DW_FORM_string});
        append_entry(inlined_call, DW_TAG_inlined_subroutine, DW_CHILDREN_yes, with_origin);
        all.push_back(0);
        return all;
    }

    /// After the number of its abbreviation. What is inlined comes after its own origin.
    static void append_code(file_bytes& unit, const code& of) {
        append(unit, of.address);
        append(unit, of.size);
        for (const code& call : of.inlined) {
            const auto origin = static_cast<std::uint32_t>(unit.size() + 4); // after the length
            unit.push_back(call.tag == DW_AT_name ? an_origin : a_cpp_origin);
            append(unit, call.name);
            unit.push_back(inlined_call);
            append(unit, origin);
            append_code(unit, call);
        }
        unit.push_back(0);
    }

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
