// SPDX-License-Identifier: Apache-2.0
// Two decoupled initiators on one unit.
#include <models/wrapper_bench.h>

#include <random>
#include <sstream>

namespace sc_test::sync_policy_test {

namespace {

/// A CPU that runs ahead of the simulation by up to a quantum, and accesses the unit at random.
class decoupled_cpu : public sc_core::sc_module {
public:
    std::vector<std::string> seen; ///< each access: its time, register and word

    /// \param start not that of another CPU: their accesses then never meet
    decoupled_cpu(const sc_core::sc_module_name& name, tlm::tlm_fw_transport_if<>& target,
                  std::uint64_t seed, const sc_core::sc_time& start, unsigned quantum)
        : sc_core::sc_module(name), m_target(target), m_random(seed), m_start(start),
          m_quantum(quantum * period) {
        MODULE_PROCESSES(decoupled_cpu);
        SC_THREAD(run);
    }

private:
    void run() {
        wait(m_start);
        sc_core::sc_time delay;
        for (unsigned i = 0; i < 400; ++i) {
            delay += static_cast<double>(m_random() % 12) * period;
            if (delay >= m_quantum) {
                wait(delay);
                delay = sc_core::SC_ZERO_TIME;
            }
            access(delay);
        }
    }
    void access(sc_core::sc_time& delay) {
        const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
        const std::uint32_t address = pmu::arm1136_address(m_random() % 4);
        const bool is_write = m_random() % 3 == 0;
        auto word = static_cast<std::uint32_t>(m_random());
        word = address == pmnc_address ? (word & 0x77D) | enable : 0U - word % 50;
        tlm::tlm_generic_payload payload;
        payload.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        m_target.b_transport(payload, delay);
        EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
        std::ostringstream text;
        text << time << (is_write ? " write " : " read ") << std::hex << address << ' ' << word;
        seen.push_back(text.str());
    }

    tlm::tlm_fw_transport_if<>& m_target;
    std::mt19937_64 m_random;
    const sc_core::sc_time m_start;
    const sc_core::sc_time m_quantum;
};

/// A unit with two CPUs, whose quanta are not the same. Edges fall on multiples of 10 ns.
struct shared_unit {
    wrapper_bench bench;
    decoupled_cpu first;
    decoupled_cpu second;

    shared_unit(const std::string& name, clock_kind kind)
        : bench(name.c_str(), kind), first((name + "_first").c_str(), target(), 1, ns(3), 100),
          second((name + "_second").c_str(), target(), 2, ns(6), 37) {}

private:
    tlm::tlm_fw_transport_if<>& target() { return bench.unit.socket.get_base_interface(); }
};

class sync_policies : public sc_fixture {};

TEST_F(sync_policies, waiting_on_a_tickless_clock_is_as_on_a_toggling_clock) {
    shared_unit toggling("toggling", clock_kind::toggling);
    shared_unit tickless("tickless", clock_kind::tickless);
    tickless.bench.unit.set_sync_policy(pmu::sync_policy::wait);
    run_to(20'000 * period + ns(5));
    ASSERT_EQ(toggling.first.seen.size(), 400U);
    ASSERT_EQ(toggling.second.seen.size(), 400U);
    EXPECT_EQ(tickless.first.seen, toggling.first.seen);
    EXPECT_EQ(tickless.second.seen, toggling.second.seen);
    EXPECT_EQ(tickless.bench.irq_log, toggling.bench.irq_log);
    EXPECT_GT(toggling.bench.irq_log.size(), 10U);
    EXPECT_TRUE(tickless.bench.unit.snapshot() == toggling.bench.unit.snapshot());
}

TEST_F(sync_policies, running_ahead_answers_late_and_says_so_once) {
    shared_unit toggling("toggling", clock_kind::toggling);
    shared_unit tickless("tickless", clock_kind::tickless);
    expect_report("/pmu/arm1136/late", 1);
    run_to(20'000 * period);
    EXPECT_NE(tickless.second.seen, toggling.second.seen);
}

TEST_F(sync_policies, waiting_returns_no_delay) {
    wrapper_bench bench("bench", clock_kind::tickless);
    bench.unit.set_sync_policy(pmu::sync_policy::wait);
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(5));
        bench.write_after(ns(20), pmnc_address, enable);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(25));
        EXPECT_EQ(bench.cpu.delay, sc_core::SC_ZERO_TIME);
        EXPECT_EQ(bench.read_after(ns(50), ccnt_address), 5U);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(75));
        bench.unit.count(0, 3, ns(1000)); // at once, as on a toggling clock
        EXPECT_EQ(bench.read(pmn0_address), 3U);
        bench.unit.advance_to(ns(1000));
        EXPECT_EQ(bench.read(ccnt_address), 5U);
        bench.unit.set_sync_policy(pmu::sync_policy::run_ahead);
        EXPECT_EQ(bench.read_after(ns(50), ccnt_address), 10U);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(75));
        sc_core::sc_stop();
    });
    sc_core::sc_start();
}

TEST_F(sync_policies, who_cannot_wait_is_told) {
    wrapper_bench bench("bench", clock_kind::tickless);
    bench.unit.set_sync_policy(pmu::sync_policy::wait);
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    run_to(ns(25));
    expect_report("/pmu/arm1136/cannot_wait", 1);
    for (unsigned i = 0; i < 2; ++i) {
        EXPECT_EQ(bench.read_after(ns(70), ccnt_address), 2U); // no process at all: as of now
        EXPECT_EQ(bench.cpu.delay, ns(70));
    }
}

} // namespace

} // namespace sc_test::sync_policy_test
