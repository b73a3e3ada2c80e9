// SPDX-License-Identifier: Apache-2.0
// Which function and which instruction get which cycles: calls, returns and exceptions as blocks
// follow one another.
#include <iss/profile/call_profile.h>
#include <iss/profile/profile_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>

namespace platform::iss::call_profile_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct fake_cpu final : cpu_view {
    std::uint32_t sp = 0x8000;
    std::uint32_t lr = 0;

    std::uint32_t reg(unsigned n) const override { return n == 13 ? sp : n == 14 ? lr : 0; }
    std::uint32_t cpsr() const override { return 0x13; }
    std::uint32_t system_control() const override { return 0; }
    bool is_memory(std::uint32_t /*address*/) const override { return true; }
};

constexpr std::uint32_t main_at = 0x1000;
constexpr std::uint32_t f_at = 0x2000;
constexpr std::uint32_t g_at = 0x3000;

class call_profile_test : public testing::Test {
protected:
    call_profile_test() {
        image.symbols = {
            {"main", main_at, 0x100, false}, {"f", f_at, 0x100, false}, {"g", g_at, 0x100, false}};
        image.lines = source_lines(
            {{main_at, 10, 0}, {main_at + 8, 11, 0}, {f_at, 20, 0}, {f_at + 0x100, 0, 0}},
            {"firmware.c"});
        profile.look_at_code_by([this](std::uint32_t pc, std::uint32_t /*bytes*/) {
            return call_profile::code_facts{loads_sp.count(pc) != 0, returns.count(pc) != 0};
        });
    }

    static activity_counts cycles_of(std::uint64_t n) {
        activity_counts counts;
        counts.add(activity::activity_kind::cycle, n);
        return counts;
    }
    /// A block of ARM code, a cycle an instruction.
    void enter(std::uint32_t pc, std::uint32_t bytes) {
        profile.enter(pc, bytes, cpu);
        profile.spend(pc, cycles_of(bytes / 4));
        for (std::uint32_t at = 0; at < bytes; at += 4) {
            profile.charge(pc + at, cycles_of(1));
        }
    }
    /// What that takes has yet to be told.
    void enter_without_cycles(std::uint32_t pc, std::uint32_t bytes) {
        profile.enter(pc, bytes, cpu);
    }
    /// What BL does at the end of the block that was entered last, which ends there.
    void call(std::uint32_t from, std::uint32_t to, std::uint32_t bytes) {
        cpu.lr = from;
        enter(to, bytes);
    }
    /// Cycles by chain of functions.
    std::map<std::string, std::uint64_t> cycles() const {
        std::map<std::string, std::uint64_t> all;
        for (std::size_t n = 1; n < profile.frames().size(); ++n) {
            std::string path;
            for (std::size_t at = n; at != 0; at = profile.frames()[at].parent) {
                const std::uint32_t f = profile.frames()[at].function;
                path.insert(0, path.empty() ? "" : ">");
                path.insert(0, f == call_profile::no_function ? "?" : profile.name_of(f));
            }
            if (profile.frames()[n].counts.cycles() != 0) {
                all[path] += profile.frames()[n].counts.cycles();
            }
        }
        return all;
    }

    elf_image image;
    call_profile profile{image};
    fake_cpu cpu;
    std::set<std::uint32_t> loads_sp; ///< blocks that do
    std::set<std::uint32_t> returns;  ///< those that end with an exception return
};

TEST_F(call_profile_test, gives_each_function_what_it_has_spent) {
    enter_without_cycles(main_at, 8);
    profile.spend(main_at, cycles_of(25));
    cpu.lr = main_at + 8;
    enter_without_cycles(f_at, 24);
    profile.spend(f_at, cycles_of(70));
    profile.spend(f_at + 8, cycles_of(5)); // the rest of that block
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 25), Pair("main>f", 75)));
    EXPECT_EQ(profile.cycles(), 100U);
}

