// SPDX-License-Identifier: Apache-2.0
// Packet in, packet out: the appendix "GDB Remote Serial Protocol" of gdb's manual.
#include "memory_target.h"

#include <iss/debugger/gdb_protocol.h>
#include <iss/debugger/gdb_text.h>
#include <iss/debugger/packet_reader.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <process/words.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace platform::iss {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class protocol : public testing::Test {
protected:
    std::string reply(const std::string& packet) {
        return under_test.handle(packet, target).reply.value_or("(none)");
    }
    std::optional<debug_resume> resume(const std::string& packet) {
        return under_test.handle(packet, target).resume;
    }

    memory_target target;
    gdb_protocol under_test;
};

TEST_F(protocol, reads_registers_lowest_byte_first) {
    target.regs[0] = 0x11223344;
    target.regs[15] = 0x8000;
    target.regs[16] = 0x600000D3;
    EXPECT_EQ(reply("p0"), "44332211");
    EXPECT_EQ(reply("pf"), "00800000");
    EXPECT_EQ(reply("p19"), "d3000060");
    EXPECT_EQ(reply("p10"), "E01"); // f0 of the FPA
    EXPECT_EQ(reply("g"), "44332211" + std::string(14 * 8, '0') + "00800000" + "d3000060");
}

TEST_F(protocol, writes_registers) {
    EXPECT_EQ(reply("P1=78563412"), "OK");
    EXPECT_EQ(target.regs[1], 0x12345678U);
    EXPECT_EQ(reply("P19=00000000"), "E01"); // refused by the target
    EXPECT_EQ(reply("P19=d3000000"), "OK");
    EXPECT_EQ(target.regs[16], 0xD3U);
    EXPECT_EQ(reply("G" + std::string(16 * 8, '1') + "13000000"), "OK");
    EXPECT_EQ(target.regs[3], 0x11111111U);
    EXPECT_EQ(target.regs[16], 0x13U);
    for (const char* wrong : {"P1", "P1=", "P1=123", "P=00000000", "G00", "G", "p", "pzz"}) {
        EXPECT_EQ(reply(wrong), "E16") << wrong;
    }
}

TEST_F(protocol, reads_and_writes_memory) {
    EXPECT_EQ(reply("M1040,3:010203"), "OK");
    EXPECT_EQ(reply("m1040,4"), "01020300");
    EXPECT_EQ(reply(std::string("X1040,2:}\x03z")), "OK");
    EXPECT_EQ(reply("m1040,2"), "237a");
    EXPECT_EQ(reply("X1040,0:"), "OK");
    EXPECT_EQ(reply("m1ffe,10"), "0000") << "as much as there is";
    EXPECT_EQ(reply("m2000,1"), "E0e");
    EXPECT_EQ(reply("m0,ffffffff"), "E0e");
    EXPECT_EQ(reply("M1000,1:00"), "E0e");
    EXPECT_EQ(reply("m1040,0"), "");
    EXPECT_LE(reply("m1000,ffffffff").size(), packet_reader::most);
    for (const char* wrong : {"m", "m1040", "m1040,", "m,4", "m1040,4x", "m100000000,4", "M1040,4",
                              "M1040,4:", "M1040,2:010", "M1040,1:0g", "X1040,2:a", "X1040,1:}"}) {
        EXPECT_EQ(reply(wrong), "E16") << wrong;
    }
}

TEST_F(protocol, adds_and_removes_points) {
    EXPECT_EQ(reply("Z0,8000,4"), "OK");
    EXPECT_EQ(reply("Z2,1040,8"), "OK");
    EXPECT_EQ(reply("Z1,8000,2"), "E01") << "too many";
    EXPECT_THAT(target.points, testing::ElementsAre(std::array<std::uint32_t, 3>{0, 0x8000, 4},
                                                    std::array<std::uint32_t, 3>{2, 0x1040, 8},
                                                    std::array<std::uint32_t, 3>{1, 0x8000, 2}));
    EXPECT_EQ(reply("z0,8000,4"), "OK");
    EXPECT_EQ(reply("z0,8000,4"), "OK") << "is not there";
    EXPECT_EQ(target.points.size(), 2U);
    EXPECT_EQ(reply("Z5,0,1"), "");
    for (const char* wrong : {"Z", "Z0", "Z0,", "Z0,8000", "Z0,8000,4x", "Z2,1040,0", "z,8000,4"}) {
        EXPECT_EQ(reply(wrong), "E16") << wrong;
    }
}

TEST_F(protocol, lets_the_cpu_go_on) {
    EXPECT_EQ(resume("c")->how, debug_resume::kind::go_on);
    EXPECT_EQ(resume("s")->how, debug_resume::kind::step);
    EXPECT_EQ(resume("C05")->how, debug_resume::kind::go_on);
    EXPECT_EQ(resume("S05;9000")->how, debug_resume::kind::step);
    EXPECT_EQ(target.regs[15], 0x9000U);
    EXPECT_EQ(resume("c8000")->how, debug_resume::kind::go_on);
    EXPECT_EQ(target.regs[15], 0x8000U);
    EXPECT_EQ(resume("vCont;c:1")->how, debug_resume::kind::go_on);
    EXPECT_EQ(resume("vCont;s:1;c")->how, debug_resume::kind::step);
    const auto range = resume("vCont;r8000,8010:1");
    EXPECT_EQ(range->how, debug_resume::kind::step);
    EXPECT_EQ(range->first, 0x8000U);
    EXPECT_EQ(range->end, 0x8010U);
    EXPECT_EQ(reply("vCont;c"), "(none)") << "not before the CPU has halted";
    EXPECT_EQ(resume("D")->how, debug_resume::kind::detach);
    EXPECT_EQ(reply("D;1"), "OK");
    EXPECT_EQ(resume("k")->how, debug_resume::kind::kill);
    EXPECT_EQ(resume("vKill;1")->how, debug_resume::kind::kill);
    for (const char* wrong : {"vCont;", "vCont;t", "vCont;r8000", "vCont;r", "vCont;C", "vCont;cx",
                              "cx", "c8000x", "C", "Sx", "C05x"}) {
        EXPECT_FALSE(resume(wrong)) << wrong;
        EXPECT_EQ(reply(wrong), "E16") << wrong;
    }
}

