// SPDX-License-Identifier: Apache-2.0
// A PMU in the memory map of libsystemctlm-soc, which takes plain target sockets; who makes an
// access stands in the generic attributes.
//
// E is 1 from 5 ns on: at 105 ns CCNT has seen the edges at 10 to 100 ns. The Secure Access
// Register of the CCI-400 is for Secure accesses only, and a refused one is an address error there,
// its DECERR; here a generic error, as for a bridge that knows no other.
//
// Prints:
//   cycles 10
//   Secure: TLM_OK_RESPONSE
//   Non-secure: TLM_GENERIC_ERROR_RESPONSE
#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/access_attributes_source.h>
#include <pmu/tlm/tickless_clock.h>

#include <cstdint>
#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

// What headers of libsystemctlm-soc use and do not include comes first.
using namespace sc_core;
#include <soc/interconnect/iconnect.h>
#include <tlm-extensions/genattr.h>

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    bool is_secure = true;

    explicit cpu_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    std::string access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& word) {
        tlm::tlm_generic_payload payload;
        genattr_extension attributes;
        attributes.set_secure(is_secure);
        payload.set_extension(&attributes);
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);
        payload.clear_extension(&attributes);
        return payload.get_response_string();
    }
};

int sc_main(int, char**) {
    constexpr std::uint64_t base = 0xFD6E'0000;
    cpu_model cpu("cpu");
    iconnect<1, 1> bus("bus");
    pmu::tickless_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS));
    // README: begin
    pmu::cci400_pmu unit("pmu");
    unit.clk(clk);
    unit.set_access_attributes_source(pmu::attributes_from_genattr<genattr_extension>);
    unit.set_refusal_policy(pmu::refusal_policy::generic_error);
    bus.memmap(base, pmu::cci400_window_size, ADDRMODE_RELATIVE, -1, unit.socket);
    // README: end
    cpu.socket.bind(*bus.t_sk[0]);

    sc_core::sc_start(5, sc_core::SC_NS);
    std::uint32_t one = 1;
    cpu.access(tlm::TLM_WRITE_COMMAND, base + 0x9008, one); // EN of CCNT
    cpu.access(tlm::TLM_WRITE_COMMAND, base + 0x0100, one); // PMCR: CEN
    sc_core::sc_start(100, sc_core::SC_NS);
    std::uint32_t word = 0;
    cpu.access(tlm::TLM_READ_COMMAND, base + 0x9004, word); // CCNT
    std::printf("cycles %u\n", word);
    sc_core::sc_report_handler::set_actions("/pmu/cci400/refused", sc_core::SC_DO_NOTHING);
    for (const bool is_secure : {true, false}) {
        cpu.is_secure = is_secure;
        std::printf("%s: %s\n", is_secure ? "Secure" : "Non-secure",
                    cpu.access(tlm::TLM_READ_COMMAND, base + 0x8, word).c_str());
    }
    return 0;
}
