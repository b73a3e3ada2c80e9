// SPDX-License-Identifier: Apache-2.0
// A program and a library of its own, with models in both: types are the same on either side. Exit
// code 0 if they are.
#include "profiler.h"

#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstring>
#include <iostream>
#include <string>
#include <tlm_utils/simple_initiator_socket.h>

namespace {

struct cpu : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu> socket{"socket"};

    explicit cpu(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

int failures = 0;

void expect(bool holds, const char* what) {
    std::cout << (holds ? "ok      " : "FAILED  ") << what << '\n';
    failures += holds ? 0 : 1;
}

} // namespace

int sc_main(int, char**) {
    std::string file = "no report";
    try {
        make_impossible_pmu();
    } catch (const sc_core::sc_report& report) {
        expect(std::strcmp(report.get_msg_type(), "/pmu/cci400/revision") == 0,
               "an error of the library is caught");
        file = report.get_file_name();
    }
    std::cout << "reported by " << file << '\n';
    expect(file == "pmu/tlm/pmu_module_definitions.h", "a report names no folder of a build");

    pmu::tickless_clock clock("clock", sc_core::sc_time(10, sc_core::SC_NS));
    sc_core::sc_module& unit = make_pmu(clock);
    cpu user("user");
    auto* const pmu = dynamic_cast<pmu::xscale_pmu*>(&unit);
    auto* const batch =
        dynamic_cast<pmu::batch_events_if*>(static_cast<sc_core::sc_object*>(&unit));
    expect(pmu != nullptr, "a module of the library is one of the program");
    expect(batch != nullptr, "so is its interface");
    if (pmu == nullptr || batch == nullptr) {
        return 1;
    }
    user.socket.bind(pmu->socket);
    pmu::coprocessor_adapter adapter(user.socket);

    sc_core::sc_start(5, sc_core::SC_NS);
    sc_core::sc_time delay;
    std::uint32_t ccnt = 0;
    expect(adapter.mcr({14, 0, 0}, 1, {true, true}, delay), "PMNC.E is written");
    expect(!adapter.mcr({14, 0, 0}, 0, {false, true}, delay), "User mode is refused");
    sc_core::sc_start(1, sc_core::SC_US);
    expect(adapter.mrc({14, 0, 1}, ccnt, {true, true}, delay) && ccnt == 100,
           "the library knows a tickless clock of the program");
    expect(batch->headroom(0) == UINT64_MAX, "no counter can ask for an interrupt");
    expect(registers_of_library() == &pmu::xscale_registers, "there is one register map");
    return failures == 0 ? 0 : 1;
}
