// SPDX-License-Identifier: Apache-2.0
// Reports with stable ids, each once.
#pragma once

#include <pmu/core/notice.h>

#include <cstdint>
#include <forward_list>
#include <memory>
#include <string>
#include <utility>

namespace PMU_API pmu {

/// Warns through SC_REPORT with the id `/pmu/<part>/<what>`, once for each remark (see notice). The
/// first value stands for all others of the remark. So what is kept is bounded, whatever software
/// writes. No text is built for what was reported before.
class report_once : public notice_sink {
public:
    /// \param part name of the part, as in the ids
    /// \param instance full name of the module
    report_once(const char* part, const char* instance) : m_part(part), m_instance(instance) {}

    /// Warns, unless the same remark was reported before. The value follows the text, in
    /// hexadecimal.
    void report(const notice& kind, std::uint32_t value) override;
    /// The same for a remark without a value.
    void report(const notice& kind);

    /// The events that the platform drives, at first none. From now on there are remarks on others.
    event_set& driven_events();

private:
    void report_selection(const notice& kind, const selection& s) override;
    bool is_driven(std::uint32_t event) const override;
    bool is_new(const notice& kind, std::uint32_t value);
    void warn(const notice& kind, const std::string& detail) const;

    const char* m_part;
    const char* m_instance;
    /// Kind, and the bits of the value that tell remarks apart. Most units report nothing: an empty
    /// list is one pointer.
    std::forward_list<std::pair<const char*, std::uint32_t>> m_reported;
    std::unique_ptr<event_set> m_driven; ///< none: the platform does not say
};

} // namespace pmu
