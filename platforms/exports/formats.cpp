// SPDX-License-Identifier: Apache-2.0
#include <exports/formats.h>

#include <exports/writers.h>

namespace platform::exports {

namespace {

struct format_row {
    const char* name = nullptr;
    selection has;
    void (*write)(std::ostream& out, const part_tables& part, selection tables,
                  const std::string& version) = nullptr;
};

/// Without a place for the version.
template <void (*Write)(std::ostream&, const part_tables&, selection)>
void versionless(std::ostream& out, const part_tables& part, selection tables,
                 const std::string& /*version*/) {
    Write(out, part, tables);
}
/// With one kind of table.
template <void (*Write)(std::ostream&, const part_tables&)>
void one_table(std::ostream& out, const part_tables& part, selection /*tables*/,
               const std::string& /*version*/) {
    Write(out, part);
}
template <void (*Write)(std::ostream&, const part_tables&, const std::string&)>
void one_table(std::ostream& out, const part_tables& part, selection /*tables*/,
               const std::string& version) {
    Write(out, part, version);
}

constexpr selection all_tables = {true, true, true};
constexpr selection numbers = {true, true, false};
constexpr selection only_registers = {true, false, false};
constexpr selection only_events = {false, true, false};

constexpr format_row formats[] = {
    {default_format, all_tables, versionless<write_text>},
    {"json", all_tables, versionless<write_json>},
    {"csv", only_events, one_table<write_csv>},
    {"svd", only_registers, one_table<write_svd>},
    {"ipxact", only_registers, one_table<write_ip_xact>},
    {"rdl", only_registers, one_table<write_system_rdl>},
    {"markdown", all_tables, versionless<write_markdown>},
    {"c-header", numbers, versionless<write_c_header>},
};

bool has_all(const format_row& f, selection tables) {
    return (f.has.registers || !tables.registers) && (f.has.events || !tables.events) &&
           (f.has.parameters || !tables.parameters);
}

const format_row* find(const std::string& name, selection tables) {
    for (const format_row& f : formats) {
        if (f.name == name && has_all(f, tables)) {
            return &f;
        }
    }
    return nullptr;
}

} // namespace

std::string formats_of(selection tables) {
    std::string names;
    for (const format_row& f : formats) {
        if (has_all(f, tables)) {
            names += (names.empty() ? "" : ", ") + std::string(f.name);
        }
    }
    return names;
}

bool can_write(const std::string& format, selection tables) {
    return find(format, tables) != nullptr;
}

bool write(std::ostream& out, const std::string& format, const part_tables& part, selection tables,
           const std::string& version) {
    const format_row* const f = find(format, tables);
    if (f != nullptr) {
        f->write(out, part, tables, version);
    }
    return f != nullptr;
}

} // namespace platform::exports
