// SPDX-License-Identifier: Apache-2.0
#include <components/register_access.h>

#include <cinttypes>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

namespace platform::components {

namespace {

void access_coprocessor(stub_cpu& cpu, const pmu::register_desc& r, bool is_write,
                        std::uint32_t& value) {
    if (cpu.coprocessor(pmu::decode_coprocessor_address(r.address), is_write, value, {}) !=
        access_result::ok) {
        throw std::runtime_error(std::string("the ") + (is_write ? "MCR" : "MRC") + " of " +
                                 r.name + " is Undefined");
    }
}

void access_word(stub_cpu& cpu, std::uint64_t address, bool is_write, std::uint64_t& data,
                 pmu::access_attributes who) {
    const access_result result =
        cpu.memory(address, is_write, sizeof(std::uint32_t), data, std::nullopt, who);
    if (result != access_result::ok) {
        char text[80];
        std::snprintf(text, sizeof text, "the %s at 0x%08" PRIX64 " gets %s",
                      is_write ? "store" : "load", address, to_string(result));
        throw std::runtime_error(text);
    }
}

} // namespace

std::uint32_t read_coprocessor(stub_cpu& cpu, const pmu::register_desc& r) {
    std::uint32_t value = 0;
    access_coprocessor(cpu, r, false, value);
    return value;
}

void write_coprocessor(stub_cpu& cpu, const pmu::register_desc& r, std::uint32_t value) {
    access_coprocessor(cpu, r, true, value);
}

std::uint32_t load_word(stub_cpu& cpu, std::uint64_t address, pmu::access_attributes who) {
    std::uint64_t data = 0;
    access_word(cpu, address, false, data, who);
    return static_cast<std::uint32_t>(data);
}

void store_word(stub_cpu& cpu, std::uint64_t address, std::uint32_t value,
                pmu::access_attributes who) {
    std::uint64_t data = value;
    access_word(cpu, address, true, data, who);
}

} // namespace platform::components
