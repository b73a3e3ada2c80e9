// SPDX-License-Identifier: Apache-2.0
// The build attributes of an ARM file, as far as they say which CPU executes it. Source: Arm
// IHI 0045, "Addenda to, and Errata in, the ABI for the Arm Architecture". Elfutils reads them too,
// but only for its own tools: its public interface has no call for them.
#pragma once

#include <iss/host/byte_view.h>

#include <cstdint>
#include <optional>
#include <string>

namespace platform::iss {

/// What firmware is built for, or what a CPU is.
struct arm_attributes {
    std::string cpu_name;                  ///< Tag_CPU_name, in firmware as the compiler spells it
    std::optional<std::uint32_t> cpu_arch; ///< Tag_CPU_arch: 4 ARMv5TE, 6 ARMv6, 10 ARMv7, ...
    char profile = 0;                      ///< Tag_CPU_arch_profile: 'A', 'R', 'M', 'S' or 0 (none)
};

/// The attributes in the contents of a section `.ARM.attributes`; nothing if they are damaged.
std::optional<arm_attributes> read_arm_attributes(byte_view section);

/// "ARMv5TE", "ARMv7-R", ...; "no architecture" if the attributes name none.
std::string architecture_name(const arm_attributes& attributes);

/// Whether a CPU executes what the firmware is built for. The values of Tag_CPU_arch are not in
/// order of age, and not every architecture contains those before it. Firmware that names no
/// architecture is let through, ARMv7 of any profile but M on any ARMv7 CPU too.
bool executes(const arm_attributes& cpu, const arm_attributes& firmware);

/// Whether the firmware is for the M profile, which no CPU here executes.
bool is_for_microcontroller(const arm_attributes& firmware);

} // namespace platform::iss
