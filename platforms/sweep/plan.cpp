// SPDX-License-Identifier: Apache-2.0
#include <sweep/plan.h>

#include <sweep/content_hash.h>

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

std::unique_ptr<plan> plan::make(spec of, const program_identity& program, const store& results) {
    std::unique_ptr<plan> made(new plan(std::move(of), program));
    const spec& s = made->of();
    made->points().for_each_included([&](std::uint64_t index) {
        ++made->m_count;
        const point_run run = made->points().run_of(index);
        if (run.file.empty() || made->m_inputs.count(run.file) != 0) {
            return;
        }
        if (made->m_inputs.size() == most_inputs) {
            throw sweep_error("expected at most " + std::to_string(most_inputs) +
                              " files that points are run with");
        }
        const std::string path = run.file.front() == '/' ? run.file : s.folder + "/" + run.file;
        try {
            made->m_inputs[run.file] = results.stage(path);
        } catch (const sweep_error& e) {
            throw sweep_error(std::string(e.what()) + ", which the point " +
                              made->points().describe(index) + " is run with");
        }
    });
    if (made->m_count == 0) {
        throw sweep_error("the filters leave no point");
    }
    json inputs = json::object();
    for (const auto& [name, input] : made->m_inputs) {
        inputs[name] = {input.name, input.is_elf};
    }
    const json text = {
        {"format", format},
        {"spec", s.text},
        {"folder", s.folder},
        {"variables", s.variables},
        {"points", made->m_count},
        {"program", {{"path", program.path}, {"version", program.version}, {"hash", program.hash}}},
        {"inputs", inputs}};
    const std::string bytes = text.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
    made->m_id = hash_of(bytes).substr(0, 16);
    publish_file(results.path(plan_name(made->m_id)), bytes);
    replace_file(results.path(latest),
                 json{{"format", format}, {"plan", made->m_id}}.dump(1) + "\n");
    return made;
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

const staged_input* plan::input_of(const point_run& run) const {
    const auto found = m_inputs.find(run.file);
    return found == m_inputs.end() ? nullptr : &found->second;
}

std::vector<std::string> plan::arguments_of(const point_run& run) const {
    std::vector<std::string> all{run.command};
    all.insert(all.end(), run.options.begin(), run.options.end());
    all.push_back(run.part);
    if (const staged_input* input = input_of(run)) {
        all.push_back(input->name);
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

plan::kind plan::kind_of(std::uint64_t index) const {
    const point_run run = m_points.run_of(index);
    const staged_input* input = input_of(run);
    if (input == nullptr) {
        return kind::none;
    }
    return !input->is_elf          ? kind::json_of_program
           : run.command == "stat" ? kind::counts_of_firmware
                                   : kind::none;
}

} // namespace platform::sweep
