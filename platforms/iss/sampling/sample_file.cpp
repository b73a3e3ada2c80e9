// SPDX-License-Identifier: Apache-2.0
#include <iss/sampling/sample_file.h>

#include <process/input_file.h>
#include <process/printable.h>
#include <process/words.h>

#include <nlohmann/json.hpp>

#include <charconv>
#include <iterator>
#include <ostream>

namespace platform::iss {

namespace {

using json = nlohmann::ordered_json;

constexpr const char* format_name = "tlm-pmu-samples";
constexpr unsigned format_version = 1;
constexpr std::size_t longest_line = 65'536;
constexpr std::size_t most_events = 64;
constexpr std::size_t shown_characters = 40;

std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Whether a JSON text can hold it as it is.
bool is_utf8(const std::string& text) {
    return json::parse(text_of(json(text))) == json(text);
}

/// Reads the lines of one file.
class sample_reader {
public:
    sample_reader(const std::string& path, const std::function<bool()>& stop_asked)
        : m_path(path), m_in(path, stop_asked) {}

    recording read(const std::function<void(const recording&)>& on_header,
                   const std::function<void(const execution_sample&)>& on_sample) {
        if (!next()) {
            fail(std::string("a file that pmu_run record has written"), "");
        }
        recording what = header();
        on_header(what);
        while (!what.is_complete && next()) {
            if (m_line.front() == '[') {
                on_sample(sample(what));
            } else {
                take_end(what);
            }
        }
        if (what.is_complete && next()) {
            fail("nothing after the end", m_line);
        }
        return what;
    }

private:
    [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
        const std::string shown = process::printable(got.substr(0, shown_characters)) +
                                  (got.size() > shown_characters ? "..." : "");
        throw sample_file_error(m_path + ":" + std::to_string(m_number) + ": expected " + expected +
                                ", got '" + shown + "'");
    }

    /// \return false: there is no other line
    bool next() {
        ++m_number;
        m_line.clear();
        for (std::istreambuf_iterator<char> at(&m_in), end; at != end; ++at) {
            if (*at == '\n') {
                ++at;
                if (m_line.empty()) {
                    fail("a JSON value", "");
                }
                return true;
            }
            m_line += *at;
            if (m_line.size() > longest_line) {
                fail("lines of at most " + std::to_string(longest_line) + " characters", m_line);
            }
        }
        // A line without an end was not written to its end.
        return false;
    }

    json value() const {
        json read = json::parse(m_line, nullptr, false);
        if (read.is_discarded()) {
            fail("a JSON value", m_line);
        }
        return read;
    }

    std::uint64_t number(const json& from, const std::string& what, std::uint64_t first,
                         std::uint64_t last) const {
        if (!from.is_number_unsigned() || from.get<std::uint64_t>() < first ||
            from.get<std::uint64_t>() > last) {
            fail(what + ", a whole number from " + std::to_string(first) + " to " +
                     std::to_string(last),
                 text_of(from));
        }
        return from.get<std::uint64_t>();
    }
    const json& member(const json& of, const char* name) const {
        if (!of.is_object() || !of.contains(name)) {
            fail(std::string("an object with \"") + name + '"', m_line);
        }
        return of[name];
    }
    std::string text(const json& of, const char* name) const {
        const json& found = member(of, name);
        if (!found.is_string()) {
            fail(std::string("a text as \"") + name + '"', text_of(found));
        }
        return found.get<std::string>();
    }

    /// In hexadecimal; those of a path.
    std::string bytes(const json& of, const char* name) const {
        const std::string digits = text(of, name);
        std::string all;
        for (std::size_t n = 0; n + 1 < digits.size(); n += 2) {
            unsigned byte = 0;
            const char* const end = digits.data() + n + 2;
            if (std::from_chars(digits.data() + n, end, byte, 16).ptr != end || byte == 0) {
                break;
            }
            all += static_cast<char>(byte);
        }
        if (all.empty() || 2 * all.size() != digits.size()) {
            fail(std::string("bytes of a path in hexadecimal as \"") + name + '"', digits);
        }
        return all;
    }

