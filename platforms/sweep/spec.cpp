// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec.h>

#include <algorithm>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_values = 1'000'000; ///< that an axis lists
constexpr std::uint64_t most_repeats = 10'000;
constexpr std::size_t most_axes = 32;

bool is_name(const std::string& text) {
    const auto is_good = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), is_good);
}

std::string scalar_text(const json_at& at) {
    const json& v = at.value();
    if (v.is_string()) {
        return at.text();
    }
    if (!v.is_number()) {
        at.refuse("a text or a number");
    }
    return v.dump();
}

/// A text, a number, a list of them, true, false or null.
setting_value read_value(const json_at& at) {
    setting_value value;
    const json& v = at.value();
    if (v.is_null() || v.is_boolean()) {
        value.is_given = v.is_boolean() && v.get<bool>();
    } else if (v.is_array()) {
        for (const json_at& item : at.items()) {
            value.texts.push_back(scalar_text(item));
        }
        value.is_given = !value.texts.empty();
    } else if (v.is_string() || v.is_number()) {
        value.texts.push_back(scalar_text(at));
    } else {
        at.refuse("a text, a number, a list of them, true, false or null");
    }
    return value;
}

class spec_reader {
public:
    spec_reader(const std::string& file, const json& text, const run_interface& interface)
        : m_top(file, text), m_interface(interface) {}

    spec read(const std::string& folder, const std::map<std::string, std::string>& variables) {
        m_top.expect_only({"name", "run", "matrix", "variables", "include", "exclude", "repeat",
                           "limits", "metrics", "exit_codes", "slurm"});
        m_spec.text = m_top.value();
        m_spec.folder = folder;
        m_spec.interface = &m_interface;
        m_spec.name = m_top.find("name") ? m_top.find("name")->text() : "";
        read_variables(variables);
        read_matrix();
        read_run();
        check_names();
        check_commands();
        read_filters("include", m_spec.include);
        read_filters("exclude", m_spec.exclude);
        if (const auto repeat = m_top.find("repeat")) {
            m_spec.repeat = repeat->whole(1, most_repeats);
        }
        check_size();
        read_limits();
        read_metrics();
        read_exit_codes();
        read_slurm();
        return std::move(m_spec);
    }

private:
    void read_variables(const std::map<std::string, std::string>& given) {
        if (const auto variables = m_top.find("variables")) {
            for (const auto& [name, at] : variables->members()) {
                check_name(name, at);
                m_spec.variables[name] = scalar_text(at);
            }
        }
        for (const auto& [name, value] : given) {
            const auto found = m_spec.variables.find(name);
            if (found == m_spec.variables.end()) {
                throw sweep_error(std::string("--set ").append(name).append("=").append(value) +
                                  ": the specification has no such variable");
            }
            found->second = value;
        }
    }

    static void check_name(const std::string& name, const json_at& at) {
        if (!is_name(name)) {
            at.fail("expected a name of letters, digits, '-' and '_', got " + shown(json(name)));
        }
    }

    void read_matrix() {
        const auto matrix = m_top.find("matrix");
        if (!matrix) {
            m_top.fail("expected the member matrix, the axes of the sweep");
        }
        for (const auto& [name, at] : matrix->members()) {
            check_name(name, at);
            if (m_spec.variables.count(name) != 0) {
                at.fail("there is a variable of the same name");
            }
            if (name == "repeat") {
                at.fail("expected an axis of another name: repeats are asked for by /repeat");
            }
            m_spec.axes.push_back(read_axis(name, at));
            m_at_axes.push_back(at);
        }
        if (m_spec.axes.size() > most_axes) {
            matrix->fail("expected at most " + std::to_string(most_axes) + " axes, got " +
                         std::to_string(m_spec.axes.size()));
        }
    }

