// SPDX-License-Identifier: Apache-2.0
#include "support/elaboration_reset.h"

#include <stdexcept>
#include <string>
#include <systemc>

namespace sc_test {

void reset_elaboration() {
    sc_core::sc_simcontext* context = sc_core::sc_get_curr_simcontext();
    for (sc_core::sc_object* o = context->first_object(); o != nullptr;
         o = context->next_object()) {
        // Processes belong to the kernel, which takes them along.
        if (dynamic_cast<sc_core::sc_process_b*>(o) == nullptr) {
            throw std::logic_error(std::string("reset_elaboration: sc_object still alive: ") +
                                   o->name());
        }
    }
    // Not context->reset(): SystemC 3.0 frees what the coroutines of threads look at as they go.
    sc_core::sc_curr_simcontext = new sc_core::sc_simcontext; // the old one is left where it is
}

} // namespace sc_test
