// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/points.h>

#include <algorithm>

namespace platform::sweep {

point_space::point_space(const spec& of) : m_spec(of), m_size(of.repeat) {
    for (const axis& a : of.axes) {
        m_size *= a.size(); // read_spec() has seen that this fits
    }
}

std::vector<std::uint64_t> point_space::positions(std::uint64_t index) const {
    std::vector<std::uint64_t> all(m_spec.axes.size());
    std::uint64_t rest = index; // what is left of it at the end is the repeat
    for (std::size_t n = all.size(); n-- != 0;) {
        all[n] = rest % m_spec.axes[n].size();
        rest /= m_spec.axes[n].size();
    }
    return all;
}

bool point_space::is_included(std::uint64_t index) const {
    return (m_spec.include.empty() && m_spec.exclude.empty()) || is_included(positions(index));
}

bool point_space::is_included(const std::vector<std::uint64_t>& at) const {
    const auto matches = [&at](const filter& f) { return f.matches(at); };
    return (m_spec.include.empty() ||
            std::any_of(m_spec.include.begin(), m_spec.include.end(), matches)) &&
           std::none_of(m_spec.exclude.begin(), m_spec.exclude.end(), matches);
}

std::string point_space::describe(std::uint64_t index) const {
    const std::vector<std::uint64_t> at = positions(index);
    std::string text;
    for (std::size_t n = 0; n != at.size(); ++n) {
        text += (text.empty() ? "" : " ") + m_spec.axes[n].name + "=" + m_spec.axes[n].label(at[n]);
    }
    if (m_spec.repeat > 1) {
        text += " repeat=" + std::to_string(repeat(index));
    }
    return text;
}

std::string point_space::expand(const std::string& pattern,
                                const std::vector<std::uint64_t>& at) const {
    std::string text;
    for_each_piece(
        pattern, [&text](char c) { text += c; },
        [&](const std::string& name) {
            const auto variable = m_spec.variables.find(name);
            if (variable != m_spec.variables.end()) {
                text += variable->second;
                return;
            }
            for (std::size_t n = 0; n != at.size(); ++n) {
                if (m_spec.axes[n].name == name) {
                    text += m_spec.axes[n].label(at[n]);
                }
            }
        });
    return text;
}

point_run point_space::run_of(std::uint64_t index) const {
    const std::vector<std::uint64_t> at = positions(index);
    std::map<std::string, setting_value> settings = m_spec.run;
    for (std::size_t n = 0; n != at.size(); ++n) {
        const std::string& name = m_spec.axes[n].name;
        settings[name] = m_spec.axes[n].at(at[n]);
    }
    point_run run;
    run.command = "stat";
    for (const auto& [name, value] : settings) {
        std::vector<std::string> texts;
        for (const std::string& text : value.texts) {
            texts.push_back(expand(text, at));
        }
        if (name == command_setting) {
            run.command = value.label();
        } else if (name == part_setting) {
            run.part = texts.empty() ? "" : texts.front();
        } else if (name == file_setting) {
            run.file = texts.empty() ? "" : texts.front();
        } else if (name == arguments_setting) {
            run.arguments = std::move(texts);
        }
    }
    const auto command = m_spec.interface->commands.find(run.command);
    if (command == m_spec.interface->commands.end()) {
        return run; // read_spec() refuses that
    }
    for (const auto& [name, value] : settings) {
        if (!value.is_given || command->second.count(name) == 0) {
            continue; // an axis that stands in placeholders only
        }
        if (value.texts.empty()) {
            run.options.push_back("--" + name);
        }
        for (const std::string& text : value.texts) {
            run.options.push_back("--" + name + "=" + expand(text, at));
        }
    }
    return run;
}

void point_space::for_each_included(const std::function<void(std::uint64_t)>& f) const {
    for (std::uint64_t index = 0; index != m_size; ++index) {
        if (is_included(index)) {
            f(index);
        }
    }
}

} // namespace platform::sweep
