// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/callgrind_file.h>

#include <process/printable.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <unordered_map>

namespace platform::iss {

namespace {

constexpr const char* no_file = "???"; ///< as Callgrind has it

using event_counts = callgrind_costs::counts;

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

/// What there is to be said of a function.
struct function_costs {
    std::map<std::uint32_t, const event_counts*> own; ///< by address
    std::vector<std::pair<callgrind_costs::edge, const callgrind_costs::call_cost*>> calls;
};

std::map<std::uint32_t, function_costs> by_function(const elf_image& image,
                                                    const callgrind_costs& costs) {
    std::map<std::uint32_t, function_costs> all;
    for (const auto& [pc, n] : costs.own) {
        all[call_profile::function_in(image, pc)].own[pc] = &n;
    }
    for (const auto& [edge, cost] : costs.calls) {
        all[edge.caller].calls.emplace_back(edge, &cost);
    }
    return all;
}

/// Writes the functions, one after the other.
class callgrind_writer {
public:
    callgrind_writer(std::ostream& out, const elf_image& image, std::size_t events)
        : m_out(out), m_image(image), m_none(events) {}

    void write(std::uint32_t function, const function_costs& costs) {
        m_file = file_at(start_of(function, costs));
        m_out << "\nfl=" << named(m_files, m_file) << "\nfn=" << function_name(function) << '\n';
        for (const auto& [pc, n] : costs.own) {
            change_file(file_at(pc));
            write_place(pc);
            write_counts(*n);
        }
        for (const auto& [edge, cost] : costs.calls) {
            change_file(file_at(edge.site));
            const std::uint32_t target = start_of(edge.callee, {});
            m_out << "cfi=" << named(m_files, file_at(target))
                  << "\ncfn=" << function_name(edge.callee) << "\ncalls=" << cost->calls << ' ';
            write_place(target);
            m_out << '\n';
            write_place(edge.site);
            write_counts(cost->all);
        }
    }

    void write_counts(const event_counts& all) {
        for (const std::uint64_t n : all.empty() ? m_none : all) {
            m_out << ' ' << n;
        }
        m_out << '\n';
    }

private:
    using names = std::unordered_map<std::string, std::size_t>;

    static constexpr std::uint32_t nowhere = call_profile::no_site;

    /// A name with its number, and from the second time on the number alone.
    static std::string named(names& known, const std::string& name) {
        const auto [found, is_new] = known.try_emplace(name, known.size() + 1);
        return "(" + std::to_string(found->second) + ")" + (is_new ? " " + name : "");
    }
    std::string function_name(std::uint32_t function) {
        return named(m_functions, call_profile::name_in(m_image, function));
    }
    std::uint32_t start_of(std::uint32_t function, const function_costs& costs) const {
        const auto& symbols = m_image.symbols;
        return function < symbols.size() ? symbols[function].address
               : !costs.own.empty()      ? costs.own.begin()->first
                                         : nowhere;
    }
    std::optional<source_place> place_of(std::uint32_t pc) const {
        return pc == nowhere ? std::nullopt : m_image.lines.at(pc);
    }
    std::string file_at(std::uint32_t pc) const {
        const auto place = place_of(pc);
        return place ? process::printable(place->path) : no_file;
    }
    void change_file(const std::string& file) {
        if (file != m_file) {
            m_file = file;
            m_out << "fi=" << named(m_files, file) << '\n';
        }
    }
    void write_place(std::uint32_t pc) {
        const auto place = place_of(pc);
        m_out << "0x" << std::hex << (pc == nowhere ? 0 : pc) << std::dec << ' '
              << (place ? place->line : 0);
    }

    std::ostream& m_out;
    const elf_image& m_image;
    const event_counts m_none; ///< of no occurrence
    names m_files;
    names m_functions;
    std::string m_file; ///< of what is being written
};

} // namespace

void callgrind_costs::add(counts& sum, const counts& more) {
    sum.resize(std::max(sum.size(), more.size()));
    for (std::size_t n = 0; n != more.size(); ++n) {
        sum[n] += more[n];
    }
}

namespace {

/// Where a function is called. Of calls that are left out that is not known: where their caller
/// begins.
std::uint32_t site_of(const call_profile& profile, const call_profile::frame& f) {
    const auto& symbols = profile.image().symbols;
    const std::uint32_t caller = profile.frames()[f.parent].function;
    return f.site != call_profile::no_site || caller >= symbols.size() ? f.site
                                                                       : symbols[caller].address;
}

} // namespace

/// A jump into the middle of another function is a call, too, and so are those that are left out.
callgrind_costs costs_of(const call_profile& profile, const profiled_events& events) {
    callgrind_costs costs;
    for (const profiled_event& e : events) {
        costs.events.push_back({e.name, e.description});
    }
    profile.instructions().for_each(
        [&](std::uint32_t pc, const activity_counts& n) { costs.own[pc] = columns_of(n, events); });
    const std::vector<call_profile::frame>& frames = profile.frames();
    const std::vector<activity_counts> totals = totals_of(frames);
    for (std::uint32_t n = 1; n < frames.size(); ++n) {
        const call_profile::frame& f = frames[n];
        const bool is_outside = totals[n].empty(); // of the region of interest
        if (f.parent == 0 || is_outside) {
            continue;
        }
        callgrind_costs::call_cost& cost =
            costs.calls[{frames[f.parent].function, site_of(profile, f), f.function}];
        cost.calls += std::max<std::uint64_t>(f.calls, 1);
        if (!profile.is_recursive(f.parent, f.function)) {
            callgrind_costs::add(cost.all, columns_of(totals[n], events));
        }
    }
    return costs;
}

void write_callgrind(std::ostream& out, const elf_image& image, const callgrind_costs& costs,
                     const std::string& creator, const std::string& command) {
    out << "# callgrind format\nversion: 1\ncreator: " << creator
        << "\ncmd: " << process::printable(command) << "\npart: 1\n\npositions: instr line\n";
    for (const callgrind_costs::event& e : costs.events) {
        out << "event: " << e.name << " : " << e.description << '\n';
    }
    out << "events:";
    for (const callgrind_costs::event& e : costs.events) {
        out << ' ' << e.name;
    }
    event_counts all;
    for (const auto& [pc, n] : costs.own) {
        callgrind_costs::add(all, n);
    }
    callgrind_writer writer(out, image, costs.events.size());
    out << "\nsummary:";
    writer.write_counts(all);
    out << "\nob=" << process::printable(image.path) << '\n';
    for (const auto& [function, of_it] : by_function(image, costs)) {
        writer.write(function, of_it);
    }
    out << "\ntotals:";
    writer.write_counts(all);
}

} // namespace platform::iss
