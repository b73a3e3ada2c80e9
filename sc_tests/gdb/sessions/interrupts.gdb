# SPDX-License-Identifier: Apache-2.0
# Where interrupts come: breakpoints in the handler, steps into it, watchpoints of what it writes.
break run_round
continue
# expect: Breakpoint 1, run_round
stepi 2000
delete
break take_sample
continue
# expect: Breakpoint 2.*take_sample
stepi 300
delete
watch interrupts
continue
# expect: Hardware watchpoint 3: interrupts
# expect: New value =
stepi 50
delete
continue
# expect: exited normally
