# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, its architecture, how the compiler knows it, and the rooms that its platform stands on.
set(cpu ixp42x)
set(architecture armv5te)
set(firmware_flags -mcpu=xscale -marm)
set(platform_uses xscale_common)
