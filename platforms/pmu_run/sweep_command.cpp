// SPDX-License-Identifier: Apache-2.0
#include "sweep_command.h"

#include "command_line.h"
#include "option_table.h"
#include "outputs.h"
#include "sweep_progress.h"

#include <report/page.h>
#include <report/progress.h>
#include <sweep/batch.h>
#include <sweep/compare.h>
#include <sweep/content_hash.h>
#include <sweep/page_data.h>
#include <sweep/store_lock.h>
#include <sweep/table.h>
#include <sweep/work_list.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>

namespace platform::pmu_run {

namespace {

using namespace sweep;

constexpr const char* own_program = "/proc/self/exe";

/// What `pmu_run sweep` does, by its first word, and the options that go with it.
struct action_desc {
    const char* name;
    std::vector<const char*> options;
};

const std::vector<action_desc>& actions() {
    static const std::vector<action_desc> all{
        {"run",
         {"--into", "--set", "--jobs", "--dry-run", "--retry-failed", "--slurm", "--launcher",
          "--report", "--csv", "--json"}},
        {"status", {}},
        {"collect", {"--csv", "--json"}},
        {"page", {"--report"}},
        {"compare", {"--bound", "--metric", "--json"}},
        {"task", {"--plan", "--chunk", "--jobs"}},
    };
    return all;
}

program_identity this_program() {
    return {std::filesystem::read_symlink(own_program).string(), TLM_PMU_VERSION,
            hash_of_program(own_program, loaded_libraries())};
}

std::string stem_of(const std::string& path) {
    return std::filesystem::path(path).stem().string();
}

/// Where results go if nobody says so.
std::string default_store(const std::string& spec) {
    return stem_of(spec) + ".sweep";
}

std::string absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::map<std::string, std::string> variables_of(const std::vector<std::string>& given) {
    std::map<std::string, std::string> all;
    for (const std::string& text : given) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw sweep_error("--set: expected NAME=VALUE, got '" + text + "'");
        }
        all[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return all;
}

spec load_spec(const std::string& file, const sweep_request& request,
               const run_interface& interface) {
    constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
    return read_spec(file, parse_json(file, read_file(file, most_bytes)), absolute(file + "/.."),
                     variables_of(request.variables), interface);
}

/// The table and the page that were asked for.
class sweep_outputs {
public:
    /// Opens them, which shows what can be known before the points run; that may take days.
    /// \param inputs files, and folders of sweeps: none of them is written
    sweep_outputs(const sweep_request& request, const std::vector<std::string>& inputs) {
        for (const auto& [option, path] :
             {std::pair("--csv", request.csv), std::pair("--json", request.json),
              std::pair("--report", request.report)}) {
            if (path != "-") {
                m_files[path] = m_outputs.add_replaced(option, path);
            }
        }
        check(inputs);
    }

    /// The same for more of them.
    void check(const std::vector<std::string>& inputs) {
        for (const std::string& path : inputs) {
            m_outputs.add_input(path);
        }
        m_outputs.check();
    }