TEST_F(call_profile_test, gives_each_instruction_what_it_has_taken) {
    profile.charge(main_at, cycles_of(3));
    profile.charge(0xFFFF'FFFE, cycles_of(4));
    profile.charge(main_at, cycles_of(2));
    profile.charge(main_at + 2, cycles_of(1));
    std::map<std::uint32_t, std::uint64_t> taken;
    profile.instructions().for_each([&](std::uint32_t pc, const activity_counts& counts) {
        taken.emplace(pc, counts.cycles());
    });
    EXPECT_THAT(taken, ElementsAre(Pair(main_at, 5), Pair(main_at + 2, 1), Pair(0xFFFF'FFFEU, 4)));
}

// f ends where the block is not at its end, and g, without a call, goes on.
TEST_F(call_profile_test, goes_on_in_the_next_function_in_the_middle_of_a_block) {
    image.symbols = {
        {"main", main_at, 0x100, false}, {"f", f_at, 8, false}, {"g", f_at + 8, 0x100, false}};
    EXPECT_THAT(profile.parts(f_at, f_at + 16), ElementsAre(f_at, f_at + 8));
    EXPECT_THAT(profile.parts(f_at, f_at + 8), ElementsAre(f_at));
    enter(main_at, 8);
    cpu.lr = main_at + 8;
    enter_without_cycles(f_at, 16);
    for (const std::uint32_t at : {0U, 4U, 8U, 12U}) {
        profile.spend(f_at + at, cycles_of(at == 12 ? 7 : 1));
    }
    enter(f_at + 16, 4); // of g
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(),
                ElementsAre(Pair("main", 4), Pair("main>f", 2), Pair("main>g", 1 + 7 + 1)));
}

TEST_F(call_profile_test, returns_where_the_call_was_with_its_stack) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp -= 8;
    call(f_at + 8, g_at, 8);
    enter(f_at + 8, 8); // returns
    cpu.sp += 8;
    enter(main_at + 8, 8); // returns
    call(main_at + 16, g_at, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>f", 4), Pair("main>f>g", 2),
                                      Pair("main>g", 2)));
}

// if (n != 0) f(n - 1); the branch around the inner call leads to where that would return.
TEST_F(call_profile_test, takes_a_branch_around_a_call_for_no_return) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp -= 8;
    enter(f_at + 8, 8);
    call(f_at + 16, f_at, 8); // the inner one
    cpu.sp -= 8;
    enter(f_at + 16, 8); // by a branch
    cpu.sp += 8;
    enter(f_at + 16, 8); // now it returns
    cpu.sp += 8;
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>f", 6), Pair("main>f>f", 4)));
}

// As start code does, which sets up the stack.
TEST_F(call_profile_test, returns_with_another_stack_from_another_function) {
    loads_sp = {f_at};
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp = 0x4000;
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>f", 2)));
}

// The call that leads to where the interrupt comes is not lost. The entry, of three cycles, belongs
// to the handler.
TEST_F(call_profile_test, has_a_handler_below_what_was_called_just_then) {
    enter(main_at, 8);
    cpu.lr = main_at + 8;
    profile.take_exception(f_at, f_at, f_at + 4, g_at, cpu);
    profile.spend(g_at, cycles_of(3));
    enter(g_at, 8);
    enter(f_at, 8);
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>f", 2), Pair("main>f>g", 5)));
}

TEST_F(call_profile_test, replaces_a_function_by_one_that_it_ends_in) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    enter(g_at, 8); // by B
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>f", 2), Pair("main>g", 2)));
}

// The host executes the instruction in the middle; and again, with what an earlier call has left.
TEST_F(call_profile_test, takes_what_goes_on_inside_of_a_block_for_no_call) {
    for (int n = 0; n != 2; ++n) {
        enter_without_cycles(main_at, 16);
        profile.spend(main_at, cycles_of(1));
        cpu.lr = n == 0 ? 0 : main_at + 16;
        enter(main_at + 4, 12);
        call(main_at + 16, f_at, 12);
        enter(main_at + 16, 4);
    }
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2 * (1 + 3 + 1)), Pair("main>f", 2 * 3)));
}

TEST_F(call_profile_test, has_a_handler_below_what_it_interrupts) {
    enter(main_at, 8);
    profile.take_exception(main_at + 8, main_at + 8, main_at + 12, 0x18, cpu);
    cpu.sp = 0x100; // of another mode
    cpu.lr = main_at + 12;
    enter(0x18, 4); // the vector, which belongs to no function
    enter(f_at, 8);
    cpu.sp = 0x8000;
    enter(main_at + 8, 8);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 4), Pair("main>?", 1), Pair("main>f", 2)));
}

// A supervisor call in Supervisor mode leaves the address after it in LR.
TEST_F(call_profile_test, takes_no_exception_for_a_call) {
    enter(main_at, 4);
    for (int n = 0; n != 3; ++n) {
        enter(main_at + 4, 4);
        profile.take_exception(main_at + 4, main_at + 4, main_at + 8, 0x8, cpu);
        cpu.lr = main_at + 8;
        enter(0x8, 4);
        EXPECT_THAT(profile.callers(), ElementsAre(main_at + 4));
        enter(main_at + 8, 8);
        EXPECT_THAT(profile.callers(), testing::IsEmpty());
    }
}