    static axis read_axis(const std::string& name, const json_at& at) {
        axis a;
        a.name = name;
        if (at.value().is_object()) {
            read_range(a, at);
            return a;
        }
        const std::vector<json_at> items = at.items();
        if (items.empty() || items.size() > most_values) {
            at.fail("expected 1 to " + std::to_string(most_values) + " values, got " +
                    std::to_string(items.size()));
        }
        std::map<std::string, std::size_t> before;
        for (const json_at& item : items) {
            a.values.push_back(read_value(item));
            const auto [same, is_new] =
                before.emplace(a.values.back().label(), a.values.size() - 1);
            if (!is_new) {
                item.fail("the value " + shown(item.value()) + " is that of " + at.path() + "/" +
                          std::to_string(same->second));
            }
        }
        return a;
    }

    /// {"from": 1, "to": 100, "step": 1}, or with "factor".
    static void read_range(axis& a, const json_at& at) {
        at.expect_only({"from", "to", "step", "factor"});
        constexpr std::uint64_t most = std::uint64_t{1} << 53U; // what any JSON can have
        const auto from = at.find("from");
        const auto to = at.find("to");
        if (!from || !to) {
            at.refuse("a list of values, or an object with from and to");
        }
        a.from = from->whole(0, most);
        const std::uint64_t last = to->whole(a.from, most);
        if (const auto factor = at.find("factor")) {
            if (at.find("step") || a.from == 0) {
                at.refuse("either step, or factor and a from above 0");
            }
            a.factor = factor->whole(2, most);
            for (std::uint64_t v = a.from; v <= last; v *= a.factor) {
                ++a.count;
                if (v > last / a.factor) {
                    break;
                }
            }
        } else {
            const auto step = at.find("step");
            a.step = step ? step->whole(1, most) : 1;
            a.count = (last - a.from) / a.step + 1;
        }
    }

    void read_run() {
        const auto run = m_top.find("run");
        if (!run) {
            m_top.fail("expected the member run, what all points are run with");
        }
        for (const auto& [name, at] : run->members()) {
            for (const axis& a : m_spec.axes) {
                if (a.name == name) {
                    at.fail("this is an axis of the matrix, too");
                }
            }
            m_spec.run[name] = read_value(at);
            m_settings.emplace_back(name, at);
        }
    }

    static bool is_own_setting(const std::string& name) {
        return name == command_setting || name == part_setting || name == file_setting ||
               name == arguments_setting;
    }

    /// Commands that some point runs.
    std::vector<std::string> commands() const {
        std::vector<std::string> all;
        for (const axis& a : m_spec.axes) {
            for (std::uint64_t i = 0; a.name == command_setting && i < a.values.size(); ++i) {
                all.push_back(a.label(i));
            }
        }
        const auto fixed = m_spec.run.find(command_setting);
        if (all.empty()) {
            all.push_back(fixed != m_spec.run.end() ? fixed->second.label() : "stat");
        }
        return all;
    }

    /// \return nullptr: no command has it
    const option_desc* option(const std::string& name, const json_at& at) const {
        const option_desc* found = nullptr;
        std::string lacking;
        for (const std::string& command : commands()) {
            const auto options = m_interface.commands.find(command);
            if (options == m_interface.commands.end()) {
                continue; // there is a message about that
            }
            const auto o = options->second.find(name);
            if (o == options->second.end()) {
                lacking = command;
            } else {
                found = &o->second;
            }
        }
        if (found != nullptr && !lacking.empty()) {
            at.fail("pmu_run " + lacking + " has no option --" + name);
        }
        if (found != nullptr && !found->unusable.empty()) {
            at.fail("no point of a sweep can have --" + name + ": " + found->unusable);
        }
        return found;
    }

