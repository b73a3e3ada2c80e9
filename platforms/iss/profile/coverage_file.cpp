// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/coverage_file.h>

#include <iss/decode/decoder.h>
#include <iss/meter/basic_block.h>
#include <process/printable.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace platform::iss {

namespace {

struct covered_function {
    std::uint32_t line;
    std::string name;
    std::uint64_t entries;
};

struct covered_branch {
    std::uint32_t line;
    std::uint32_t pc;
    std::optional<instruction_table::branch> ways; ///< nothing: it was not executed
};

/// A source file.
struct covered_file {
    std::map<std::uint32_t, std::uint64_t> lines; ///< executions, by line
    std::vector<covered_function> functions;
    std::vector<covered_branch> branches;
};

/// Goes through all functions of the image.
class coverage_finder {
public:
    coverage_finder(const call_profile& profile, const core_model& core)
        : m_profile(profile), m_core(core) {
        std::uint64_t end = 0;
        for (const elf_symbol& f : profile.image().symbols) {
            if (f.address < end) {
                continue; // another name of what was found
            }
            find_in(f);
            end = std::uint64_t{f.address} + f.size;
        }
    }

    const std::map<std::string, covered_file>& files() const { return m_files; }

private:
    void find_in(const elf_symbol& function) {
        const elf_image& image = m_profile.image();
        std::uint8_t it_state = 0;
        bool is_first = true;
        for (std::uint64_t at = function.address;
             at < function.address + std::uint64_t{function.size};) {
            const auto pc = static_cast<std::uint32_t>(at);
            const auto [code, available] = image.bytes_at(pc);
            const code_kind kind = image.kind_in(function, pc);
            if (code == nullptr || kind == code_kind::data) {
                at += 2;
                it_state = 0;
                continue;
            }
            const instruction i =
                m_decoder.decode(code, available, pc, kind == code_kind::thumb, it_state);
            note(i, is_first ? &function : nullptr);
            is_first = false;
            it_state = i.it_after;
            at += std::max<std::uint64_t>(i.bytes, 2);
        }
    }

    std::uint64_t executions_of(const instruction& i) const {
        activity_counts once;
        counts_of(i, m_core).always.add_to(once);
        return m_profile.instructions().at(i.pc)[activity::activity_kind::instruction] /
               std::max<std::uint64_t>(once[activity::activity_kind::instruction], 1);
    }

    /// \param begins the function of which it is the first; nullptr: of none
    void note(const instruction& i, const elf_symbol* begins) {
        const auto place = m_profile.image().lines.at(i.pc);
        if (!place) {
            return;
        }
        covered_file& file = m_files[process::printable(place->path)];
        const std::uint64_t executions = executions_of(i);
        std::uint64_t& of_line = file.lines[place->line];
        of_line = std::max(of_line, executions);
        if (begins != nullptr) {
            file.functions.push_back({place->line, begins->name, executions});
        }
        if (i.writes_pc() && i.may_fall_through()) {
            const auto* const ways = m_profile.instructions().branch_at(i.pc);
            file.branches.push_back(
                {place->line, i.pc, ways == nullptr ? std::nullopt : std::optional(*ways)});
        }
    }

    const call_profile& m_profile;
    const core_model& m_core;
    const decoder m_decoder;
    std::map<std::string, covered_file> m_files; ///< by path
};

void write_functions(std::ostream& out, const covered_file& file) {
    for (const covered_function& f : file.functions) {
        out << "FN:" << f.line << ',' << f.name << '\n';
    }
    for (const covered_function& f : file.functions) {
        out << "FNDA:" << f.entries << ',' << f.name << '\n';
    }
    out << "FNF:" << file.functions.size() << "\nFNH:"
        << std::count_if(file.functions.begin(), file.functions.end(),
                         [](const covered_function& f) { return f.entries != 0; })
        << '\n';
}

void write_branches(std::ostream& out, const covered_file& file, coverage& sum) {
    std::map<std::uint32_t, unsigned> of_line; ///< so many so far
    std::size_t taken = 0;
    std::vector<covered_branch> branches = file.branches;
    std::stable_sort(branches.begin(), branches.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    for (const covered_branch& b : branches) {
        const unsigned block = of_line[b.line]++;
        const auto write = [&](unsigned way, std::uint64_t n) {
            out << "BRDA:" << b.line << ',' << block << ',' << way << ',';
            b.ways ? out << n << '\n' : out << "-\n";
            taken += n != 0 ? 1 : 0;
        };
        write(0, b.ways ? b.ways->taken : 0);
        write(1, b.ways ? b.ways->fallen : 0);
    }
    out << "BRF:" << 2 * branches.size() << "\nBRH:" << taken << '\n';
    sum.branches += 2 * branches.size();
    sum.branches_taken += taken;
}

void write_lines(std::ostream& out, const covered_file& file, coverage& sum) {
    std::size_t executed = 0;
    for (const auto& [line, n] : file.lines) {
        out << "DA:" << line << ',' << n << '\n';
        executed += n != 0 ? 1 : 0;
    }
    out << "LF:" << file.lines.size() << "\nLH:" << executed << '\n';
    sum.lines += file.lines.size();
    sum.lines_executed += executed;
}

} // namespace

coverage write_coverage(std::ostream& out, const call_profile& profile, const core_model& core) {
    coverage sum;
    const coverage_finder found(profile, core);
    for (const auto& [path, file] : found.files()) {
        out << "TN:\nSF:" << path << '\n';
        write_functions(out, file);
        write_branches(out, file, sum);
        write_lines(out, file, sum);
        out << "end_of_record\n";
    }
    return sum;
}

} // namespace platform::iss
