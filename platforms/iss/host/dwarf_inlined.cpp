// SPDX-License-Identifier: Apache-2.0
#include <iss/host/dwarf_inlined.h>

#include <iss/host/confined.h>
#include <iss/host/dwarf_units.h>
#include <iss/host/function_names.h>
#include <iss/host/guest_memory.h>
#include <process/printable.h>
#include <process/words.h>

#include <dwarf.h>

#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace platform::iss {

namespace {

constexpr unsigned most_nestings = 256;

/// Code of an inlined call, and of those in it.
struct call_span {
    address_range code;
    unsigned depth = 0;
    std::uint32_t call = inlined_calls::none;
};

class inlined_collector {
public:
    /// What is in an entry. \param around the inlined call that it is in, or none
    void add_children(Dwarf_Die& of, std::uint32_t around, unsigned depth) {
        Dwarf_Die entry{};
        if (depth == most_nestings || ::dwarf_child(&of, &entry) != 0) {
            return;
        }
        do {
            add(entry, around, depth);
        } while (::dwarf_siblingof(&entry, &entry) == 0);
    }

    inlined_calls take() {
        std::vector<inlined_calls::row> rows = rows_of(m_spans);
        return {std::move(m_calls), std::move(m_names), std::move(rows)};
    }

private:
    void add(Dwarf_Die& entry, std::uint32_t around, unsigned depth) {
        switch (::dwarf_tag(&entry)) {
        case DW_TAG_subprogram:
            if (!is_removed(entry)) {
                add_children(entry, inlined_calls::none, depth + 1);
            }
            break;
        case DW_TAG_inlined_subroutine: add_call(entry, around, depth); break;
        case DW_TAG_lexical_block:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_class_type:
        case DW_TAG_structure_type: add_children(entry, around, depth + 1); break;
        default: break; // no code is in it
        }
    }

    /// The linker leaves what it drops at address 0.
    static bool is_removed(Dwarf_Die& function) {
        const std::vector<address_range> code = ranges_of(function);
        return code.empty() || std::any_of(code.begin(), code.end(),
                                           [](const address_range& r) { return r.begin == 0; });
    }

    void add_call(Dwarf_Die& entry, std::uint32_t around, unsigned depth) {
        m_calls.push_back({around, name_of(entry)});
        const auto call = static_cast<std::uint32_t>(m_calls.size());
        for (const address_range& r : ranges_of(entry)) {
            if (r.begin < r.end && r.end <= address_space_bytes) {
                m_spans.push_back({r, depth, call});
            }
        }
        add_children(entry, call, depth + 1);
    }

    /// \return an index
    std::uint32_t name_of(Dwarf_Die& entry) {
        Dwarf_Attribute attribute;
        const char* linker_name =
            ::dwarf_formstring(::dwarf_attr_integrate(&entry, DW_AT_linkage_name, &attribute));
        std::string name = linker_name != nullptr ? demangled_name(linker_name) : std::string();
        if (name.empty()) {
            const char* const plain = ::dwarf_diename(&entry);
            name = plain != nullptr ? plain : "(no name)";
        }
        name = process::printable(name) + process::inlined_mark;
        const auto [found, is_new] =
            m_index.emplace(name, static_cast<std::uint32_t>(m_names.size()));
        if (is_new) {
            m_names.push_back(name);
        }
        return found->second;
    }

    /// The innermost call of each address.
    static std::vector<inlined_calls::row> rows_of(std::vector<call_span>& spans) {
        std::vector<std::uint64_t> edges;
        for (const call_span& span : spans) {
            edges.insert(edges.end(), {span.code.begin, span.code.end});
        }
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        std::stable_sort(spans.begin(), spans.end(), [](const call_span& a, const call_span& b) {
            return a.code.begin < b.code.begin;
        });
        const auto is_less = [](const call_span& a, const call_span& b) {
            return std::pair(a.depth, a.call) < std::pair(b.depth, b.call);
        };
        std::priority_queue<call_span, std::vector<call_span>, decltype(is_less)> active(is_less);
        std::vector<inlined_calls::row> rows;
        auto next = spans.begin();
        for (const std::uint64_t address : edges) {
            for (; next != spans.end() && next->code.begin == address; ++next) {
                active.push(*next);
            }
            while (!active.empty() && active.top().code.end <= address) {
                active.pop();
            }
            const std::uint32_t call = active.empty() ? inlined_calls::none : active.top().call;
            if ((rows.empty() || rows.back().innermost != call) && address < address_space_bytes) {
                rows.push_back({static_cast<std::uint32_t>(address), call});
            }
        }
        return rows;
    }

    std::vector<call_span> m_spans;
    std::vector<inlined_calls::call> m_calls;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_index; ///< of names
};

} // namespace

inlined_calls read_trusted_inlined_calls(Elf* elf) {
    const dwarf_handle dwarf = open_dwarf(elf);
    inlined_collector calls;
    if (dwarf) {
        for (Dwarf_Die& unit : units_of(dwarf.get())) {
            calls.add_children(unit, inlined_calls::none, 0);
        }
    }
    return calls.take();
}

std::optional<inlined_calls> read_inlined_calls(Elf* elf) {
    const auto bytes = run_confined([elf] { return read_trusted_inlined_calls(elf).to_bytes(); });
    return bytes ? std::optional(inlined_calls::from_bytes(*bytes)) : std::nullopt;
}

} // namespace platform::iss