    /// Each setting is known, each axis has an effect, and each placeholder something behind it.
    void check_names() {
        for (const auto& [name, at] : m_settings) {
            if (!is_own_setting(name)) {
                const option_desc* o = option(name, at);
                if (o == nullptr) {
                    at.fail("pmu_run " + commands().front() + " has no such option; its value is " +
                            shown(at.value()));
                }
                check_value(name, *o, m_spec.run[name], at);
            }
            use_names(m_spec.run[name], at);
        }
        for (std::size_t n = 0; n != m_spec.axes.size(); ++n) {
            check_axis(n);
        }
        for (std::size_t n = 0; n != m_spec.axes.size(); ++n) {
            const axis& a = m_spec.axes[n];
            if (m_used.count(a.name) == 0 && m_effective.count(a.name) == 0) {
                m_at_axes[n].fail("this is no option of pmu_run " + commands().front() +
                                  ", and nothing has {" + a.name + "} in it");
            }
            for (std::uint64_t i = 0; m_used.count(a.name) != 0 && i < a.values.size(); ++i) {
                if (has_placeholder(a.values[i])) {
                    m_at_axes[n].fail("expected values without placeholders, since {" + a.name +
                                      "} is one itself");
                }
            }
        }
        for (const auto& [name, value] : m_spec.variables) {
            if (m_used.count(name) == 0) {
                m_top.fail("nothing has the variable {" + name + "} in it");
            }
        }
    }

    void check_axis(std::size_t n) {
        const axis& a = m_spec.axes[n];
        const json_at& at = m_at_axes[n];
        const option_desc* o = is_own_setting(a.name) ? nullptr : option(a.name, at);
        if (is_own_setting(a.name) || o != nullptr) {
            m_effective.insert(a.name);
        }
        const std::vector<json_at> items = a.values.empty() ? std::vector<json_at>() : at.items();
        for (std::size_t i = 0; i != a.values.size(); ++i) {
            use_names(a.values[i], items[i]);
            if (o != nullptr) {
                check_value(a.name, *o, a.values[i], items[i]);
            }
        }
        if (o != nullptr && a.values.empty()) {
            check_value(a.name, *o, a.at(0), at);
            check_value(a.name, *o, a.at(a.count - 1), at);
        }
    }

    static bool has_placeholder(const setting_value& value) {
        return std::any_of(value.texts.begin(), value.texts.end(), [](const std::string& text) {
            return text.find('{') != std::string::npos;
        });
    }

    static void check_value(const std::string& name, const option_desc& o,
                            const setting_value& value, const json_at& at) {
        if (value.is_given && o.is_flag != value.texts.empty()) {
            at.refuse(o.is_flag ? "true or false" : "a text or a number");
        }
        for (const std::string& text : value.texts) {
            if (text.find_first_of("{}") == std::string::npos && o.fault) {
                if (const std::string why = o.fault(text); !why.empty()) {
                    at.fail(std::string("--").append(name).append(": ").append(why));
                }
            }
        }
    }

    void use_names(const setting_value& value, const json_at& at) {
        for (const std::string& text : value.texts) {
            try {
                for_each_piece(
                    text, [](char) {},
                    [&](const std::string& name) {
                        const bool is_axis =
                            std::any_of(m_spec.axes.begin(), m_spec.axes.end(),
                                        [&](const axis& a) { return a.name == name; });
                        if (!is_axis && m_spec.variables.count(name) == 0) {
                            at.fail("there is no axis or variable {" + name + "}");
                        }
                        m_used.insert(name);
                    });
            } catch (const sweep_error& e) {
                if (std::string(e.what()).rfind("expected", 0) != 0) {
                    throw; // it names its place already
                }
                at.fail(e.what());
            }
        }
    }

    void check_commands() {
        const auto check = [this](const setting_value& value, const json_at& at) {
            if (m_interface.commands.count(value.label()) == 0) {
                std::string all;
                for (const auto& [name, options] : m_interface.commands) {
                    all += (all.empty() ? "" : ", ") + name;
                }
                at.refuse("one of " + all);
            }
        };
        for (const auto& [name, at] : m_settings) {
            if (name == command_setting) {
                check(m_spec.run[name], at);
            }
        }
        bool has_part = m_spec.run.count(part_setting) != 0;
        for (std::size_t n = 0; n != m_spec.axes.size(); ++n) {
            const axis& a = m_spec.axes[n];
            has_part = has_part || a.name == part_setting;
            for (std::uint64_t i = 0; a.name == command_setting && i < a.size(); ++i) {
                check(a.at(i), m_at_axes[n]);
            }
        }
        if (!has_part) {
            m_top.fail("expected the part, in /run or as an axis of /matrix");
        }
    }

