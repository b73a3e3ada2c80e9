// SPDX-License-Identifier: Apache-2.0
#include <report/wave_save.h>

#include <process/words.h>

#include <cmath>
#include <filesystem>
#include <ostream>
#include <set>
#include <vector>

namespace platform::report {

namespace {

/// A part of the save file. Colours are GTKWave's numbers: 0 is its usual one.
struct group {
    const char* name;
    int colour;
    bool is_closed;
    std::vector<const vcd_file::variable*> variables = {};
};

std::string scope_of(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? "" : name.substr(0, dot);
}

void write_group(std::ostream& out, const group& g) {
    if (g.variables.empty()) {
        return;
    }
    out << (g.is_closed ? "@c00200\n-" : "@800200\n-") << g.name << '\n';
    for (const vcd_file::variable* v : g.variables) {
        out << (v->bits == 1 ? "@28\n" : "@22\n");
        if (g.colour != 0) {
            out << "[color] " << g.colour << '\n';
        }
        out << vcd_file::top_scope << '.' << v->name;
        if (v->bits > 1) {
            out << '[' << v->bits - 1 << ":0]";
        }
        out << '\n';
    }
    out << (g.is_closed ? "@1401200\n-" : "@1000200\n-") << g.name << '\n';
}

} // namespace

void access_text::register_access(const pmu::observed_access& access,
                                  const sc_core::sc_time& time) {
    constexpr std::size_t most = 200;
    std::string one =
        access.target != nullptr ? access.target->name : process::hex(access.address, 4);
    if (access.answer != pmu::response::ok) {
        one += ":refused";
    } else {
        one += (access.is_write ? ":=" : "=") + process::hex(access.value, 8);
    }
    if (!m_has_any || time != m_time) {
        m_text = one;
    } else if (m_text.size() + 1 + one.size() <= most) {
        m_text += ";" + one;
    } else if (!process::ends_with(m_text, "...")) {
        m_text += ";...";
    }
    m_has_any = true;
    m_time = time;
}

void write_wave_save(std::ostream& out, const vcd_file& file, const std::string& dump,
                     const sc_core::sc_time& period) {
    enum : std::size_t { pins, accesses, registers, events, fields };
    group groups[] = {{"Clock and pins", 0, false},
                      {"Accesses", 2, false},
                      {"Registers and counters", 3, false},
                      {"Events", 5, true},
                      {"Fields", 6, true}};
    std::set<std::string> names;
    for (const auto& v : file.variables()) {
        names.insert(v->name);
    }
    for (const auto& v : file.variables()) {
        const std::string scope = scope_of(v->name);
        const std::size_t n = v->is_text                                            ? accesses
                              : process::ends_with(scope, "events")                 ? events
                              : names.count(scope) != 0                             ? fields
                              : v->bits == 32 && !scope.empty() && scope != v->name ? registers
                                                                                    : pins;
        groups[n].variables.push_back(v.get());
    }
    out << "[*] tlm-pmu\n[dumpfile] \"" << dump << "\"\n[timestart] 0\n[sst_expanded] 1\n";
    // The zoom: so many powers of two of time units in a fifth of its window. Then 27 markers.
    out << "*-" << std::log2(4.0 * static_cast<double>(period.value())) << " 0";
    for (int n = 0; n != 26; ++n) {
        out << " -1";
    }
    out << '\n';
    for (const group& g : groups) {
        write_group(out, g);
    }
}

std::string wave_save_of(const std::string& dump) {
    std::error_code ignored;
    const std::filesystem::path path(dump);
    if (dump.empty() || (std::filesystem::exists(path, ignored) &&
                         !std::filesystem::is_regular_file(path, ignored))) {
        return "";
    }
    return (process::ends_with(dump, ".vcd") ? dump.substr(0, dump.size() - 4) : dump) + ".gtkw";
}

} // namespace platform::report
