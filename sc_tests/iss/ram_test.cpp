// SPDX-License-Identifier: Apache-2.0
// How memory answers accesses, in the order in which every target of the platforms checks them.
#include <components/ram.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace sc_test::ram_test {

namespace {

using bytes = std::array<unsigned char, 8>;

class ram_test : public testing::Test {
protected:
    tlm::tlm_response_status send(tlm::tlm_command command, std::uint64_t address,
                                  unsigned length = 4, unsigned streaming_width = 4) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(data.data());
        payload.set_data_length(length);
        payload.set_streaming_width(streaming_width);
        payload.set_byte_enable_ptr(nullptr);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        sc_core::sc_time delay;
        memory.socket.get_base_interface().b_transport(payload, delay);
        return payload.get_response_status();
    }
    unsigned debug() { return memory.socket.get_base_interface().transport_dbg(payload); }

    static constexpr std::uint64_t size = 0x1000;
    static constexpr auto no_command = static_cast<tlm::tlm_command>(3);
    platform::components::ram memory{"ram", size};
    tlm::tlm_generic_payload payload;
    bytes data{1, 2, 3, 4, 5, 6, 7, 8};
};

TEST_F(ram_test, keeps_what_is_written) {
    EXPECT_EQ(send(tlm::TLM_WRITE_COMMAND, size - 8, 8, 8), tlm::TLM_OK_RESPONSE);
    data = {};
    EXPECT_EQ(send(tlm::TLM_READ_COMMAND, size - 7, 3), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(data, (bytes{2, 3, 4}));
}

TEST_F(ram_test, errors_in_their_order) {
    const bytes before = data;
    for (const tlm::tlm_command command :
         {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND, no_command}) {
        EXPECT_EQ(send(command, size, 4, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
        EXPECT_EQ(send(command, size - 2, 4, 2), tlm::TLM_ADDRESS_ERROR_RESPONSE);
        EXPECT_EQ(send(command, 0, 4, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    }
    EXPECT_EQ(data, before);
}

TEST_F(ram_test, ignore_is_ok_whatever_else_is_wrong) {
    EXPECT_EQ(send(tlm::TLM_IGNORE_COMMAND, size, 4, 2), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(send(tlm::TLM_IGNORE_COMMAND, 0), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(debug(), 0U);
}

TEST_F(ram_test, a_value_that_is_no_command_is_a_command_error) {
    const bytes before = data;
    EXPECT_EQ(send(no_command, 0), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(debug(), 0U);
    EXPECT_EQ(data, before);
    EXPECT_EQ(send(tlm::TLM_READ_COMMAND, 0), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(data, (bytes{0, 0, 0, 0, 5, 6, 7, 8}));
}

} // namespace

} // namespace sc_test::ram_test
