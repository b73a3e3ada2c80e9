// SPDX-License-Identifier: Apache-2.0
// Semihosting without files: consoles, time, memory, the end of a program, and what is refused.
#include "semihosting_fixture.h"

#include <gtest/gtest.h>

#include <array>
#include <ctime>
#include <streambuf>

namespace platform::iss::semihosting_test {
namespace {

class semihosting_test : public semihosting_fixture {};

TEST_F(semihosting_test, writes_characters_and_texts) {
    put(text, "Hi");
    EXPECT_EQ(host().call(0x03, text).r0, 0U);
    EXPECT_EQ(host().call(0x03, text + 1).r0, 0U);
    put(text, std::string("\nthere\0no more", 14));
    EXPECT_EQ(host().call(0x04, text).r0, 0U);
    EXPECT_EQ(out.str(), "Hi\nthere");
    EXPECT_EQ(err.str(), "");
}

TEST_F(semihosting_test, writes_a_text_of_any_length) {
    for (const std::size_t length : {0U, 1U, 255U, 256U, 257U, 5000U}) {
        out.str("");
        const std::string expected(length, 'x');
        put(text + 3, expected + '\0');
        EXPECT_EQ(host().call(0x04, text + 3).r0, 0U);
        EXPECT_EQ(out.str(), expected) << length;
    }
}

TEST_F(semihosting_test, writes_a_text_up_to_the_last_byte_of_memory) {
    put(small_memory::end - 3, std::string("ab\0", 3));
    EXPECT_EQ(host().call(0x04, small_memory::end - 3).r0, 0U);
    EXPECT_EQ(out.str(), "ab");
    put(small_memory::end - 1, "c");
    EXPECT_EQ(fault(0x04, small_memory::end - 3),
              "SYS_WRITE0: expected a text that ends with a NUL in RAM, found address 0x00010F7D");
}

TEST_F(semihosting_test, the_consoles_are_chosen_by_the_mode) {
    in.str("input");
    for (std::uint32_t mode = 0; mode < 12; ++mode) {
        out.str("");
        err.str("");
        const std::uint32_t handle = open(":tt", mode);
        EXPECT_EQ(handle, mode + 1) << "the lowest that is free";
        const std::uint32_t rest = write(handle, "text");
        EXPECT_EQ(rest, mode < 4 ? 4U : 0U) << mode;
        EXPECT_EQ(out.str(), mode >= 4 && mode < 8 ? "text" : "") << mode;
        EXPECT_EQ(err.str(), mode >= 8 ? "text" : "") << mode;
        EXPECT_EQ(call(0x09, {handle}), 1U) << "a console";
        EXPECT_EQ(call(0x0C, {handle}), 0U) << "without length";
        EXPECT_EQ(call(0x0A, {handle, 0}), failure) << "without position";
        EXPECT_EQ(error(), 29U) << "ESPIPE";
    }
    EXPECT_EQ(read(5, 4).second, 4U) << "standard output gives nothing";
    EXPECT_EQ(error(), 9U) << "EBADF";
    EXPECT_EQ(read(1, 8).first, "input");
}

TEST_F(semihosting_test, input_comes_line_by_line) {
    in.str("one\ntwo\nthr");
    const std::uint32_t handle = open(":tt", 0);
    EXPECT_EQ(read(handle, 100), std::make_pair(std::string("one\n"), 96U));
    EXPECT_EQ(read(handle, 2), std::make_pair(std::string("tw"), 0U));
    EXPECT_EQ(read(handle, 2), std::make_pair(std::string("o\n"), 0U));
    EXPECT_EQ(read(handle, 0), std::make_pair(std::string(), 0U));
    EXPECT_EQ(call(0x07), static_cast<std::uint32_t>('t'));
    EXPECT_EQ(read(handle, 10), std::make_pair(std::string("hr"), 8U));
    EXPECT_EQ(read(handle, 10), std::make_pair(std::string(), 10U));
    EXPECT_EQ(call(0x07), failure) << "the end of the input";
}

TEST_F(semihosting_test, a_line_that_fills_a_part_is_not_followed_by_the_next) {
    const std::string line(guest_access::chunk - 1, 'x');
    in.str(line + "\nnext\n");
    const std::uint32_t handle = open(":tt", 0);
    EXPECT_EQ(read(handle, 3 * guest_access::chunk).first, line + "\n");
    EXPECT_EQ(read(handle, 10).first, "next\n");
}

TEST_F(semihosting_test, characters_have_no_sign) {
    in.str("\xFF");
    EXPECT_EQ(call(0x07), 0xFFU);
}

/// Counts how often it is flushed.
class counting_buffer : public std::stringbuf {
public:
    int flushes = 0;

protected:
    int sync() override {
        ++flushes;
        return 0;
    }
};

TEST_F(semihosting_test, output_is_flushed_before_input_before_errors_and_at_the_end) {
    counting_buffer counted;
    std::ostream stream(&counted);
    config.out = &stream;
    in.str("ab");
    EXPECT_EQ(write(open(":tt", 4), "text"), 0U);
    EXPECT_EQ(counted.flushes, 0);
    call(0x07);
    EXPECT_EQ(counted.flushes, 1);
    read(open(":tt", 0), 1);
    EXPECT_EQ(counted.flushes, 2);
    write(open(":tt", 8), "error");
    EXPECT_EQ(counted.flushes, 3);
    host().call(0x18, 0x20026);
    EXPECT_EQ(counted.flushes, 4);
}

TEST_F(semihosting_test, output_that_fails_is_not_written) {
    const std::uint32_t handle = open(":tt", 4);
    out.setstate(std::ios::badbit);
    EXPECT_EQ(write(handle, "text"), 4U);
    EXPECT_EQ(error(), 5U) << "EIO";
}

// --- asked to stop -------------------------------------------------------------------------------

/// A stream that takes or gives a number of characters, and then no more.
class limited_buffer : public std::streambuf {
public:
    explicit limited_buffer(int limit) : m_limit(limit) {}

protected:
    int_type overflow(int_type character) override {
        return m_limit-- > 0 ? traits_type::not_eof(character) : traits_type::eof();
    }
    int_type underflow() override { return traits_type::eof(); }

private:
    int m_limit;
};

class stopped_semihosting : public semihosting_fixture {
protected:
    stopped_semihosting() {
        config.stop_asked = [this] { return stops; };
        config.out = &limited;
        config.in = &limited_in;
    }

