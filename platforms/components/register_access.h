// SPDX-License-Identifier: Apache-2.0
// Register accesses of software on the stub CPU that must not be refused.
#pragma once

#include <components/stub_cpu.h>
#include <pmu/core/register_map.h>

#include <cstdint>

namespace platform::components {

/// MRC of a coprocessor register, from a privileged mode.
/// \throws std::runtime_error if the access is Undefined
std::uint32_t read_coprocessor(stub_cpu& cpu, const pmu::register_desc& r);
/// MCR of a coprocessor register, from a privileged mode.
/// \throws std::runtime_error if the access is Undefined
void write_coprocessor(stub_cpu& cpu, const pmu::register_desc& r, std::uint32_t value);

/// A load of a word.
/// \throws std::runtime_error if the access is refused
std::uint32_t load_word(stub_cpu& cpu, std::uint64_t address, pmu::access_attributes who = {});
/// A store of a word.
/// \throws std::runtime_error if the access is refused
void store_word(stub_cpu& cpu, std::uint64_t address, std::uint32_t value,
                pmu::access_attributes who = {});

} // namespace platform::components
