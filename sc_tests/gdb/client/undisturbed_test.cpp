// SPDX-License-Identifier: Apache-2.0
// Whatever a debugger does, short of writing, the firmware counts, takes and prints what it does
// without one: steps, breakpoints, watchpoints and interruptions at random.
#include "gdb_client.h"

#include <generated/part_names.h>
#include <iss/host/elf_image.h>
#include <iss/odd/odd_programs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace gdb_test {
namespace {

using pmu_run_test::arguments;
using pmu_run_test::pmu_run_result;

struct program {
    std::string name;
    std::string part;
    std::string file;
    arguments options;
};

void PrintTo(const program& p, std::ostream* out) {
    *out << p.file;
}

/// Of platforms/firmware and of iss/odd, on each core that they are built for.
std::vector<program> programs() {
    const arguments caches{"--caches", "4K:2:32"};
    std::vector<program> all;
    const auto add = [&](const std::string& name, const std::string& part,
                         const std::string& folder, const arguments& options) {
        all.push_back({name, part, folder + "/" + name + "." + part + ".elf", options});
    };
    for (const std::string& cpu : sc_test::cpu_names) {
        add("sampling_profiler", cpu, FIRMWARE_DIR, caches);
    }
    for (const std::string& core : sc_test::core_names) {
        add("ticks", core, FIRMWARE_DIR, {});
        add("wide_counter", core, FIRMWARE_DIR, {});
    }
    const std::set<std::string> odd{"mmu",           "it_blocks",    "it_traps",    "it_into_arm",
                                    "selfmodifying", "interworking", "spin",        "timer_spin",
                                    "nested",        "unaligned",    "start_delay", "pmu_loops",
                                    "aborts"};
    for (const iss_test::odd_program& p : iss_test::odd_programs()) {
        const auto& cores = sc_test::core_names;
        if (odd.count(p.name) != 0 && std::count(cores.begin(), cores.end(), p.part) != 0) {
            add(p.name, p.part, ODD_DIR, p.name == "mmu" ? caches : p.options);
        }
    }
    return all;
}

class random_debugger {
public:
    random_debugger(gdb_client& client, unsigned seed) : m_client(client), m_random(seed) {}

    /// Does so many things, then lets the firmware come to its end.
    /// \param start where it begins with that
    void run(unsigned deeds, std::optional<std::uint32_t> start) {
        m_client.ask("QStartNoAckMode");
        if (start) {
            const std::string point = point_text(0, *start);
            m_client.ask("Z" + point);
            note(m_client.go_on("vCont;c:1"));
            m_client.ask("z" + point);
        }
        while (deeds != 0 && !m_has_ended) {
            --deeds;
            switch (m_random() % 8) {
            case 0:
            case 1:
            case 2:
            case 3: step(); break;
            case 4: change_breakpoints(); break;
            case 5: change_watchpoint(); break;
            default: go_on(); break;
            }
        }
        for (const std::string& p : m_points) {
            m_client.ask("z" + p);
        }
        if (!m_has_ended) {
            m_client.ask("D");
        }
    }

private:
    void note(const std::string& reply) {
        m_has_ended = reply.empty() || reply.front() == 'W';
        if (!m_has_ended) {
            m_seen.insert(m_client.reg(15));
        }
    }

    void step() {
        for (auto n = m_random() % 4 == 0 ? 200 : m_random() % 4 + 1; n != 0 && !m_has_ended; --n) {
            note(m_client.go_on("vCont;s:1"));
        }
    }

    void go_on() {
        if (m_random() % 8 == 0) {
            m_client.send("vCont;c:1");
            m_client.send_raw("\x03");
            note(m_client.receive().value_or(""));
        } else {
            note(m_client.go_on("vCont;c:1"));
        }
    }

    void add(const std::string& point) {
        m_client.ask("Z" + point);
        m_points.insert(point);
        if (m_points.size() > 4) {
            m_client.ask("z" + *m_points.begin());
            m_points.erase(m_points.begin());
        }
    }

    void change_breakpoints() {
        if (!m_seen.empty()) {
            auto at = m_seen.begin();
            std::advance(at, m_random() % m_seen.size());
            add(point_text(m_random() % 2, *at + 2U * static_cast<std::uint32_t>(m_random() % 6)));
        }
    }

    /// Near the stack pointer.
    void change_watchpoint() {
        const std::uint32_t offset = 4U * static_cast<std::uint32_t>(m_random() % 16) - 32U;
        add(point_text(2 + m_random() % 3, m_client.reg(13) + offset));
    }

    static std::string point_text(unsigned long kind, std::uint32_t address) {
        std::ostringstream text;
        text << kind << ',' << std::hex << address << ",4";
        return text.str();
    }

    gdb_client& m_client;
    std::mt19937 m_random;
    std::set<std::uint32_t> m_seen; ///< PCs
    std::set<std::string> m_points;
    bool m_has_ended = false;
};

/// Where interrupts are about to come.
std::optional<std::uint32_t> start_of(const program& p) {
    for (const platform::iss::elf_symbol& s : platform::iss::load_elf(p.file).symbols) {
        if (s.name == "vic_enable") {
            return s.address & ~1U;
        }
    }
    return std::nullopt;
}

class undisturbed : public testing::TestWithParam<std::tuple<program, std::string>> {};

TEST_P(undisturbed, by_a_debugger) {
    const auto& [p, mode] = GetParam();
    arguments what{"stat", p.part, p.file, "--mode", mode};
    what.insert(what.end(), p.options.begin(), p.options.end());
    const pmu_run_result plain = pmu_run_test::run_pmu_run(what);
    const auto start = start_of(p);
    for (unsigned seed = 1; seed <= 2; ++seed) { // odd: from the first instruction on
        gdb_client client(what);
        ASSERT_TRUE(client.is_connected());
        random_debugger(client, seed).run(80, seed % 2 == 0 ? start : std::nullopt);
        client.close();
        const pmu_run_result debugged = client.wait();
        EXPECT_EQ(debugged.exit_code, plain.exit_code) << "seed " << seed << '\n' << debugged;
        EXPECT_EQ(debugged.out, plain.out) << "seed " << seed;
        EXPECT_EQ(debugged.err, plain.err) << "seed " << seed;
    }
}

std::string name_of(const testing::TestParamInfo<undisturbed::ParamType>& info) {
    const auto& [p, mode] = info.param;
    return p.name + "_on_" + p.part + "_" + mode;
}

INSTANTIATE_TEST_SUITE_P(firmware, undisturbed,
                         testing::Combine(testing::ValuesIn(programs()),
                                          testing::Values(std::string("exact"),
                                                          std::string("fast"))),
                         name_of);

} // namespace
} // namespace gdb_test
