# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, and how the compiler knows it.
set(cpu ixp42x)
set(firmware_flags -mcpu=xscale -marm)
