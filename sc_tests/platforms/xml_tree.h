// SPDX-License-Identifier: Apache-2.0
// As much of XML as the exports of registers need: elements, attributes, text, the five entities.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace xml_test {

struct element {
    std::string name;
    std::string attributes; ///< as they stand
    std::string text;       ///< of an element without elements in it
    std::vector<element> inside;

    /// The elements of this name.
    std::vector<const element*> all(const std::string& wanted) const {
        std::vector<const element*> found;
        for (const element& e : inside) {
            if (e.name == wanted) {
                found.push_back(&e);
            }
        }
        return found;
    }
    /// The one element of this name.
    /// \throw std::runtime_error there is none, or more
    const element& one(const std::string& wanted) const {
        const std::vector<const element*> found = all(wanted);
        if (found.size() != 1) {
            throw std::runtime_error(name + " has " + std::to_string(found.size()) + " of " +
                                     wanted);
        }
        return *found.front();
    }
    /// The text of the one element of this name, or this where there is none.
    std::string text_of(const std::string& wanted, const std::string& otherwise = "-") const {
        return all(wanted).empty() ? otherwise : one(wanted).text;
    }
};

/// Reads a document.
class reader {
public:
    explicit reader(const std::string& document) : m_document(document) {}

    /// \throw std::runtime_error it is not well-formed
    element document() {
        skip("<?xml");
        m_at = m_document.find("?>", m_at);
        need(m_at != std::string::npos, "an end of the declaration");
        m_at += 2;
        blanks();
        element root = read();
        blanks();
        need(m_at == m_document.size(), "the end");
        return root;
    }

private:
    void need(bool is_so, const std::string& what) const {
        if (!is_so) {
            throw std::runtime_error("expected " + what + " at " +
                                     m_document.substr(std::min(m_at, m_document.size()), 40));
        }
    }
    void skip(const std::string& what) {
        need(m_document.compare(m_at, what.size(), what) == 0, what);
        m_at += what.size();
    }
    void blanks() { m_at = std::min(m_document.find_first_not_of(" \n", m_at), m_document.size()); }
    std::string until(const char* ends) {
        const std::size_t end = m_document.find_first_of(ends, m_at);
        need(end != std::string::npos, ends);
        std::string found = m_document.substr(m_at, end - m_at);
        m_at = end;
        return found;
    }
    std::string entity() {
        skip("&");
        const std::string name = until("; <");
        skip(";");
        for (const auto& [known, meaning] :
             {std::pair("amp", "&"), std::pair("lt", "<"), std::pair("gt", ">"),
              std::pair("quot", "\""), std::pair("apos", "'")}) {
            if (name == known) {
                return meaning;
            }
        }
        need(false, "an entity");
        return "";
    }

    element read() {
        element e;
        skip("<");
        e.name = until(" >");
        blanks();
        e.attributes = until("<>");
        skip(">");
        while (m_document.compare(m_at, 2, "</") != 0) {
            need(m_at < m_document.size(), "an end of " + e.name);
            if (m_document[m_at] == '<') {
                e.inside.push_back(read());
            } else {
                e.text += m_document[m_at] == '&' ? entity() : until("<&");
            }
        }
        skip("</" + e.name + ">");
        need(e.inside.empty() || e.text.find_first_not_of(" \n") == std::string::npos, "no text");
        return e;
    }

    const std::string& m_document;
    std::size_t m_at = 0;
};

/// What may stand in an element, in this order.
struct content {
    const char* name;
    bool is_required;
    bool may_repeat = false;
};

/// What is wrong with the names in an element; empty: nothing.
inline std::string wrong_content(const element& e, const std::vector<content>& order) {
    std::size_t at = 0;
    for (const content& c : order) {
        std::size_t count = 0;
        while (at < e.inside.size() && e.inside[at].name == c.name) {
            ++at;
            ++count;
        }
        if (count == 0 && c.is_required) {
            return e.name + " lacks " + c.name;
        }
        if (count > 1 && !c.may_repeat) {
            return e.name + " has more than one " + c.name;
        }
    }
    return at == e.inside.size() ? "" : e.name + " has " + e.inside[at].name + " out of order";
}

} // namespace xml_test
