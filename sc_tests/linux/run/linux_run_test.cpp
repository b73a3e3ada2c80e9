// SPDX-License-Identifier: Apache-2.0
// pmu_run linux with a kernel of our own: console, scripts, options.
#include <generated/expected_cpus.h>
#include <pmu_run/pmu_run_process.h>
#include <pmu_run/report_page.h>
#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <termios.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

namespace linux_test {
namespace {

using iss_test::expected_cpus;
using pmu_run_test::arguments;
using pmu_run_test::circumstances;
using pmu_run_test::pmu_run_process;
using pmu_run_test::pmu_run_result;
using pmu_run_test::run_pmu_run;
using pmu_run_test::operator+;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds soon(30);

class linux_run : public testing::Test {
protected:
    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(m_folder.path(name), std::ios::binary) << text;
        return m_folder.path(name);
    }
    std::string path(const std::string& name) const { return m_folder.path(name); }
    std::string contents(const std::string& name) const {
        std::ifstream file(m_folder.path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static pmu_run_result run(const arguments& more, const circumstances& how = {}) {
        return run_pmu_run(arguments{"linux", "--kernel", TEST_KERNEL} + more, how);
    }
    /// Another kernel is that of the option itself.
    static arguments with_file(const std::string& option, const std::string& file) {
        const arguments start{"linux"};
        return start + (option == "--kernel" ? arguments{} : arguments{"--kernel", TEST_KERNEL}) +
               arguments{option, file};
    }
    pmu_run_result play(const std::string& script, const arguments& more = {}) {
        return run(arguments{"--script", write("script", script)} + more);
    }

private:
    sc_test::temporary_folder m_folder;
};

/// What depends on the CPU, on each that the board can have.
class linux_run_on : public linux_run, public testing::WithParamInterface<const char*> {
protected:
    pmu_run_result play(const std::string& script, const arguments& more = {}) {
        return linux_run::play(script, arguments{"--cpu", GetParam()} + more);
    }
};

INSTANTIATE_TEST_SUITE_P(cpus, linux_run_on, testing::Values(BOARD_CPUS),
                         [](const auto& cpu) { return std::string(cpu.param); });

// The Main ID Register: the implementer, 0x41, and the primary part number.
TEST_P(linux_run_on, is_the_cpu_that_is_asked_for) {
    const pmu_run_result result = play("expect \"# counted\"\nsend \"m\"\nexpect \"# 41\"\n"
                                       "expect \"\\r\\n# \"\n");
    EXPECT_EQ(result.exit_code, 0) << result;
    const std::size_t at = result.out.find("# 41");
    ASSERT_NE(at, std::string::npos) << result;
    EXPECT_EQ(std::stoul(result.out.substr(at + 6, 3), nullptr, 16),
              expected_cpus.at(GetParam()).main_id >> 4U & 0xFFFU)
        << result;
}

// Tables 3-138 to 3-141 of DDI 0301: User mode has access while V is 1. The ARM1136 has no such bit
// (decision D1 of both). `user_access` is its parameter, and how V begins.
TEST_P(linux_run_on, lets_user_mode_in_by_the_v_bit) {
    const std::string tried = "expect \"# counted 000007D6\\r\\n# \"\nsend \"u\"\n";
    const pmu_run_result refused = play(tried + "expect \"undefined\\r\\n# \"\n");
    EXPECT_EQ(refused.exit_code, 0) << refused;
    const bool has_v = expected_cpus.at(GetParam()).has_v_bit;
    const pmu_run_result set = play(tried + "expect \"undefined\\r\\n# \"\nsend \"vu\"\nexpect \"" +
                                    (has_v ? "allowed" : "undefined") + "\"\n");
    EXPECT_EQ(set.exit_code, 0) << set;
    const pmu_run_result let_in =
        play(tried + "expect \"allowed\"\n", {"--option", "user_access=1"});
    EXPECT_EQ(let_in.exit_code, 0) << let_in;
}

// What an ARM1176 counts beside (DDI 0301, Table 3-137), the kernel makes none of.
TEST_P(linux_run_on, counts_the_events_of_its_pmu) {
    const pmu_run_result result =
        play("expect \"# counted\"\ncounts \"program\"\n", {"--counts", path("counts")});
    EXPECT_EQ(result.exit_code, 0) << result;
    const std::string events = run_pmu_run({"events", GetParam()}).out;
    EXPECT_EQ(contents("counts").find("program,CALL_EXEC,0,0\n") != std::string::npos,
              events.find(" CALL_EXEC ") != std::string::npos)
        << contents("counts");
}

// What scripts/linux runs, as completion and help have it.
TEST(linux_cpus, are_told_by_help) {
    std::string lines;
    const std::string help = run_pmu_run({"linux", "--help"}).out;
    const std::string page = run_pmu_run({"help", "--man"}).out;
    for (const std::string cpu : {BOARD_CPUS}) {
        lines += cpu + "\n";
        EXPECT_THAT(help, HasSubstr(cpu));
        EXPECT_THAT(page, HasSubstr(cpu));
    }
    EXPECT_EQ(sc_test::run_in_shell(GUEST_FOLDER "/cpus " PMU_RUN).out, lines);
}

// The kernel writes PMNC twice and reads PMN0 once (kernel/echo.S). The page changes nothing.
TEST_P(linux_run_on, has_a_page) {
    const std::string script = "expect \"\\r\\n# \"\ncounts \"all\"\n";
    const auto counts = [&](const std::string& name) { return arguments{"--counts", path(name)}; };
    const pmu_run_result plain = play(script, counts("plain"));
    const pmu_run_result watched =
        play(script, counts("watched") + arguments{"--report", path("page.html")});
    EXPECT_EQ(watched.exit_code, 0) << watched;
    EXPECT_EQ(watched.out, plain.out);
    EXPECT_EQ(contents("watched"), contents("plain"));
    const nlohmann::json page = pmu_run_test::data_of_page(contents("page.html"));
    EXPECT_EQ(page.at("kind"), "linux");
    EXPECT_EQ(page.at("mode"), "fast");
    unsigned seen = 0;
    for (const nlohmann::json& r : page.at("registers")) {
        if (r.at("name") == "PMNC") {
            EXPECT_EQ(r.at("writes"), 2);
            ++seen;
        } else if (r.at("name") == "PMN0") {
            EXPECT_EQ(r.at("reads"), 1);
            ++seen;
        }
    }
    EXPECT_EQ(seen, 2U);
    const pmu_run_result refused = play(script, {"--report", path("script")});
    EXPECT_EQ(refused.exit_code, 2) << refused;
}

TEST_P(linux_run_on, boots_by_the_protocol_with_a_tree_of_its_own) {
    const pmu_run_result result = play("expect \"ready\\r\\n# \"\n");
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, StartsWith("ready\r\n# ")) << result;
}

TEST_F(linux_run, types_what_a_script_says) {
    const pmu_run_result result = play("# all characters of a text\n"
                                       "expect \"counted\"\n"
                                       "expect \"# \"   # in order\n"
                                       "send \"ab\\x63\\\"\\r\"\n"
                                       "expect \"[\\\"]\\r\\n# \"\n"
                                       "send \"q\"\n"
                                       "expect \"halted\"\n");
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "ready\r\n# counted 000007D6\r\n# [a][b][c][\"]\r\n# halted\r\n")
        << result;
}

// The receiver holds 16 characters (DDI 0183, section 2.4): when the last of 100 is there, 84 have
// been read, and all but the one that was read last have come back.
TEST_F(linux_run, waits_until_what_a_script_sends_last_is_sent) {
    const pmu_run_result result = play("expect \"# \"\nsend \"" + std::string(100, 'a') + "\"\n");
    EXPECT_EQ(result.exit_code, 0) << result;
    std::size_t answers = 0;
    for (std::size_t at = 0; (at = result.out.find("[a]", at)) != std::string::npos; ++at) {
        ++answers;
    }
    EXPECT_GE(answers, 83U) << result;
}

// The numbers stand in kernel/echo.S. Privileged code counts from the write of E on, with three
// cycles of delay: MCR, MOV, MSR do not count; LDR and MOVS to User mode do, and after SVC LDR and
// MOV; the MCR that ends it does not.
TEST_P(linux_run_on, counts_what_is_executed_while_the_pmu_is_on) {
    const pmu_run_result result =
        play("expect \"counted 000007D6\"\ncounts \"program\"\ncounts \"none\"\n",
             {"--counts", path("counts")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("counted 000007D6\r\n")) << "2006, as the PMU has it";
    const std::string counts = contents("counts");
    EXPECT_THAT(counts, HasSubstr("program,INSTR_EXEC,2002,4\n")) << counts;
    EXPECT_THAT(counts, HasSubstr("program,BR_EXEC,1000,0\n")) << counts;
    EXPECT_THAT(counts, HasSubstr("program,PMUIRQ,0,0\n")) << counts;
    EXPECT_THAT(counts, HasSubstr("none,INSTR_EXEC,0,0\n")) << counts;
}

/// A board with an interconnect, which takes caches.
const arguments behind_cci400{"--cci400", "--caches", "16K:4:32"};

// Three stores to devices while counters are on, and that which turns them on, since what a store
// does is there once it is over (kernel/echo.S). CCNT is at all ones before and so wraps: its line
// is the fifth of those from 32 on, or the only one.
TEST_P(linux_run_on, counts_what_goes_through_an_interconnect) {
    for (const auto& [lines, pending] :
         {std::pair{"cci400.lines=five", "00000010"}, {"cci400.lines=one", "00000001"}}) {
        const pmu_run_result result =
            play("expect \"# counted\"\ncounts \"boot\"\nsend \"C\"\nexpect \"" +
                     std::string(pending) + "\\r\\n# \"\ncounts \"it\"\n",
                 behind_cci400 + arguments{"--option", lines, "--counts", path("counts")});
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::size_t at = result.out.find("00000004 ");
        ASSERT_NE(at, std::string::npos) << result;
        const unsigned long ccnt = std::stoul(result.out.substr(at + 9, 8), nullptr, 16);
        const std::string counts = contents("counts");
        EXPECT_THAT(counts, HasSubstr("it,S4_si_wrq_hs_device,0,4\n"));
        EXPECT_THAT(counts, HasSubstr("it,CCNT,0," + std::to_string(ccnt + 1) + "\n"));
        EXPECT_THAT(counts, HasSubstr("it,nEVNTCNTOVERFLOW,0,1\n"));
        EXPECT_THAT(counts, HasSubstr("boot,CCNT,0,0\nboot,nEVNTCNTOVERFLOW,0,0\n"));
    }
}

// ARM DDI 0470, PIDR2[7:4] and [3:0]: the revision code, 0xB. It is no register of the PMU, so a
// Non-secure access is refused.
TEST_P(linux_run_on, has_an_interconnect_of_the_revision_that_is_asked_for) {
    const std::string script = "expect \"# counted\"\nsend \"R\"\nexpect \"\\r\\n# 000000";
    for (const auto& [revision, id] : {std::pair{"3", "3B"}, {"6", "6B"}}) {
        const pmu_run_result result =
            play(script + id + "\"\n",
                 behind_cci400 + arguments{"--option", "cci400.secure=1", "--option",
                                           std::string("cci400.revision=") + revision});
        EXPECT_EQ(result.exit_code, 0) << result;
    }
    const pmu_run_result refused = play(script + "\"\n", behind_cci400);
    EXPECT_EQ(refused.exit_code, 1) << refused;
    EXPECT_THAT(refused.err, HasSubstr("load of 4 bytes at 0x2C090FE8 refused by the bus"))
        << refused;
}

TEST_F(linux_run, says_what_a_script_has_waited_for) {
    const pmu_run_result result = play("timeout 0.02\n\nexpect \"login: \"\n");
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err,
                HasSubstr("pmu_run: " + path("script") +
                          ":3: expected \"login: \", not seen within 0.02 s of simulated time; the "
                          "console shows \"ready\\r\\n# counted 000007D6\\r\\n# \" last\n"));
    EXPECT_EQ(result.out, "ready\r\n# counted 000007D6\r\n# ") << result;
}

TEST_F(linux_run, says_where_a_script_was_when_the_kernel_halted) {
    const pmu_run_result result = play("send \"q\"\nexpect \"never\"\n");
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr("script:2: expected \"never\": the run ended before: endless "
                                      "loop at PC "))
        << result;
}

