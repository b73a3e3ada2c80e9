# SPDX-License-Identifier: Apache-2.0
# Stores, loads, either; the end of the firmware.
watch results[1]
continue
# expect: Hardware watchpoint 1: results\[1\]
# expect: Old value = 0
# expect: New value = 5050
delete
rwatch results[3]
continue
# expect: Hardware read watchpoint 2: results\[3\]
# expect: Value = 2000
delete
awatch largest.last
continue
# expect: Inferior 1 .* exited normally
