// SPDX-License-Identifier: Apache-2.0
// --replay: the events of a value change dump, on both clocks.
#include "program_fixture.h"

#include <support/named_parts.h>

#include <string>
#include <tuple>

namespace pmu_run_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class replay : public program_fixture {
protected:
    std::string run(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.err;
    }
    std::string refusal(const std::string& dump, const arguments& maps) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"run", "xscale", program("a.pmu", "run 4\n"), "--replay",
                                  program("d.vcd", dump)} +
                        maps);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    }
};

/// A dump of one wire and a bus of four bits, with these changes, in units of 1 ns.
std::string dump(const std::string& changes) {
    return "$date today $end\n$timescale 1 ns $end\n"
           "$scope module top $end\n$scope module dut $end\n"
           "$var wire 1 ! miss $end\n$var wire 4 \" bus [5:2] $end\n"
           "$upscope $end\n$upscope $end\n$enddefinitions $end\n" +
           changes;
}

// Each pulse is at another distance from the accesses, so that a cycle too early or late shows.
TEST_F(replay, of_a_run_gives_its_counts_on_both_clocks) {
    for (const sc_test::named_part& p : sc_test::named_parts) {
        const std::string original =
            program("original.pmu", "pulse " + p.event + " x2\n" + p.starts + "pulse " + p.event +
                                        " x3\nrun 2\n" + p.reads + "events " + p.event +
                                        "\nrun 5\n" + p.reads + "run 1\nevents none\nrun 4\n");
        const std::string accesses =
            program("accesses.pmu",
                    "run 2\n" + p.starts + "run 5\n" + p.reads + "run 5\n" + p.reads + "run 5\n");
        const std::string waves = folder.path("waves.vcd");
        run({"run", p.name, original, "--vcd", waves, "--json", folder.path("original.json")});
        const auto expected = json("original.json")["programs"][0];
        for (const char* clock : {"sc_clock", "tickless"}) {
            run({"run", p.name, accesses, "--clock", clock, "--replay", waves, "--map", "auto",
                 "--json", folder.path("replayed.json")});
            const auto got = json("replayed.json")["programs"][0];
            EXPECT_EQ(got["registers"], expected["registers"]) << p.name << clock;
            EXPECT_EQ(got["edges"], expected["edges"]) << p.name << clock;
        }
        // and without the dump they are others
        run({"run", p.name, accesses, "--json", folder.path("without.json")});
        EXPECT_NE(json("without.json")["programs"][0]["registers"], expected["registers"])
            << p.name;
    }
}

// Edges at 10, 20, 30, ... ns. High from 10 ns, the edge's own time, to 35 ns: seen at 20 and 30.
TEST_F(replay, shows_an_edge_what_was_before_it) {
    const std::string waves = program("d.vcd", dump("#0\n0!\nb0 \"\n#10\n1!\n#35\n0!\n"));
    const std::string text =
        "write PMNC, 0x00001001\nrun 1\nread PMN0 == 0\nrun 1\nread PMN0 == 1\n"
        "run 1\nread PMN0 == 2\nrun 5\nread PMN0 == 2\nread CCNT == 8\n";
    for (const char* clock : {"sc_clock", "tickless"}) {
        run({"run", "xscale", program("a.pmu", text), "--clock", clock, "--replay", waves, "--map",
             "miss=0x01"});
        run({"run", "xscale", program("a.pmu", text), "--clock", clock, "--replay", waves, "--map",
             "top.dut.miss=ICACHE_NO_DELIVERY"});
    }
}

// The same dump with edges 25 ns apart: high from 10 to 35 ns is seen at 25 ns only.
TEST_F(replay, converts_times) {
    const std::string text = "write PMNC, 0x00001001\nrun 9\nread PMN0 == ";
    const std::string changes = "#0\n0!\n#10\n1!\n#35\n0!\n";
    run({"run", "xscale", program("a.pmu", text + "1\n"), "--period", "25", "--replay",
         program("d.vcd", dump(changes)), "--map", "miss=1"});
    std::string fine = dump("#0\n0!\n#100\n1!\n#350\n0!\n");
    fine.replace(fine.find("1 ns"), 4, "100ps");
    run({"run", "xscale", program("a.pmu", text + "2\n"), "--replay", program("d.vcd", fine),
         "--map", "miss=1"});
}

TEST_F(replay, takes_bits_of_a_vector) {
    // bit 3 is the second lowest of [5:2]: high from 0 to 25 ns
    const std::string waves = program("d.vcd", dump("#0\nb10 \"\n#25\nb1101 \"\n"));
    run({"run", "xscale", program("a.pmu", "write PMNC, 0x00001001\nrun 9\nread PMN0 == 2\n"),
         "--replay", waves, "--map", "dut.bus[3]=1"});
    run({"run", "xscale", program("a.pmu", "write PMNC, 0x00001001\nrun 9\nread PMN0 == 7\n"),
         "--replay", waves, "--map", "dut.bus[5]=1"});
}