TEST_F(linux_run, refuses_scripts_that_cannot_be) {
    const auto message_of = [this](const std::string& script) {
        const pmu_run_result result = play(script);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        const std::string start = "pmu_run: " + path("script") + ":";
        EXPECT_THAT(result.err, StartsWith(start));
        return result.err.substr(std::min(start.size(), result.err.size()));
    };
    EXPECT_EQ(message_of("\nwait 3\n"),
              "2: expected expect, send, counts or timeout, got 'wait'\n");
    EXPECT_EQ(message_of("send text\n"), "1: expected a text between \"quotes\"\n");
    EXPECT_EQ(message_of("send \"text\n"), "1: expected a \" at the end of the text\n");
    EXPECT_EQ(message_of("send \"\\y\"\n"),
              "1: expected \\n, \\r, \\t, \\\\, \\\" or \\xHH in the text\n");
    EXPECT_EQ(message_of("send \"\\x4\"\n"), "1: expected two hexadecimal digits after \\x\n");
    EXPECT_EQ(message_of("expect \"\"\n"), "1: expected a text that is not empty\n");
    EXPECT_EQ(message_of("expect \"a\" 5\n"), "1: expected nothing after expect, got '5'\n");
    EXPECT_EQ(message_of("\x1B[31mred\x07 3\n"),
              "1: expected expect, send, counts or timeout, got '\\x1B[31mred\\x07'\n");
    EXPECT_EQ(message_of("send \"a\" \x1B]0;b\x7F\n"),
              "1: expected nothing after send, got '\\x1B]0;b\\x7F'\n");
    EXPECT_EQ(message_of("timeout \x1B[2J\n"),
              "1: expected seconds of simulated time, up to 1000000, got '\\x1B[2J'\n");
    EXPECT_EQ(message_of("\ncounts \"it\"\n"), "2: expected --counts FILE for counts, got none\n");
    for (const auto& [name, shown] : {std::pair{"a,b", "a,b"},
                                      {"a\\\"b", "a\"b"},
                                      {"a\\nb", "a\\x0Ab"},
                                      {"a\\x7F", "a\\x7F"}}) {
        EXPECT_EQ(message_of(std::string("counts \"") + name + "\"\n"),
                  std::string("1: expected a name without commas, quotation marks and control "
                              "characters, got '") +
                      shown + "'\n");
    }
    for (const char* number : {"0", "-1", "1e9", "nan", "soon", ""}) {
        EXPECT_EQ(message_of(std::string("timeout ") + number + "\n"),
                  std::string("1: expected seconds of simulated time, up to 1000000, got '") +
                      number + "'\n");
    }
}

