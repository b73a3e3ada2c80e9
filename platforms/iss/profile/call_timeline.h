// SPDX-License-Identifier: Apache-2.0
// When firmware was in which function, and when it took which exception.
#pragma once

#include <iss/profile/call_listener.h>
#include <iss/profile/call_profile.h>
#include <report/timeline.h>

#include <cstdint>
#include <vector>

namespace platform::iss {

/// Collects the calls of one run, in bounded memory: the shortest are left out where they are too
/// many.
class call_timeline final : public call_listener {
public:
    /// \param profile that tells it, and must outlive it
    explicit call_timeline(const call_profile& profile) : m_profile(profile) {}

    void come_to(std::uint64_t ps, std::uint32_t frame,
                 const std::vector<const char*>& exceptions) override;
    /// The run is over: what is still open ends now.
    void end(std::uint64_t ps);

    const report::span_list& calls() const { return m_calls; }
    const report::span_list& exceptions() const { return m_exceptions; }

private:
    struct open_call {
        std::uint32_t frame;
        std::uint64_t since;
    };
    struct open_exception {
        const char* name;
        std::uint64_t since;
    };

    void close_calls(std::size_t keep, std::uint64_t ps);
    void close_exceptions(std::size_t keep, std::uint64_t ps);

    const call_profile& m_profile;
    std::vector<open_call> m_open;
    std::vector<open_exception> m_open_exceptions;
    std::vector<std::uint32_t> m_chain; ///< of come_to()
    report::span_list m_calls;
    report::span_list m_exceptions;
};

} // namespace platform::iss