// longjmp() from g to where setjmp() has returned in main.
TEST_F(call_profile_test, drops_the_calls_that_longjmp_drops) {
    loads_sp = {g_at};
    for (int n = 0; n != 1000; ++n) {
        enter(main_at + 8, 8);
        call(main_at + 16, f_at, 8);
        cpu.sp -= 8;
        call(f_at + 8, g_at, 8);
        cpu.sp += 8;
        enter(main_at + 32, 8);
    }
    EXPECT_THAT(cycles(),
                ElementsAre(Pair("main", 4000), Pair("main>f", 2000), Pair("main>f>g", 2000)));
}

// f calls g, which changes from one stack to the other; above and below the first one.
TEST_F(call_profile_test, has_the_calls_of_each_stack) {
    for (const std::uint32_t other : {0x9000U, 0x7000U}) {
        call_profile tasks(image);
        tasks.look_at_code_by([](std::uint32_t pc, std::uint32_t /*bytes*/) {
            return call_profile::code_facts{pc == g_at, false};
        });
        const auto call_in = [&](std::uint32_t from, std::uint32_t to) {
            cpu.lr = from;
            tasks.enter(to, 8, cpu);
        };
        cpu.sp = 0x8000;
        tasks.enter(main_at, 8, cpu);
        call_in(main_at + 8, f_at);
        cpu.sp = 0x7FF8;
        call_in(f_at + 8, g_at);
        cpu.sp = other;
        tasks.enter(f_at, 8, cpu); // the second task is f
        EXPECT_THAT(tasks.callers(), testing::IsEmpty());
        for (int n = 0; n != 300; ++n) {
            cpu.sp = other - 8;
            call_in(f_at + 8, g_at);
            EXPECT_THAT(tasks.callers(), ElementsAre(f_at + 6));
            cpu.sp = 0x7FF8;
            tasks.enter(f_at + 8, 8, cpu); // the first one goes on
            EXPECT_THAT(tasks.callers(), ElementsAre(main_at + 6));
            call_in(f_at + 16, g_at);
            EXPECT_THAT(tasks.callers(), ElementsAre(f_at + 14, main_at + 6));
            cpu.sp = other - 8;
            tasks.enter(f_at + 8, 4, cpu); // a branch
            EXPECT_THAT(tasks.callers(), testing::IsEmpty());
            tasks.enter(f_at, 8, cpu);
        }
    }
}

// The first function of a task, f, ends with a call that does not return, and the next function in
// memory is another task's first one: that begins, and no call has returned.
TEST_F(call_profile_test, begins_a_task_where_a_call_would_return_to) {
    image.symbols = {{"main", main_at, 0x100, false},
                     {"f", f_at, 8, false},
                     {"next", f_at + 8, 0x100, false},
                     {"g", g_at, 0x100, false}};
    loads_sp = {main_at, g_at, f_at + 8};
    enter(main_at, 8); // switches
    cpu.sp = 0x4000;
    cpu.lr = 0;
    enter(f_at, 8);
    call(f_at + 8, g_at, 16); // for ever; and switches
    cpu.sp = 0x6000;
    cpu.lr = 0;
    enter(f_at + 8, 12);
    EXPECT_THAT(profile.callers(), testing::IsEmpty());
    cpu.sp = 0x4000;
    enter(g_at + 16, 20); // g goes on
    EXPECT_THAT(profile.callers(), ElementsAre(f_at + 6));
    EXPECT_THAT(cycles(),
                ElementsAre(Pair("f", 2), Pair("f>g", 9), Pair("main", 2), Pair("next", 3)));
}

// Tasks that begin with f, on a stack of their own, and on one that another had before.
TEST_F(call_profile_test, counts_how_often_tasks_begin) {
    loads_sp = {main_at};
    for (const std::uint32_t stack : {0x4000U, 0x6000U, 0x4000U, 0x4000U}) {
        cpu.sp = 0x8000;
        enter(main_at, 8);
        cpu.sp = stack;
        cpu.lr = 0;
        enter(f_at, 8);
        loads_sp.insert(f_at); // and back
    }
    std::uint64_t calls = 0;
    for (const call_profile::frame& frame : profile.frames()) {
        calls += frame.function == 1 ? frame.calls : 0;
    }
    EXPECT_EQ(calls, 4U);
}

