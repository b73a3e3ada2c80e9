// SPDX-License-Identifier: Apache-2.0
// XML text, element by element.
#pragma once

#include <ostream>
#include <string>

namespace platform::exports {

/// Text as it stands between tags or, with quotes, in an attribute.
inline std::string xml_escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        default: escaped += c;
        }
    }
    return escaped;
}

/// Writes elements, each on a line of its own, indented by their depth.
class xml_writer {
public:
    /// \param prefix of the names of all elements, as in `ipxact:`
    explicit xml_writer(std::ostream& out, std::string prefix = "")
        : m_out(out), m_prefix(std::move(prefix)) {
        m_out << "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    }

    /// An element that is open as long as this lives.
    class scope {
    public:
        scope(xml_writer& to, const char* name, const std::string& attributes = "")
            : m_to(to), m_name(name) {
            m_to.indent() << '<' << m_to.m_prefix << name << (attributes.empty() ? "" : " ")
                          << attributes << ">\n";
            ++m_to.m_depth;
        }
        ~scope() {
            --m_to.m_depth;
            m_to.indent() << "</" << m_to.m_prefix << m_name << ">\n";
        }
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;

    private:
        xml_writer& m_to;
        const char* m_name;
    };

    /// An element that is nothing but text.
    void element(const char* name, const std::string& text) {
        indent() << '<' << m_prefix << name << '>' << xml_escaped(text) << "</" << m_prefix << name
                 << ">\n";
    }
    void element(const char* name, std::uint64_t number) { element(name, std::to_string(number)); }

private:
    std::ostream& indent() { return m_out << std::string(2 * m_depth, ' '); }

    std::ostream& m_out;
    std::string m_prefix;
    std::size_t m_depth = 0;
};

} // namespace platform::exports
