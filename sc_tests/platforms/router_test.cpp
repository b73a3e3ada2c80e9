// SPDX-License-Identifier: Apache-2.0
#include <components/router.h>
#include <platforms/bus_master.h>
#include <support/sc_fixture.h>

#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <tlm_utils/simple_target_socket.h>

namespace sc_test::router_test {

namespace {

constexpr std::uint64_t last_address = std::numeric_limits<std::uint64_t>::max();

/// Remembers where it was accessed, answers 16 bytes of memory.
struct memory : sc_core::sc_module {
    tlm_utils::simple_target_socket<memory> socket{"socket"};
    std::array<std::uint32_t, 4> words{};
    std::uint64_t seen = last_address; ///< address of the last transaction, as the target sees it
    bool throws = false;
    std::uint64_t dmi_last = 15;

    explicit memory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.register_b_transport(this, &memory::b_transport);
        socket.register_transport_dbg(this, &memory::transport_dbg);
        socket.register_get_direct_mem_ptr(this, &memory::get_direct_mem_ptr);
    }

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        seen = payload.get_address();
        if (throws) {
            throw std::runtime_error("memory");
        }
        delay += sc_core::sc_time(3, sc_core::SC_NS);
        access(payload);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
        seen = payload.get_address();
        access(payload);
        return payload.get_data_length();
    }
    void access(tlm::tlm_generic_payload& payload) {
        std::uint32_t& word = words.at(static_cast<std::size_t>(payload.get_address() / 4));
        if (payload.is_write()) {
            std::memcpy(&word, payload.get_data_ptr(), 4);
        } else {
            std::memcpy(payload.get_data_ptr(), &word, 4);
        }
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
        seen = payload.get_address();
        dmi.allow_read_write();
        dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(words.data()));
        dmi.set_start_address(0);
        dmi.set_end_address(dmi_last);
        return true;
    }
};

