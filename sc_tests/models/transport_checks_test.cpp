// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/transport_checks.h>

#include <array>
#include <vector>

namespace sc_test::transport_checks_test {

namespace {

constexpr std::uint64_t window = 0x100;
constexpr auto no_command = static_cast<tlm::tlm_command>(3);

/// A whole aligned read of the word at 0x10, for each test to bend.
class transport_checks : public testing::Test {
protected:
    transport_checks() {
        payload.set_command(tlm::TLM_READ_COMMAND);
        payload.set_address(0x10);
        payload.set_data_ptr(data.data());
        payload.set_data_length(4);
        payload.set_streaming_width(4);
    }
    pmu::refusal find() const { return pmu::check_word_access(payload, window); }
    tlm::tlm_response_status check() const { return pmu::response_to(find()); }
    void enable_bytes(const std::vector<unsigned char>& enables) {
        m_enables = enables;
        payload.set_byte_enable_ptr(m_enables.data());
        payload.set_byte_enable_length(static_cast<unsigned>(m_enables.size()));
    }
    /// Debug transport on a file of registers at 0x00 to 0x2C and 0x40 to 0xFC.
    unsigned debug() {
        return pmu::debug_bytes(
            payload, window,
            [this](std::uint64_t address, std::uint32_t& word) {
                word = registers.at(static_cast<std::size_t>(address / 4));
                return exists(address);
            },
            [this](std::uint64_t address, std::uint32_t word) {
                if (exists(address)) {
                    registers.at(static_cast<std::size_t>(address / 4)) = word;
                }
                return exists(address);
            });
    }
    static bool exists(std::uint64_t address) { return address < 0x30 || address >= 0x40; }