    /// \param path "-": standard output; empty: it is not wanted
    void write(const std::string& path, const std::function<void(std::ostream&)>& write) {
        if (path.empty()) {
            return;
        }
        if (path == "-") {
            write(std::cout);
            return;
        }
        std::ostringstream text;
        write(text);
        output_file& file = *m_files.at(path);
        file.replace(text.str());
        file.close();
        if (file.error() != 0) {
            throw sweep_error(process::lost_output{path, file.error()}.message());
        }
    }

private:
    output_set m_outputs;
    std::map<std::string, output_file*> m_files; ///< by path
};

/// What a sweep reads.
std::vector<std::string> inputs_of(const plan& of, const store& results) {
    std::vector<std::string> all = of.input_paths();
    all.insert(all.end(), {plan::origin(results), results.folder()});
    return all;
}

/// Mean of some results, evenly taken: seconds of a point. 0: nothing is known.
double known_cost(const plan& of, const store& results, const work_list& work) {
    constexpr std::uint64_t most = 200;
    const std::uint64_t step = work.count().done / most + 1;
    double sum = 0;
    std::uint64_t n = 0;
    std::uint64_t done = 0;
    of.points().for_each_included([&](std::uint64_t index) {
        if (work.state(index) != point_state::done || done++ % step != 0) {
            return;
        }
        if (const auto record = results.result(of.key(index))) {
            sum += record->value("wall_s", 0.0);
            ++n;
        }
    });
    return n == 0 ? 0 : sum / static_cast<double>(n);
}

void print_cost(const plan& of, const store& results, const work_list& work, std::uint64_t jobs) {
    const tally& count = work.count();
    std::cout << count.points << " points: " << count.done << " done, " << count.failed
              << " failed, " << count.left() << " to do\n";
    if (const double cost = known_cost(of, results, work); cost > 0) {
        const double total = cost * static_cast<double>(count.left());
        std::cout << "so far a point takes " << std::setprecision(3) << cost
                  << " s; what is left: " << report::span(total) << " of one processor, "
                  << report::span(total / static_cast<double>(jobs)) << " with " << jobs
                  << (jobs == 1 ? " job\n" : " jobs\n");
    } else {
        std::cout << "nothing is known about what a point costs\n";
    }
}

int dry_run(const plan& of, const store& results, const work_list& work, std::uint64_t jobs) {
    of.points().for_each_included([&](std::uint64_t index) {
        constexpr std::array<const char*, 5> states = {"", "to do", "", "done", "failed"};
        std::cout << std::left << std::setw(7)
                  << states.at(static_cast<std::size_t>(work.state(index)));
        for (const std::string& argument : of.arguments(index)) {
            std::cout << ' ' << argument;
        }
        std::cout << '\n';
    });
    print_cost(of, results, work, jobs);
    return all_held;
}

/// Where the page is, links to logs are relative to it.
void write_page(sweep_outputs& outputs, const std::string& file, const plan& of,
                const store& results) {
    const std::filesystem::path folder = std::filesystem::path(absolute(file)).parent_path();
    const std::filesystem::path to_store =
        std::filesystem::path(results.folder()).lexically_relative(folder);
    outputs.write(file, [&](std::ostream& out) {
        report::write_page(out, page_data(of, results, to_store.string() + "/"), "sweep.html");
    });
}

void check_page(const sweep_request& request) {
    if (!request.report.empty() && !report::can_write_page()) {
        throw sweep_error("--report: " + report::why_no_page());
    }
}

void write_tables(sweep_outputs& outputs, const sweep_request& request, const plan& of,
                  const store& results) {
    if (!request.report.empty()) {
        write_page(outputs, request.report, of, results);
    }
    outputs.write(request.csv, [&](std::ostream& out) { write_csv(out, of, results); });
    outputs.write(request.json, [&](std::ostream& out) { write_json(out, of, results); });
}

std::uint64_t jobs_of(const sweep_request& request) {
    return request.jobs != 0 ? request.jobs : std::max(1U, std::thread::hardware_concurrency());
}

/// \return nullptr: this process runs the points itself
std::unique_ptr<task_starter> starter_of(const sweep_request& request, const plan& of,
                                         const store& results) {
    return request.slurm               ? make_slurm(of, results)
           : !request.launcher.empty() ? make_launcher(of, results, request.launcher,
                                                       static_cast<unsigned>(jobs_of(request)))
                                       : nullptr;
}

/// One task of a batch system, on whatever machine that has put it.
int run_one_task(const sweep_request& request, const run_interface& interface) {
    const store results(absolute(request.words[1]));
    if (request.plan.empty() || request.chunk.empty()) {
        throw sweep_error("sweep task: expected --plan and --chunk, as the controller gives them");
    }
    const auto plan = plan::load(results, interface, request.plan);
    if (hash_of_program(own_program, loaded_libraries()) != plan->program().hash) {
        throw sweep_error(plan->program().path +
                          ", or a library of it, is not what this sweep was started with");
    }
    std::uint64_t jobs = request.jobs;
    if (const char* cpus = std::getenv("SLURM_CPUS_PER_TASK"); jobs == 0 && cpus != nullptr) {
        jobs = static_cast<std::uint64_t>(std::max(std::atoi(cpus), 1));
    }
    return run_task(*plan, results, request.chunk,
                    static_cast<unsigned>(std::max<std::uint64_t>(jobs, 1)))
               ? all_held
               : not_all_held;
}

/// Specifications of one name in two folders would take turns in one store.
void check_owner(const sweep_request& request, const store& results, const std::string& spec) {
    if (!request.store.empty()) {
        return; // the user has said so
    }
    if (const std::string origin = plan::origin(results);
        !origin.empty() && origin != absolute(spec)) {
        throw sweep_error(results.folder() + " has results of " + origin +
                          "; --into says where those of " + absolute(spec) + " go");
    }
}

int run_all(const sweep_request& request, const run_interface& interface) {
    check_page(request);
    const std::string& file = request.words[1];
    const store results(absolute(request.store.empty() ? default_store(file) : request.store));
    spec of = load_spec(file, request, interface);
    check_owner(request, results, file);
    const std::uint64_t jobs = jobs_of(request);
    if (request.dry_run) {
        const auto plan = plan::make_only(std::move(of), this_program());
        return dry_run(*plan, results, work_list(*plan, results), jobs);
    }
    sweep_outputs outputs(request, {file, results.folder()});
    results.create();
    const store_lock lock(results);
    if (!lock.keeps_others_out()) {
        std::cerr << "pmu_run: " << results.folder() << ": this file system does not lock files: "
                  << "another controller at work on this sweep would not be noticed\n";
    }
    results.remove_leftovers();
    const auto plan = plan::make(std::move(of), this_program(), results, absolute(file));
    outputs.check(inputs_of(*plan, results));
    work_list work(*plan, results, {request.retry_failed, true});
    for (const std::string& fault : work.broken()) {
        std::cerr << "pmu_run: " << fault << '\n';
    }
    run_outcome outcome;
    std::string farewell = "the same command goes on";
    {
        progress_line line(work.count());
        const auto on_progress = [&line](const tally& count) { line.show(count); };
        const auto on_failure = [&](const finished_point& point) {
            line.clear();
            std::cerr << "pmu_run: " << plan->points().describe(point.index) << ": " << point.reason
                      << (point.is_final ? "" : "; it is tried again") << '\n';
        };
        const auto starter = starter_of(request, *plan, results);
        if (starter != nullptr) {
            outcome = run_by_tasks(*plan, results, work, *starter, on_progress, on_failure);
            farewell = starter->farewell();
        } else {
            outcome = run_here(*plan, results, work, static_cast<unsigned>(jobs), on_progress,
                               on_failure);
        }
    }
    const tally& count = work.count();
    const bool is_output_taken = request.csv == "-" || request.json == "-" || request.report == "-";
    (is_output_taken ? std::cerr : std::cout)
        << count.points << " points: " << count.done << " done, " << count.failed << " failed, "
        << count.left() << " to do; " << results.folder() << '\n';
    write_tables(outputs, request, *plan, results);
    if (outcome.was_stopped) {
        std::cerr << "pmu_run: stopped; " << farewell << '\n';
    }
    return outcome.was_stopped || count.failed != 0 ? not_all_held : all_held;
}

int print_status(const sweep_request& request, const run_interface& interface) {
    const store results(absolute(request.words[1]));
    const auto plan = plan::load(results, interface);
    const work_list work(*plan, results);
    print_cost(*plan, results, work, jobs_of(request));
    if (const std::string owner = store_lock::owner(results); !owner.empty()) {
        std::cout << "at work: " << owner << '\n';
    }
    constexpr std::size_t most = 20;
    std::size_t shown = 0;
    plan->points().for_each_included([&](std::uint64_t index) {
        if (work.state(index) == point_state::failed && shown++ < most) {
            const verdict v = judge(plan->of(), results, plan->key(index));
            std::cout << "failed: " << plan->points().describe(index) << ": " << v.reason << "; "
                      << results.path(v.log) << '\n';
        }
    });
    if (shown > most) {
        std::cout << "and " << shown - most << " more\n";
    }
    return all_held;
}

int compare_two(const sweep_request& request, const run_interface& interface) {
    std::vector<bound> bounds;
    for (const std::string& text : request.bounds) {
        bounds.push_back(read_bound(text));
    }
    sweep_outputs outputs(request, {request.words[1], request.words[2]});
    const comparison c =
        compare(read_compared(request.words[1], interface),
                read_compared(request.words[2], interface), request.metrics, bounds);
    print(std::cout, c);
    outputs.write(request.json, [&](std::ostream& out) { out << as_json(c).dump(1) << '\n'; });
    return c.is_passed() ? not_all_held : all_held;
}

int collect(const sweep_request& request, const run_interface& interface) {
    check_page(request);
    const store results(absolute(request.words[1]));
    const auto plan = plan::load(results, interface);
    sweep_outputs outputs(request, inputs_of(*plan, results));
    if (request.words.front() == "page" && request.report.empty()) {
        throw sweep_error("sweep page: expected --report FILE");
    }
    if (request.csv.empty() && request.json.empty() && request.report.empty()) {
        write_csv(std::cout, *plan, results);
    }
    write_tables(outputs, request, *plan, results);
    return all_held;
}

/// What is wrong with the arguments; empty: nothing.
std::string contradiction(const CLI::App& app, const sweep_request& request) {
    const auto action = std::find_if(actions().begin(), actions().end(), [&](const action_desc& a) {
        return a.name == request.words.front();
    });
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name();
        if (option->count() != 0 && name.rfind("--", 0) == 0 &&
            std::find(action->options.begin(), action->options.end(), name) ==
                action->options.end()) {
            return name + " does not go with sweep " + action->name;
        }
    }
    const std::string& what = request.words.front();
    const std::size_t wanted = what == "compare" ? 3 : 2;
    if (request.words.size() != wanted) {
        return "sweep " + what + ": expected " +
               (what == "run"       ? "SPEC.json"
                : what == "compare" ? "OLD and NEW, folders of sweeps or their JSON"
                                    : "the folder of a sweep") +
               ", got " + std::to_string(request.words.size() - 1) +
               (request.words.size() == 2 ? " argument" : " arguments");
    }
    if (request.slurm && !request.launcher.empty()) {
        return "--slurm does not go with --launcher";
    }
    return "";
}

} // namespace

