# SPDX-License-Identifier: Apache-2.0
# A unit on the bus: its registers, by `monitor` and as memory.
break main
continue
# expect: Breakpoint 1, main
monitor pmu
# expect: CCI-400
# expect: PMCR
x/1xw 0x2c09a004
# expect: 0x2c09a004:
delete
continue
# expect: exited normally