    std::array<unsigned char, 16> data{};
    std::array<std::uint32_t, window / 4> registers{};
    tlm::tlm_generic_payload payload;

private:
    std::vector<unsigned char> m_enables;
};

TEST_F(transport_checks, a_word_is_ok) {
    EXPECT_EQ(check(), tlm::TLM_OK_RESPONSE);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_streaming_width(64);
    payload.set_address(window - 4);
    EXPECT_EQ(check(), tlm::TLM_OK_RESPONSE);
}

TEST_F(transport_checks, each_error) {
    payload.set_address(window);
    EXPECT_EQ(check(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(std::uint64_t{1} << 32);
    EXPECT_EQ(check(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(0x10);
    for (const unsigned length : {0U, 1U, 2U, 3U, 5U, 8U}) {
        payload.set_data_length(length);
        EXPECT_EQ(check(), tlm::TLM_BURST_ERROR_RESPONSE) << length;
    }
    payload.set_data_length(4);
    for (const unsigned width : {1U, 2U, 3U}) {
        payload.set_streaming_width(width);
        EXPECT_EQ(check(), tlm::TLM_BURST_ERROR_RESPONSE) << width;
    }
    payload.set_streaming_width(4);
    payload.set_data_ptr(nullptr);
    EXPECT_EQ(check(), tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_data_ptr(data.data());
    for (const unsigned offset : {1U, 2U, 3U}) {
        payload.set_address(0x10 + offset);
        EXPECT_EQ(check(), tlm::TLM_ADDRESS_ERROR_RESPONSE) << offset;
    }
}

TEST_F(transport_checks, byte_enables) {
    for (unsigned set = 0; set < 16; ++set) {
        std::vector<unsigned char> enables;
        for (unsigned byte = 0; byte < 4; ++byte) {
            enables.push_back((set >> byte & 1U) != 0 ? 0xFF : 0x00);
        }
        enable_bytes(enables);
        EXPECT_EQ(check(), set == 15 ? tlm::TLM_OK_RESPONSE : tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE)
            << set;
    }
    enable_bytes({0xFF}); // repeats
    EXPECT_EQ(check(), tlm::TLM_OK_RESPONSE);
    enable_bytes({0xFF, 0x00});
    EXPECT_EQ(check(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    enable_bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x00}); // more than the access has bytes
    EXPECT_EQ(check(), tlm::TLM_OK_RESPONSE);
    payload.set_byte_enable_length(0); // says nothing about any byte
    EXPECT_EQ(check(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_F(transport_checks, the_order_of_errors) {
    enable_bytes({0x00});
    payload.set_address(window + 1);
    payload.set_data_length(2);
    EXPECT_EQ(check(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(window - 1);
    EXPECT_EQ(find(), pmu::refusal::outside) << "its second byte is";
    payload.set_data_length(1);
    EXPECT_EQ(find(), pmu::refusal::length);
    payload.set_data_length(2);
    payload.set_address(0x11);
    EXPECT_EQ(check(), tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_data_length(4);
    EXPECT_EQ(check(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(0x10);
    EXPECT_EQ(check(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_F(transport_checks, a_target_that_wraps_addresses_takes_any) {
    constexpr std::uint64_t topmost = ~std::uint64_t{3};
    for (const std::uint64_t address : {0xFFFF'0000'000F'F180, topmost, std::uint64_t{0}}) {
        payload.set_address(address);
        EXPECT_EQ(pmu::check_word_access(payload, pmu::any_address), pmu::refusal::none) << address;
    }
    payload.set_data_length(8); // beyond the end of all addresses
    payload.set_address(topmost);
    EXPECT_EQ(pmu::check_word_access(payload, pmu::any_address), pmu::refusal::outside);
}

TEST_F(transport_checks, debug_reaches_the_topmost_word) {
    unsigned peeks = 0;
    payload.set_address(~std::uint64_t{7});
    payload.set_data_length(16);
    const auto peek = [&](std::uint64_t, std::uint32_t&) { return ++peeks != 0; };
    const auto poke = [](std::uint64_t, std::uint32_t) { return false; };
    EXPECT_EQ(pmu::debug_bytes(payload, pmu::any_address, peek, poke), 8U);
    EXPECT_EQ(peeks, 2U);
}

TEST_F(transport_checks, words_in_and_out) {
    pmu::set_word(payload, 0x8765'4321);
    EXPECT_EQ(pmu::get_word(payload), 0x8765'4321U);
    EXPECT_EQ(data[4], 0); // four bytes and no more
}

TEST_F(transport_checks, responses_keep_their_names) {
    EXPECT_EQ(pmu::to_tlm(pmu::response::ok), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(pmu::to_tlm(pmu::response::address_error), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(pmu::to_tlm(pmu::response::command_error), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(pmu::to_tlm(pmu::response::burst_error), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(pmu::to_tlm(pmu::response::byte_enable_error), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_F(transport_checks, debug_reads_and_writes_runs_of_words) {
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_data_length(16);
    for (unsigned i = 0; i < data.size(); ++i) {
        data[i] = static_cast<unsigned char>(i + 1);
    }
    const auto written = data;
    EXPECT_EQ(debug(), 16U);
    EXPECT_EQ(registers[3], 0U);
    EXPECT_NE(registers[4], 0U);
    EXPECT_EQ(registers[8], 0U);
    data = {};
    payload.set_command(tlm::TLM_READ_COMMAND);
    EXPECT_EQ(debug(), 16U);
    EXPECT_EQ(data, written);
}

TEST_F(transport_checks, one_word_goes_to_the_access_and_back) {
    int accesses = 0;
    pmu::response answer = pmu::response::ok;
    std::uint32_t taken = 0;
    const auto transport = [&] {
        payload.set_dmi_allowed(true);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        const auto access = [&](bool is_read, std::uint32_t& word) {
            ++accesses;
            EXPECT_EQ(is_read, payload.is_read());
            taken = word;
            word = 0x4433'2211;
            return answer;
        };
        const auto finds_register = [] { return false; };
        pmu::transport_word(payload, window, access, finds_register);
        EXPECT_FALSE(payload.is_dmi_allowed());
        return payload.get_response_status();
    };
    constexpr std::array<unsigned char, 16> nothing{};
    answer = pmu::response::command_error;
    EXPECT_EQ(transport(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(data, nothing); // a refused read leaves the data alone
    answer = pmu::response::ok;
    EXPECT_EQ(transport(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(data, (std::array<unsigned char, 16>{0x11, 0x22, 0x33, 0x44}));
    data = {0x78, 0x56, 0x34, 0x12, 0xFF};
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    EXPECT_EQ(transport(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(taken, 0x1234'5678U);
    EXPECT_EQ(data, (std::array<unsigned char, 16>{0x78, 0x56, 0x34, 0x12, 0xFF}));
    EXPECT_EQ(accesses, 3);
    payload.set_data_length(8);
    EXPECT_EQ(transport(), tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_command(tlm::TLM_IGNORE_COMMAND);
    EXPECT_EQ(transport(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(accesses, 3);
}

TEST_F(transport_checks, a_value_that_is_no_command_is_refused_after_all_other_errors) {
    bool is_register = false;
    const auto transport = [&] {
        pmu::transport_word(
            payload, window,
            [](bool, std::uint32_t&) {
                ADD_FAILURE() << "it accesses";
                return pmu::response::ok;
            },
            [&] { return is_register; });
        return payload.get_response_status();
    };
    payload.set_command(no_command);
    enable_bytes({0x00});
    payload.set_address(window + 1);
    payload.set_data_length(2);
    EXPECT_EQ(transport(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(0x11);
    EXPECT_EQ(transport(), tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_data_length(4);
    EXPECT_EQ(transport(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    payload.set_address(0x10);
    EXPECT_EQ(transport(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    enable_bytes({0xFF});
    EXPECT_EQ(transport(), tlm::TLM_ADDRESS_ERROR_RESPONSE); // no register
    is_register = true;
    EXPECT_EQ(transport(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(debug(), 0U);
}

TEST_F(transport_checks, debug_stops_at_holes_and_at_the_end) {
    payload.set_data_length(16);
    payload.set_address(0x28);
    EXPECT_EQ(debug(), 8U);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    EXPECT_EQ(debug(), 8U);
    payload.set_address(window - 4);
    EXPECT_EQ(debug(), 4U);
    for (const std::uint64_t address : {std::uint64_t{0x30}, window, ~std::uint64_t{3}}) {
        payload.set_address(address);
        EXPECT_EQ(debug(), 0U) << address;
    }
}

TEST_F(transport_checks, debug_takes_any_length_and_alignment) {
    registers[4] = 0x4433'2211; // 0x10 to 0x13
    registers[5] = 0x8877'6655;
    const auto read = [this](std::uint64_t address, unsigned length) {
        data = {};
        payload.set_command(tlm::TLM_READ_COMMAND);
        payload.set_address(address);
        payload.set_data_length(length);
        return debug();
    };
    EXPECT_EQ(read(0x11, 2), 2U);
    EXPECT_EQ(data, (std::array<unsigned char, 16>{0x22, 0x33}));
    EXPECT_EQ(read(0x13, 5), 5U);
    EXPECT_EQ(data, (std::array<unsigned char, 16>{0x44, 0x55, 0x66, 0x77, 0x88}));
    EXPECT_EQ(read(0x10, 1), 1U);
    EXPECT_EQ(read(0x10, 0), 0U);
    EXPECT_EQ(read(0x2E, 7), 2U); // there is no register at 0x30
    EXPECT_EQ(read(window - 1, 2), 1U);

    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x12);
    payload.set_data_length(3);
    data = {0xAA, 0xBB, 0xCC};
    EXPECT_EQ(debug(), 3U);
    EXPECT_EQ(registers[4], 0xBBAA'2211U);
    EXPECT_EQ(registers[5], 0x8877'66CCU);

    payload.set_command(tlm::TLM_IGNORE_COMMAND);
    EXPECT_EQ(debug(), 0U);
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(nullptr);
    EXPECT_EQ(debug(), 0U);
}

TEST_F(transport_checks, a_streaming_width_of_0_does_not_stream) {
    payload.set_streaming_width(0);
    EXPECT_EQ(find(), pmu::refusal::no_streaming);
    EXPECT_EQ(check(), tlm::TLM_OK_RESPONSE);
    payload.set_address(0x11); // all else is looked at first
    EXPECT_EQ(find(), pmu::refusal::misaligned);
}

TEST_F(transport_checks, a_remark_gives_the_response) {
    std::vector<pmu::refusal> remarks;
    const auto transport = [&](pmu::response answer) {
        pmu::transport_word(
            payload, window, [&](bool, std::uint32_t&) { return answer; }, [] { return true; },
            [&](pmu::refusal why, tlm::tlm_response_status status) {
                remarks.push_back(why);
                return status == tlm::TLM_OK_RESPONSE ? status : tlm::TLM_GENERIC_ERROR_RESPONSE;
            });
        return payload.get_response_status();
    };
    EXPECT_EQ(transport(pmu::response::ok), tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(remarks.empty());
    EXPECT_EQ(transport(pmu::response::command_error), tlm::TLM_GENERIC_ERROR_RESPONSE);
    payload.set_streaming_width(0);
    EXPECT_EQ(transport(pmu::response::ok), tlm::TLM_OK_RESPONSE);
    payload.set_data_length(8);
    EXPECT_EQ(transport(pmu::response::ok), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(remarks,
              (std::vector<pmu::refusal>{pmu::refusal::no_register, pmu::refusal::no_streaming,
                                         pmu::refusal::length}));
}

// The table "Responses" of models/README.md.
TEST(refusal, gives_the_response_of_the_table) {
    using pmu::refusal;
    const std::pair<refusal, tlm::tlm_response_status> rows[] = {
        {refusal::none, tlm::TLM_OK_RESPONSE},
        {refusal::no_streaming, tlm::TLM_OK_RESPONSE},
        {refusal::outside, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {refusal::length, tlm::TLM_BURST_ERROR_RESPONSE},
        {refusal::streaming_width, tlm::TLM_BURST_ERROR_RESPONSE},
        {refusal::no_data, tlm::TLM_BURST_ERROR_RESPONSE},
        {refusal::misaligned, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {refusal::byte_enables, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
        {refusal::no_register, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {refusal::not_allowed, tlm::TLM_COMMAND_ERROR_RESPONSE},
        {refusal::command, tlm::TLM_COMMAND_ERROR_RESPONSE},
    };
    for (const auto& [why, expected] : rows) {
        EXPECT_EQ(pmu::response_to(why), expected) << static_cast<int>(why);
    }
}

TEST(access_extension, absent_means_privileged_and_secure) {
    const tlm::tlm_generic_payload payload;
    EXPECT_TRUE(pmu::attributes_of(payload).privileged);
    EXPECT_TRUE(pmu::attributes_of(payload).secure);
}

TEST(access_extension, travels_with_the_payload_and_its_copies) {
    pmu::access_extension user_nonsecure{{false, false}};
    tlm::tlm_generic_payload payload;
    payload.set_extension(&user_nonsecure);
    EXPECT_FALSE(pmu::attributes_of(payload).privileged);
    EXPECT_FALSE(pmu::attributes_of(payload).secure);

    pmu::access_extension present;
    tlm::tlm_generic_payload copy;
    copy.set_extension(&present);
    copy.deep_copy_from(payload); // copies into what is there
    EXPECT_FALSE(pmu::attributes_of(copy).privileged);
    EXPECT_FALSE(present.attributes.secure);
    copy.clear_extension(&present);
    payload.clear_extension(&user_nonsecure);

    tlm::tlm_extension_base* clone = user_nonsecure.clone();
    EXPECT_FALSE(static_cast<pmu::access_extension*>(clone)->attributes.privileged);
    clone->free();
}

} // namespace

} // namespace sc_test::transport_checks_test