// An interrupt in main starts g on a stack of its own; the next one goes back to main.
TEST_F(call_profile_test, switches_stacks_by_exception_returns) {
    returns = {0x18};
    loads_sp = {0x18};
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    for (int n = 0; n != 100; ++n) {
        cpu.sp = 0x8000;
        profile.take_exception(f_at + 4, f_at + 4, f_at + 8, 0x18, cpu);
        cpu.sp = 0x100;
        enter(0x18, 4);
        EXPECT_THAT(profile.callers(), ElementsAre(f_at + 4, main_at + 6));
        cpu.sp = 0x6000;
        enter(n == 0 ? g_at : g_at + 4, 8);
        EXPECT_THAT(profile.callers(), testing::IsEmpty());
        profile.take_exception(g_at + 4, g_at + 4, g_at + 8, 0x18, cpu);
        cpu.sp = 0x100;
        enter(0x18, 4);
        cpu.sp = 0x8000;
        enter(f_at + 4, 8);
        EXPECT_THAT(profile.callers(), ElementsAre(main_at + 6));
    }
}

// More than are kept: the one that was left longest ago is forgotten, and begins anew.
TEST_F(call_profile_test, keeps_the_latest_stacks) {
    loads_sp = {g_at};
    for (std::uint32_t n = 0; n != 1000; ++n) {
        cpu.sp = 0x1'0000 * (n % 100 + 1);
        enter(f_at, 8);
        EXPECT_THAT(profile.callers(), testing::IsEmpty());
        call(f_at + 8, g_at, 8);
        EXPECT_THAT(profile.callers(), ElementsAre(f_at + 6));
    }
}

TEST_F(call_profile_test, loses_no_cycle_and_is_bounded_whatever_comes) {
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    std::uint64_t now = 0;
    for (int n = 0; n != 100'000; ++n) {
        const std::uint32_t pc = (random() % 0x40'0000U) & ~3U;
        cpu.lr = random() % 4 == 0 ? pc + 4 : 0;
        cpu.sp = 0x8000 - 8 * (random() % 4);
        enter_without_cycles(pc, 4 + 4 * (random() % 3));
        if (random() % 64 == 0) {
            profile.take_exception(pc, pc, pc + 4, 0x18, cpu);
        }
        const std::uint64_t spent = random() % 100;
        now += spent;
        profile.spend(pc, cycles_of(spent));
        profile.charge(random() & ~1U, cycles_of(spent));
        if (random() % 16 == 0) {
            profile.settle(now);
        }
    }
    const std::uint64_t sum =
        std::accumulate(profile.frames().begin(), profile.frames().end(), std::uint64_t{0},
                        [](std::uint64_t s, const auto& f) { return s + f.counts.cycles(); });
    EXPECT_EQ(sum, now);
    EXPECT_LE(profile.frames().size(), 131'072U);
    EXPECT_LE(profile.blocks(), 262'144U);
}

// The calls of a function that has two are told apart, and so is what each of them takes.
TEST_F(call_profile_test, knows_where_each_call_was_made) {
    for (int n = 0; n != 3; ++n) {
        enter(main_at, 8);
        call(main_at + 8, f_at, 4);
        enter(main_at + 8, 4);
    }
    enter(main_at + 32, 8);
    call(main_at + 40, f_at, 12);
    enter(main_at + 40, 4);
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> by_site;
    for (const call_profile::frame& f : profile.frames()) {
        if (f.site != call_profile::no_site) {
            by_site[f.site] = {f.calls, f.counts.cycles()};
        }
    }
    EXPECT_THAT(by_site,
                ElementsAre(Pair(main_at + 6, Pair(3, 3)), Pair(main_at + 38, Pair(1, 3))));
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 9 + 2 + 1), Pair("main>f", 6)));
}

// Two calls of itself in each of ten levels are a thousand paths, and a frame a level.
TEST_F(call_profile_test, has_a_frame_for_each_level_of_a_recursion) {
    enter(main_at, 8);
    cpu.lr = main_at + 8;
    const std::function<void(int)> recurse = [&](int depth) {
        enter(f_at, 8);
        cpu.sp -= 16;
        for (const std::uint32_t at : {f_at + 8, f_at + 16}) {
            if (depth != 0) {
                cpu.lr = at;
                recurse(depth - 1);
            }
            enter(at, 8);
        }
        cpu.sp += 16;
    };
    recurse(10);
    enter(main_at + 8, 4);
    EXPECT_EQ(profile.frames().size(), 1 + 1 + 11U);
}

