// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of a part: the fixture for the tests of each, by the names of its
// manual.
#pragma once

#include <models/wrapper_bench.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace sc_test {

/// A dump, read back: full names, widths and all values of each.
class dump {
public:
    explicit dump(const std::string& path) {
        std::ifstream file(path);
        std::map<std::string, std::vector<std::string>> names_of_id;
        std::vector<std::string> scopes;
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string first;
            words >> first;
            if (first == "$scope") {
                std::string kind;
                std::string name;
                words >> kind >> name;
                scopes.push_back(name);
            } else if (first == "$upscope") {
                scopes.pop_back();
            } else if (first == "$var") {
                std::string kind;
                std::string id;
                std::string name;
                int width = 0;
                words >> kind >> width >> id >> name;
                std::string full;
                for (std::size_t n = 1; n < scopes.size(); ++n) { // the first is SystemC's own
                    full += scopes[n] + ".";
                }
                full += name;
                names_of_id[id].push_back(full);
                widths[full] = width;
            } else if (first.size() > 1 && (first[0] == '0' || first[0] == '1')) {
                note(names_of_id[first.substr(1)], first[0] == '1' ? 1 : 0);
            } else if (!first.empty() && first[0] == 'b') {
                std::string id;
                words >> id;
                if (first.size() <= 65) {
                    note(names_of_id[id], std::stoull(first.substr(1), nullptr, 2));
                }
            }
        }
    }

    /// All names after `module.`, with their widths where they are not 1.
    std::set<std::string> names(const std::string& module) const {
        std::set<std::string> all;
        for (const auto& [name, width] : widths) {
            if (name.rfind(module + ".", 0) == 0) {
                const std::string rest = name.substr(module.size() + 1);
                all.insert(width == 1 ? rest : rest + ":" + std::to_string(width));
            }
        }
        return all;
    }
    std::vector<std::uint64_t> values(const std::string& name) const {
        const auto found = m_values.find(name);
        return found == m_values.end() ? std::vector<std::uint64_t>{} : found->second;
    }

    std::map<std::string, int> widths;

private:
    void note(const std::vector<std::string>& names, std::uint64_t value) {
        for (const std::string& name : names) {
            m_values[name].push_back(value);
        }
    }

    std::map<std::string, std::vector<std::uint64_t>> m_values;
};

class trace_names : public on_both_clocks {
protected:
    ~trace_names() override { std::remove((m_path + ".vcd").c_str()); }

    sc_core::sc_trace_file* open() {
        m_file = sc_core::sc_create_vcd_trace_file(m_path.c_str());
        return m_file;
    }
    dump close() {
        sc_core::sc_close_vcd_trace_file(m_file);
        return dump(m_path + ".vcd");
    }

    /// A unit of its own on a clock of the test's.
    template <class Unit>
    struct bench : sc_core::sc_module {
        sc_core::sc_clock toggling{"toggling", period, 0.5, period, true};
        pmu::tickless_clock tickless{"tickless", period};
        sc_core::sc_signal<typename Unit::event_bus_type> lines{"lines"};
        Unit unit{"pmu"};
        bus_master cpu{"cpu"};

        bench(const sc_core::sc_module_name& name, clock_kind kind) : sc_core::sc_module(name) {
            if (kind == clock_kind::toggling) {
                unit.clk(toggling);
            } else {
                unit.clk(tickless);
            }
            unit.event_bus(lines);
            cpu.socket.bind(unit.socket);
        }
    };

private:
    const std::string m_path = testing::TempDir() + "trace_names_" + std::to_string(getpid());
    sc_core::sc_trace_file* m_file = nullptr;
};
} // namespace sc_test
