// SPDX-License-Identifier: Apache-2.0
// The value change dump: its text, as IEEE 1364 clause 18 has it, and what happens to its stream.
#include "support/sc_fixture.h"
#include <components/module_processes.h>

#include <report/vcd_file.h>

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <systemc>

namespace sc_test::vcd_file_test {

namespace {

const sc_core::sc_time tick(1, sc_core::SC_NS);

/// What a dump shows.
struct values {
    bool flag = false;
    std::uint32_t word = 0;
    std::int16_t negative = 0;
    sc_dt::sc_uint<5> narrow;
    sc_dt::sc_bv<70> wide;
    sc_dt::sc_lv<3> states{"ZZZ"};
};

/// Changes the values at 1 ns and at 3 ns; at 2 ns there and back.
class changer : public sc_core::sc_module {
public:
    changer(const sc_core::sc_module_name& name, values& v) : sc_core::sc_module(name), m_v(v) {
        MODULE_PROCESSES(changer);
        SC_THREAD(change);
    }

private:
    void change() {
        wait(tick);
        m_v.flag = true;
        m_v.word = 0x12;
        m_v.negative = -1;
        wait(tick);
        m_v.flag = false;
        wait(sc_core::SC_ZERO_TIME);
        m_v.flag = true;
        wait(tick);
        m_v.narrow = 9;
        m_v.wide[69] = true;
        m_v.states = "0ZX";
    }

    values& m_v;
};

class vcd_file : public sc_test::sc_fixture {
protected:
    void trace_into(std::ostream& out) const {
        platform::report::vcd_file file(out);
        sc_core::sc_trace(&file, v.flag, "flag");
        sc_core::sc_trace(&file, v.word, "unit.word");
        sc_core::sc_trace(&file, v.negative, "unit.inner.negative");
        sc_core::sc_trace(&file, v.narrow, "narrow");
        sc_core::sc_trace(&file, v.wide, "unit.wide");
        sc_core::sc_trace(&file, v.states, "states");
        sc_core::sc_start(10 * tick);
    }

    values v;
    changer source{"source", v};
};

TEST_F(vcd_file, has_scopes_and_the_changes_of_each_instant) {
    std::ostringstream out;
    trace_into(out);
    EXPECT_EQ(out.str(), "$version tlm-pmu $end\n"
                         "$timescale 1 ps $end\n"
                         "$scope module SystemC $end\n"
                         "$var wire 1 ! flag $end\n"
                         "$var wire 5 $ narrow [4:0] $end\n"
                         "$var wire 3 & states [2:0] $end\n"
                         "$scope module unit $end\n"
                         "$var wire 32 \" word [31:0] $end\n"
                         "$var wire 70 % wide [69:0] $end\n"
                         "$scope module inner $end\n"
                         "$var wire 16 # negative [15:0] $end\n"
                         "$upscope $end\n"
                         "$upscope $end\n"
                         "$upscope $end\n"
                         "$enddefinitions $end\n"
                         "#0\n"
                         "$dumpvars\n"
                         "0!\n"
                         "b0 \"\n"
                         "b0 #\n"
                         "b0 $\n"
                         "b0 %\n"
                         "bzzz &\n"
                         "$end\n"
                         "#1000\n"
                         "1!\n"
                         "b10010 \"\n"
                         "b1111111111111111 #\n"
                         "#3000\n"
                         "b1001 $\n"
                         "b1" +
                             std::string(69, '0') +
                             " %\n"
                             "b0zx &\n");
}

TEST_F(vcd_file, that_cannot_be_written_is_known) {
    std::ostream nowhere(nullptr);
    trace_into(nowhere);
    EXPECT_FALSE(nowhere.good());
}

TEST_F(vcd_file, leaves_out_what_has_no_bits) {
    expect_report("/platform/vcd", 2);
    std::ostringstream out;
    const double number = 1;
    platform::report::vcd_file file(out);
    sc_core::sc_trace(&file, number, "number");
    sc_core::sc_trace(&file, tick, "time");
    sc_core::sc_start(tick);
    EXPECT_EQ(out.str().find("number"), std::string::npos);
}

TEST_F(vcd_file, has_a_name_for_each_of_many) {
    std::ostringstream out;
    {
        platform::report::vcd_file file(out);
        for (int i = 0; i < 10'000; ++i) {
            sc_core::sc_trace(&file, v.flag, "flag" + std::to_string(i));
        }
        sc_core::sc_start(tick / 2);
    }
    std::istringstream lines(out.str());
    std::set<std::string> codes;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("$var wire 1 ", 0) == 0) {
            codes.insert(line.substr(12, line.find(' ', 12) - 12));
        }
    }
    EXPECT_EQ(codes.size(), 10'000U);
}

} // namespace

} // namespace sc_test::vcd_file_test
