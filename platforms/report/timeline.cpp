// SPDX-License-Identifier: Apache-2.0
#include <report/timeline.h>

#include <process/words.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <utility>

namespace platform::report {

namespace {

constexpr unsigned unit_process = 1;
constexpr unsigned cpu_process = 2;

enum unit_thread : unsigned { access_row = 1, overflow_row, request_row };

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Microseconds.
std::string time_text(std::uint64_t ps) {
    char text[40];
    std::snprintf(text, sizeof text, "%llu.%06llu", static_cast<unsigned long long>(ps / 1'000'000),
                  static_cast<unsigned long long>(ps % 1'000'000));
    return text;
}

/// An event of the file.
struct trace_event {
    std::uint64_t ps;
    std::string text;
};

class timeline_writer {
public:
    timeline_writer(const run_recorder& recorder, const timeline_description& what)
        : m_recorder(recorder), m_what(what) {
        const std::size_t buckets = recorder.buckets().size();
        while ((buckets + m_group - 1) / m_group >= most_points) { // one more is at the beginning
            m_group *= 2;
        }
    }

    void collect() {
        add_counters();
        add_rates();
        add_accesses();
        add_overflows();
        add_requests();
        unsigned thread = 1;
        for (const timeline_row& row : m_what.rows) {
            add_spans(row, thread++);
        }
        std::stable_sort(m_events.begin(), m_events.end(),
                         [](const trace_event& a, const trace_event& b) { return a.ps < b.ps; });
    }

    void write(std::ostream& out) const {
        out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"title\":" << quoted(m_what.title)
            << ",\"unit\":" << quoted(m_what.unit) << ",\"left out\":[";
        for (std::size_t n = 0; n != m_left_out.size(); ++n) {
            out << (n == 0 ? "" : ",") << quoted(m_left_out[n]);
        }
        out << "]},\"traceEvents\":[\n";
        out << name_of_process(unit_process, "PMU " + m_what.unit) << ",\n"
            << name_of_thread(unit_process, access_row, "register accesses") << ",\n"
            << name_of_thread(unit_process, overflow_row, "overflows") << ",\n"
            << name_of_thread(unit_process, request_row, "PMUIRQ");
        if (!m_what.rows.empty()) {
            out << ",\n" << name_of_process(cpu_process, "CPU");
        }
        for (std::size_t n = 0; n != m_what.rows.size(); ++n) {
            out << ",\n"
                << name_of_thread(cpu_process, static_cast<unsigned>(n + 1), m_what.rows[n].name);
        }
        for (const trace_event& e : m_events) {
            out << ",\n" << e.text;
        }
        out << "\n]}\n";
    }

    const std::vector<std::string>& left_out() const { return m_left_out; }

private:
    static std::string name_of_process(unsigned process, const std::string& name) {
        return R"({"ph":"M","name":"process_name","pid":)" + std::to_string(process) +
               ",\"tid\":0,\"args\":{\"name\":" + quoted(name) + "}}";
    }
    static std::string name_of_thread(unsigned process, unsigned thread, const std::string& name) {
        return R"({"ph":"M","name":"thread_name","pid":)" + std::to_string(process) +
               ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":" + quoted(name) + "}}";
    }

    std::uint64_t ps_of(std::uint64_t cycle) const { return cycle * m_what.period_ps; }
    std::uint64_t cycles_of_bucket() const { return m_recorder.buckets().width() * m_group; }

    void add(std::uint64_t ps, std::string text) { m_events.push_back({ps, std::move(text)}); }

    void add_point(const std::string& name, std::uint64_t cycle, const std::string& value) {
        const std::uint64_t ps = ps_of(std::min(cycle, m_recorder.cycles()));
        add(ps, "{\"ph\":\"C\",\"name\":" + quoted(name) +
                    ",\"pid\":" + std::to_string(unit_process) + ",\"ts\":" + time_text(ps) +
                    ",\"args\":{\"value\":" + value + "}}");
    }

