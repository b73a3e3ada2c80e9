# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, and how the compiler knows it.
set(cpu arm1136)
set(firmware_flags -mcpu=arm1136jf-s -marm)
