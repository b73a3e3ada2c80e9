// SPDX-License-Identifier: Apache-2.0
// A project outside of this tree: one PMU counts ten clock edges. Exit code 0 if it does.
#include <pmu/arm1136/arm1136_pmu.h>

#include <cstdint>
#include <iostream>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

namespace {

constexpr pmu::coprocessor_register pmnc{15, 0, 15, 12, 0};
constexpr pmu::coprocessor_register ccnt{15, 0, 15, 12, 1};
constexpr std::uint32_t pmnc_e = 1;

class bus_master : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<bus_master> socket{"socket"};

    explicit bus_master(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

    std::uint32_t read(const pmu::coprocessor_register& r) {
        std::uint32_t value = 0;
        access(tlm::TLM_READ_COMMAND, r, value);
        return value;
    }
    void write(const pmu::coprocessor_register& r, std::uint32_t value) {
        access(tlm::TLM_WRITE_COMMAND, r, value);
    }

private:
    void access(tlm::tlm_command command, const pmu::coprocessor_register& r,
                std::uint32_t& value) {
        tlm::tlm_generic_payload trans;
        trans.set_command(command);
        trans.set_address(pmu::encode(r));
        trans.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
        trans.set_data_length(sizeof value);
        trans.set_streaming_width(sizeof value);
        sc_core::sc_time delay;
        socket->b_transport(trans, delay);
        if (trans.is_response_error()) {
            SC_REPORT_ERROR("/consumer/access", trans.get_response_string().c_str());
        }
    }
};

} // namespace

int sc_main(int, char**) {
    const sc_core::sc_time period(10, sc_core::SC_NS);
    sc_core::sc_clock clock("clock", period, 0.5, period);
    pmu::arm1136_pmu unit("unit");
    bus_master cpu("cpu");
    unit.clk(clock);
    cpu.socket.bind(unit.socket);

    sc_core::sc_start(period / 2);
    cpu.write(pmnc, pmnc_e);
    const std::uint32_t first = cpu.read(ccnt);
    sc_core::sc_start(100 * period);
    const std::uint32_t a_hundred_later = cpu.read(ccnt);
    sc_core::sc_start(10 * period);
    const std::uint32_t ten_later = cpu.read(ccnt);

    std::cout << "CCNT " << first << ", " << a_hundred_later << ", " << ten_later << '\n';
    return first == 0 && a_hundred_later > 0 && ten_later - a_hundred_later == 10 ? 0 : 1;
}
