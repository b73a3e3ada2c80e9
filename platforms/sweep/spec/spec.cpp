// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/spec.h>

#include <process/words.h>
#include <sweep/spec/spec_parts.h>

#include <algorithm>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_repeats = 10'000;
constexpr std::size_t most_axes = 32;

constexpr const char* where_member = "where"; ///< what a filter computes

using names = std::set<std::string>;
/// Settings that are no options of pmu_run.
const names own_settings = {command_setting, part_setting, file_setting, arguments_setting};
/// What a table has of each point, beside axes and figures.
const names columns = {"repeat", "status", "reason", "failed_attempts", "log", "point", "figures"};
/// Options of sbatch that the sweep sets itself.
const names own_slurm_options = {"array",    "output", "error", "wrap",     "parsable",
                                 "job-name", "chdir",  "wait",  "test-only"};

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
        check_commands_and_parts();
        check_single();
        read_filters("include", m_spec.include);
        read_filters("exclude", m_spec.exclude);
        check_variables();
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
            if (name == where_member) {
                at.fail("expected an axis of another name: filters compute by where");
            }
            m_spec.axes.push_back(read_axis(name, at));
            m_at_axes.push_back(at);
        }
        if (m_spec.axes.size() > most_axes) {
            matrix->fail("expected at most " + std::to_string(most_axes) + " axes, got " +
                         std::to_string(m_spec.axes.size()));
        }
    }

    void read_run() {
        const auto run = m_top.find("run");
        if (!run) {
            m_top.fail("expected the member run, what all points are run with");
        }
        for (const auto& [name, at] : run->members()) {
            if (is_axis(name)) {
                at.fail("this is an axis of the matrix, too");
            }
            m_spec.run[name] = read_value(at);
            m_settings.emplace_back(name, at);
        }
    }

    bool is_axis(const std::string& name) const {
        return std::any_of(m_spec.axes.begin(), m_spec.axes.end(),
                           [&name](const axis& a) { return a.name == name; });
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
            if (own_settings.count(name) == 0) {
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
    }

    /// Each is in a text, or a filter computes with it.
    void check_variables() const {
        for (const auto& [name, value] : m_spec.variables) {
            if (m_used.count(name) == 0) {
                m_top.fail("nothing has the variable {" + name + "} in it");
            }
        }
    }

    void check_axis(std::size_t n) {
        const axis& a = m_spec.axes[n];
        const json_at& at = m_at_axes[n];
        const bool is_own = own_settings.count(a.name) != 0;
        const option_desc* o = is_own ? nullptr : option(a.name, at);
        if (is_own || o != nullptr) {
            m_effective.insert(a.name);
        } else if (columns.count(a.name) != 0 || m_interface.figures.count(a.name) != 0) {
            at.fail("expected another name: a column of the table is called so");
        }
        for_each_value(n, [&](const setting_value& value, const json_at& place) {
            use_names(value, place);
            if (o != nullptr) {
                check_value(a.name, *o, value, place);
            }
        });
    }

    /// Calls f(value, place) for what an axis lists; of a range for its ends.
    template <class F>
    void for_each_value(std::size_t n, const F& f) const {
        const axis& a = m_spec.axes[n];
        if (a.values.empty()) {
            f(a.at(0), m_at_axes[n]);
            f(a.at(a.count - 1), m_at_axes[n]);
            return;
        }
        const std::vector<json_at> items = m_at_axes[n].items();
        for (std::size_t i = 0; i != items.size(); ++i) {
            f(a.values[i], items[i]);
        }
    }

    /// Calls f(value, place) for all that a setting can be.
    template <class F>
    void for_each_value_of(const std::string& setting, const F& f) const {
        for (const auto& [name, at] : m_settings) {
            if (name == setting) {
                f(m_spec.run.at(name), at);
            }
        }
        for (std::size_t n = 0; n != m_spec.axes.size(); ++n) {
            if (m_spec.axes[n].name == setting) {
                for_each_value(n, f);
            }
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
                    const std::string prefix = "--" + name + ": ";
                    at.fail(why.rfind(prefix, 0) == 0 ? why : prefix + why);
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
                        if (!is_axis(name) && m_spec.variables.count(name) == 0) {
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

    /// Each value of a setting that has no placeholder is one of these.
    void check_words(const std::string& setting, const std::set<std::string>& known) {
        for_each_value_of(setting, [&known](const setting_value& value, const json_at& at) {
            if (known.count(value.label()) == 0 && !has_placeholder(value)) {
                at.refuse("one of " + process::joined(known));
            }
        });
    }

    void check_commands_and_parts() {
        std::set<std::string> commands;
        for (const auto& [name, options] : m_interface.commands) {
            commands.insert(name);
        }
        check_words(command_setting, commands);
        if (!m_interface.parts.empty()) { // else a file of the name that has it would be missing
            check_words(part_setting, m_interface.parts);
        }
        if (m_spec.run.count(part_setting) == 0 && !is_axis(part_setting)) {
            m_top.fail("expected the part, in /run or as an axis of /matrix");
        }
    }

    /// Of command, part and file there is one a point: nothing else would be run.
    void check_single() {
        for (const std::string name : {command_setting, part_setting, file_setting}) {
            for_each_value_of(name, [&name](const setting_value& value, const json_at& at) {
                const bool is_left_out = at.value().is_null() && name != part_setting;
                if (value.texts.size() != 1 && !is_left_out) {
                    at.refuse(name == file_setting ? "one text or null" : "one text");
                }
            });
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
                if (name != where_member) {
                    f.all.push_back(read_condition(m_spec.axes, name, at));
                    continue;
                }
                for (const json_at& text :
                     at.value().is_array() ? at.items() : std::vector<json_at>{at}) {
                    f.where.push_back(read_computed_condition(m_spec.axes, m_spec.variables, text));
                    for (const auto& [variable, number] : f.where.back().constants) {
                        m_used.insert(variable);
                    }
                }
            }
            if (f.all.empty() && f.where.empty()) {
                item.refuse("an axis or " + std::string(where_member) + " at least");
            }
            into.push_back(std::move(f));
        }
    }

    void check_size() const {
        std::uint64_t points = m_spec.repeat;
        for (const axis& a : m_spec.axes) {
            if (a.size() > most_points / points) {
                const std::string sizes = process::joined(m_spec.axes, " x ", [](const axis& each) {
                    return std::to_string(each.size());
                });
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

    /// It would hide something else of that name.
    void check_metric_name(const std::string& name, const json_at& at) const {
        if (columns.count(name) != 0 || is_axis(name) || m_interface.figures.count(name) != 0) {
            at.fail(std::string("expected another name: ")
                        .append(is_axis(name) ? "an axis" : "a column of the table")
                        .append(" is called so; its value is ")
                        .append(shown(at.value())));
        }
    }

    void read_metrics() {
        if (const auto metrics = m_top.find("metrics")) {
            for (const auto& [name, at] : metrics->members()) {
                check_name(name, at);
                check_metric_name(name, at);
                const std::string text = at.text();
                try {
                    m_spec.metrics.push_back({name, text, expression(text)});
                } catch (const sweep_error& e) {
                    at.fail(std::string(e.what()) + " in " + shown(at.value()));
                }
                for (const std::string& used : m_spec.metrics.back().value.names()) {
                    const bool is_known =
                        m_interface.figures.empty() || m_interface.figures.count(used) != 0 ||
                        std::any_of(m_spec.metrics.begin(), m_spec.metrics.end() - 1,
                                    [&used](const metric& m) { return m.name == used; });
                    if (!is_known) {
                        at.fail("no point has a figure " + used + "; its value is " +
                                shown(at.value()));
                    }
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
            } else if (own_slurm_options.count(name) != 0) {
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
