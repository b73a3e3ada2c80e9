# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on, its architecture, and how the compiler knows it.
set(cpu cortex_r5)
set(architecture armv7r)
set(firmware_flags -mcpu=cortex-r5 -mthumb)
