# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, its architecture, how the compiler knows it, and the rooms that its platform stands on.
set(cpu arm1136)
set(architecture armv6)
set(firmware_flags -mcpu=arm1136jf-s -marm)
set(platform_uses arm11_common)