    /// Why a call was left; "no stop" if it was not.
    std::string reason(std::uint32_t operation, std::uint32_t parameter) {
        try {
            host().call(operation, parameter);
            return "no stop";
        } catch (const semihosting_stop& stop) {
            return stop.what();
        }
    }

    limited_buffer few{4};
    std::ostream limited{&few};
    std::istream limited_in{&few};
    bool stops = false;
};

TEST_F(stopped_semihosting, console_calls_are_left) {
    const std::uint32_t output = open(":tt", 4);
    const std::uint32_t input = open(":tt", 0);
    put(buffer, "text and more");
    put_words(block, {output, buffer, 13});
    put_words(block + 16, {input, buffer, 13});
    EXPECT_EQ(host().call(0x05, block).r0, 13U) << "an error, as long as nobody wants it to stop";
    EXPECT_EQ(host().call(0x06, block + 16).r0, 13U);
    stops = true;
    EXPECT_EQ(reason(0x03, buffer), "stopped while SYS_WRITEC waits for its output to be taken");
    EXPECT_EQ(reason(0x04, buffer), "stopped while SYS_WRITE0 waits for its output to be taken");
    EXPECT_EQ(reason(0x05, block), "stopped while SYS_WRITE waits for its output to be taken");
    EXPECT_EQ(reason(0x06, block + 16), "stopped while SYS_READ waits for input");
    EXPECT_EQ(reason(0x07, 0), "stopped while SYS_READC waits for input");
    EXPECT_EQ(reason(0x10, 0), "no stop") << "what does not wait is done";
    stops = false;
    EXPECT_EQ(call(0x07), failure);
}

TEST_F(stopped_semihosting, what_can_be_done_at_once_is_done) {
    stops = true;
    config.out = &out;
    config.in = &in;
    in.str("line\nx");
    const std::uint32_t output = open(":tt", 4);
    const std::uint32_t input = open(":tt", 0);
    EXPECT_EQ(write(output, "text"), 0U);
    EXPECT_EQ(read(input, 5).first, "line\n");
    EXPECT_EQ(call(0x07), static_cast<std::uint32_t>('x'));
    put(buffer, "c");
    EXPECT_EQ(reason(0x03, buffer), "no stop");
    EXPECT_EQ(out.str(), "textc");
}

TEST_F(semihosting_test, time_and_date_are_simulated) {
    std::uint64_t ps = 0;
    config.simulated_ps = [&] { return ps; };
    EXPECT_EQ(call(0x10), 0U);
    ps = 9'999'999'999;
    EXPECT_EQ(call(0x10), 0U);
    ps = 10'000'000'000;
    EXPECT_EQ(call(0x10), 1U) << "10 ms are a centisecond";
    EXPECT_EQ(call(0x31), 1'000'000'000U);
    EXPECT_EQ(call(0x30, {1, 1}), 0U);
    EXPECT_EQ(get_words(block, 2), (std::vector<std::uint32_t>{10'000'000, 0}));
    ps = 5'000'000'000'000; // 5 s: more than 32 bits of nanoseconds
    EXPECT_EQ(call(0x30, {0, 0}), 0U);
    EXPECT_EQ(get_words(block, 2), (std::vector<std::uint32_t>{705'032'704, 1}));
    EXPECT_EQ(call(0x11), 946'684'805U);
    ps = 4'999'999'999'999;
    EXPECT_EQ(call(0x11), 946'684'804U) << "whole seconds";
    ps = std::uint64_t{1} << 63U; // 107 days
    EXPECT_EQ(call(0x11), 946'684'800U + 9'223'372U);
}

TEST_F(semihosting_test, time_has_defaults) {
    EXPECT_EQ(call(0x10), 0U);
    EXPECT_EQ(call(0x30, {1, 1}), 0U);
    EXPECT_EQ(get_words(block, 2), (std::vector<std::uint32_t>{0, 0}));
    tm start{};
    start.tm_year = 2000 - 1900;
    start.tm_mday = 1;
    EXPECT_EQ(call(0x11), ::timegm(&start));
}

TEST_F(semihosting_test, exit_has_a_code) {
    const auto code = [&](std::uint32_t operation, std::uint32_t parameter) {
        return host().call(operation, parameter).exit_code;
    };
    EXPECT_EQ(code(0x18, 0x20026), 0);
    EXPECT_EQ(code(0x18, 0x20023), 1) << "ADP_Stopped_RunTimeErrorUnknown";
    EXPECT_EQ(code(0x18, 0), 1);
    put_words(block, {0x20026, 42});
    EXPECT_EQ(code(0x20, block), 42);
    put_words(block, {0x20026, 0xFFFFFFFF});
    EXPECT_EQ(code(0x20, block), -1);
    put_words(block, {0x20024, 42});
    EXPECT_EQ(code(0x20, block), 1) << "not an application's exit";
    EXPECT_EQ(fault(0x20, 0), "SYS_EXIT_EXTENDED: expected a block of 2 words in RAM, found "
                              "address 0x00000000");
}

TEST_F(semihosting_test, is_error_is_negative) {
    EXPECT_EQ(call(0x08, {0}), 0U);
    EXPECT_EQ(call(0x08, {0x7FFFFFFF}), 0U);
    EXPECT_EQ(call(0x08, {0x80000000}), 1U);
    EXPECT_EQ(call(0x08, {failure}), 1U);
}

TEST_F(semihosting_test, gives_the_command_line) {
    config.command_line = "prog arg1 arg2";
    put(buffer, std::string(20, '#'));
    EXPECT_EQ(call(0x15, {buffer, 15}), 0U);
    EXPECT_EQ(get_words(block, 2), (std::vector<std::uint32_t>{buffer, 14}));
    EXPECT_EQ(get(buffer, 16), std::string("prog arg1 arg2\0#", 16));
    EXPECT_EQ(err.str(), "");
    EXPECT_EQ(call(0x15, {buffer, 14}), failure) << "no room for the NUL";
    EXPECT_EQ(error(), 7U) << "E2BIG";
    EXPECT_EQ(err.str(), "warning: semihosting: the command line has 14 characters, the firmware "
                         "has room for 14 with the NUL\n");
    EXPECT_EQ(fault_of(0x15, {small_memory::end - 14, 80}),
              "SYS_GET_CMDLINE: expected a buffer of 15 bytes in RAM, found address 0x00010F72");
}

TEST_F(semihosting_test, an_empty_command_line_is_one) {
    put(buffer, "#");
    EXPECT_EQ(call(0x15, {buffer, 1}), 0U);
    EXPECT_EQ(get(buffer, 1), std::string(1, '\0'));
    EXPECT_EQ(call(0x15, {buffer, 0}), failure);
}

TEST_F(semihosting_test, gives_heap_and_stack) {
    config.heap_base = 0x9000;
    config.heap_limit = 0xF00000;
    config.stack_base = 0x1000000;
    EXPECT_EQ(call(0x16, {buffer}), 0U);
    EXPECT_EQ(get_words(buffer, 4), (std::vector<std::uint32_t>{0x9000, 0xF00000, 0x1000000, 0}));
    EXPECT_EQ(fault_of(0x16, {small_memory::end - 12}),
              "SYS_HEAPINFO: expected a block of 4 words in RAM, found address 0x00010F74");
}

TEST_F(semihosting_test, runs_no_commands) {
    put(text, "true");
    EXPECT_EQ(call(0x12, {text, 4}), failure);
    EXPECT_EQ(error(), 1U) << "EPERM";
    EXPECT_EQ(call(0x12, {text, 4}), failure);
    EXPECT_EQ(err.str(), "warning: semihosting: SYS_SYSTEM is refused: firmware runs no commands "
                         "on the host\n");
}

TEST_F(semihosting_test, unknown_operations_fail_with_one_warning_each) {
    for (const std::uint32_t operation : {0x00U, 0x0BU, 0x14U, 0x17U, 0x32U, 0x101U, 0x0BU}) {
        EXPECT_EQ(call(operation), failure) << operation;
        EXPECT_EQ(error(), 88U) << "ENOSYS of newlib";
    }
    const std::string start = "warning: semihosting: there is no operation ";
    EXPECT_EQ(err.str(), start + "0x00\n" + start + "0x0B\n" + start + "0x14\n" + start + "0x17\n" +
                             start + "0x32\n" + start + "0x101\n");
}

TEST_F(semihosting_test, marks_give_0_where_nobody_wants_to_know) {
    EXPECT_EQ(call(0x110), 0U);
    EXPECT_EQ(call(0x111), 0U);
    EXPECT_EQ(err.str(), "");
}

TEST_F(semihosting_test, marks_are_told) {
    std::vector<bool> marks;
    config.on_mark = [&marks](bool begins) { marks.push_back(begins); };
    EXPECT_EQ(call(0x110), 0U);
    EXPECT_EQ(call(0x111), 0U);
    EXPECT_EQ(marks, (std::vector<bool>{true, false}));
    EXPECT_EQ(err.str(), "");
}

TEST_F(semihosting_test, warnings_come_to_an_end) {
    for (std::uint32_t operation = 0x1000; operation < 0x1400; ++operation) {
        EXPECT_EQ(call(operation), failure);
    }
    const std::string warnings = err.str();
    EXPECT_EQ(std::count(warnings.begin(), warnings.end(), '\n'), 17);
    EXPECT_NE(warnings.find("operation 0x100F\nwarning: semihosting: further warnings are left "
                            "out\n"),
              std::string::npos)
        << warnings;
}

TEST_F(semihosting_test, each_block_must_be_in_memory) {
    struct parameters {
        std::uint32_t operation;
        const char* message;
    };
    const parameters blocks[] = {
        {0x01, "SYS_OPEN: expected a block of 3 words"},
        {0x02, "SYS_CLOSE: expected a block of 1 word "},
        {0x03, "SYS_WRITEC: expected a buffer of 1 byte "},
        {0x04, "SYS_WRITE0: expected a text that ends with a NUL"},
        {0x05, "SYS_WRITE: expected a block of 3 words"},
        {0x06, "SYS_READ: expected a block of 3 words"},
        {0x08, "SYS_ISERROR: expected a block of 1 word "},
        {0x09, "SYS_ISTTY: expected a block of 1 word "},
        {0x0A, "SYS_SEEK: expected a block of 2 words"},
        {0x0C, "SYS_FLEN: expected a block of 1 word "},
        {0x0D, "SYS_TMPNAM: expected a block of 3 words"},
        {0x0E, "SYS_REMOVE: expected a block of 2 words"},
        {0x0F, "SYS_RENAME: expected a block of 4 words"},
        {0x15, "SYS_GET_CMDLINE: expected a block of 2 words"},
        {0x16, "SYS_HEAPINFO: expected a block of 1 word "},
        {0x20, "SYS_EXIT_EXTENDED: expected a block of 2 words"},
        {0x30, "SYS_ELAPSED: expected a block of 2 words"},
    };
    for (const parameters& p : blocks) {
        for (const std::uint32_t address :
             {0U, small_memory::base - 1, small_memory::end, 0xFFFFFFFEU}) {
            const std::string message = fault(p.operation, address);
            EXPECT_EQ(message.rfind(p.message, 0), 0U) << message;
            EXPECT_NE(message.find("in RAM, found address 0x"), std::string::npos) << message;
        }
    }
    try {
        host().call(0x01, 0x12345678);
        ADD_FAILURE();
    } catch (const semihosting_fault& f) {
        EXPECT_EQ(f.address(), 0x12345678U);
    }
}

TEST_F(semihosting_test, each_buffer_must_be_in_memory) {
    const std::uint32_t console = open(":tt", 4);
    const std::string at_end = " in RAM, found address 0x00010F78";
    constexpr std::uint32_t last = small_memory::end - 8;
    EXPECT_EQ(fault_of(0x01, {last, 0, 9}), "SYS_OPEN: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(fault_of(0x05, {console, last, 9}),
              "SYS_WRITE: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(fault_of(0x06, {console, last, 9}),
              "SYS_READ: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(fault_of(0x0D, {last, 0, 80}), "SYS_TMPNAM: expected a buffer of 18 bytes" + at_end);
    EXPECT_EQ(fault_of(0x0E, {last, 9}), "SYS_REMOVE: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(fault_of(0x0F, {last, 9, text, 1}),
              "SYS_RENAME: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(fault_of(0x0F, {text, 1, last, 9}),
              "SYS_RENAME: expected a buffer of 9 bytes" + at_end);
    EXPECT_EQ(call(0x05, {console, last, 8}), 0U) << "up to the last byte";
    EXPECT_EQ(call(0x05, {console, 0, 0}), 0U) << "nothing needs no memory";
    EXPECT_EQ(out.str(), std::string(8, '\0'));
}

TEST_F(semihosting_test, a_huge_length_takes_no_memory_and_writes_nothing) {
    const std::uint32_t console = open(":tt", 4);
    const std::uint32_t input = open(":tt", 0);
    in.str("never read");
    EXPECT_EQ(fault_of(0x05, {console, buffer, 0xFFFFFFFF}),
              "SYS_WRITE: expected a buffer of 4294967295 bytes in RAM, found address 0x00004000");
    EXPECT_EQ(fault_of(0x05, {console, small_memory::base, 0xFFFFEFFF}),
              "SYS_WRITE: expected a buffer of 4294963199 bytes in RAM, found address 0x00001000");
    EXPECT_EQ(fault_of(0x06, {input, buffer, 0xFFFFFFFF}),
              "SYS_READ: expected a buffer of 4294967295 bytes in RAM, found address 0x00004000");
    EXPECT_EQ(call(0x01, {text, 0, 0xFFFFFFFF}), failure);
    EXPECT_EQ(error(), 91U) << "ENAMETOOLONG of newlib";
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(in.tellg(), 0);
    EXPECT_LE(memory.largest_access, guest_access::chunk);
}

TEST_F(semihosting_test, memory_that_cannot_be_written_is_a_fault) {
    in.str("abc");
    const std::uint32_t handle = open(":tt", 0);
    memory.read_only_from = buffer;
    EXPECT_EQ(fault_of(0x06, {handle, buffer, 3}),
              "SYS_READ: expected a buffer of 3 bytes in RAM, found address 0x00004000");
    EXPECT_EQ(fault(0x30, buffer),
              "SYS_ELAPSED: expected a block of 2 words in RAM, found address 0x00004000");
}

/// RAM up to the last address.
class last_memory final : public guest_memory {
public:
    static constexpr std::uint32_t base = 0xFFFF'F000;

    bool read(std::uint32_t address, void* data, std::size_t bytes) override {
        if (address < base || bytes > m_bytes.size() - (address - base)) {
            return false;
        }
        std::memcpy(data, m_bytes.data() + (address - base), bytes);
        return true;
    }
    bool write(std::uint32_t address, const void* data, std::size_t bytes) override {
        if (address < base || bytes > m_bytes.size() - (address - base)) {
            return false;
        }
        std::memcpy(m_bytes.data() + (address - base), data, bytes);
        return true;
    }

private:
    std::array<char, 0x1000> m_bytes{};
};

TEST_F(semihosting_test, the_last_bytes_of_the_address_space_are_as_good_as_others) {
    constexpr std::uint32_t base = last_memory::base;
    last_memory top;
    in.str("input");
    semihosting host(top, config);
    const auto put_there = [&](std::uint32_t address, const std::string& bytes) {
        ASSERT_TRUE(top.write(address, bytes.data(), bytes.size()));
    };
    const auto message = [&](std::uint32_t operation, std::uint32_t parameter) {
        try {
            host.call(operation, parameter);
            return std::string("no fault");
        } catch (const semihosting_fault& f) {
            return std::string(f.what());
        }
    };
    put_there(0xFFFF'FFFC, std::string("abc\0", 4));
    EXPECT_EQ(host.call(0x04, 0xFFFF'FFFC).r0, 0U);
    put_there(0xFFFF'FFFF, "d");
    EXPECT_EQ(message(0x04, 0xFFFF'FFFC), "SYS_WRITE0: expected a text that ends with a NUL in "
                                          "RAM, found address 0xFFFFFFFC");
    EXPECT_EQ(host.call(0x03, 0xFFFF'FFFF).r0, 0U);
    EXPECT_EQ(out.str(), "abcabcdd");

    // A console for reading, and a buffer at the end.
    put_there(base, ":tt");
    const std::uint32_t name_block[] = {base, 0, 3};
    put_there(base + 0x10, std::string(reinterpret_cast<const char*>(name_block), 12));
    const std::uint32_t handle = host.call(0x01, base + 0x10).r0;
    std::uint32_t read_block[] = {handle, 0xFFFF'FFFB, 5};
    put_there(base + 0x20, std::string(reinterpret_cast<const char*>(read_block), 12));
    EXPECT_EQ(host.call(0x06, base + 0x20).r0, 0U);
    std::array<char, 5> got{};
    EXPECT_TRUE(top.read(0xFFFF'FFFB, got.data(), got.size()));
    EXPECT_EQ(std::string(got.data(), got.size()), "input");
    read_block[2] = 6;
    put_there(base + 0x20, std::string(reinterpret_cast<const char*>(read_block), 12));
    EXPECT_EQ(message(0x06, base + 0x20),
              "SYS_READ: expected a buffer of 6 bytes in RAM, found address 0xFFFFFFFB");
    EXPECT_EQ(message(0x01, 0xFFFF'FFF8),
              "SYS_OPEN: expected a block of 3 words in RAM, found address 0xFFFFFFF8");
}

TEST_F(semihosting_test, a_folder_that_is_none_is_an_error) {
    const auto message = [&](const std::string& folder) {
        config.directory = folder;
        try {
            const semihosting made(memory, config);
            return std::string("none");
        } catch (const std::runtime_error& e) {
            return std::string(e.what());
        }
    };
    EXPECT_EQ(message("/nowhere/at/all"), "--semihosting-dir /nowhere/at/all: expected a folder, "
                                          "found No such file or directory");
    EXPECT_EQ(message("/dev/null"), "--semihosting-dir /dev/null: expected a folder, found "
                                    "something else");
    EXPECT_EQ(message(""), "none");
}

} // namespace
} // namespace platform::iss::semihosting_test
