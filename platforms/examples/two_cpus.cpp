// SPDX-License-Identifier: Apache-2.0
// Two CPUs with an XScale PMU each, and a CCI-400 PMU, behind a router that subtracts its bases.
//
// In every 100 ns a CPU executes 100 instructions, and the first one loads a word through the
// CCI-400, 25 times. The first CPU counts instructions from -1000: interrupt at 1000 ns, 1500 at
// the end; the second from -2000, and the CCI-400 reads on its interface S3 from -15.
//
// Prints:
//   1 us: cpus_0.irq[0]
//   1500 ns: cpus_0.irq[1]
//   2 us: cpus_1.irq[0]
//   2500 ns: 1500 500 10
#include <pmu/cci400/cci400_pmu.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <iostream>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

// The coprocessor registers of each CPU, and PERIPHBASE + 0x90000.
constexpr std::uint64_t base[] = {0x4000'0000, 0x4010'0000, 0x2C09'0000};
constexpr std::uint64_t size[] = {0x10'0000, 0x10'0000, 0x1'0000};

struct router_model : sc_core::sc_module {
    tlm_utils::multi_passthrough_target_socket<router_model> cpus{"cpus"};
    sc_core::sc_vector<tlm_utils::simple_initiator_socket<router_model>> units{"units", 3};

    SC_CTOR(router_model) { cpus.register_b_transport(this, &router_model::b_transport); }
    void b_transport(int /*cpu*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        for (unsigned n = 0; n < 3; ++n) {
            if (const auto offset = payload.get_address() - base[n]; offset < size[n]) {
                payload.set_address(offset);
                return units[n]->b_transport(payload, delay);
            }
        }
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
};

struct cpu_model : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_model> socket{"socket"};
    sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 2> irq{"irq"}; // its PMU's, the CCI-400's
    std::uint64_t own = 0;                                          // its coprocessors

    SC_CTOR(cpu_model) {
        SC_METHOD(take_interrupt);
        sensitive << irq;
        dont_initialize();
    }
    void take_interrupt() {
        for (int n = 0; n < irq.size(); ++n) {
            if (irq[n]->read()) {
                std::cout << sc_core::sc_time_stamp() << ": " << name() << ".irq[" << n << "]\n";
                n == 0 ? write(own + 0xE0000, 0x7111) : write(base[2] + 0xA00C, 1); // PMNC, EOVF0
            }
        }
    }
    std::uint32_t access(tlm::tlm_command command, std::uint64_t address, std::uint32_t word = 0) {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time delay;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        socket->b_transport(payload, delay);
        sc_assert(payload.is_response_ok());
        return word;
    }
    void write(std::uint64_t a, std::uint32_t word) { access(tlm::TLM_WRITE_COMMAND, a, word); }
};

int sc_main(int, char**) {
    pmu::tickless_clock clk("clk", sc_core::sc_time(1, sc_core::SC_NS));
    sc_core::sc_vector<sc_core::sc_signal<bool>> irq("irq", 3);
    sc_core::sc_vector<pmu::xscale_pmu> pmus("pmus", 2);
    pmu::cci400_pmu cci("cci");
    sc_core::sc_vector<cpu_model> cpus("cpus", 2);
    router_model router("router");
    for (unsigned n = 0; n < 2; ++n) {
        cpus[n].socket.bind(router.cpus);
        router.units[n].bind(pmus[n].socket);
        pmus[n].clk(clk);
        pmus[n].pmuirq(irq[n]);
        cpus[n].irq(irq[n]);
        cpus[n].own = base[n];
    }
    router.units[2].bind(cci.socket);
    cci.clk(clk);
    cci.pmuirq(irq[2]);
    cpus[0].irq(irq[2]);
    sc_core::sc_start(sc_core::SC_ZERO_TIME); // now sockets are bound

    for (unsigned n = 0; n < 2; ++n) {
        cpus[n].write(base[n] + 0xE2000, 0U - 1000 * (n + 1)); // PMN0
        cpus[n].write(base[n] + 0xE0000, 0x7011); // PMNC: PMN0 counts 0x07, its interrupt, E
    }
    cpus[0].write(base[2] + 0xA000, 3 << 5);  // ESR0: any read on S3
    cpus[0].write(base[2] + 0xA004, 0U - 15); // ECNT0
    cpus[0].write(base[2] + 0xA008, 1);       // ECTRL0: EN
    cpus[0].write(base[2] + 0x0100, 1);       // PMCR: CEN
    const sc_core::sc_time ahead(1, sc_core::SC_NS);
    for (unsigned k = 1; k <= 25; ++k) {
        sc_core::sc_start(99, sc_core::SC_NS);
        pmus[0].count(0x07, 100, ahead); // instructions
        pmus[1].count(0x07, 100, ahead);
        cci.count(3 << 5, 1, ahead);
        sc_core::sc_start(ahead);
    }
    std::cout << sc_core::sc_time_stamp() << ':';
    for (const std::uint64_t a : {base[0] + 0xE2000, base[1] + 0xE2000, base[2] + 0xA004}) {
        std::cout << ' ' << cpus[0].access(tlm::TLM_READ_COMMAND, a);
    }
    std::cout << '\n';
    return 0;
}
