// SPDX-License-Identifier: Apache-2.0
// Debuggers that send what they should not, or go away: the firmware ends as without one.
#include "gdb_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <random>
#include <string>
#include <sys/socket.h>

namespace gdb_test {
namespace {

using pmu_run_test::arguments;
using pmu_run_test::operator+;
using pmu_run_test::pmu_run_result;
using testing::HasSubstr;

const arguments short_run{"run", "arm1136", DEBUGGED_DIR "/debugged-arm.arm1136.elf"};
const arguments endless_run{"run", "arm1136", ODD_DIR "/busy_loop_with_lines.arm1136.elf"};

void expect_usual_end(gdb_client& client) {
    client.close();
    const pmu_run_result result = client.wait();
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("all 2 checks held"));
    EXPECT_EQ(result.err, "") << result;
    EXPECT_LT(result.resident_kib, 300'000) << result;
}

TEST(hostile_debugger, that_goes_away_at_once) {
    gdb_client client(short_run);
    ASSERT_TRUE(client.is_connected());
    client.send_raw("+");
    expect_usual_end(client);
}

// The first bytes of what a browser sends by itself, of a page that any site may have, and of TLS.
// The packets set the PC and kill; README of the simulator: nothing but gdb is answered.
TEST(hostile_debugger, that_is_a_browser_is_dropped) {
    const std::string packets = "$Pf=00000000#96$k#6b";
    for (const std::string& first :
         {"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + packets,
          "GET / HTTP/1.1\r\n\r\n" + packets, "OPTIONS / HTTP/1.1\r\n\r\n" + packets,
          "\x16\x03\x01" + packets, "\n" + packets}) {
        gdb_client client(short_run);
        client.send_raw(first);
        EXPECT_TRUE(client.is_dropped()) << first;
        client.connect();
        const std::uint32_t entry = client.reg(15);
        EXPECT_NE(entry, 0U) << first;
        EXPECT_EQ(client.ask("D"), "OK");
        client.close();
        const pmu_run_result result = client.wait();
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(result.err, testing::MatchesRegex(
                                    "pmu_run: --gdb: a connection that began with '[^\n]*' was "
                                    "dropped: that is not gdb\n"));
    }
}

// A browser connects beforehand, without a word; so does who looks whether a port is open.
TEST(hostile_debugger, that_says_nothing_is_in_nobodys_way) {
    gdb_client client(short_run);
    client.close();
    client.connect();
    const platform::process::descriptor silent = client.release();
    client.connect();
    EXPECT_NE(client.reg(15), 0U);
    EXPECT_EQ(client.ask("D"), "OK");
    expect_usual_end(client);
}

TEST(hostile_debugger, that_goes_away_while_the_cpu_executes) {
    gdb_client client(short_run);
    client.send("vCont;c:1");
    expect_usual_end(client);
}

TEST(hostile_debugger, that_sends_anything) {
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): runs repeat
    gdb_client client(short_run);
    std::string bytes = "+"; // else it is dropped
    for (unsigned n = 0; n < 1'000'000; ++n) {
        const char c = static_cast<char>(random());
        bytes += c == '$' ? 'x' : c; // no packet, so none that kills
    }
    client.send_raw(bytes);
    expect_usual_end(client);
}

TEST(hostile_debugger, that_never_ends_a_packet) {
    gdb_client client(short_run);
    client.send_raw("$" + std::string(20'000'000, 'm'));
    expect_usual_end(client);
}

TEST(hostile_debugger, that_reads_nothing) {
    gdb_client client(short_run);
    for (unsigned n = 0; n < 1000; ++n) {
        for (unsigned k = 0; k < 100; ++k) {
            client.send("m0,2000"); // 16 KiB each
        }
    }
    expect_usual_end(client);
}

TEST(hostile_debugger, that_asks_for_what_cannot_be) {
    gdb_client client(short_run);
    for (const char* packet :
         {"m0,ffffffff", "m70000000,ffffffff", "mffffffff,10", "M0,ffffffff:00", "Xfffffff0,4:abcd",
          "P19=ffffffff", "P19=00000000", "pff", "qXfer:features:read:target.xml:fffffff0,ffffffff",
          "vCont;r"}) {
        EXPECT_NE(client.ask(packet), "") << packet;
    }
    for (unsigned n = 0; n < 5000; ++n) {
        client.ask("Z0," + std::to_string(n * 2) + ",4");
        client.ask("Z4," + std::to_string(n * 8) + ",ffffffff");
    }
    EXPECT_EQ(client.ask("Z0,7ffffffe,4"), "E01");
    client.ask("D");
    expect_usual_end(client);
}

TEST(hostile_debugger, that_damages_packets) {
    gdb_client client(short_run);
    client.send_raw("$g#00");
    client.send_raw("$g#zz-");
    EXPECT_EQ(client.ask("qC"), "QC1");
    expect_usual_end(client);
}

TEST(debugger, can_interrupt_and_kill) {
    for (const char* mode : {"exact", "fast"}) {
        gdb_client client(endless_run + arguments{"--mode", mode});
        for (unsigned n = 0; n < 3; ++n) {
            client.send("vCont;c:1");
            client.send_raw("\x03");
            EXPECT_EQ(client.receive().value_or(""), "T02thread:1;") << mode;
        }
        client.send("k");
        const pmu_run_result result = client.wait();
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_THAT(result.err, HasSubstr("ended by the debugger at PC 0x")) << result;
    }
}

TEST(debugger, hears_why_firmware_cannot_go_on) {
    gdb_client client({"run", "arm1136", ODD_DIR "/load_outside_with_lines.arm1136.elf"});
    EXPECT_THAT(client.go_on("vCont;c:1"), HasSubstr("T06"));
    EXPECT_NE(client.reg(15), 0U);
    EXPECT_EQ(client.go_on("vCont;c:1"), "W01");
    const pmu_run_result result = client.wait();
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr("where nothing is mapped")) << result;
}

TEST(debugger, need_not_come) {
    const pmu_run_result result =
        pmu_run_test::run_pmu_run(short_run + arguments{"--gdb", "0", "--max-seconds", "1"});
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr("stopped at PC 0x")) << result;
}

TEST(debugger, needs_a_port_that_is_free) {
    const platform::process::descriptor taken(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    ASSERT_EQ(::bind(taken.get(), generic, length), 0);
    ASSERT_EQ(::listen(taken.get(), 1), 0);
    ASSERT_EQ(::getsockname(taken.get(), generic, &length), 0);
    const std::string port = std::to_string(ntohs(address.sin_port));
    const pmu_run_result result = pmu_run_test::run_pmu_run(short_run + arguments{"--gdb", port});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: --gdb " + port + ": cannot listen at 127.0.0.1:" + port +
                              ": Address already in use\n");
    EXPECT_EQ(result.out, "");
}

TEST(debugger, is_asked_for_with_numbers) {
    for (const arguments& wrong :
         {arguments{"--gdb", "65536"}, arguments{"--gdb", "x"}, arguments{"--gdb", "-1"},
          arguments{"--debug-cycles", "5"}, arguments{"--gdb", "0", "--debug-cycles", "x"}}) {
        const pmu_run_result result = pmu_run_test::run_pmu_run(short_run + wrong);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_NE(result.err, "") << result;
    }
}

} // namespace
} // namespace gdb_test
