// SPDX-License-Identifier: Apache-2.0
#include <activity/activity_stream.h>

namespace platform::activity {

activity_stream::activity_stream(std::uint64_t seed, const pipeline_config& config,
                                 std::uint64_t visible)
    : m_pipeline(seed, config), m_visible(visible), m_ahead(m_pipeline.step().only(visible)) {
}

activity_run activity_stream::next() {
    activity_run run{m_ahead, 0};
    do {
        ++run.cycles;
        m_ahead = m_pipeline.step().only(m_visible);
    } while (m_ahead == run.activity && run.cycles < longest_run);
    return run;
}

} // namespace platform::activity
