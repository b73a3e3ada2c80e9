// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/callgrind_file.h>

#include <process/printable.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <unordered_map>

namespace platform::iss {

namespace {

constexpr const char* no_file = "???"; ///< as Callgrind has it

/// A call: of a function, from a place in another.
struct call_edge {
    std::uint32_t site;
    std::uint32_t callee;

    friend bool operator<(const call_edge& a, const call_edge& b) {
        return a.site != b.site ? a.site < b.site : a.callee < b.callee;
    }
};

struct call_cost {
    std::uint64_t calls = 0;
    activity_counts counts;
};

/// What there is to be said of a function.
struct function_costs {
    std::map<std::uint32_t, activity_counts> own; ///< by address
    std::map<call_edge, call_cost> calls;
};

/// Of each frame, with those it called.
std::vector<activity_counts> totals_of(const std::vector<call_profile::frame>& frames) {
    std::vector<activity_counts> totals(frames.size());
    for (std::size_t n = frames.size(); n-- != 0;) {
        totals[n].add(frames[n].counts);
        if (n != 0) {
            totals[frames[n].parent].add(totals[n]);
        }
    }
    return totals;
}

/// Whether the function has been called before, and has not returned.
bool is_recursive(const std::vector<call_profile::frame>& frames, std::uint32_t n) {
    for (std::uint32_t at = frames[n].parent; at != 0; at = frames[at].parent) {
        if (frames[at].function == frames[n].function) {
            return true;
        }
    }
    return false;
}

using costs_by_function = std::map<std::uint32_t, function_costs>;

/// Where a function is called. Of calls that are left out that is not known: where their caller
/// begins.
std::uint32_t site_of(const call_profile& profile, const call_profile::frame& f) {
    const auto& symbols = profile.image().symbols;
    const std::uint32_t caller = profile.frames()[f.parent].function;
    return f.site != call_profile::no_site || caller >= symbols.size() ? f.site
                                                                       : symbols[caller].address;
}

/// A jump into the middle of another function is a call, too, and so are those that are left out.
void add_calls(const call_profile& profile, costs_by_function& costs) {
    const std::vector<call_profile::frame>& frames = profile.frames();
    const std::vector<activity_counts> totals = totals_of(frames);
    for (std::uint32_t n = 1; n < frames.size(); ++n) {
        const call_profile::frame& f = frames[n];
        const bool is_outside = totals[n].empty(); // of the region of interest
        if (f.parent == 0 || is_outside) {
            continue;
        }
        call_cost& cost = costs[frames[f.parent].function].calls[{site_of(profile, f), f.function}];
        cost.calls += std::max<std::uint64_t>(f.calls, 1);
        if (!is_recursive(frames, n)) {
            cost.counts.add(totals[n]);
        }
    }
}

/// Writes the functions, one after the other.
class callgrind_writer {
public:
    callgrind_writer(std::ostream& out, const call_profile& profile, const profiled_events& events)
        : m_out(out), m_profile(profile), m_events(events) {}

    void write(std::uint32_t function, const function_costs& costs) {
        const std::uint32_t start = start_of(function, costs);
        m_file = file_at(start);
        m_out << "\nfl=" << named(m_files, m_file) << "\nfn=" << function_name(function) << '\n';
        for (const auto& [pc, counts] : costs.own) {
            change_file(file_at(pc));
            write_place(pc);
            write_counts(counts);
        }
        for (const auto& [edge, cost] : costs.calls) {
            change_file(file_at(edge.site));
            const std::uint32_t target = start_of(edge.callee, {});
            m_out << "cfi=" << named(m_files, file_at(target))
                  << "\ncfn=" << function_name(edge.callee) << "\ncalls=" << cost.calls << ' ';
            write_place(target);
            m_out << '\n';
            write_place(edge.site);
            write_counts(cost.counts);
        }
    }

    void write_counts(const activity_counts& counts) {
        for (const std::uint64_t n : columns_of(counts, m_events)) {
            m_out << ' ' << n;
        }
        m_out << '\n';
    }

private:
    using names = std::unordered_map<std::string, std::size_t>;

    /// A name with its number, and from the second time on the number alone.
    static std::string named(names& known, const std::string& name) {
        const auto [found, is_new] = known.try_emplace(name, known.size() + 1);
        return "(" + std::to_string(found->second) + ")" + (is_new ? " " + name : "");
    }
    std::string function_name(std::uint32_t function) {
        return named(m_functions, m_profile.name_of(function));
    }
    std::uint32_t start_of(std::uint32_t function, const function_costs& costs) const {
        const auto& symbols = m_profile.image().symbols;
        return function < symbols.size() ? symbols[function].address
               : !costs.own.empty()      ? costs.own.begin()->first
                                         : 0;
    }
    std::string file_at(std::uint32_t pc) const {
        const auto place = m_profile.image().lines.at(pc);
        return place ? process::printable(place->path) : no_file;
    }
    void change_file(const std::string& file) {
        if (file != m_file) {
            m_file = file;
            m_out << "fi=" << named(m_files, file) << '\n';
        }
    }
    void write_place(std::uint32_t pc) {
        const auto place = m_profile.image().lines.at(pc);
        m_out << "0x" << std::hex << pc << std::dec << ' ' << (place ? place->line : 0);
    }

    std::ostream& m_out;
    const call_profile& m_profile;
    const profiled_events& m_events;
    names m_files;
    names m_functions;
    std::string m_file; ///< of what is being written
};

} // namespace

void write_callgrind(std::ostream& out, const call_profile& profile, const profiled_events& events,
                     const std::string& creator, const std::string& command) {
    costs_by_function costs;
    activity_counts all;
    profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
        costs[profile.function_of(pc)].own[pc] = counts;
        all.add(counts);
    });
    add_calls(profile, costs);
    out << "# callgrind format\nversion: 1\ncreator: " << creator
        << "\ncmd: " << process::printable(command) << "\npart: 1\n\npositions: instr line\n";
    for (const profiled_event& e : events) {
        out << "event: " << e.name << " : " << e.description << '\n';
    }
    out << "events:";
    for (const profiled_event& e : events) {
        out << ' ' << e.name;
    }
    callgrind_writer writer(out, profile, events);
    out << "\nsummary:";
    writer.write_counts(all);
    out << "\nob=" << process::printable(profile.image().path) << '\n';
    for (const auto& [function, of_it] : costs) {
        writer.write(function, of_it);
    }
    out << "\ntotals:";
    writer.write_counts(all);
}

} // namespace platform::iss
