// SPDX-License-Identifier: Apache-2.0
#include <models/wrapper_bench.h>

#include <pmu/tlm/coprocessor_adapter.h>

#include <tlm_utils/multi_passthrough_initiator_socket.h>

namespace sc_test::coprocessor_adapter_test {

namespace {

constexpr pmu::coprocessor_register PMNC{15, 0, 15, 12, 0};
constexpr pmu::coprocessor_register CCNT{15, 0, 15, 12, 1};
constexpr pmu::coprocessor_register undefined{14, 0, 15, 12, 1};
constexpr pmu::access_attributes privileged{true, true};
constexpr pmu::access_attributes user{false, true};

/// A CPU whose coprocessor window lies somewhere.
struct cpu_bench : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_bench> socket{"socket"};
    pmu::tickless_clock clock{"clock", period};
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    pmu::coprocessor_adapter coprocessors;
    sc_core::sc_time delay;

    cpu_bench(const sc_core::sc_module_name& name, std::uint64_t window)
        : sc_core::sc_module(name), coprocessors(socket, window) {
        socket.bind(unit.socket);
        unit.clk(clock);
    }
};

/// Keeps what it was asked last.
struct kept_payload : tlm::tlm_fw_transport_if<> {
    tlm::tlm_generic_payload last;

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) override {
        last.set_command(payload.get_command());
        last.set_address(payload.get_address());
        last.set_data_length(payload.get_data_length());
        last.set_streaming_width(payload.get_streaming_width());
        last.set_byte_enable_ptr(payload.get_byte_enable_ptr());
        last.set_dmi_allowed(payload.is_dmi_allowed());
        last.set_response_status(payload.get_response_status());
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& /*payload*/,
                                       tlm::tlm_phase& /*phase*/,
                                       sc_core::sc_time& /*delay*/) override {
        return tlm::TLM_COMPLETED;
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) override {
        return false;
    }
    unsigned transport_dbg(tlm::tlm_generic_payload& /*payload*/) override { return 0; }
};