    void read_filters(const char* member, std::vector<filter>& into) {
        const auto list = m_top.find(member);
        if (!list) {
            return;
        }
        for (const json_at& item : list->items()) {
            filter f;
            for (const auto& [name, at] : item.members()) {
                f.all.push_back(read_condition(name, at));
            }
            if (f.all.empty()) {
                item.refuse("an axis at least");
            }
            into.push_back(std::move(f));
        }
    }

    filter::condition read_condition(const std::string& name, const json_at& at) const {
        const auto found = std::find_if(m_spec.axes.begin(), m_spec.axes.end(),
                                        [&](const axis& a) { return a.name == name; });
        if (found == m_spec.axes.end()) {
            at.fail("there is no such axis; its value is " + shown(at.value()));
        }
        filter::condition c;
        c.axis = static_cast<std::size_t>(found - m_spec.axes.begin());
        if (found->values.empty()) {
            read_interval(*found, at, c);
            return c;
        }
        c.positions.resize(found->values.size());
        const bool is_list_of_values =
            at.value().is_array() &&
            !std::any_of(found->values.begin(), found->values.end(), [&](const setting_value& v) {
                return v.texts.size() > 1 && v.label() == read_value(at).label();
            });
        for (const json_at& item : is_list_of_values ? at.items() : std::vector<json_at>{at}) {
            const std::string label = read_value(item).label();
            const auto value =
                std::find_if(found->values.begin(), found->values.end(),
                             [&](const setting_value& v) { return v.label() == label; });
            if (value == found->values.end()) {
                item.refuse("a value of the axis " + name);
            }
            c.positions[static_cast<std::size_t>(value - found->values.begin())] = true;
        }
        return c;
    }

    /// Numbers of a range: one, or those from one to another.
    static void read_interval(const axis& a, const json_at& at, filter::condition& c) {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        if (at.value().is_object()) {
            at.expect_only({"from", "to"});
            from = at.find("from") ? at.find("from")->whole(0, UINT64_MAX) : 0;
            to = at.find("to") ? at.find("to")->whole(0, UINT64_MAX) : UINT64_MAX;
        } else {
            from = to = at.whole(0, UINT64_MAX);
        }
        const auto number = [&a](std::uint64_t i) { return std::stoull(a.label(i)); };
        // The first position of at least `bound`.
        const auto position = [&](std::uint64_t bound) {
            std::uint64_t low = 0;
            std::uint64_t high = a.count;
            while (low < high) {
                const std::uint64_t middle = low + (high - low) / 2;
                (number(middle) < bound ? low : high) =
                    number(middle) < bound ? middle + 1 : middle;
            }
            return low;
        };
        c.first = position(from);
        const std::uint64_t end = to == UINT64_MAX ? a.count : position(to + 1);
        if (from > to || c.first >= end) {
            at.refuse("numbers of the axis " + a.name);
        }
        c.last = end - 1;
    }

    void check_size() const {
        std::uint64_t points = m_spec.repeat;
        for (const axis& a : m_spec.axes) {
            if (a.size() > most_points / points) {
                std::string sizes;
                for (const axis& each : m_spec.axes) {
                    sizes += (sizes.empty() ? "" : " x ") + std::to_string(each.size());
                }
                m_top.find("matrix")->fail(
                    "expected at most " + std::to_string(most_points) + " points, got " + sizes +
                    (m_spec.repeat > 1 ? ", " + std::to_string(m_spec.repeat) + " times" : ""));
            }
            points *= a.size();
        }
    }

