// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own: its result, and that nothing it does reaches this process.
#include <iss/host/confined.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::iss::confined_test {
namespace {

TEST(confined, work_has_a_result) {
    EXPECT_EQ(run_confined([] { return std::string("text"); }), "text");
    EXPECT_EQ(run_confined([] { return std::string(); }), "");
    const std::string bytes("\0.\n\xFF", 4);
    EXPECT_EQ(run_confined([&] { return std::string(bytes); }), bytes);
    const std::string much(1'000'000, 'x'); // more than a pipe holds
    EXPECT_EQ(run_confined([&] { return std::string(much); }), much);
}

TEST(confined, work_changes_nothing_here) {
    int value = 1;
    EXPECT_EQ(run_confined([&] { return std::to_string(++value); }), "2");
    EXPECT_EQ(value, 1);
}

TEST(confined, work_that_fails_has_no_result) {
    EXPECT_EQ(run_confined([]() -> std::string { throw std::runtime_error("no"); }), std::nullopt);
    EXPECT_EQ(run_confined([]() -> std::string { std::exit(0); }), std::nullopt);
    EXPECT_EQ(run_confined([]() -> std::string { std::abort(); }), std::nullopt);
    EXPECT_EQ(run_confined([] {
                  errno = ENOMEM; // as a library does that goes on without some of it
                  return std::string("some of it");
              }),
              std::nullopt);
    EXPECT_EQ(run_confined([] {
                  std::raise(SIGSEGV);
                  return std::string("on");
              }),
              std::nullopt);
}

TEST(confined, work_has_no_more_memory_than_it_may) {
    confinement limits;
    limits.memory = std::uint64_t{64} << 20U;
    const auto takes = [](std::size_t bytes) {
        return [bytes] {
            const std::vector<char> memory(bytes, 'x');
            return std::string(1, memory.back());
        };
    };
    EXPECT_EQ(run_confined(takes(std::size_t{1} << 20U), limits), "x");
    EXPECT_EQ(run_confined(takes(std::size_t{256} << 20U), limits), std::nullopt);
}

TEST(confined, work_that_does_not_end_is_ended) {
    confinement limits;
    limits.cpu_seconds = 1;
    EXPECT_EQ(run_confined(
                  [] {
                      for (volatile unsigned n = 0;; n = n + 1) {
                      }
                      return std::string("end");
                  },
                  limits),
              std::nullopt);
    limits.seconds = 1;
    EXPECT_EQ(run_confined(
                  [] {
                      for (;;) {
                          ::pause();
                      }
                      return std::string("end");
                  },
                  limits),
              std::nullopt);
}

TEST(confined, work_opens_no_file) {
    EXPECT_EQ(run_confined([] {
                  return ::open("/dev/null", O_RDONLY) < 0 ? std::string(std::strerror(errno)) : "";
              }),
              std::strerror(EMFILE));
}

TEST(confined, a_result_is_not_longer_than_it_may_be) {
    confinement limits;
    limits.result = 4;
    EXPECT_EQ(run_confined([] { return std::string("abcd"); }, limits), "abcd");
    EXPECT_EQ(run_confined([] { return std::string("abcde"); }, limits), std::nullopt);
    EXPECT_EQ(run_confined([] { return std::string(1'000'000, 'x'); }, limits), std::nullopt);
}

} // namespace
} // namespace platform::iss::confined_test
