// SPDX-License-Identifier: Apache-2.0
#include <iss/profile/call_timeline.h>

#include <algorithm>

namespace platform::iss {

void call_timeline::come_to(std::uint64_t ps, std::uint32_t frame,
                            const std::vector<const char*>& exceptions) {
    const auto& frames = m_profile.frames();
    m_chain.clear();
    for (std::uint32_t at = frame; at != 0; at = frames[at].parent) {
        m_chain.push_back(at);
    }
    std::reverse(m_chain.begin(), m_chain.end());
    std::size_t same = 0;
    while (same < std::min(m_chain.size(), m_open.size()) && m_chain[same] == m_open[same].frame) {
        ++same;
    }
    close_calls(same, ps);
    for (; same < m_chain.size(); ++same) {
        m_open.push_back({m_chain[same], ps});
    }
    same = 0;
    while (same < std::min(exceptions.size(), m_open_exceptions.size()) &&
           exceptions[same] == m_open_exceptions[same].name) {
        ++same;
    }
    close_exceptions(same, ps);
    for (; same < exceptions.size(); ++same) {
        m_open_exceptions.push_back({exceptions[same], ps});
    }
}

void call_timeline::end(std::uint64_t ps) {
    close_calls(0, ps);
    close_exceptions(0, ps);
}

void call_timeline::close_calls(std::size_t keep, std::uint64_t ps) {
    for (; m_open.size() > keep; m_open.pop_back()) {
        const std::uint32_t function = m_profile.frames()[m_open.back().frame].function;
        m_calls.add({m_open.back().since, ps, static_cast<std::uint32_t>(m_open.size() - 1),
                     m_profile.name_of(function)});
    }
}

void call_timeline::close_exceptions(std::size_t keep, std::uint64_t ps) {
    for (; m_open_exceptions.size() > keep; m_open_exceptions.pop_back()) {
        m_exceptions.add({m_open_exceptions.back().since, ps,
                          static_cast<std::uint32_t>(m_open_exceptions.size() - 1),
                          m_open_exceptions.back().name});
    }
}

} // namespace platform::iss
