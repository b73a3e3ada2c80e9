# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, its architecture, how the compiler knows it, and the rooms that its platform stands on.
set(cpu arm1176)
set(architecture armv6)
set(firmware_flags -mcpu=arm1176jzf-s -marm -mtp=soft) # Thumb code of ARMv6 cannot read the thread pointer from CP15
set(platform_uses arm11_common)