void describe_sweep(CLI::App& app, sweep_request& r) {
    app.add_option("ACTION", r.words,
                   "run SPEC.json (`run` may be left out), or of the FOLDER that it has made: "
                   "status, collect, page; compare OLD NEW")
        ->required();
    app.add_option("--into", r.store, "run: where results are kept [SPEC.sweep, here]")
        ->type_name("FOLDER")
        ->check(path());
    app.add_option("--set", r.variables, "run: NAME=VALUE, a variable of the specification")
        ->allow_extra_args(false);
    app.add_option("-n,--jobs", r.jobs, "run: processes at a time [as many as processors]")
        ->transform(whole_number(1, 4096));
    app.add_flag("--dry-run", r.dry_run, "run: only list the points, and the cost so far known");
    app.add_flag("--retry-failed", r.retry_failed, "run: try once more what has failed");
    app.add_flag("--slurm", r.slurm, "run: by job arrays of Slurm");
    app.add_option("--launcher", r.launcher,
                   "run: by a command that starts a program somewhere, such as \"srun -n1\", "
                   "--jobs at a time")
        ->type_name("COMMAND");
    app.add_option("--plan", r.plan, "task: which plan")->group("");
    app.add_option("--chunk", r.chunk, "task: which one")->group("");
    app.add_option("--report", r.report, "run, page: write a page for a browser")
        ->type_name("FILE")
        ->check(path());
    app.add_option("--bound", r.bounds,
                   "compare: METRIC:PER_CENT by which it may rise, or fall if that is negative; "
                   "exit code 1 if it is passed; once or more")
        ->allow_extra_args(false);
    app.add_option("--metric", r.metrics, "compare: only this one; once or more [all]")
        ->allow_extra_args(false);
    app.add_option("--csv", r.csv, "run, collect: write a table; -: to standard output")
        ->type_name("FILE")
        ->check(path());
    app.add_option("--json", r.json, "run, collect, compare: the same as JSON")
        ->type_name("FILE")
        ->check(path());
}

int run_sweep(const sweep_request& request, const run_interface& interface) {
    const std::string& action = request.words.front();
    return action == "run"       ? run_all(request, interface)
           : action == "status"  ? print_status(request, interface)
           : action == "compare" ? compare_two(request, interface)
           : action == "task"    ? run_one_task(request, interface)
                                 : collect(request, interface);
}

int sweep_command(CLI::App& app, int argc, char** argv,
                  const std::function<run_interface()>& interface) {
    sweep_request request;
    describe_sweep(app, request);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? all_held : unusable;
    }
    const bool is_action =
        std::any_of(actions().begin(), actions().end(),
                    [&](const action_desc& a) { return a.name == request.words.front(); });
    if (!is_action) {
        request.words.insert(request.words.begin(), "run");
    }
    if (const std::string message = contradiction(app, request); !message.empty()) {
        return refuse(message);
    }
    try {
        return run_sweep(request, interface());
    } catch (const std::bad_alloc&) {
        return refuse("the host has no memory left for the sweep");
    } catch (const std::exception& e) {
        return refuse(e.what());
    }
}

} // namespace platform::pmu_run
