// SPDX-License-Identifier: Apache-2.0
// Registers are words of 32 bits on a bus of any width, and the address bits above a window.
#include <support/part_types.h>
#include <support/sc_fixture.h>

#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <tlm_utils/simple_initiator_socket.h>
#include <type_traits>

namespace sc_test::bus_width_test {

namespace {

template <class Unit>
struct module_of;
template <class Module, unsigned Width>
struct module_of<pmu::with_socket<Module, Width>> {
    using type = Module;
};

/// A unit on a bus of some width, and an initiator whose data are two beats of the widest bus.
template <class Module, unsigned Width>
class wide_bench : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<wide_bench, Width> socket{"socket"};
    pmu::tickless_clock clk{"clk", sc_core::sc_time(10, sc_core::SC_NS)};
    pmu::with_socket<Module, Width> unit{"pmu"};
    tlm::tlm_generic_payload payload;
    std::array<unsigned char, 64> beats{};

    explicit wide_bench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.bind(unit.socket);
        unit.clk(clk);
    }

    /// An access whose data stand at a lane of the bus.
    tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, unsigned lane,
                                    unsigned length = 4) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(&beats[lane]);
        payload.set_data_length(length);
        payload.set_streaming_width(length);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);
        return payload.get_response_status();
    }
    void put(unsigned lane, std::uint32_t word) { std::memcpy(&beats[lane], &word, sizeof word); }
    std::uint32_t get(unsigned lane) const {
        std::uint32_t word = 0;
        std::memcpy(&word, &beats[lane], sizeof word);
        return word;
    }
};

template <class Unit>
class bus_width : public sc_fixture {
public:
    using module = typename module_of<Unit>::type;
    using core = typename Unit::core_type;

    /// A register that is nothing but a stored word: a counter, all of which stand still.
    static const pmu::register_desc& counter() {
        const auto& map = core::registers();
        return *std::find_if(map.begin(), map.end(),
                             [](const pmu::register_desc& r) { return r.writable == ~0U; });
    }

    /// A word goes over any lane of the bus, and touches no other.
    template <unsigned Width>
    static void moves_words(wide_bench<module, Width>& bench) {
        const std::uint32_t at = counter().address;
        for (unsigned lane = 0; lane < bench.beats.size(); lane += 4) {
            const std::uint32_t word = 0x8765'4300U + lane;
            bench.beats.fill(0xEE);
            bench.put(lane, word);
            EXPECT_EQ(bench.access(tlm::TLM_WRITE_COMMAND, at, lane), tlm::TLM_OK_RESPONSE);
            bench.beats.fill(0xEE);
            EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, at, lane), tlm::TLM_OK_RESPONSE);
            EXPECT_EQ(bench.get(lane), word) << Width << " bits, lane " << lane;
            EXPECT_EQ(std::count(bench.beats.begin(), bench.beats.end(), 0xEE), 60)
                << Width << " bits, lane " << lane;
        }
    }

    /// What is no word is refused, however wide the bus: it changes nothing.
    template <unsigned Width>
    static void refuses_other_lengths(wide_bench<module, Width>& bench) {
        const std::uint32_t at = counter().address;
        bench.put(0, 0x1234'5678);
        ASSERT_EQ(bench.access(tlm::TLM_WRITE_COMMAND, at, 0), tlm::TLM_OK_RESPONSE);
        // As a master of 64 bits may write one word of a beat: data of eight bytes, four enabled.
        std::array<unsigned char, 8> enables{0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0};
        for (const unsigned length : {1U, 2U, 8U, 16U, 32U}) {
            for (const bool has_enables : {false, true}) {
                bench.beats.fill(0xEE);
                bench.payload.set_byte_enable_ptr(has_enables ? enables.data() : nullptr);
                bench.payload.set_byte_enable_length(
                    has_enables ? static_cast<unsigned>(enables.size()) : 0);
                EXPECT_EQ(bench.access(tlm::TLM_WRITE_COMMAND, at, 0, length),
                          tlm::TLM_BURST_ERROR_RESPONSE);
                EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, at, 0, length),
                          tlm::TLM_BURST_ERROR_RESPONSE);
                EXPECT_EQ(std::count(bench.beats.begin(), bench.beats.end(), 0xEE), 64);
            }
        }
        // Of a word, all bytes or an error. More enables than bytes: the rest is not looked at.
        bench.payload.set_byte_enable_ptr(enables.data());
        bench.payload.set_byte_enable_length(enables.size());
        EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, at, 8), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(bench.get(8), 0x1234'5678U);
        bench.put(0, 0x5555'5555);
        bench.payload.set_byte_enable_length(5); // bytes 0 to 3
        EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, at, 8), tlm::TLM_OK_RESPONSE);
        enables[2] = 0;
        EXPECT_EQ(bench.access(tlm::TLM_WRITE_COMMAND, at, 0), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        bench.payload.set_byte_enable_ptr(nullptr);
        bench.payload.set_byte_enable_length(0);
        EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, at, 0), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(bench.get(0), 0x1234'5678U);
    }
};
TYPED_TEST_SUITE(bus_width, every_module, part_name);

