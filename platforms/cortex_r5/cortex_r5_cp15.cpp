// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_cp15.h>

#include <stdexcept>
#include <string>

namespace platform {

namespace {

void access(stub_cpu& cpu, const pmu::register_desc& r, bool is_write, std::uint32_t& value) {
    if (cpu.coprocessor(pmu::decode_coprocessor_address(r.address), is_write, value, {}) !=
        access_result::ok) {
        throw std::runtime_error(std::string("the ") + (is_write ? "MCR" : "MRC") + " of " +
                                 r.name + " is Undefined");
    }
}

} // namespace

std::uint32_t cortex_r5_cp15::read(reg r) const {
    std::uint32_t value = 0;
    access(m_cpu, pmu::cortex_r5_desc(r), false, value);
    return value;
}

void cortex_r5_cp15::write(reg r, std::uint32_t value) const {
    access(m_cpu, pmu::cortex_r5_desc(r), true, value);
}

} // namespace platform