TEST_F(protocol, says_why_the_cpu_has_halted) {
    debug_halt why;
    EXPECT_EQ(under_test.halted(why), "T02thread:1;");
    why.why = debug_halt::reason::stepped;
    EXPECT_EQ(under_test.halted(why), "T05thread:1;");
    why.why = debug_halt::reason::point;
    EXPECT_EQ(under_test.halted(why), "T05thread:1;") << "gdb has not said that it knows more";
    reply("qSupported:swbreak+;hwbreak+");
    EXPECT_EQ(under_test.halted(why), "T05swbreak:;thread:1;");
    why.point = stop_kind::hardware_breakpoint;
    EXPECT_EQ(under_test.halted(why), "T05hwbreak:;thread:1;");
    why.point = stop_kind::access_watchpoint;
    why.address = 0x1040;
    EXPECT_EQ(under_test.halted(why), "T05awatch:1040;thread:1;");
    EXPECT_EQ(reply("?"), "T05awatch:1040;thread:1;");
    EXPECT_EQ(gdb_protocol::ended(3), "W03");
}

TEST_F(protocol, answers_queries) {
    const std::string features = reply("qSupported:multiprocess+;swbreak+");
    EXPECT_THAT(features, HasSubstr("PacketSize=4000"));
    EXPECT_THAT(features, HasSubstr("qXfer:features:read+"));
    EXPECT_EQ(reply("vCont?"), "vCont;c;C;s;S;r");
    EXPECT_EQ(reply("qC"), "QC1");
    EXPECT_EQ(reply("qfThreadInfo"), "m1");
    EXPECT_EQ(reply("qsThreadInfo"), "l");
    EXPECT_EQ(reply("qRcmd,706d75"), platform::process::hex_of_bytes("CCNT 7\n"));
    EXPECT_EQ(reply("qRcmd,78"),
              platform::process::hex_of_bytes("unknown command; try: monitor help\n"));
    EXPECT_EQ(reply("qRcmd,7"), "E16");
    EXPECT_EQ(reply("vMustReplyEmpty"), "");
    EXPECT_EQ(reply(""), "");
    EXPECT_EQ(reply("qNothingLikeThis"), "");
    EXPECT_TRUE(under_test.acknowledges());
    EXPECT_EQ(reply("QStartNoAckMode"), "OK");
    EXPECT_FALSE(under_test.acknowledges());
}

TEST_F(protocol, describes_the_registers_in_pieces) {
    std::string whole;
    for (;;) {
        const std::string piece =
            reply("qXfer:features:read:target.xml:" +
                  hex_of_number(static_cast<std::uint32_t>(whole.size())) + ",40");
        ASSERT_THAT(piece, testing::AnyOf(StartsWith("m"), StartsWith("l")));
        whole += piece.substr(1);
        if (piece.front() == 'l') {
            break;
        }
        ASSERT_EQ(piece.size(), 0x41U);
    }
    EXPECT_THAT(whole, HasSubstr("org.gnu.gdb.arm.core"));
    EXPECT_THAT(whole, EndsWith("</target>\n"));
    EXPECT_EQ(reply("qXfer:features:read:target.xml:ffffffff,40"), "E16");
    EXPECT_EQ(reply("qXfer:features:read:target.xml:0"), "E16");
    EXPECT_EQ(reply("qXfer:features:read:other.xml:0,40"), "");
}

TEST_F(protocol, answers_whatever_comes) {
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): runs repeat
    const std::vector<std::string> beginnings{
        "m",          "M",     "X", "g",      "G",       "p",
        "P",          "Z",     "z", "vCont;", "vCont;r", "c",
        "C",          "s",     "S", "qRcmd,", "qXfer",   "qXfer:features:read:target.xml:",
        "qSupported", "vKill", "H", "T",      "?",       "D"};
    constexpr char usual[] = "0123456789abcdefF,:;=}+-x";
    for (unsigned round = 0; round < 100'000; ++round) {
        std::string packet = beginnings[random() % beginnings.size()];
        for (auto n = random() % 30; n != 0; --n) {
            packet += random() % 8 != 0 ? usual[random() % (sizeof usual - 1)]
                                        : static_cast<char>(random());
        }
        target.points.clear();
        const gdb_protocol::answer answer = under_test.handle(packet, target);
        ASSERT_TRUE(answer.reply || answer.resume) << packet;
        ASSERT_LE(answer.reply.value_or("").size(), packet_reader::most) << packet;
    }
}

} // namespace
} // namespace platform::iss
