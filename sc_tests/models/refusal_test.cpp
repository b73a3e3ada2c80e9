// SPDX-License-Identifier: Apache-2.0
// A refused access says why, once a kind, and its response may be one for all.
#include <models/wrapper_bench.h>
#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/pmu_observer.h>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace sc_test;

constexpr const char* refused = "/pmu/arm1136/refused";
constexpr const char* taken = "/pmu/arm1136/taken";

/// Keeps what it is told of refusals.
struct refusal_log : pmu::pmu_observer {
    std::vector<pmu::refusal> kinds;
    std::vector<sc_core::sc_time> times;
    tlm::tlm_response_status answer = tlm::TLM_INCOMPLETE_RESPONSE;
    std::string sentence;
    std::string target;

    void refused(const pmu::refused_access& access, const sc_core::sc_time& time) override {
        kinds.push_back(access.why);
        times.push_back(time);
        answer = access.answer;
        sentence = access.sentence();
        target = access.target != nullptr ? access.target->name : "";
    }
};

class refusals : public on_both_clocks {
protected:
    std::string last_text() const {
        const auto texts = reports(refused);
        return texts.empty() ? "" : texts.back();
    }
    /// The access that was prepared is refused so, and says this the first time only.
    void expect_refusal(wrapper_bench& bench, tlm::tlm_response_status answer,
                        const std::string& sentence) {
        const std::size_t before = reports(refused).size();
        EXPECT_EQ(bench.cpu.send(), answer);
        EXPECT_EQ(bench.cpu.send(), answer);
        EXPECT_EQ(reports(refused).size(), before + 1) << sentence;
        EXPECT_EQ(last_text(), "bench.pmu: an access is refused: " + sentence);
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, refusals, all_clocks(), name_of);

TEST_P(refusals, each_kind_says_why_once) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    tlm::tlm_generic_payload& payload = bench.cpu.prepare(tlm::TLM_WRITE_COMMAND, pmn0_address);
    payload.set_data_length(8);
    expect_refusal(bench, tlm::TLM_BURST_ERROR_RESPONSE,
                   "data length 8: a register is one word, whatever the width of the bus: "
                   "set_data_length(4)");
    payload.set_data_length(4);
    payload.set_streaming_width(2);
    expect_refusal(bench, tlm::TLM_BURST_ERROR_RESPONSE,
                   "streaming width 2: the payload says that data repeats every 2 bytes: "
                   "set_streaming_width(4)");
    payload.set_streaming_width(4);
    unsigned char* const data = payload.get_data_ptr();
    payload.set_data_ptr(nullptr);
    expect_refusal(bench, tlm::TLM_BURST_ERROR_RESPONSE,
                   "no data pointer: set_data_ptr() takes that of 4 bytes");
    payload.set_data_ptr(data);
    payload.set_address(pmn0_address + 2);
    expect_refusal(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE,
                   "address 0xFF18A is no multiple of 4: a register is one aligned word");
    payload.set_address(pmn0_address);
    std::array<unsigned char, 4> enables{0xFF, 0xFF, 0x00, 0xFF};
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(enables.size());
    expect_refusal(bench, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
                   "a byte is not enabled: a register is one whole word: "
                   "set_byte_enable_ptr(nullptr)");
    payload.set_byte_enable_ptr(nullptr);
    payload.set_address(no_register);
    expect_refusal(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE,
                   "no register at address 0xFF190: the README of the part lists them; "
                   "pmu::encode() gives that of a coprocessor register");
    payload.set_address(pmn0_address);
    bench.cpu.who().privileged = false;
    expect_refusal(bench, tlm::TLM_COMMAND_ERROR_RESPONSE,
                   "a User mode, Secure write of PMN0, which the part does not allow: an access is "
                   "what its access_extension says, or what set_access_attributes_source() names, "
                   "privileged and Secure without");
    bench.cpu.who().privileged = true;
    payload.set_command(static_cast<tlm::tlm_command>(3));
    expect_refusal(bench, tlm::TLM_COMMAND_ERROR_RESPONSE,
                   "command 3 is neither a read nor a write: set_read() or set_write()");
    EXPECT_EQ(reports(taken).size(), 0U);
}