/// Two initiators; the high range is mapped before the low one.
struct testbench : sc_core::sc_module {
    sc_test::bus_master cpu{"cpu"};
    sc_test::bus_master debugger{"debugger"};
    platform::components::router bus{"bus"};
    memory high{"high"};
    memory low{"low"};
    memory middle{"middle"};

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        cpu.socket.bind(bus.socket);
        debugger.socket.bind(bus.socket);
        bus.map(0x2C09'0000, 16, high.socket);
        bus.map(0x0000'0010, 16, low.socket);
        bus.map(0x1014'0000, 16, middle.socket);
    }
};

class router : public sc_test::sc_fixture {
protected:
    testbench tb{"tb"};
};

TEST_F(router, carries_accesses_to_their_targets_at_relative_addresses) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    tb.cpu.write(0x2C09'000C, 0x11);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(tb.high.seen, 0xCU);
    tb.cpu.write(0x10, 0x22);
    tb.debugger.write(0x1014'0004, 0x33);
    EXPECT_EQ(tb.high.words[3], 0x11U);
    EXPECT_EQ(tb.low.words[0], 0x22U);
    EXPECT_EQ(tb.middle.words[1], 0x33U);
    EXPECT_EQ(tb.debugger.read(0x2C09'000C), 0x11U);
    EXPECT_EQ(tb.cpu.read(0x1014'0004), 0x33U);
    EXPECT_EQ(tb.cpu.delay, sc_core::sc_time(9, sc_core::SC_NS)); // the targets' alone
}

TEST_F(router, gives_the_address_back) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    tlm::tlm_generic_payload& p = tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x2C09'0008);
    tb.cpu.send();
    EXPECT_EQ(p.get_address(), 0x2C09'0008U);
    tb.cpu.socket->transport_dbg(p);
    EXPECT_EQ(p.get_address(), 0x2C09'0008U);
    tlm::tlm_dmi dmi;
    tb.cpu.socket->get_direct_mem_ptr(p, dmi);
    EXPECT_EQ(p.get_address(), 0x2C09'0008U);
    tb.high.throws = true;
    EXPECT_THROW(tb.cpu.send(), std::runtime_error);
    EXPECT_EQ(p.get_address(), 0x2C09'0008U);
}

TEST_F(router, unmapped_addresses) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (const std::uint64_t address :
         {std::uint64_t{0x0F}, std::uint64_t{0x20}, std::uint64_t{0x1013'FFFF},
          std::uint64_t{0x1014'0010}, std::uint64_t{0x2C09'0010}, std::uint64_t{0x1'2C09'0000},
          last_address}) {
        tb.cpu.read(address);
        EXPECT_EQ(tb.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
        tb.cpu.prepare(static_cast<tlm::tlm_command>(3), address);
        EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
        tb.cpu.prepare(tlm::TLM_IGNORE_COMMAND, address);
        EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE) << std::hex << address;
        EXPECT_EQ(tb.cpu.peek(address), 0U) << std::hex << address;
        tlm::tlm_dmi dmi;
        EXPECT_FALSE(
            tb.cpu.socket->get_direct_mem_ptr(tb.cpu.prepare(tlm::TLM_READ_COMMAND, address), dmi));
        EXPECT_EQ(dmi.get_start_address(), address);
        EXPECT_EQ(dmi.get_end_address(), address);
    }
    for (const memory* target : {&tb.low, &tb.middle, &tb.high}) {
        EXPECT_EQ(target->seen, last_address); // nothing reached it
    }
}

TEST_F(router, debug_transport) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(tb.cpu.poke(0x1C, 0x77), 4U);
    EXPECT_EQ(tb.low.seen, 0xCU);
    EXPECT_EQ(tb.debugger.peek(0x1C), 4U);
    EXPECT_EQ(tb.debugger.word, 0x77U);
}

TEST_F(router, direct_memory_is_cut_to_the_mapped_range) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    tlm::tlm_dmi dmi;
    tlm::tlm_generic_payload& p = tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x1014'0004);
    EXPECT_TRUE(tb.cpu.socket->get_direct_mem_ptr(p, dmi));
    EXPECT_EQ(tb.middle.seen, 4U);
    EXPECT_EQ(dmi.get_start_address(), 0x1014'0000U);
    EXPECT_EQ(dmi.get_end_address(), 0x1014'000FU);
    EXPECT_EQ(dmi.get_dmi_ptr(), reinterpret_cast<unsigned char*>(tb.middle.words.data()));
    tb.middle.dmi_last = last_address;
    EXPECT_TRUE(tb.cpu.socket->get_direct_mem_ptr(p, dmi));
    EXPECT_EQ(dmi.get_end_address(), 0x1014'000FU);
}

TEST_F(router, invalidation_reaches_every_initiator) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    tb.low.socket->invalidate_direct_mem_ptr(4, 7);
    tb.high.socket->invalidate_direct_mem_ptr(0, last_address);
    tb.high.socket->invalidate_direct_mem_ptr(16, 20); // not mapped, nobody has seen it
    for (const sc_test::bus_master* initiator : {&tb.cpu, &tb.debugger}) {
        ASSERT_EQ(initiator->invalidated.size(), 2U);
        EXPECT_EQ(initiator->invalidated[0].get_start_address(), 0x14U);
        EXPECT_EQ(initiator->invalidated[0].get_end_address(), 0x17U);
        EXPECT_EQ(initiator->invalidated[1].get_start_address(), 0x2C09'0000U);
        EXPECT_EQ(initiator->invalidated[1].get_end_address(), 0x2C09'000FU);
    }
}

TEST_F(router, describes_the_map_in_the_order_of_addresses) {
    EXPECT_EQ(tb.bus.describe(),
              (std::vector<std::string>{"0x00000010 to 0x0000001F  tb.low.socket",
                                        "0x10140000 to 0x1014000F  tb.middle.socket",
                                        "0x2C090000 to 0x2C09000F  tb.high.socket"}));
}

/// The map alone, without initiators: no simulation starts.
class router_map : public sc_test::sc_fixture {
protected:
    static constexpr const char* error = "/platform/router/map";
    void expect_refused(std::uint64_t base, std::uint64_t size) {
        expect_error(error, [&] { bus.map(base, size, b.socket); });
    }

    platform::components::router bus{"bus"};
    memory a{"a"};
    memory b{"b"};
};

TEST_F(router_map, overlaps_name_both_ranges) {
    bus.map(0x1000, 0x1000, a.socket);
    expect_refused(0x1FFC, 8);
    EXPECT_NE(reports(error).front().find("0x00001FFC to 0x00002003  b.socket overlaps "
                                          "0x00001000 to 0x00001FFF  a.socket"),
              std::string::npos)
        << reports(error).front();
    expect_refused(0x0, 0x1001);
    expect_refused(0x0, 0x10000);
    expect_refused(0x1800, 4);
    expect_refused(0x1000, 0x1000);
    EXPECT_EQ(bus.describe().size(), 1U);
}

TEST_F(router_map, neighbours_do_not_overlap) {
    bus.map(0x1000, 0x1000, a.socket);
    bus.map(0x2000, 0x1000, b.socket);
    memory c{"c"};
    bus.map(0x0, 0x1000, c.socket);
    EXPECT_EQ(bus.describe().size(), 3U);
}

TEST_F(router_map, empty_range) {
    expect_refused(0x1000, 0);
    EXPECT_NE(reports(error).front().find("the range of b.socket at 0x1000 is empty"),
              std::string::npos)
        << reports(error).front();
}

TEST_F(router_map, the_end_of_the_address_space) {
    expect_refused(last_address, 2);
    bus.map(last_address - 0xF, 0x10, a.socket);
    EXPECT_EQ(bus.describe(),
              (std::vector<std::string>{"0xFFFFFFFFFFFFFFF0 to 0xFFFFFFFFFFFFFFFF  a.socket"}));
}

class router_cascade : public sc_test::sc_fixture {};

TEST_F(router_cascade, a_router_is_a_target_of_another) {
    sc_test::bus_master cpu{"cpu"};
    platform::components::router outer{"outer"};
    platform::components::router inner{"inner"};
    memory near{"near"};
    memory far{"far"};
    cpu.socket.bind(outer.socket);
    outer.map(0x8000'0000, 0x1000, inner.socket);
    outer.map(0x0000'0000, 0x1000, near.socket);
    inner.map(0x100, 0x100, far.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    cpu.write(0x8000'0104, 5);
    EXPECT_EQ(far.words[1], 5U);
    cpu.write(0x0000'0004, 6);
    EXPECT_EQ(near.words[1], 6U);
    cpu.read(0x8000'0000);
    EXPECT_EQ(cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tlm::tlm_dmi dmi;
    EXPECT_TRUE(
        cpu.socket->get_direct_mem_ptr(cpu.prepare(tlm::TLM_READ_COMMAND, 0x8000'0104), dmi));
    EXPECT_EQ(dmi.get_start_address(), 0x8000'0100U);
    far.socket->invalidate_direct_mem_ptr(0, 3);
    ASSERT_EQ(cpu.invalidated.size(), 1U);
    EXPECT_EQ(cpu.invalidated[0].get_start_address(), 0x8000'0100U);
}

} // namespace

} // namespace sc_test::router_test
