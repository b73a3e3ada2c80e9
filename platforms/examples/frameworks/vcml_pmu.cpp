// SPDX-License-Identifier: Apache-2.0
// A PMU among models of vcml: its clock comes by a clk socket, PMUIRQ goes by a gpio socket, and
// who makes an access stands in the sideband information.
//
// At 100 MHz edges come at 10 to 100 ns, at 50 MHz at 120 to 200 ns: that at 200 ns is the
// fifteenth from CCNT = 0xFFFFFFF1, 15 before its overflow. An initiator that says nothing is
// neither privileged nor secure, and PMU registers are not for User mode.
//
// Prints:
//   CCNT 0xFFFFFFFB, irq 0
//   CCNT 0x00000000, irq 1
//   User mode: TLM_COMMAND_ERROR_RESPONSE
#include <pmu/adapters/level_interrupt.h>
#include <pmu/adapters/period_clock.h>
#include <pmu/tlm/access_attributes_source.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdint>
#include <cstdio>
#include <tlm_utils/simple_initiator_socket.h>
#include <vcml.h>

struct clock_model : sc_core::sc_module {
    vcml::clk_initiator_socket clk{"clk"};
    explicit clock_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

struct cpu_model : sc_core::sc_module, vcml::gpio_host {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    vcml::gpio_target_socket irq{"irq"};
    tlm::tlm_generic_payload payload;
    vcml::sbiext sbi;

    explicit cpu_model(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        payload.set_extension(&sbi);
    }
    ~cpu_model() override { payload.clear_extension(&sbi); }
    std::string access(tlm::tlm_command command, unsigned crn, std::uint32_t& word) {
        payload.set_command(command);
        payload.set_address(pmu::encode({14, 0, crn}));
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);
        return payload.get_response_string();
    }
    void gpio_transport(const vcml::gpio_target_socket&, vcml::gpio_payload&) override {}
};

int sc_main(int, char**) {
    clock_model clock("clock");
    cpu_model cpu("cpu");
    sc_core::sc_signal<bool> pmuirq("pmuirq");
    // README: begin
    pmu::socket_clock<vcml::clk_target_socket, vcml::clk_host> pmu_clk("pmu_clk");
    pmu::socket_interrupt<vcml::gpio_initiator_socket> pmu_irq("pmu_irq");
    pmu::xscale_pmu unit("pmu");
    unit.clk(pmu_clk.out);
    unit.pmuirq(pmuirq);
    unit.set_access_attributes_source(pmu::attributes_from_sbi<vcml::sbiext>);
    pmu_irq.in(pmuirq);
    pmu_irq.out.bind(cpu.irq);
    pmu_clk.in.bind(clock.clk);
    // README: end
    cpu.socket.bind(unit.socket);
    clock.clk.set_hz(100'000'000);
    sc_core::sc_start(5, sc_core::SC_NS);

    cpu.sbi.privilege = 1;
    cpu.sbi.is_secure = true;
    std::uint32_t ccnt = 0xFFFF'FFF1;
    std::uint32_t pmnc = 0x41; // interrupt of CCNT, E
    cpu.access(tlm::TLM_WRITE_COMMAND, 1, ccnt);
    cpu.access(tlm::TLM_WRITE_COMMAND, 0, pmnc);
    const auto show = [&] {
        cpu.access(tlm::TLM_READ_COMMAND, 1, ccnt);
        std::printf("CCNT 0x%08X, irq %d\n", ccnt, cpu.irq.read());
    };
    sc_core::sc_start(100, sc_core::SC_NS);
    show();
    clock.clk.set_hz(50'000'000);
    sc_core::sc_start(100, sc_core::SC_NS);
    show();

    cpu.sbi = vcml::sbiext();
    sc_core::sc_report_handler::set_actions("/pmu/xscale/refused", sc_core::SC_DO_NOTHING);
    std::printf("User mode: %s\n", cpu.access(tlm::TLM_READ_COMMAND, 1, ccnt).c_str());
    return 0;
}