// TLM-2.0 asks for a width above 0; initiators that never set it leave 0, and mean one word.
TEST_P(refusals, a_streaming_width_of_0_is_taken_and_noted_once) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    for (const std::uint32_t value : {0x1234U, 0x5678U}) {
        bench.cpu.prepare(tlm::TLM_WRITE_COMMAND, pmn0_address).set_streaming_width(0);
        bench.cpu.word = value;
        EXPECT_EQ(bench.cpu.send(), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(bench.peek(pmn0_address), value);
    }
    EXPECT_EQ(reports(taken), (std::vector<std::string>{
                                  "bench.pmu: an access is taken: streaming width 0, which is "
                                  "taken as data that do not repeat: set_streaming_width(4) "
                                  "says so"}));
    EXPECT_EQ(reports(refused).size(), 0U);
}

TEST_P(refusals, may_all_be_generic_errors) {
    wrapper_bench bench("bench", GetParam());
    bench.unit.set_refusal_policy(pmu::refusal_policy::generic_error);
    run_to(ns(5));
    bench.cpu.read(no_register);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    bench.cpu.prepare(tlm::TLM_READ_COMMAND, pmn0_address).set_data_length(2);
    EXPECT_EQ(bench.cpu.send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    bench.cpu.who().privileged = false;
    bench.cpu.read(pmn0_address);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    bench.cpu.who().privileged = true;
    EXPECT_EQ(bench.read(pmn0_address), 0U); // what is not refused is as before
    bench.cpu.prepare(tlm::TLM_READ_COMMAND, pmn0_address).set_streaming_width(0);
    EXPECT_EQ(bench.cpu.send(), tlm::TLM_OK_RESPONSE);
    bench.cpu.prepare(tlm::TLM_IGNORE_COMMAND, no_register);
    EXPECT_EQ(bench.cpu.send(), tlm::TLM_OK_RESPONSE);

    bench.unit.set_refusal_policy(pmu::refusal_policy::by_kind);
    bench.cpu.read(no_register);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_P(refusals, are_told_to_observers_each_time) {
    wrapper_bench bench("bench", GetParam());
    refusal_log log;
    bench.unit.observe(log);
    bench.unit.set_refusal_policy(pmu::refusal_policy::generic_error);
    run_to(ns(25));
    bench.cpu.read(no_register);
    EXPECT_EQ(log.answer, tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(log.target, "");
    bench.cpu.prepare(tlm::TLM_READ_COMMAND, pmn0_address).set_data_length(2);
    bench.cpu.send();
    bench.cpu.send();
    bench.cpu.who().privileged = false;
    run_to(ns(35));
    bench.cpu.read(pmn1_address);
    EXPECT_EQ(log.target, "PMN1");
    EXPECT_EQ(log.sentence.find("a User mode, Secure read of PMN1"), 0U);
    using pmu::refusal;
    EXPECT_EQ(log.kinds, (std::vector<refusal>{refusal::no_register, refusal::length,
                                               refusal::length, refusal::not_allowed}));
    EXPECT_EQ(log.times, (std::vector<sc_core::sc_time>{ns(25), ns(25), ns(25), ns(35)}));
    bench.cpu.who().privileged = true;
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    EXPECT_EQ(log.kinds.size(), 4U);
}

TEST(refused_access, has_nothing_wrong_until_it_is_said) {
    EXPECT_EQ(pmu::refused_access{}.sentence(), "nothing is wrong");
    EXPECT_EQ(pmu::refused_access{}.length, 0U);
    EXPECT_EQ(pmu::refused_access{}.streaming_width, 0U);
}

class refused_by_the_window : public sc_fixture {};

TEST_F(refused_by_the_window, says_how_large_it_is) {
    sc_core::sc_signal<bool> clk{"clk"};
    pmu::cci400_pmu unit{"pmu"};
    bus_master cpu{"cpu"};
    unit.clk(clk);
    cpu.socket.bind(unit.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    cpu.read(pmu::cci400_window_size + 0x100);
    EXPECT_EQ(cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(reports("/pmu/cci400/refused").at(0),
              "pmu: an access is refused: 4 bytes at address 0x10100 are not inside the window of "
              "0x10000 bytes: a router subtracts the base of the unit");
    cpu.who().secure = false;
    cpu.write(0x8, 1); // the Secure Access Register
    EXPECT_EQ(cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(reports("/pmu/cci400/refused")
                  .at(1)
                  .find("pmu: an access is refused: a privileged, "
                        "Non-secure write of "),
              0U);
}

} // namespace
