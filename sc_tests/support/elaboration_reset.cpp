// SPDX-License-Identifier: Apache-2.0
#include "support/elaboration_reset.h"

#include <stdexcept>
#include <string>
#include <systemc>

namespace sc_test {

void reset_elaboration() {
    sc_core::sc_simcontext* context = sc_core::sc_get_curr_simcontext();
    if (const sc_core::sc_object* alive = context->first_object(); alive != nullptr) {
        throw std::logic_error(std::string("reset_elaboration: sc_object still alive: ") +
                               alive->name());
    }
    context->reset();
}

} // namespace sc_test
