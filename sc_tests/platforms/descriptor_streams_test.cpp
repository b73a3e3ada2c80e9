// SPDX-License-Identifier: Apache-2.0
// Streams on pipes, terminals, sockets and devices: they wait, but not for ever.
#include <process/descriptor_streams.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <pty.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <istream>
#include <ostream>
#include <string>
#include <thread>
#include <utility>

namespace platform::descriptor_streams_test {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

enum class channel : std::uint8_t { pipe, socket, terminal };

std::string name_of(const testing::TestParamInfo<channel>& kind) {
    switch (kind.param) {
    case channel::pipe: return "pipe";
    case channel::socket: return "socket";
    default: return "terminal";
    }
}

/// Two connected ends.
struct ends {
    process::descriptor far;  ///< of the test
    process::descriptor near; ///< of the stream
};

ends connected(channel kind, bool stream_writes) {
    int numbers[2] = {-1, -1};
    switch (kind) {
    case channel::pipe:
        if (::pipe2(numbers, O_CLOEXEC) == 0 && !stream_writes) {
            std::swap(numbers[0], numbers[1]);
        }
        break;
    case channel::socket: ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers); break;
    case channel::terminal: ::openpty(&numbers[0], &numbers[1], nullptr, nullptr, nullptr); break;
    }
    return {process::descriptor(numbers[0]), process::descriptor(numbers[1])};
}

std::string taken(const process::descriptor& from, std::size_t most = 1000) {
    std::string data(most, '\0');
    const ssize_t count = ::read(from.get(), data.data(), most);
    data.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return data;
}

bool has_something(const process::descriptor& from) {
    ::fcntl(from.get(), F_SETFL, ::fcntl(from.get(), F_GETFL) | O_NONBLOCK);
    char byte = 0;
    return ::read(from.get(), &byte, 1) > 0;
}

/// Asked to stop after some time, and from then on.
class stop_later {
public:
    explicit stop_later(milliseconds time) : m_end(clock::now() + time) {}
    bool operator()() const { return clock::now() >= m_end; }

private:
    clock::time_point m_end;
};

