// SPDX-License-Identifier: Apache-2.0
#include <bench/child_process.h>
#include <bench/measuring.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace bench {

namespace {

constexpr double measuring_timeout_seconds = 300;
constexpr unsigned most_attempts = 5; // at a pair

double relate(figure::relation kind, double a, double b) {
    switch (kind) {
    case figure::relation::ratio: return a / b;
    case figure::relation::difference: return a - b;
    case figure::relation::absolute: break;
    }
    return a;
}

nlohmann::json parse(const std::string& text, const std::string& from) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::exception&) {
        throw std::runtime_error(from + " printed no JSON: '" + text + "'");
    }
}

// The number that a program has printed after a word.
double number_after(const std::string& word, const child_result& child) {
    const std::size_t place = child.output.find(word + ' ');
    if (place == std::string::npos) {
        throw std::runtime_error("no '" + word + "' in '" + child.output + "'");
    }
    return std::strtod(child.output.c_str() + place + word.size(), nullptr);
}

} // namespace

measured_figure measurer::measure(const figure& f) {
    measured_figure result;
    for (const comparison& c : f.comparisons) {
        const compared now = compare(c, f.is);
        if (&c == &f.comparisons.front() || now.value.median > result.worst.value.median) {
            result = {now, c.name};
        }
    }
    return result;
}

compared measurer::compare(const comparison& c, figure::relation relation) {
    std::vector<double> values;
    std::vector<double> as;
    std::vector<double> bs;
    const bool has_b = relation != figure::relation::absolute;
    const auto take_pair = [&](unsigned pair) {
        const auto number = [&](const probe& p) {
            return p.from == probe::source::micro ? micro(p.name, pair) : take(p);
        };
        const bool b_first = pair % 2 == 1; // neither side always profits from the other's heat
        double b = has_b && b_first ? number(c.b) : 0;
        const double a = number(c.a);
        if (has_b && !b_first) {
            b = number(c.b);
        }
        return std::make_pair(a, b);
    };
    for (unsigned pair = 0; pair < m_pairs; ++pair) {
        auto [a, b] = take_pair(pair);
        // A difference of two runs may come out negative where something else ran beside one of
        // them.
        for (unsigned attempt = 1; relation == figure::relation::ratio && !(b > 0); ++attempt) {
            if (attempt == most_attempts) {
                throw std::runtime_error(
                    (c.b.command.empty() ? c.b.name : c.b.command.front()) +
                    " took no time that could be measured: the machine is too busy");
            }
            std::tie(a, b) = take_pair(pair);
        }
        values.push_back(relate(relation, a, b));
        as.push_back(a);
        bs.push_back(b);
    }
    return {summarise(values), summarise(as).median, summarise(bs).median};
}

double measurer::take(const probe& p) {
    if (p.from == probe::source::process_time || p.from == probe::source::time_per_count) {
        const child_result idle = run_with(p, 0);
        const child_result busy = run_with(p, p.iterations);
        const double seconds = busy.cpu_seconds - idle.cpu_seconds;
        if (p.from == probe::source::process_time) {
            return seconds;
        }
        return seconds * 1e9 / (number_after(p.name, busy) - number_after(p.name, idle));
    }
    const double less = p.less.empty() ? 0 : field(p.less, p.name);
    return field(p.command, p.name) - less;
}

// A number in the line of JSON that a program prints.
double measurer::field(const std::vector<std::string>& program, const std::string& name) const {
    const std::vector<std::string> command = located(program);
    const nlohmann::json line =
        parse(run_child(command, measuring_timeout_seconds).output, command.front());
    if (!line.contains(name) || !line[name].is_number()) {
        throw std::runtime_error(command.front() + " printed no " + name);
    }
    return line[name];
}

double measurer::micro(const std::string& name, unsigned pair) {
    if (m_micro.empty()) {
        run_micro();
    }
    const auto found = m_micro.find(name);
    if (found == m_micro.end() || found->second.size() <= pair) {
        throw std::runtime_error("core_bench has not measured " + name);
    }
    return found->second[pair];
}

void measurer::run_micro() {
    const std::vector<std::string> command = located(
        {"core_bench", "--benchmark_format=json", "--benchmark_enable_random_interleaving=true",
         "--benchmark_min_time=0.1", "--benchmark_repetitions=" + std::to_string(m_pairs)});
    const nlohmann::json report =
        parse(run_child(command, measuring_timeout_seconds).output, command.front());
    for (const nlohmann::json& run : report.at("benchmarks")) {
        const std::string name = run.at("run_name");
        if (run.value("error_occurred", false)) {
            throw std::runtime_error("core_bench: " + name + ": " + run.value("error_message", ""));
        }
        if (run.at("run_type") == "iteration") {
            auto& rounds = m_micro[name];
            const std::size_t repetition = run.at("repetition_index");
            rounds.resize(std::max(rounds.size(), repetition + 1));
            rounds[repetition] = run.at("cpu_time");
        }
    }
}

child_result measurer::run_with(const probe& p, unsigned iterations) const {
    std::vector<std::string> command = located(p.command);
    for (std::string& word : command) {
        if (const std::size_t place = word.find(iterations_word); place != std::string::npos) {
            word.replace(place, std::strlen(iterations_word), std::to_string(iterations));
        }
    }
    const bool is_ours = p.command.front().find('/') == std::string::npos;
    return run_child(command, measuring_timeout_seconds,
                     is_ours ? errors::to_ours : errors::nowhere);
}

std::vector<std::string> measurer::located(std::vector<std::string> command) const {
    if (command.front().find('/') == std::string::npos) {
        command.front().insert(0, m_program_dir + "/");
    }
    return command;
}

} // namespace bench
