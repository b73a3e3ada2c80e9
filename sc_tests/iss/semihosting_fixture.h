// SPDX-License-Identifier: Apache-2.0
// Semihosting with a small memory, and consoles that a test can look at.
#pragma once

#include <iss/host/semihosting.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss {

/// RAM at 0x1000 that does not end at a round address; nothing else.
class small_memory final : public guest_memory {
public:
    static constexpr std::uint32_t base = 0x1000;
    static constexpr std::uint32_t size = 0xFF80;
    static constexpr std::uint32_t end = base + size;

    bool read(std::uint32_t address, void* data, std::size_t bytes) override {
        largest_access = std::max(largest_access, bytes);
        if (!contains(address, bytes)) {
            return false;
        }
        std::memcpy(data, m_bytes.data() + (address - base), bytes);
        return true;
    }

    bool write(std::uint32_t address, const void* data, std::size_t bytes) override {
        largest_access = std::max(largest_access, bytes);
        if (!contains(address, bytes) || address >= read_only_from) {
            return false;
        }
        std::memcpy(m_bytes.data() + (address - base), data, bytes);
        return true;
    }

    std::size_t largest_access = 0;            ///< in bytes
    std::uint32_t read_only_from = UINT32_MAX; ///< writes from here on fail

private:
    static bool contains(std::uint32_t address, std::size_t bytes) {
        return address >= base && address <= end && bytes <= end - address;
    }

    std::vector<std::uint8_t> m_bytes = std::vector<std::uint8_t>(size);
};

class semihosting_fixture : public testing::Test {
protected:
    static constexpr std::uint32_t failure = 0xFFFFFFFF;
    static constexpr std::uint32_t block = 0x1000; ///< where call() puts the parameters
    static constexpr std::uint32_t text = 0x2000;
    static constexpr std::uint32_t text_2 = 0x3000;
    static constexpr std::uint32_t buffer = 0x4000; ///< the rest of memory

    semihosting_fixture() {
        config.out = &out;
        config.err = &err;
        config.in = &in;
    }

    /// With `config` as it is at the first use.
    semihosting& host() {
        if (!m_host) {
            m_host = std::make_unique<semihosting>(memory, config);
        }
        return *m_host;
    }

    /// A call with a block of words; without any the parameter is 0.
    std::uint32_t call(std::uint32_t operation, const std::vector<std::uint32_t>& words = {}) {
        if (!words.empty()) {
            put_words(block, words);
        }
        const semihosting_result result = host().call(operation, words.empty() ? 0 : block);
        EXPECT_FALSE(result.exit_code);
        return result.r0;
    }

    std::uint32_t open(const std::string& name, std::uint32_t mode) {
        put(text, name);
        return call(0x01, {text, mode, static_cast<std::uint32_t>(name.size())});
    }

    /// Writes all of a text; the number of bytes that were not written.
    std::uint32_t write(std::uint32_t handle, const std::string& contents) {
        put(buffer, contents);
        return call(0x05, {handle, buffer, static_cast<std::uint32_t>(contents.size())});
    }

    /// What SYS_READ gives for up to `bytes` bytes, and what it returns.
    std::pair<std::string, std::uint32_t> read(std::uint32_t handle, std::uint32_t bytes) {
        const std::uint32_t rest = call(0x06, {handle, buffer, bytes});
        return {get(buffer, bytes - std::min(rest, bytes)), rest};
    }

    std::uint32_t remove(const std::string& name) {
        put(text, name);
        return call(0x0E, {text, static_cast<std::uint32_t>(name.size())});
    }

    std::uint32_t rename(const std::string& from, const std::string& to) {
        put(text, from);
        put(text_2, to);
        return call(0x0F, {text, static_cast<std::uint32_t>(from.size()), text_2,
                           static_cast<std::uint32_t>(to.size())});
    }

    std::uint32_t error() { return call(0x13); }

    /// The message of the fault that a call raises; "no fault" if there is none.
    std::string fault(std::uint32_t operation, std::uint32_t parameter) {
        try {
            host().call(operation, parameter);
            return "no fault";
        } catch (const semihosting_fault& f) {
            return f.what();
        }
    }

    std::string fault_of(std::uint32_t operation, const std::vector<std::uint32_t>& words) {
        put_words(block, words);
        return fault(operation, block);
    }

    void put(std::uint32_t address, const std::string& bytes) {
        ASSERT_TRUE(memory.write(address, bytes.data(), bytes.size()));
    }

    std::string get(std::uint32_t address, std::size_t bytes) {
        std::string data(bytes, '\0');
        EXPECT_TRUE(memory.read(address, data.data(), bytes));
        return data;
    }

    void put_words(std::uint32_t address, const std::vector<std::uint32_t>& words) {
        ASSERT_TRUE(memory.write(address, words.data(), 4 * words.size()));
    }

    std::vector<std::uint32_t> get_words(std::uint32_t address, std::size_t count) {
        std::vector<std::uint32_t> words(count);
        EXPECT_TRUE(memory.read(address, words.data(), 4 * count));
        return words;
    }

    small_memory memory;
    semihosting_config config;
    std::ostringstream out;
    std::ostringstream err;
    std::istringstream in;

private:
    std::unique_ptr<semihosting> m_host;
};

} // namespace platform::iss
