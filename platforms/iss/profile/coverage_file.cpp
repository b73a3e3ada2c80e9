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
        for (const call_profile::frame& f : profile.frames()) {
            m_calls[f.function] += f.calls;
        }
        const std::vector<elf_symbol>& all = profile.image().symbols;
        for (auto f = all.begin(); f != all.end();) {
            const auto next = std::find_if(
                f, all.end(), [&](const elf_symbol& s) { return s.address != f->address; });
            std::uint64_t end = std::uint64_t{f->address} + f->size;
            end = next != all.end() ? std::min<std::uint64_t>(end, next->address) : end;
            find_in(*f, end);
            f = next; // the others are other names of it
        }
        profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
            if (profile.function_of(pc) == call_profile::no_function) {
                const auto place = profile.image().lines.at(pc);
                if (place) {
                    note_line(*place, counts[activity::activity_kind::instruction]);
                }
            }
        });
    }

    const std::map<std::string, covered_file>& files() const { return m_files; }

private:
    /// \param end of its code, where another one begins within it
    void find_in(const elf_symbol& function, std::uint64_t end) {
        const elf_image& image = m_profile.image();
        std::uint8_t it_state = 0;
        bool is_first = true;
        for (std::uint64_t at = function.address; at < end;) {
            const auto pc = static_cast<std::uint32_t>(at);
            const auto [code, available] = image.bytes_at(pc);
            if (code == nullptr) {
                at = next_loaded(pc, end);
                continue;
            }
            const code_kind kind = image.kind_in(function, pc);
            if (kind == code_kind::data) {
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

    /// Where something is loaded again; `end` if nothing is before that.
    std::uint64_t next_loaded(std::uint32_t pc, std::uint64_t end) const {
        const auto& segments = m_profile.image().segments;
        const auto next = std::find_if(segments.begin(), segments.end(),
                                       [pc](const elf_segment& s) { return s.address > pc; });
        return next != segments.end() ? std::min<std::uint64_t>(next->address, end) : end;
    }

    std::uint64_t counted_at(std::uint32_t pc) const {
        return m_profile.instructions().at(pc)[activity::activity_kind::instruction];
    }
    /// The two halves of a Thumb BL are counted together, or, across pages, each by itself.
    std::uint64_t executions_of(const instruction& i) const {
        activity_counts once;
        counts_of(i, m_core).always.add_to(once);
        const std::uint64_t parts = once[activity::activity_kind::instruction];
        return parts == 2 ? (counted_at(i.pc) + counted_at(i.pc + 2)) / 2 : counted_at(i.pc);
    }

    covered_file& note_line(const source_place& place, std::uint64_t executions) {
        covered_file& file = m_files[process::printable(place.path)];
        std::uint64_t& of_line = file.lines[place.line];
        of_line = std::max(of_line, executions);
        return file;
    }

    /// \param begins the function of which it is the first; nullptr: of none
    void note(const instruction& i, const elf_symbol* begins) {
        const auto place = m_profile.image().lines.at(i.pc);
        if (!place) {
            return;
        }
        const std::uint64_t executions = executions_of(i);
        covered_file& file = note_line(*place, executions);
        if (begins != nullptr) {
            const auto calls = m_calls.find(m_profile.function_of(i.pc));
            const std::uint64_t entries =
                calls != m_calls.end() ? std::max<std::uint64_t>(calls->second, 1) : 1;
            file.functions.push_back({place->line, begins->name, executions != 0 ? entries : 0});
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
    std::map<std::string, covered_file> m_files;    ///< by path
    std::map<std::uint32_t, std::uint64_t> m_calls; ///< of functions
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