/// The processor time that this thread takes meanwhile, in milliseconds.
template <class Work>
double processor_ms(Work work) {
    const auto now = [] {
        timespec t{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
    };
    const double before = now();
    work();
    return now() - before;
}

class descriptor_streams : public testing::TestWithParam<channel> {
protected:
    void SetUp() override { m_before = ::signal(SIGPIPE, SIG_IGN); }
    void TearDown() override { ::signal(SIGPIPE, m_before); }

private:
    sighandler_t m_before = nullptr;
};

TEST_P(descriptor_streams, input_is_read_as_it_comes) {
    const ends pair = connected(GetParam(), false);
    process::descriptor_input buffer(pair.near.get(), {});
    std::istream in(&buffer);
    std::thread writer([&] {
        for (const char* const line : {"one\n", "two\n"}) {
            std::this_thread::sleep_for(milliseconds(20));
            EXPECT_EQ(::write(pair.far.get(), line, 4), 4);
        }
    });
    std::string line;
    EXPECT_TRUE(std::getline(in, line));
    EXPECT_EQ(line, "one");
    EXPECT_TRUE(std::getline(in, line));
    EXPECT_EQ(line, "two");
    writer.join();
}

TEST_P(descriptor_streams, input_that_does_not_come_is_left) {
    const ends pair = connected(GetParam(), false);
    process::descriptor_input buffer(pair.near.get(), stop_later(milliseconds(150)));
    std::istream in(&buffer);
    EXPECT_LT(processor_ms([&] { EXPECT_EQ(in.get(), EOF); }), 50) << "waits in a busy loop";
    EXPECT_TRUE(in.eof());
    EXPECT_EQ(buffer.error(), 0);
    EXPECT_EQ(::fcntl(pair.near.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST_P(descriptor_streams, input_that_is_there_is_read_though_it_is_to_stop) {
    const ends pair = connected(GetParam(), false);
    EXPECT_EQ(::write(pair.far.get(), "x\n", 2), 2);
    process::descriptor_input buffer(pair.near.get(), [] { return true; });
    EXPECT_EQ(std::istream(&buffer).get(), 'x');
}

TEST_P(descriptor_streams, input_ends) {
    ends pair = connected(GetParam(), false);
    process::descriptor_input buffer(pair.near.get(), {});
    pair.far = process::descriptor();
    EXPECT_EQ(std::istream(&buffer).get(), EOF);
    EXPECT_EQ(buffer.error(), 0);
}

TEST_P(descriptor_streams, output_that_is_not_taken_is_left) {
    const ends pair = connected(GetParam(), true);
    process::descriptor_output buffer(pair.near.get(), stop_later(milliseconds(150)));
    std::ostream out(&buffer);
    const std::string text(1000, 'x');
    EXPECT_LT(processor_ms([&] {
                  for (int i = 0; i < 1000 && out; ++i) {
                      out << text;
                      out.flush();
                  }
              }),
              100)
        << "waits in a busy loop";
    EXPECT_FALSE(out);
    EXPECT_EQ(buffer.error(), ECANCELED);
    EXPECT_EQ(::fcntl(pair.near.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST_P(descriptor_streams, output_that_is_taken_late_is_all_there) {
    const ends pair = connected(GetParam(), true);
    std::string expected;
    for (int i = 0; i < 30000; ++i) {
        expected += static_cast<char>('a' + i % 23); // no newline, which a terminal changes
    }
    expected += expected;
    expected += expected;
    std::string all;
    std::thread reader([&] {
        std::this_thread::sleep_for(milliseconds(100));
        while (all.size() < expected.size()) {
            all += taken(pair.far, 777);
        }
    });
    process::descriptor_output buffer(pair.near.get(), {});
    std::ostream out(&buffer);
    for (std::size_t at = 0; at < expected.size();) { // by characters and in parts of all sizes
        const std::size_t size = std::min(at % 20011, expected.size() - at);
        out << expected.substr(at, size);
        at += size;
        if (at < expected.size()) {
            out.put(expected[at++]);
        }
    }
    out.flush();
    reader.join();
    EXPECT_TRUE(out);
    EXPECT_EQ(buffer.error(), 0);
    EXPECT_TRUE(all == expected);
}

// A reader that is only slow gets all.
TEST_P(descriptor_streams, output_that_is_taken_soon_after_the_stop_is_all_there) {
    const ends pair = connected(GetParam(), true);
    const std::string expected(300'000, 'x');
    std::string all;
    std::thread reader([&] {
        std::this_thread::sleep_for(milliseconds(300));
        while (all.size() < expected.size()) {
            all += taken(pair.far, 60'000);
        }
    });
    process::descriptor_output buffer(pair.near.get(), [] { return true; });
    std::ostream(&buffer) << expected << std::flush;
    EXPECT_EQ(buffer.error(), 0);
    reader.join();
    EXPECT_TRUE(all == expected);
}

TEST_P(descriptor_streams, output_without_a_reader_is_an_error) {
    ends pair = connected(GetParam(), true);
    process::descriptor_output buffer(pair.near.get(), {});
    pair.far = process::descriptor();
    std::ostream out(&buffer);
    out << "text" << std::flush;
    EXPECT_FALSE(out);
    EXPECT_EQ(buffer.error(), GetParam() == channel::terminal ? EIO : EPIPE);
}

TEST_P(descriptor_streams, output_is_kept_until_it_is_flushed_but_on_a_terminal) {
    const ends pair = connected(GetParam(), true);
    process::descriptor_output buffer(pair.near.get(), {});
    std::ostream out(&buffer);
    out << "some";
    EXPECT_FALSE(has_something(pair.far));
    out.put('\n');
    EXPECT_EQ(has_something(pair.far), GetParam() == channel::terminal);
    out.flush();
    EXPECT_TRUE(has_something(pair.far));
    out << "two\nlines";
    EXPECT_EQ(has_something(pair.far), true);
}

INSTANTIATE_TEST_SUITE_P(on, descriptor_streams,
                         testing::Values(channel::pipe, channel::socket, channel::terminal),
                         name_of);

int error_of(int number) {
    process::descriptor_output buffer(number, {});
    std::ostream out(&buffer);
    out << "text" << std::flush;
    EXPECT_FALSE(out);
    out.clear();
    EXPECT_FALSE(out << "more") << "what comes after a gap is not written";
    return buffer.error();
}

TEST(descriptor_output, tells_of_its_first_error_once) {
    int losses = 0;
    process::descriptor_output buffer(-1, {}, [&] { ++losses; });
    std::ostream out(&buffer);
    buffer.fail(0);
    EXPECT_EQ(losses, 0);
    out << "text" << std::flush;
    out.clear();
    out << "text" << std::flush;
    buffer.fail(ENOSPC);
    EXPECT_EQ(losses, 1);
    EXPECT_EQ(buffer.error(), EBADF);
}

TEST(descriptor_output, writes_the_rest_when_it_closes_what_it_owns) {
    ends pair = connected(channel::pipe, true);
    const int number = pair.near.get();
    ::fcntl(number, F_SETFL, ::fcntl(number, F_GETFL) | O_NONBLOCK);
    process::descriptor_output buffer(std::move(pair.near), {});
    std::ostream out(&buffer);
    out << "text";
    EXPECT_EQ(buffer.number(), number);
    buffer.close();
    EXPECT_EQ(buffer.error(), 0);
    EXPECT_EQ(buffer.number(), -1);
    EXPECT_EQ(taken(pair.far), "text");
    EXPECT_EQ(taken(pair.far), "") << "the pipe has no writer left";
    buffer.close(); // again
    EXPECT_EQ(buffer.error(), 0);
    EXPECT_FALSE(out << "more" << std::flush);
    EXPECT_EQ(buffer.error(), EBADF);
}

TEST(lost_output, says_why) {
    const auto message = [](int error) { return process::lost_output{"file", error}.message(); };
    EXPECT_EQ(message(EBADF), "cannot write file: it is closed");
    EXPECT_EQ(message(EPIPE), "cannot write file: its reader has gone");
    EXPECT_EQ(message(ECANCELED), "cannot write file: nobody reads it, and the run is to stop");
    EXPECT_EQ(message(ENOSPC), "cannot write file: No space left on device");
}

TEST(descriptor_output, that_cannot_be_written_is_an_error) {
    const process::descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    EXPECT_EQ(error_of(full.get()), ENOSPC);
    const process::descriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(error_of(null.get()), EBADF);
    EXPECT_EQ(error_of(-1), EBADF);
    EXPECT_EQ(error_of(1'000'000), EBADF);
}

TEST(descriptor_input, that_cannot_be_read_is_at_its_end) {
    const process::descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const process::descriptor folder(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const auto& [number, error] :
         {std::pair(null.get(), EBADF), std::pair(folder.get(), EISDIR), std::pair(-1, EBADF)}) {
        process::descriptor_input buffer(number, {});
        EXPECT_EQ(std::istream(&buffer).get(), EOF);
        EXPECT_EQ(buffer.error(), error);
    }
}

} // namespace
} // namespace platform::descriptor_streams_test