TEST_F(replay, takes_what_is_unknown_as_0_and_tells) {
    const std::string waves = program("d.vcd", dump("#0\nx!\n#15\n1!\n#25\nZ!\n"));
    EXPECT_EQ(
        run({"run", "xscale", program("a.pmu", "write PMNC, 0x00001001\nrun 9\nread PMN0 == 1\n"),
             "--replay", waves, "--map", "miss=1"}),
        "pmu_run: " + waves + ":11: x or z, 2 in all, taken as 0\n");
}

TEST_F(replay, adds_to_what_the_program_raises) {
    const std::string waves = program("d.vcd", dump("#0\n1!\n#25\n0!\n")); // edges 1 and 2
    run({"run", "xscale",
         program("a.pmu", "write PMNC, 0x00201001\nevents 0x02\nrun 4\nread PMN0 == 2\n"
                          "read PMN1 == 4\n"),
         "--replay", waves, "--map", "miss=1"});
}

TEST_F(replay, of_a_damaged_dump_is_refused_with_its_line) {
    const arguments map = {"--map", "miss=1"};
    const std::string at = "pmu_run: " + folder.path("d.vcd") + ":";
    EXPECT_EQ(refusal("", map), at + "1: expected $enddefinitions, got 'the end of the file'\n");
    EXPECT_EQ(refusal("$timescale 1 ns $end\n$var wire 1 ! miss $end\n#0\n", map),
              at + "3: expected a declaration or $enddefinitions, got '#0'\n");
    EXPECT_EQ(refusal("$timescale 3 ns $end\n", map),
              at + "1: expected a timescale of 1, 10 or 100 s, ms, us, ns, ps or fs, got '3ns'\n");
    EXPECT_EQ(refusal("$upscope $end\n", map),
              at + "1: expected $upscope inside of a scope, got '$upscope'\n");
    EXPECT_THAT(refusal("$var wire 0 ! miss $end\n", map), HasSubstr("a number of bits from 1"));
    EXPECT_THAT(refusal("$var wire 1 ! miss", map), HasSubstr("got 'the end of the file'"));
    EXPECT_THAT(refusal(std::string(100'000, 'a'), map),
                HasSubstr(":1: expected words of at most"));
    EXPECT_EQ(refusal(dump("#5\n#4\n"), map),
              at + "11: expected a time, #N, not before #5, got '#4'\n");
    EXPECT_EQ(refusal(dump("#99999999999999999999\n"), map),
              at + "10: expected a time, #N, not before #0, got '#99999999999999999999'\n");
    EXPECT_THAT(refusal(dump("#18446744073709551600\n"), arguments{"--period", "0.002"} + map),
                HasSubstr("expected a time that 64 bits can hold"));
    EXPECT_EQ(refusal(dump("b2 !\n"), map),
              at + "10: expected 1 to 1 digits 0, 1, x or z for '!', got '2'\n");
    EXPECT_EQ(refusal(dump("b01 !\n"), map),
              at + "10: expected 1 to 1 digits 0, 1, x or z for '!', got '01'\n");
    EXPECT_EQ(refusal(dump("hello\n"), map),
              at + "10: expected a time, #N, or a change of a value, got 'hello'\n");
    EXPECT_THAT(refusal(dump("$comment no end\n"), map), HasSubstr("expected $end of $comment"));
}

TEST_F(replay, of_signals_that_are_not_there_is_refused) {
    const std::string at = "pmu_run: " + folder.path("d.vcd") + ":";
    EXPECT_EQ(refusal(dump(""), {"--map", "hit=1"}),
              at + "9: expected a signal of the declarations that end here, got 'hit'\n");
    EXPECT_THAT(refusal(dump(""), {"--map", "ut.miss=1"}), EndsWith("got 'ut.miss'\n"));
    EXPECT_EQ(refusal(dump(""), {"--map", "bus[6]=1"}),
              at + "9: expected a bit of 'top.dut.bus', 2 to 5, got 'bus[6]'\n");
    EXPECT_THAT(refusal(dump(""), {"--map", "bus=1"}), HasSubstr("'top.dut.bus', 4 bits: "));
    EXPECT_THAT(refusal(dump(""), {"--map", "auto"}),
                StartsWith(at + "9: expected a signal 'events.NAME'"));
    EXPECT_THAT(refusal(dump(""), {"--map", "miss=none"}),
                StartsWith("pmu_run: --map miss=none: expected an event of the "));
    EXPECT_THAT(refusal(dump(""), {"--map", "miss"}),
                StartsWith("pmu_run: --map: expected SIGNAL=EVENT or auto, got 'miss'"));
    EXPECT_THAT(refusal(dump(""), {}), StartsWith("pmu_run: --replay: expected --map"));
    const std::string twice =
        "$scope module a $end\n$var wire 1 ! m $end\n$upscope $end\n"
        "$scope module b $end\n$var wire 1 # m $end\n$upscope $end\n$enddefinitions $end\n";
    EXPECT_EQ(refusal(twice, {"--map", "m=1"}),
              at + "7: expected one signal 'm' among the declarations that end here, got 'a.m' and "
                   "'b.m'\n");
    const pmu_run_result alone =
        run_pmu_run({"run", "xscale", program("a.pmu", "run 1\n"), "--map", "a=1"});
    EXPECT_EQ(alone.err, "pmu_run: --map goes with --replay\n");
    EXPECT_EQ(alone.exit_code, 2);
}

// What `count` reports is on no line. The dump shows it as a text, and a replay says what it lacks.
TEST_F(replay, names_what_was_counted_in_batches) {
    const std::string file =
        program("a.pmu", "run 1\ncount 0x07, 4\nrun 1\ncount 0x07, 5\ncount 0x0B, 2\nrun 2\n");
    for (const char* clock : {"sc_clock", "tickless"}) {
        run({"run", "arm1136", file, "--clock", clock, "--vcd", folder.path("w.vcd")});
        const std::string text = folder.read("w.vcd");
        EXPECT_THAT(text, HasSubstr("s0x07:4 ")) << clock;
        EXPECT_THAT(text, HasSubstr("s0x07:9,0x0B:2 "));
        EXPECT_EQ(run({"run", "arm1136", program("b.pmu", "run 4\n"), "--replay",
                       folder.path("w.vcd"), "--map", "auto"}),
                  "pmu_run: " + folder.path("w.vcd") +
                      ": what was counted in batches is on no event line, and is not replayed: "
                      "INSTR_EXEC 9, DCACHE_MISS 2\n");
    }
}

// Dumps of ours say which period their run had: at another one every event would be elsewhere.
TEST_F(replay, wants_the_period_of_the_dump) {
    run({"run", "xscale", program("a.pmu", "run 4\n"), "--period", "2.5", "--vcd",
         folder.path("w.vcd")});
    const arguments again{
        "run",   "xscale", program("b.pmu", "run 4\n"), "--replay", folder.path("w.vcd"),
        "--map", "auto"};
    EXPECT_EQ(run(again + arguments{"--period", "2.5"}), "");
    const pmu_run_result result = run_pmu_run(again);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: --replay " + folder.path("w.vcd") +
                              ": its run had a clock of 2.5 ns: expected --period 2.5, got 10\n");
}

// CCI-400: some names stand in the lists of r0 and of r1, under other numbers. The tables of its
// README: M1_mi_retry_speculative_fetch is M1:0x14 of r0 (`revision` below 5) and M1:0x00 of r1.
TEST_F(replay, takes_the_number_that_the_revision_has) {
    for (const auto& [option, esr, event] :
         {std::tuple("", "0xC0", "M1:0x00"),
          std::tuple("option revision, 4\n", "0xD4", "M1:0x14")}) {
        const std::string setup =
            std::string(option) + "write ESR1, " + esr + "\nwrite ECTRL1, 1\nwrite PMCR, 1\n";
        const std::string original =
            program("original.pmu",
                    setup + "events " + event + "\nrun 3\nevents none\nrun 2\nread ECNT1 == 3\n");
        const std::string accesses =
            program("accesses.pmu", setup + "run 3\nrun 2\nread ECNT1 == 3\n");
        const std::string waves = folder.path("waves.vcd");
        run({"run", "cci400", original, "--vcd", waves});
        for (const char* clock : {"sc_clock", "tickless"}) {
            for (const char* map :
                 {"auto", "events.M1_mi_retry_speculative_fetch=M1_mi_retry_speculative_fetch"}) {
                run({"run", "cci400", accesses, "--clock", clock, "--replay", waves, "--map", map});
            }
        }
    }
}

// IEEE 1364, 18.2: a change names its variable by the code that $var has given it. Codes ? and q
// have none here; the dump is read all the same.
TEST_F(replay, tells_what_a_dump_does_not_declare) {
    const std::string waves = program("d.vcd", dump("#0\n0!\n1?\n#10\nb01 q\nr1.5 q\n"));
    EXPECT_EQ(run({"run", "xscale", program("a.pmu", "run 4\n"), "--replay", waves, "--map",
                   "miss=0x01"}),
              "pmu_run: " + waves +
                  ":12: '?' is declared by no $var; 3 changes in all, passed over\n");
    EXPECT_EQ(run({"run", "xscale", program("a.pmu", "run 4\n"), "--replay",
                   program("d.vcd", dump("#0\n0!\nb0000 \"\n")), "--map", "miss=0x01"}),
              "")
        << "declared, and not mapped";
}

TEST_F(replay, refuses_a_folder_by_its_name) {
    const pmu_run_result result = run_pmu_run({"run", "xscale", program("b.pmu", "run 4\n"),
                                               "--replay", folder.path(""), "--map", "auto"});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: cannot read " + folder.path("") + ": Is a directory\n");
}

} // namespace
} // namespace pmu_run_test