TYPED_TEST(bus_width, registers_are_words) {
    using unit = typename TestFixture::module;
    wide_bench<unit, 32> on_32("on_32");
    wide_bench<unit, 64> on_64("on_64");
    wide_bench<unit, 128> on_128("on_128");
    wide_bench<unit, 256> on_256("on_256"); // none of the library's instantiations
    EXPECT_STREQ(on_64.unit.kind(), on_32.unit.kind());
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const auto try_all = [](auto& bench) {
        TestFixture::moves_words(bench);
        TestFixture::refuses_other_lengths(bench);
    };
    try_all(on_32);
    try_all(on_64);
    try_all(on_128);
    try_all(on_256);
}

TYPED_TEST(bus_width, debug_transport_takes_bytes_on_any_bus) {
    wide_bench<typename TestFixture::module, 64> bench("bench");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    bench.put(0, 0xCAFE'F00D);
    bench.access(tlm::TLM_IGNORE_COMMAND, TestFixture::counter().address, 0);
    bench.payload.set_command(tlm::TLM_WRITE_COMMAND);
    EXPECT_EQ(bench.socket->transport_dbg(bench.payload), 4U);
    bench.payload.set_command(tlm::TLM_READ_COMMAND);
    bench.payload.set_data_ptr(&bench.beats[8]);
    bench.payload.set_data_length(3);
    EXPECT_EQ(bench.socket->transport_dbg(bench.payload), 3U);
    EXPECT_EQ(bench.get(8), 0x00FE'F00DU);
    bench.payload.set_data_length(4);
    EXPECT_EQ(bench.socket->transport_dbg(bench.payload), 4U);
    EXPECT_EQ(bench.get(8), 0xCAFE'F00DU);
}

// A coprocessor window is 1 MiB and its base a multiple of that, so the low 20 bits say which
// register is meant. The CCI-400's window starts at PERIPHBASE + 0x90000, which need not be a
// multiple of its 64 KiB, so the low 16 bits do not.
TYPED_TEST(bus_width, bits_above_the_window) {
    constexpr bool has_window = TypeParam::core_type::window_size != 0;
    wide_bench<typename TestFixture::module, 64> bench("bench");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const std::uint32_t at = TestFixture::counter().address;
    bench.put(0, 0x1111'2222);
    ASSERT_EQ(bench.access(tlm::TLM_WRITE_COMMAND, at, 0), tlm::TLM_OK_RESPONSE);
    for (const std::uint64_t base : {std::uint64_t{0x10'0000}, std::uint64_t{0x2C00'0000},
                                     std::uint64_t{0x70'FFF0'0000}, ~std::uint64_t{0xF'FFFF}}) {
        bench.put(0, 0);
        const tlm::tlm_response_status expected =
            has_window ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
        EXPECT_EQ(bench.access(tlm::TLM_READ_COMMAND, base + at, 0), expected) << base;
        EXPECT_EQ(bench.get(0), has_window ? 0U : 0x1111'2222U) << base;
        EXPECT_EQ(bench.socket->transport_dbg(bench.payload), has_window ? 0U : 4U) << base;
    }
}

/// A CPU model that has no socket.
TYPED_TEST(bus_width, the_socket_may_stay_unbound) {
    pmu::tickless_clock clk{"clk", sc_core::sc_time(10, sc_core::SC_NS)};
    pmu::with_socket<typename TestFixture::module, 64> unit{"pmu"};
    unit.clk(clk);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    std::uint32_t word = 0x0F1E'2D3C;
    tlm::tlm_generic_payload payload;
    payload.set_address(TestFixture::counter().address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(sizeof word);
    payload.set_write();
    sc_core::sc_time delay;
    tlm::tlm_fw_transport_if<>& registers = unit.socket.get_base_interface();
    registers.b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    word = 0;
    payload.set_read();
    EXPECT_EQ(registers.transport_dbg(payload), 4U);
    EXPECT_EQ(word, 0x0F1E'2D3CU);
}

} // namespace

} // namespace sc_test::bus_width_test