// 128 callers, and something for the others; nothing of that is lost on the way back.
TEST_F(call_profile_test, leaves_out_the_innermost_calls_where_they_are_too_deep) {
    constexpr unsigned depth = 10'000;
    std::uint64_t now = 0;
    const auto enter_for_a_cycle = [&](std::uint32_t pc) {
        enter_without_cycles(pc, 8);
        profile.spend(pc, cycles_of(1));
        ++now;
    };
    const auto call_for_a_cycle = [&](std::uint32_t from, std::uint32_t to) {
        cpu.lr = from;
        enter_for_a_cycle(to);
    };
    enter_for_a_cycle(main_at);
    call_for_a_cycle(main_at + 8, f_at);
    for (unsigned n = 1; n != depth; ++n) {
        cpu.sp -= 8;
        call_for_a_cycle(f_at + 8, f_at);
    }
    const auto callers = profile.callers();
    ASSERT_EQ(callers.size(), 129U);
    EXPECT_EQ(callers.front(), call_profile::callers_left_out);
    EXPECT_EQ(callers[1], f_at + 6);
    EXPECT_EQ(callers.back(), main_at + 6);
    for (unsigned n = 1; n != depth; ++n) {
        enter_for_a_cycle(f_at + 8);
        cpu.sp += 8;
    }
    EXPECT_THAT(profile.callers(), ElementsAre(main_at + 6));
    enter_for_a_cycle(main_at + 8);
    call_for_a_cycle(main_at + 16, g_at);
    EXPECT_EQ(profile.frames().size(), 1U + 129 + 2 + 1); // root; main and f; the rest; g
    EXPECT_EQ(cycles()["main>g"], 1U);
    EXPECT_EQ(cycles()["main>f"], 2U);
    EXPECT_EQ(cycles()["main"], 2U);
    EXPECT_EQ(std::accumulate(profile.frames().begin(), profile.frames().end(), std::uint64_t{0},
                              [](std::uint64_t s, const auto& f) { return s + f.counts.cycles(); }),
              now);
}

TEST_F(call_profile_test, has_no_cycles_twice_in_the_data_of_a_page) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp -= 8;
    call(f_at + 8, f_at, 8);
    profile.spend(f_at, cycles_of(3));
    profile.charge(f_at, cycles_of(3));
    const nlohmann::json data = profile_data(profile);
    EXPECT_EQ(data.at("cycles"), 9);
    EXPECT_EQ(data.at("functions").at("rows"),
              nlohmann::json::parse(R"([["main", 2, 9], ["f", 7, 7]])"));
    EXPECT_EQ(data.at("frames").at("rows"),
              nlohmann::json::parse("[[-1, -1, 9], [0, 0, 9], [1, 1, 7], [1, 2, 5]]"));
    EXPECT_EQ(data.at("lines").at("rows"),
              nlohmann::json::parse(R"([["firmware.c", 20, 1, 7], ["firmware.c", 10, 0, 2]])"));
    EXPECT_EQ(data.at("lines").at("omitted"), 0);
}

// In f `in` is inlined from f + 4 on, `deep` in it from f + 8 on, and f goes on at f + 12.
TEST_F(call_profile_test, gives_inlined_functions_frames_of_their_own) {
    image.inlined =
        inlined_calls({{inlined_calls::none, 0}, {1, 1}}, {"in (inlined)", "deep (inlined)"},
                      {{f_at + 4, 1}, {f_at + 8, 2}, {f_at + 12, inlined_calls::none}});
    EXPECT_THAT(profile.parts(f_at, f_at + 24), ElementsAre(f_at, f_at + 4, f_at + 8, f_at + 12));
    EXPECT_THAT(profile.parts(f_at + 4, f_at + 8), ElementsAre(f_at + 4));
    enter(main_at, 8);
    cpu.lr = main_at + 8;
    enter_without_cycles(f_at, 24);
    profile.spend(f_at, cycles_of(1));
    profile.spend(f_at + 4, cycles_of(2));
    profile.spend(f_at + 8, cycles_of(3));
    profile.spend(f_at + 12, cycles_of(4));
    enter(f_at + 8, 4); // a loop
    cpu.sp -= 8;
    call(f_at + 12, g_at, 8);
    EXPECT_EQ(cycles()["main>f"], 11U) << "all of the function as such";
    const nlohmann::json data = profile_data(profile);
    EXPECT_EQ(data.at("cycles"), 15);
    const auto functions =
        nlohmann::json::parse(R"data([["main", 2, 15], ["f", 5, 13], ["in (inlined)", 2, 8],
                                      ["deep (inlined)", 4, 6], ["g", 2, 2]])data");
    EXPECT_EQ(data.at("functions").at("rows"), functions);
    EXPECT_EQ(data.at("frames").at("rows"),
              nlohmann::json::parse(
                  "[[-1, -1, 15], [0, 0, 15], [1, 1, 13], [2, 2, 8], [3, 3, 6], [4, 4, 2]]"));
}

} // namespace
} // namespace platform::iss::call_profile_test