    recording header() const {
        const json read = json::parse(m_line, nullptr, false);
        if (!read.is_object() || read.value("format", json()) != format_name) {
            fail(std::string("a file that pmu_run record has written, {\"format\": \"") +
                     format_name + "\", ...",
                 m_line);
        }
        if (member(read, "version") != format_version) {
            fail("version " + std::to_string(format_version) + " of the format",
                 text_of(member(read, "version")));
        }
        recording what;
        what.part = text(read, "part");
        what.firmware = read.contains("firmware_bytes") ? bytes(read, "firmware_bytes")
                                                        : text(read, "firmware");
        what.mode = text(read, "mode");
        const std::string code = text(read, "code");
        char* end = nullptr;
        what.code = std::strtoull(code.c_str(), &end, 16);
        if (code.size() != process::hex(0, 16).size() || *end != '\0') {
            fail("\"code\" of 16 digits", code);
        }
        const json& chains = member(read, "call_chains");
        if (!chains.is_boolean()) {
            fail("\"call_chains\", true or false", text_of(chains));
        }
        what.has_chains = chains.get<bool>();
        const json& events = member(read, "events");
        if (!events.is_array() || events.empty() || events.size() > most_events) {
            fail("\"events\", a list of 1 to " + std::to_string(most_events), text_of(events));
        }
        for (const json& e : events) {
            recorded_event event;
            event.name = process::printable(text(e, "name")); // one line
            if (e.contains("number")) {
                event.number =
                    static_cast<std::uint32_t>(number(e["number"], "\"number\"", 0, UINT32_MAX));
            }
            event.period = number(member(e, "period"), "\"period\"", 1, std::uint64_t{1} << 32U);
            what.events.push_back(std::move(event));
        }
        return what;
    }

    execution_sample sample(recording& what) const {
        constexpr std::size_t fixed = 4;
        const json read = value();
        if (!read.is_array() || read.size() < fixed) {
            fail("[event, time_ps, cycles, pc, caller, ...]", m_line);
        }
        execution_sample s;
        s.event = number(read[0], "an event of the header", 0, what.events.size() - 1);
        s.time_ps = number(read[1], "a time", 0, UINT64_MAX);
        s.cycles = number(read[2], "a number of cycles", 0, UINT64_MAX);
        s.pc = static_cast<std::uint32_t>(number(read[3], "an address", 0, UINT32_MAX));
        for (std::size_t n = fixed; n < read.size(); ++n) {
            s.callers.push_back(
                static_cast<std::uint32_t>(number(read[n], "an address", 0, UINT32_MAX)));
        }
        what.events[s.event].count += what.events[s.event].period;
        return s;
    }

    void take_end(recording& what) const {
        const json read = value();
        const json& counts = member(member(read, "end"), "counts");
        if (!counts.is_array() || counts.size() != what.events.size()) {
            fail("a count for each event", text_of(counts));
        }
        for (std::size_t n = 0; n < what.events.size(); ++n) {
            what.events[n].count = number(counts[n], "a count", 0, UINT64_MAX);
        }
        if (read["end"].contains("message")) {
            what.message = text(read["end"], "message");
        }
        what.is_complete = true;
    }

    const std::string m_path;
    process::input_buffer m_in;
    std::string m_line;
    std::uint64_t m_number = 0;
};

} // namespace

std::uint64_t code_checksum(const elf_image& image) {
    std::uint64_t sum = 0xCBF2'9CE4'8422'2325; // FNV-1a
    const auto take = [&sum](std::uint64_t byte) {
        sum = (sum ^ (byte & 0xFFU)) * 0x100'0000'01B3;
    };
    for (const elf_segment& segment : image.segments) {
        for (unsigned shift = 0; shift != 32; shift += 8) {
            take(segment.address >> shift);
        }
        for (const std::uint8_t byte : segment.bytes) {
            take(byte);
        }
    }
    return sum;
}

void write_header(std::ostream& out, const recording& what) {
    json events = json::array();
    for (const recorded_event& e : what.events) {
        json event = {{"name", e.name}};
        if (e.number) {
            event["number"] = *e.number;
        }
        event["period"] = e.period;
        events.push_back(std::move(event));
    }
    json header = {{"format", format_name},
                   {"version", format_version},
                   {"part", what.part},
                   {"firmware", what.firmware},
                   {"code", process::hex(what.code, 16)},
                   {"mode", what.mode},
                   {"call_chains", what.has_chains},
                   {"events", std::move(events)}};
    if (!is_utf8(what.firmware)) {
        header["firmware_bytes"] = process::hex_of_bytes(what.firmware);
    }
    out << text_of(header) << '\n';
}

void write_sample(std::ostream& out, const execution_sample& sample) {
    out << '[' << sample.event << ',' << sample.time_ps << ',' << sample.cycles << ',' << sample.pc;
    for (const std::uint32_t caller : sample.callers) {
        out << ',' << caller;
    }
    out << "]\n";
}

void write_end(std::ostream& out, const sampler& from, std::uint64_t time_ps, int exit_code,
               const std::string& message) {
    json end = {{"counts", from.totals()},
                {"samples", from.samples()},
                {"cycles", from.cycles()},
                {"time_ps", time_ps},
                {"exit_code", exit_code}};
    if (!message.empty()) {
        end["message"] = message;
    }
    out << text_of(json{{"end", end}}) << '\n';
}

recording read_samples(const std::string& path,
                       const std::function<void(const recording&)>& on_header,
                       const std::function<void(const execution_sample&)>& on_sample,
                       const std::function<bool()>& stop_asked) {
    return sample_reader(path, stop_asked).read(on_header, on_sample);
}

} // namespace platform::iss