    /// The value at the end of each bucket, where it is another than before.
    void add_level(const std::string& name, std::size_t channel) {
        const auto ranges = m_recorder.buckets().levels(channel, m_group);
        std::uint64_t shown = ranges.front().min;
        add_point(name, 0, std::to_string(shown));
        for (std::size_t n = 0; n != ranges.size(); ++n) {
            const std::uint64_t cycle = (n + 1) * cycles_of_bucket() - 1;
            if (ranges[n].last != shown || n + 1 == ranges.size()) {
                shown = ranges[n].last;
                add_point(name, cycle, std::to_string(shown));
            }
        }
    }

    /// A request that came and went in a bucket is to be seen, too.
    void add_request_level(std::size_t channel) {
        const auto ranges = m_recorder.buckets().levels(channel, m_group);
        std::uint64_t shown = 2;
        for (std::size_t n = 0; n != ranges.size(); ++n) {
            if (ranges[n].max != shown) {
                shown = ranges[n].max;
                add_point("PMUIRQ", n * cycles_of_bucket(), std::to_string(shown));
            }
        }
        add_point("PMUIRQ", m_recorder.cycles(), std::to_string(ranges.back().last));
    }

    void add_counters() {
        const run_recorder::channels& where = m_recorder.where();
        for (std::size_t i = 0; i != where.counters.size(); ++i) {
            add_level(m_recorder.unit().counters[i], where.counters[i]);
        }
        add_request_level(where.irq);
    }

    /// Occurrences a thousand cycles.
    void add_rates() {
        const run_recorder::channels& where = m_recorder.where();
        for (std::size_t i = 0; i != where.events.size(); ++i) {
            if (m_recorder.events()[i].total == 0) {
                continue;
            }
            const std::string name = std::string(m_recorder.events()[i].name) + " per 1000 cycles";
            const auto sums = m_recorder.buckets().sums(where.events[i], m_group);
            std::string shown;
            for (std::size_t n = 0; n != sums.size(); ++n) {
                const std::uint64_t first = n * cycles_of_bucket();
                const std::uint64_t cycles = std::min(
                    cycles_of_bucket(), m_recorder.cycles() - std::min(first, m_recorder.cycles()));
                char rate[40];
                std::snprintf(rate, sizeof rate, "%.3f",
                              cycles == 0 ? 0.0
                                          : 1000.0 * static_cast<double>(sums[n].sum) /
                                                static_cast<double>(cycles));
                if (cycles != 0 && rate != shown) {
                    shown = rate;
                    add_point(name, first, rate);
                }
            }
            add_point(name, m_recorder.cycles(), "0");
        }
    }

    void add_mark(unsigned thread, std::uint64_t cycle, const std::string& name,
                  const std::string& arguments) {
        add(ps_of(cycle),
            "{\"ph\":\"i\",\"s\":\"t\",\"name\":" + quoted(name) +
                ",\"pid\":" + std::to_string(unit_process) + ",\"tid\":" + std::to_string(thread) +
                ",\"ts\":" + time_text(ps_of(cycle)) + ",\"args\":{" + arguments + "}}");
    }

    template <class Item>
    void note_omitted(const kept_ends<Item>& items, const std::string& what) {
        if (items.omitted() != 0) {
            m_left_out.push_back(std::to_string(items.omitted()) + " of " +
                                 std::to_string(items.total()) + " " + what +
                                 ", between the first and the last");
        }
    }

    void add_accesses() {
        m_recorder.accesses().for_each([this](const recorded_access& a) {
            const pmu::observed_access& access = a.access;
            const std::string name =
                access.target != nullptr ? access.target->name : process::hex(access.address, 8);
            add_mark(access_row, a.cycle, (access.is_write ? "write " : "read ") + name,
                     "\"value\":" + quoted(process::hex(access.value, 8)) +
                         ",\"refused\":" + (access.answer == pmu::response::ok ? "false" : "true"));
        });
        note_omitted(m_recorder.accesses(), "register accesses");
    }

    void add_overflows() {
        m_recorder.overflows().for_each([this](const recorded_mark& m) {
            add_mark(overflow_row, m.cycle, m_recorder.unit().counters[m.what], "");
        });
        note_omitted(m_recorder.overflows(), "overflows");
    }