    void read_limits() {
        if (const auto limits = m_top.find("limits")) {
            limits->expect_only({"seconds", "mebibytes", "retries"});
            if (const auto seconds = limits->find("seconds")) {
                m_spec.limits.seconds = seconds->number(0.01, 1e7);
            }
            if (const auto mebibytes = limits->find("mebibytes")) {
                m_spec.limits.mebibytes = mebibytes->whole(16, std::uint64_t{1} << 32U);
            }
            if (const auto retries = limits->find("retries")) {
                m_spec.limits.retries = retries->whole(0, 100);
            }
        }
    }

    void read_metrics() {
        if (const auto metrics = m_top.find("metrics")) {
            for (const auto& [name, at] : metrics->members()) {
                check_name(name, at);
                const std::string text = at.text();
                try {
                    m_spec.metrics.push_back({name, text, expression(text)});
                } catch (const sweep_error& e) {
                    at.fail(std::string(e.what()) + " in " + shown(at.value()));
                }
            }
        }
    }

    void read_exit_codes() {
        if (const auto codes = m_top.find("exit_codes")) {
            m_spec.exit_codes.clear();
            for (const json_at& item : codes->items()) {
                m_spec.exit_codes.insert(static_cast<int>(item.whole(0, 255)));
            }
            if (m_spec.exit_codes.empty()) {
                codes->refuse("an exit code at least");
            }
        }
    }

    /// Options of sbatch go to it as they are, but for what the sweep itself sets.
    void read_slurm() {
        const auto slurm = m_top.find("slurm");
        if (!slurm) {
            return;
        }
        for (const auto& [name, at] : slurm->members()) {
            check_name(name, at);
            if (name == "task_seconds") {
                m_spec.task_seconds = at.whole(1, 86'400);
            } else if (name == "most_tasks") {
                m_spec.most_tasks = at.whole(1, 1'000'000);
            } else if (name == "array" || name == "output" || name == "error" || name == "wrap" ||
                       name == "parsable" || name == "job-name" || name == "chdir" ||
                       name == "wait" || name == "test-only") {
                at.fail("the sweep sets --" + name + " of sbatch itself");
            } else {
                m_spec.slurm.emplace_back(name, scalar_text(at));
            }
        }
    }

    json_at m_top;
    const run_interface& m_interface;
    spec m_spec;
    std::vector<json_at> m_at_axes;
    std::vector<std::pair<std::string, json_at>> m_settings;
    std::set<std::string> m_used;      ///< in placeholders
    std::set<std::string> m_effective; ///< axes that are settings
};

} // namespace

std::string setting_value::label() const {
    if (texts.empty()) {
        return is_given ? "true" : "(none)";
    }
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : " ") + text;
    }
    return all;
}

setting_value axis::at(std::uint64_t position) const {
    if (!values.empty()) {
        return values[position];
    }
    std::uint64_t number = from;
    for (std::uint64_t i = 0; factor != 0 && i != position; ++i) {
        number *= factor;
    }
    return {true, {std::to_string(number + (factor != 0 ? 0 : position * step))}};
}

bool filter::matches(const std::vector<std::uint64_t>& positions) const {
    return std::all_of(all.begin(), all.end(), [&](const condition& c) {
        const std::uint64_t p = positions[c.axis];
        return c.positions.empty() ? p >= c.first && p <= c.last : c.positions[p];
    });
}

spec read_spec(const std::string& file, const json& text, const std::string& folder,
               const std::map<std::string, std::string>& variables,
               const run_interface& interface) {
    return spec_reader(file, text, interface).read(folder, variables);
}

void for_each_piece(const std::string& pattern, const std::function<void(char)>& text,
                    const std::function<void(const std::string&)>& name) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c != '{' && c != '}') {
            text(c);
        } else if (i + 1 < pattern.size() && pattern[i + 1] == c) {
            text(c);
            ++i;
        } else {
            const std::size_t end = c == '{' ? pattern.find('}', i) : std::string::npos;
            if (end == std::string::npos || end == i + 1) {
                throw sweep_error("expected {NAME}, or {{ and }} for braces, in '" + pattern + "'");
            }
            name(pattern.substr(i + 1, end - i - 1));
            i = end;
        }
    }
}

} // namespace platform::sweep
