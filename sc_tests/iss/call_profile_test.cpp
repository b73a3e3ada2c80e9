// SPDX-License-Identifier: Apache-2.0
// Which function gets which cycles: calls, returns and exceptions as blocks follow one another.
#include <iss/profile/call_profile.h>
#include <iss/profile/profile_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace platform::iss {
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
    }

    void enter(std::uint32_t pc, std::uint32_t bytes) { profile.enter(pc, bytes, cpu); }
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
                path = (f == call_profile::no_function ? "?" : image.symbols[f].name) +
                       (path.empty() ? "" : ">" + path);
            }
            if (profile.frames()[n].cycles != 0) {
                all[path] += profile.frames()[n].cycles;
            }
        }
        return all;
    }

    elf_image image;
    call_profile profile{image};
    fake_cpu cpu;
};

TEST_F(call_profile_test, spreads_cycles_by_the_lengths_of_blocks) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 24);
    enter(main_at + 8, 8);
    profile.settle(100); // 8 of 32 bytes, 24 of 32 bytes
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 25), Pair("main>f", 75)));
    EXPECT_EQ(profile.cycles(), 100U);
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
    enter(main_at + 16, 8);
    profile.settle(6);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2), Pair("main>f", 2), Pair("main>f>g", 1),
                                      Pair("main>g", 1)));
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
    enter(main_at + 16, 8);
    profile.settle(7);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2), Pair("main>f", 3), Pair("main>f>f", 2)));
}

// As start code does, which sets up the stack.
TEST_F(call_profile_test, returns_with_another_stack_from_another_function) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp = 0x4000;
    enter(main_at + 8, 8);
    enter(main_at + 16, 8);
    profile.settle(3);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2), Pair("main>f", 1)));
}

// The call that leads to where the interrupt comes is not lost.
TEST_F(call_profile_test, has_a_handler_below_what_was_called_just_then) {
    enter(main_at, 8);
    cpu.lr = main_at + 8;
    profile.take_exception(f_at, f_at, f_at + 4, cpu);
    enter(g_at, 8);
    enter(f_at, 8);
    enter(main_at + 8, 8);
    enter(main_at + 16, 8);
    profile.settle(4);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2), Pair("main>f", 1), Pair("main>f>g", 1)));
}

TEST_F(call_profile_test, replaces_a_function_by_one_that_it_ends_in) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    enter(g_at, 8); // by B
    enter(main_at + 8, 8);
    enter(main_at + 16, 8);
    profile.settle(4);
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 2), Pair("main>f", 1), Pair("main>g", 1)));
}

// The host executes the instruction in the middle; and again, with what an earlier call has left.
TEST_F(call_profile_test, takes_what_goes_on_inside_of_a_block_for_no_call) {
    for (int n = 0; n != 2; ++n) {
        enter(main_at, 16);
        cpu.lr = n == 0 ? 0 : main_at + 16;
        enter(main_at + 4, 12);
        call(main_at + 16, f_at, 12);
        enter(main_at + 16, 4);
    }
    enter(main_at + 20, 4);
    profile.settle(64); // 4, 12, 12 and 4 bytes, twice
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 40), Pair("main>f", 24)));
}

TEST_F(call_profile_test, has_a_handler_below_what_it_interrupts) {
    enter(main_at, 8);
    profile.take_exception(main_at + 8, main_at + 8, main_at + 12, cpu);
    cpu.sp = 0x100; // of another mode
    cpu.lr = main_at + 12;
    enter(0x18, 4); // the vector, which belongs to no function
    enter(f_at, 8);
    cpu.sp = 0x8000;
    enter(main_at + 8, 8);
    enter(main_at + 16, 8);
    profile.settle(28); // 8, 4, 8, 8 bytes
    EXPECT_THAT(cycles(), ElementsAre(Pair("main", 16), Pair("main>?", 4), Pair("main>f", 8)));
}

TEST_F(call_profile_test, loses_no_cycle_and_is_bounded_whatever_comes) {
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    std::uint64_t now = 0;
    for (int n = 0; n != 100'000; ++n) {
        const std::uint32_t pc = (random() % 0x40'0000U) & ~3U;
        cpu.lr = random() % 4 == 0 ? pc + 4 : 0;
        cpu.sp = 0x8000 - 8 * (random() % 4);
        enter(pc, 4 + 4 * (random() % 3));
        if (random() % 64 == 0) {
            profile.take_exception(pc, pc, pc + 4, cpu);
        }
        if (random() % 16 == 0) {
            now += random() % 100;
            profile.settle(now);
        }
    }
    const std::uint64_t sum =
        std::accumulate(profile.frames().begin(), profile.frames().end(), std::uint64_t{0},
                        [](std::uint64_t s, const auto& f) { return s + f.cycles; });
    EXPECT_EQ(sum, now);
    EXPECT_LE(profile.frames().size(), 65'536U);
    std::size_t blocks = 0;
    profile.for_each_block([&](const auto& /*b*/) { ++blocks; });
    EXPECT_LE(blocks, 262'144U);
}

TEST_F(call_profile_test, begins_anew_where_calls_are_too_deep) {
    for (int n = 0; n != 1000; ++n) {
        cpu.sp -= 8;
        call(f_at + 8, f_at, 8);
    }
    profile.settle(1000);
    EXPECT_LE(profile.frames().size(), 130U);
}

TEST_F(call_profile_test, has_no_cycles_twice_in_the_data_of_a_page) {
    enter(main_at, 8);
    call(main_at + 8, f_at, 8);
    cpu.sp -= 8;
    call(f_at + 8, f_at, 8);
    enter(f_at + 8, 8);
    profile.settle(30);
    const nlohmann::json data = profile_data(profile);
    EXPECT_EQ(data.at("cycles"), 30);
    EXPECT_EQ(data.at("functions").at("rows"),
              nlohmann::json::parse(R"([["main", 10, 30], ["f", 20, 20]])"));
    EXPECT_EQ(data.at("frames").at("rows"),
              nlohmann::json::parse("[[-1, -1, 30], [0, 0, 30], [1, 1, 20], [1, 2, 10]]"));
    EXPECT_EQ(data.at("lines").at("rows"),
              nlohmann::json::parse(R"([["firmware.c", 20, 1, 20], ["firmware.c", 10, 0, 10]])"));
    EXPECT_EQ(data.at("lines").at("omitted"), 0);
}

} // namespace
} // namespace platform::iss