    /// Where some are missing, an end without a beginning, or a beginning without an end.
    void add_requests() {
        std::uint64_t since = 0;
        bool is_high = false;
        span_list spans;
        const auto rise = [&](std::uint64_t cycle) {
            since = cycle;
            is_high = true;
        };
        const auto fall = [&](std::uint64_t cycle) {
            if (is_high) {
                spans.add({ps_of(since), ps_of(cycle), 0, "PMUIRQ"});
            }
            is_high = false;
        };
        const auto take = [&](const recorded_mark& m) {
            m.what != 0 ? rise(m.cycle) : fall(m.cycle);
        };
        for (const recorded_mark& m : m_recorder.irq().first()) {
            take(m);
        }
        if (m_recorder.irq().omitted() != 0) {
            is_high = false;
        }
        for (const recorded_mark& m : m_recorder.irq().last()) {
            take(m);
        }
        fall(m_recorder.cycles());
        note_omitted(m_recorder.irq(), "changes of PMUIRQ");
        add_spans(unit_process, request_row, spans);
    }

    /// Beginnings and ends: with durations, which are rounded, a reader may find that they overlap.
    void add_spans(unsigned process, unsigned thread, const span_list& spans) {
        std::vector<timeline_span> order = spans.kept();
        std::stable_sort(order.begin(), order.end(),
                         [](const timeline_span& a, const timeline_span& b) {
                             if (a.begin_ps != b.begin_ps) {
                                 return a.begin_ps < b.begin_ps;
                             }
                             return a.end_ps != b.end_ps ? a.end_ps > b.end_ps : a.depth < b.depth;
                         });
        const std::string where =
            ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread);
        std::vector<timeline_span> open;
        const auto put = [&](const char* phase, const timeline_span& s, std::uint64_t ps) {
            add(ps, std::string("{\"ph\":\"") + phase + "\",\"name\":" + quoted(s.name) + where +
                        ",\"ts\":" + time_text(ps) + "}");
        };
        const auto close = [&] {
            put("E", open.back(), open.back().end_ps);
            open.pop_back();
        };
        for (const timeline_span& s : order) {
            while (!open.empty() && open.back().end_ps <= s.begin_ps) {
                close();
            }
            put("B", s, s.begin_ps);
            open.push_back(s);
        }
        while (!open.empty()) {
            close();
        }
    }

    void add_spans(const timeline_row& row, unsigned thread) {
        add_spans(cpu_process, thread, *row.spans);
        if (row.spans->left_out() != 0) {
            m_left_out.push_back(std::to_string(row.spans->left_out()) + " " + row.name +
                                 " shorter than " +
                                 std::to_string(row.spans->shortest_ps() / 1000) + " ns");
        }
    }

    const run_recorder& m_recorder;
    const timeline_description& m_what;
    std::size_t m_group = 1;
    std::vector<trace_event> m_events;
    std::vector<std::string> m_left_out;
};

} // namespace

void span_list::add(const timeline_span& span) {
    if (m_kept.size() >= m_most / 2 && span.end_ps - span.begin_ps < m_shortest) {
        ++m_left_out;
        return;
    }
    m_kept.push_back(span);
    if (m_kept.size() > m_most) {
        thin();
    }
}

void span_list::thin() {
    constexpr std::uint64_t first_ps = 1000;
    const auto first = m_kept.begin() + static_cast<std::ptrdiff_t>(m_most / 2);
    while (m_kept.size() > m_most / 4 * 3) {
        m_shortest = std::max(first_ps, 2 * m_shortest);
        const std::size_t before = m_kept.size();
        m_kept.erase(std::remove_if(first, m_kept.end(),
                                    [this](const timeline_span& s) {
                                        return s.end_ps - s.begin_ps < m_shortest;
                                    }),
                     m_kept.end());
        m_left_out += before - m_kept.size();
    }
}

std::vector<std::string> write_timeline(std::ostream& out, const run_recorder& recorder,
                                        const timeline_description& what) {
    timeline_writer writer(recorder, what);
    writer.collect();
    writer.write(out);
    return writer.left_out();
}

} // namespace platform::report
