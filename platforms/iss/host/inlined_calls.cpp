// SPDX-License-Identifier: Apache-2.0
#include <iss/host/inlined_calls.h>

#include <iss/host/packed_tables.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace platform::iss {

inlined_calls::inlined_calls(std::vector<call> calls, std::vector<std::string> names,
                             std::vector<row> rows)
    : m_calls(std::move(calls)), m_names(std::move(names)), m_rows(std::move(rows)) {
}

std::uint32_t inlined_calls::at(std::uint32_t pc) const {
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), row{pc, none});
    return after == m_rows.begin() ? none : std::prev(after)->innermost;
}

std::vector<std::uint32_t> inlined_calls::chain(std::uint32_t innermost) const {
    std::vector<std::uint32_t> calls;
    for (std::uint32_t of = innermost; of != none; of = around(of)) {
        calls.push_back(of);
    }
    std::reverse(calls.begin(), calls.end());
    return calls;
}

std::vector<std::string> inlined_calls::names_at(std::uint32_t pc) const {
    std::vector<std::string> names;
    for (const std::uint32_t of : chain(at(pc))) {
        names.push_back(name(function(of)));
    }
    return names;
}

std::string inlined_calls::to_bytes() const {
    table_packer bytes;
    bytes.add(m_calls);
    bytes.add(m_names);
    bytes.add(m_rows);
    return bytes.take();
}

inlined_calls inlined_calls::from_bytes(const std::string& bytes) {
    table_unpacker tables(bytes);
    inlined_calls all;
    all.m_calls = tables.table<call>();
    all.m_names = tables.texts();
    all.m_rows = tables.table<row>();
    bool is_sound = tables.is_whole() && std::is_sorted(all.m_rows.begin(), all.m_rows.end());
    for (std::size_t n = 0; n < all.m_calls.size(); ++n) {
        is_sound =
            is_sound && all.m_calls[n].around <= n && all.m_calls[n].function < all.m_names.size();
    }
    for (const row& r : all.m_rows) {
        is_sound = is_sound && r.innermost <= all.m_calls.size();
    }
    return is_sound ? all : inlined_calls();
}

} // namespace platform::iss
