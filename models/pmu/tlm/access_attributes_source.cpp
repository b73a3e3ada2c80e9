// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/access_attributes_source.h>

#include <systemc>

namespace PMU_API pmu {

namespace {

access_attributes_source& global_source() {
    static access_attributes_source source = attributes_of;
    return source;
}

} // namespace

void set_access_attributes_source(access_attributes_source source) {
    if (sc_core::sc_get_status() > sc_core::SC_BEFORE_END_OF_ELABORATION) {
        SC_REPORT_ERROR("/pmu/attributes/late",
                        "set_access_attributes_source() was called after elaboration, when every "
                        "PMU has its source; set it before, or that of a module");
        return;
    }
    global_source() = source != nullptr ? source : attributes_of;
}

access_attributes_source get_access_attributes_source() {
    return global_source();
}

} // namespace pmu
