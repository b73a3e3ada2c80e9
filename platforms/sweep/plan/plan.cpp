// SPDX-License-Identifier: Apache-2.0
#include <sweep/plan/plan.h>

#include <sweep/store/content_hash.h>

#include <algorithm>
#include <set>
#include <utility>

namespace platform::sweep {

namespace {

constexpr int format = 1;
constexpr const char* latest = "sweep.json";
constexpr std::size_t most_inputs = 100'000;
constexpr std::uint64_t most_plan_bytes = std::uint64_t{256} << 20U;

std::string plan_name(const std::string& id) {
    return "plans/" + id + ".json";
}

} // namespace

plan::plan(spec of, program_identity program)
    : m_spec(std::make_unique<spec>(std::move(of))), m_points(*m_spec),
      m_program(std::move(program)) {
}

std::string plan::path_of(const std::string& file) const {
    return file.front() == '/' ? file : of().folder + "/" + file;
}

void plan::find_inputs(const std::function<staged_input(const std::string& path)>& stage) {
    // Values have been looked at one by one; what does not go with what is seen in few of many
    // points.
    constexpr std::size_t most_checks = 500;
    std::set<std::string> checked;
    points().for_each_included([&](std::uint64_t index) {
        ++m_count;
        const point_run run = points().run_of(index);
        if (!run.file.empty() && m_inputs.count(run.file) == 0) {
            if (m_inputs.size() == most_inputs) {
                throw sweep_error("expected at most " + std::to_string(most_inputs) +
                                  " files that points are run with");
            }
            try {
                m_inputs[run.file] = stage(path_of(run.file));
            } catch (const sweep_error& e) {
                throw sweep_error(std::string(e.what()) + ", which the point " +
                                  points().describe(index) + " is run with");
            }
        }
        const staged_input* input = input_of(run);
        if (!of().interface->fault || checked.size() == most_checks) {
            return;
        }
        std::string run_kind = run.command + ' ' + run.part +
                               (input == nullptr ? " 0"
                                : input->is_elf  ? " 1"
                                                 : " 2");
        for (const std::string& option : run.options) {
            run_kind += ' ' + option;
        }
        if (checked.insert(run_kind).second) {
            if (const std::string fault = of().interface->fault(arguments_of(run, true));
                !fault.empty()) {
                throw sweep_error("the point " + points().describe(index) +
                                  " cannot be run: " + fault);
            }
        }
    });
    if (m_count == 0) {
        throw sweep_error("the filters leave no point");
    }
}

std::string plan::text() const {
    json inputs = json::object();
    for (const auto& [name, input] : m_inputs) {
        inputs[name] = {input.name, input.is_elf};
    }
    const json text = {
        {"format", format},
        {"spec", of().text},
        {"folder", of().folder},
        {"variables", of().variables},
        {"points", m_count},
        {"program",
         {{"path", m_program.path}, {"version", m_program.version}, {"hash", m_program.hash}}},
        {"inputs", inputs}};
    return text.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::unique_ptr<plan> plan::make_only(spec of, const program_identity& program) {
    std::unique_ptr<plan> made(new plan(std::move(of), program));
    made->find_inputs(store::describe);
    return made;
}

std::unique_ptr<plan> plan::make(spec of, const program_identity& program, const store& results,
                                 const std::string& origin) {
    std::unique_ptr<plan> made(new plan(std::move(of), program));
    made->find_inputs([&](const std::string& path) { return results.stage(path); });
    const std::string bytes = made->text();
    made->m_id = hash_of(bytes).substr(0, 16);
    replace_file(results.path(plan_name(made->m_id)), bytes);
    replace_file(results.path(latest),
                 json{{"format", format}, {"plan", made->m_id}, {"specification", origin}}.dump(
                     1, ' ', false, json::error_handler_t::replace) +
                     "\n");
    return made;
}

std::string plan::origin(const store& results) {
    if (!results.has(latest)) {
        return "";
    }
    const std::string name = results.path(latest);
    const json text = parse_json(name, read_file(name, most_plan_bytes));
    return text.is_object() ? text.value("specification", "") : "";
}

std::unique_ptr<plan> plan::load(const store& results, const run_interface& interface,
                                 const std::string& wanted) {
    std::string id = wanted;
    try {
        if (id.empty()) {
            const std::string name = results.path(latest);
            id = parse_json(name, read_file(name, most_plan_bytes)).at("plan").get<std::string>();
        }
        const std::string name = results.path(plan_name(id));
        const json text = parse_json(name, read_file(name, most_plan_bytes));
        if (text.at("format") != format) {
            throw sweep_error(name + ": made by another version of pmu_run");
        }
        const json& of_program = text.at("program");
        std::unique_ptr<plan> loaded(new plan(
            read_spec(name, text.at("spec"), text.at("folder").get<std::string>(),
                      text.at("variables").get<std::map<std::string, std::string>>(), interface),
            {of_program.at("path").get<std::string>(), of_program.at("version").get<std::string>(),
             of_program.at("hash").get<std::string>()}));
        for (const auto& [file, input] : text.at("inputs").items()) {
            loaded->m_inputs[file] = {input.at(0).get<std::string>(), input.at(1).get<bool>()};
        }
        loaded->m_count = text.at("points").get<std::uint64_t>();
        loaded->m_id = id;
        return loaded;
    } catch (const json::exception& e) {
        throw sweep_error(results.folder() + " is no folder of a sweep: " + e.what());
    }
}

std::vector<std::string> plan::input_paths() const {
    std::vector<std::string> all;
    for (const auto& [name, input] : m_inputs) {
        all.push_back(path_of(name));
    }
    return all;
}

std::vector<std::string> plan::staged_names() const {
    std::vector<std::string> all;
    for (const auto& [name, input] : m_inputs) {
        all.push_back(input.name);
    }
    return all;
}

const staged_input* plan::input_of(const point_run& run) const {
    const auto found = m_inputs.find(run.file);
    return found == m_inputs.end() ? nullptr : &found->second;
}

std::vector<std::string> plan::arguments_of(const point_run& run, bool has_own_path) const {
    std::vector<std::string> all{run.command};
    all.insert(all.end(), run.options.begin(), run.options.end());
    all.push_back(run.part);
    if (const staged_input* input = input_of(run)) {
        all.push_back(has_own_path ? path_of(run.file) : input->name);
    }
    if (!run.arguments.empty()) {
        all.emplace_back("--");
        all.insert(all.end(), run.arguments.begin(), run.arguments.end());
    }
    return all;
}

std::vector<std::string> plan::arguments(std::uint64_t index) const {
    return arguments_of(m_points.run_of(index));
}

std::string plan::key(std::uint64_t index) const {
    content_hash hash;
    hash.add_text("tlm-pmu sweep");
    hash.add_text(std::to_string(format));
    hash.add_text(m_program.hash);
    for (const std::string& argument : arguments(index)) {
        hash.add_text(argument);
    }
    hash.add_text(std::to_string(m_points.repeat(index)));
    return hash.digits();
}

plan::execution plan::execution_of(std::uint64_t index) const {
    const point_run run = m_points.run_of(index);
    const staged_input* input = input_of(run);
    execution e{run.command == "fuzz" ? output::json_of_fuzz
                : input == nullptr    ? output::none
                : input->is_elf       ? output::counts_of_firmware
                                      : output::json_of_program,
                ".", arguments_of(run)};
    if (input != nullptr) {
        const std::size_t slash = input->name.rfind('/');
        e.folder = input->name.substr(0, slash);
        std::string name = input->name.substr(slash + 1);
        if (name.front() == '-') {
            name.insert(0, "./");
        }
        *std::find(e.arguments.begin(), e.arguments.end(), input->name) = name;
    }
    if (run.command == "run") {
        e.arguments.front() = "stat"; // the same with counts
    }
    return e;
}

} // namespace platform::sweep
