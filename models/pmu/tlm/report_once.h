// SPDX-License-Identifier: Apache-2.0
// Reports with stable ids, each once.
#pragma once

#include <pmu/core/notice.h>
#include <pmu/tlm/event_doubts.h>

#include <cstdint>
#include <forward_list>
#include <memory>
#include <string>
#include <utility>

namespace PMU_API pmu {

/// Warns through SC_REPORT with the id `/pmu/<part>/<what>`, once for each remark (see notice), or
/// makes a note, SC_INFO. The first value stands for all others of the remark. So what is kept is
/// bounded, whatever software writes. No text is built for what was reported before.
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
    /// The same for one on a counter and its event, which it names.
    void report(const notice& kind, const selection& s) { report_selection(kind, s); }
    /// Makes a note, unless the same one was made before. `std::string detail()` follows the text.
    template <class Detail>
    void note(const notice& kind, std::uint32_t value, const Detail& detail) {
        if (is_new(kind, value)) {
            inform(kind, detail());
        }
    }

    /// The events that the platform drives, at first none. From now on there are remarks on others.
    event_set& driven_events();
    /// Whether the platform has said which.
    bool has_driven_events() const { return m_driven != nullptr; }
    /// What is not known of the events that software selects.
    event_doubts& doubts() { return m_doubts; }
    /// The same.
    const event_doubts& doubts() const { return m_doubts; }

private:
    void report_selection(const notice& kind, const selection& s) override;
    bool is_driven(std::uint32_t event) override;
    bool is_new(const notice& kind, std::uint32_t value);
    void warn(const notice& kind, const std::string& detail) const;
    void inform(const notice& kind, const std::string& detail) const;
    std::string id(const notice& kind) const;
    std::string message(const notice& kind, const std::string& detail) const;

    const char* m_part;
    const char* m_instance;
    /// Kind, and the bits of the value that tell remarks apart. Most units report nothing: an empty
    /// list is one pointer.
    std::forward_list<std::pair<const char*, std::uint32_t>> m_reported;
    std::unique_ptr<event_set> m_driven; ///< none: the platform does not say
    event_doubts m_doubts;
};

} // namespace pmu
