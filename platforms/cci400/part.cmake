# SPDX-License-Identifier: Apache-2.0
# The CPU that firmware for this part runs on: the part itself is on the bus.
set(cpu cortex_r5)