// IEEE 1666-2011, 14.17: what an initiator has to set before it passes a payload on.
TEST(coprocessor_adapter_payload, is_one_word_without_streaming) {
    kept_payload target;
    tlm::tlm_fw_transport_if<>& way = target;
    pmu::coprocessor_adapter coprocessors(way, 0x1000);
    sc_core::sc_time delay;
    std::uint32_t value = 0;
    for (const bool is_write : {true, false, true}) {
        EXPECT_TRUE(is_write ? coprocessors.mcr(CCNT, 1, privileged, delay)
                             : coprocessors.mrc(CCNT, value, privileged, delay));
        EXPECT_EQ(target.last.get_command(),
                  is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        EXPECT_GE(target.last.get_address(), 0x1000U);
        EXPECT_EQ(target.last.get_data_length(), 4U);
        EXPECT_EQ(target.last.get_streaming_width(), 4U);
        EXPECT_EQ(target.last.get_byte_enable_ptr(), nullptr);
        EXPECT_FALSE(target.last.is_dmi_allowed());
        EXPECT_EQ(target.last.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    }
}

class coprocessor_adapter : public sc_fixture, public testing::WithParamInterface<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(windows, coprocessor_adapter,
                         testing::Values(0U, 0xFFF0'0000U, 0x7'0000'0000U));

TEST_P(coprocessor_adapter, moves_words) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0;
    EXPECT_TRUE(bench.coprocessors.mcr(CCNT, 0x8765'4321, privileged, bench.delay));
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 0x8765'4321U);
}

TEST_P(coprocessor_adapter, false_is_the_undefined_exception) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0x55;
    EXPECT_TRUE(bench.coprocessors.mcr(CCNT, 7, privileged, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mcr(CCNT, 8, user, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mrc(CCNT, value, user, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mcr(undefined, 9, privileged, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mrc(undefined, value, privileged, bench.delay));
    EXPECT_EQ(value, 0x55U);
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 7U);
}

TEST_P(coprocessor_adapter, takes_effect_after_the_delay) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0;
    EXPECT_TRUE(bench.coprocessors.mcr(PMNC, enable, privileged, bench.delay));
    bench.delay = ns(100);
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 10U);
    EXPECT_EQ(bench.delay, ns(100));
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
}

// --- ways to a PMU -------------------------------------------------------------------------------

/// A class around a socket that is none itself.
class wrapped_socket {
public:
    explicit wrapped_socket(const char* name) : m_inner(name) {}
    template <class Socket>
    void bind(Socket& target) {
        m_inner.bind(target);
    }
    tlm::tlm_fw_transport_if<>* operator->() { return m_inner.operator->(); }

private:
    tlm_utils::simple_initiator_socket<wrapped_socket, 64> m_inner;
};

/// An initiator with the plain socket of TLM-2.0.
class plain_initiator : public tlm::tlm_bw_transport_if<> {
public:
    tlm::tlm_initiator_socket<128> socket{"plain"};

    plain_initiator() { socket.bind(*this); }

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                       tlm::tlm_phase& /*phase*/,
                                       sc_core::sc_time& /*delay*/) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
};

class cpu_side : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<cpu_side> simple{"simple"};
    tlm_utils::simple_initiator_socket<cpu_side, 64> simple_64{"simple_64"};
    tlm_utils::simple_initiator_socket_tagged<cpu_side, 64> tagged{"tagged"};
    tlm_utils::simple_initiator_socket_optional<cpu_side, 128> optional{"optional"};
    tlm_utils::simple_initiator_socket_tagged_optional<cpu_side> tagged_optional{"tagged_optional"};
    tlm_utils::multi_passthrough_initiator_socket<cpu_side> multi{"multi"};
    plain_initiator plain;
    wrapped_socket wrapped{"wrapped"};

    explicit cpu_side(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

/// A CPU whose socket is not bound.
struct lonely_cpu : sc_core::sc_module {
    tlm_utils::simple_initiator_socket_optional<lonely_cpu, 64> socket{"socket"};

    explicit lonely_cpu(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

class coprocessor_adapter_ways : public sc_fixture {
protected:
    /// A word there and back.
    static void expect_way(pmu::coprocessor_adapter& adapter, std::uint32_t word, const char* how) {
        sc_core::sc_time delay;
        std::uint32_t value = 0;
        EXPECT_TRUE(adapter.mcr(CCNT, word, privileged, delay)) << how;
        EXPECT_TRUE(adapter.mrc(CCNT, value, privileged, delay)) << how;
        EXPECT_EQ(value, word) << how;
    }
};

TEST_F(coprocessor_adapter_ways, are_sockets_of_any_kind_and_width_and_interfaces) {
    pmu::tickless_clock clk{"clk", period};
    sc_core::sc_vector<pmu::basic_arm1136_pmu<32>> units_32{"units_32", 4};
    sc_core::sc_vector<pmu::basic_arm1136_pmu<64>> units_64{"units_64", 3};
    sc_core::sc_vector<pmu::basic_arm1136_pmu<128>> units_128{"units_128", 2};
    cpu_side cpu("cpu");
    // All are made before their sockets are bound.
    pmu::coprocessor_adapter simple{cpu.simple};
    pmu::coprocessor_adapter simple_64{cpu.simple_64};
    pmu::coprocessor_adapter tagged{cpu.tagged};
    pmu::coprocessor_adapter optional{cpu.optional};
    pmu::coprocessor_adapter tagged_optional{cpu.tagged_optional};
    pmu::coprocessor_adapter multi{cpu.multi};
    pmu::coprocessor_adapter plain{cpu.plain.socket};
    pmu::coprocessor_adapter wrapped{cpu.wrapped};
    pmu::coprocessor_adapter interface { units_32[3].socket.get_base_interface() };
    cpu.simple.bind(units_32[0].socket);
    cpu.tagged_optional.bind(units_32[1].socket);
    cpu.multi.bind(units_32[2].socket);
    cpu.simple_64.bind(units_64[0].socket);
    cpu.tagged.bind(units_64[1].socket);
    cpu.wrapped.bind(units_64[2].socket);
    cpu.optional.bind(units_128[0].socket);
    cpu.plain.socket.bind(units_128[1].socket);
    for (auto& unit : units_32) {
        unit.clk(clk);
    }
    for (auto& unit : units_64) {
        unit.clk(clk);
    }
    for (auto& unit : units_128) {
        unit.clk(clk);
    }
    run_to(ns(5));
    expect_way(simple, 1, "simple");
    expect_way(tagged_optional, 2, "tagged optional");
    expect_way(multi, 3, "multi-passthrough");
    expect_way(interface, 4, "interface");
    expect_way(simple_64, 5, "simple, 64 bits");
    expect_way(tagged, 6, "tagged");
    expect_way(wrapped, 7, "operator->");
    expect_way(optional, 8, "optional");
    expect_way(plain, 9, "plain");
    for (unsigned n = 0; n < 4; ++n) { // each has reached its own
        std::uint32_t value = 0;
        units_32[n].snapshot().peek(ccnt_address, {}, value);
        EXPECT_EQ(value, n + 1);
    }
}

TEST_F(coprocessor_adapter_ways, end_in_an_error_where_a_socket_is_unbound) {
    lonely_cpu cpu("cpu");
    pmu::coprocessor_adapter adapter{cpu.socket};
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    sc_core::sc_time delay;
    expect_error(sc_core::SC_ID_GET_IF_, [&] { adapter.mcr(CCNT, 0, privileged, delay); });
}

} // namespace

} // namespace sc_test::coprocessor_adapter_test