TEST_P(linux_run_on, is_always_the_same) {
    const std::string script = "expect \"# \"\nsend \"abc\\r\"\nexpect \"[c]\"\ncounts \"it\"\n";
    const pmu_run_result first = play(script, {"--counts", path("first")});
    const pmu_run_result second = play(script, {"--counts", path("second"), "--quantum", "100"});
    EXPECT_EQ(first.out, second.out);
    EXPECT_EQ(contents("first"), contents("second"));
}

TEST_F(linux_run, takes_input_that_is_no_terminal) {
    circumstances with_keys;
    with_keys.in = write("keys", "xy\rq");
    const pmu_run_result result = run({}, with_keys);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "ready\r\n# counted 000007D6\r\n# [x][y]\r\n# halted\r\n") << result;
    EXPECT_THAT(result.err, HasSubstr("pmu_run: endless loop at PC ")) << result;
}

/// A terminal whose user is this process.
class pseudo_terminal {
public:
    pseudo_terminal() : m_user(::posix_openpt(O_RDWR | O_NOCTTY)) {
        if (m_user < 0 || ::grantpt(m_user) != 0 || ::unlockpt(m_user) != 0) {
            throw std::runtime_error("expected a pseudo terminal, found an error");
        }
        m_path = ::ptsname(m_user);
        m_line = ::open(m_path.c_str(), O_RDWR | O_NOCTTY);
    }
    pseudo_terminal(const pseudo_terminal&) = delete;
    pseudo_terminal& operator=(const pseudo_terminal&) = delete;
    ~pseudo_terminal() {
        ::close(m_line);
        ::close(m_user);
    }
    const std::string& path() const { return m_path; }
    void type(const std::string& keys) const {
        ASSERT_EQ(::write(m_user, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
    }
    tcflag_t modes() const {
        termios settings{};
        ::tcgetattr(m_line, &settings);
        return settings.c_lflag;
    }

private:
    int m_user;
    int m_line = -1;
    std::string m_path;
};

TEST_F(linux_run, is_a_terminal_that_is_left_as_it_was) {
    const pseudo_terminal terminal;
    const tcflag_t before = terminal.modes();
    ASSERT_NE(before & (ICANON | ECHO | ISIG), 0U);
    const auto start = [&] {
        circumstances at_terminal;
        at_terminal.in = terminal.path();
        at_terminal.out = path("shown");
        return std::make_unique<pmu_run_process>(arguments{"linux", "--kernel", TEST_KERNEL},
                                                 at_terminal);
    };
    const auto wait_for = [this](const std::string& text) {
        for (int n = 0; n < 2000 && contents("shown").find(text) == std::string::npos; ++n) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_THAT(contents("shown"), HasSubstr(text));
    };
    const auto process = start();
    wait_for("counted");
    EXPECT_EQ(terminal.modes() & (ICANON | ECHO | ISIG), 0U);
    terminal.type("x\x03\x01\x01"); // Ctrl-C and Ctrl-A are the guest's
    wait_for("[x][\x03][\x01]");
    terminal.type("\x01x");
    EXPECT_EQ(process->wait(soon).exit_code, 0);
    EXPECT_EQ(terminal.modes(), before);
    for (const int signal : {SIGTERM, SIGHUP, SIGQUIT}) {
        write("shown", "");
        const auto ended = start();
        wait_for("counted");
        ended->send(signal);
        EXPECT_EQ(ended->wait(soon).exit_code, 1) << signal;
        EXPECT_EQ(terminal.modes(), before) << signal;
    }
}

TEST_F(linux_run, writes_the_console_to_a_file) {
    const pmu_run_result result = play("expect \"counted\"\n", {"--console", path("console")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "") << result;
    EXPECT_THAT(contents("console"), StartsWith("ready\r\n# counted")) << result;
}

TEST_F(linux_run, ends_by_limits_and_signals) {
    const pmu_run_result limited = run({"--max-instructions", "100000"});
    EXPECT_EQ(limited.exit_code, 1) << limited;
    EXPECT_THAT(limited.err, HasSubstr("(--max-instructions)")) << limited;
    const pmu_run_result late = run({"--max-seconds", "0.2"});
    EXPECT_EQ(late.exit_code, 1) << late;
    EXPECT_THAT(late.err, HasSubstr("pmu_run: stopped at PC ")) << late;
    circumstances into_file;
    into_file.out = path("shown");
    pmu_run_process process({"linux", "--kernel", TEST_KERNEL}, into_file);
    for (int n = 0; n < 1000 && contents("shown").empty(); ++n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process.send(SIGTERM);
    EXPECT_EQ(process.wait(soon).exit_code, 1);
}

TEST_F(linux_run, refuses_what_cannot_be) {
    const auto message_of = [](const arguments& all) {
        const pmu_run_result result = run_pmu_run(all);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    };
    EXPECT_EQ(message_of({"linux"}), "pmu_run: linux: expected --kernel FILE\n");
    EXPECT_EQ(message_of({"linux", "--kernel", "/nowhere"}),
              "pmu_run: --kernel: cannot read /nowhere: No such file or directory\n");
    EXPECT_EQ(message_of({"linux", "--kernel", "/no\x1B[31m\nwhere"}),
              "pmu_run: --kernel: cannot read /no\\x1B[31m\\x0Awhere: No such file or directory\n");
    EXPECT_EQ(message_of({"linux", "--kernel", TEST_KERNEL, "--dtb", TEST_KERNEL}),
              "pmu_run: --dtb " TEST_KERNEL
              ": expected a device tree, which begins with D00DFEED\n");
    EXPECT_EQ(message_of({"linux", "--kernel", TEST_KERNEL, "--console", TEST_KERNEL}),
              "pmu_run: cannot write --console " TEST_KERNEL ": it is the input " TEST_KERNEL "\n");
    const std::string no_cpu = message_of({"linux", "--kernel", TEST_KERNEL, "--cpu", "cortex_r5"});
    EXPECT_THAT(no_cpu, HasSubstr("--cpu: cortex_r5"));
    for (const char* const cpu : {BOARD_CPUS}) {
        EXPECT_THAT(no_cpu, HasSubstr(cpu));
    }
    EXPECT_THAT(message_of({"linux", "--kernel", TEST_KERNEL, "--cpu", ""}), HasSubstr("--cpu"));
    EXPECT_THAT(message_of({"linux", "--kernel", TEST_KERNEL, "--option", "none=1"}),
                StartsWith("pmu_run: --option none=1: "));
    EXPECT_EQ(run_pmu_run({"linux", "--kernel", TEST_KERNEL, "--vcd", "x"}).exit_code, 2);
}

TEST_F(linux_run, refuses_interconnects_that_cannot_be) {
    const auto message_of = [](const arguments& more) {
        const pmu_run_result result = run(more);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    };
    EXPECT_EQ(
        message_of({"--cci400"}),
        "pmu_run: --cci400: expected --caches SIZE:WAYS:LINE, since the traffic is what caches "
        "leave of accesses; got none\n");
    EXPECT_EQ(message_of({"--option", "cci400.revision=3"}),
              "pmu_run: --option cci400.revision=3: the board has no CCI-400 without --cci400\n");
    for (const auto& [option, why] :
         {std::pair{"cci400.revision=16", "a number from 0 to 15"},
          {"cci400.lines=two", "one (0) or five (1)"},
          {"cci400.none=1", "it has revision, irq_active_low, lines and secure"},
          {"cci400.secure", "expected cci400.NAME=VALUE"}}) {
        const std::string message = message_of(behind_cci400 + arguments{"--option", option});
        EXPECT_THAT(message, StartsWith(std::string("pmu_run: --option ") + option + ": "));
        EXPECT_THAT(message, HasSubstr(why));
    }
}

TEST_F(linux_run, refuses_files_that_cannot_be_read) {
    for (const std::string option : {"--kernel", "--dtb", "--initrd", "--script"}) {
        const pmu_run_result result = run_pmu_run(with_file(option, path("")));
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err,
                  "pmu_run: " + option + ": cannot read " + path("") + ": Is a directory\n");
        EXPECT_EQ(result.out, "");
    }
}

// What fits: kernel from 32 KiB on, initrd from 128 MiB on, device tree from 240 MiB to 256 MiB.
TEST_F(linux_run, reads_no_more_than_what_fits) {
    const std::string sparse = write("sparse", "");
    ASSERT_EQ(::truncate(sparse.c_str(), off_t{3} << 30U), 0);
    for (const auto& [option, most] : {std::pair{"--kernel", "134184960"},
                                       {"--initrd", "117440512"},
                                       {"--dtb", "16777216"},
                                       {"--script", "16777216"}}) {
        const std::string start = std::string("pmu_run: ") + option + " ";
        const std::string limit = std::string(": expected at most ") + most + " bytes, got ";
        const pmu_run_result endless = run_pmu_run(with_file(option, "/dev/zero"));
        EXPECT_EQ(endless.exit_code, 2) << endless;
        EXPECT_EQ(endless.err, start + "/dev/zero" + limit + "more\n");
        const pmu_run_result large = run_pmu_run(with_file(option, sparse));
        EXPECT_EQ(large.exit_code, 2) << large;
        EXPECT_EQ(large.err, start + sparse + limit + "3221225472\n");
    }
}

TEST_F(linux_run, a_pipe_is_read_to_its_end_or_to_that_of_the_run) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const pmu_run_result late =
        run({"--script", pipe, "--max-seconds", "0.3"}); // which nobody writes
    EXPECT_EQ(late.exit_code, 1) << late;
    EXPECT_EQ(late.err, "pmu_run: " + pipe + ": stopped while it was read, by --max-seconds 0.3\n");
    pmu_run_process process({"linux", "--kernel", TEST_KERNEL, "--script", pipe}, {});
    std::ofstream(pipe) << "expect \"counted\"\n" << std::flush;
    const pmu_run_result result = process.wait(soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("counted")) << result;
}

} // namespace
} // namespace linux_test
