# SPDX-License-Identifier: Apache-2.0
# Steps through an IT block, as the condition holds and as it does not. Breakpoints inside of it gdb moves to the IT.
break *choose_else
# expect: adjusted from
continue
# expect: Breakpoint 1,
print $pc == &choose_it
# expect: = 1
stepi
print $pc == &choose_then
# expect: = 1
print ($cpsr >> 25 & 3 | $cpsr >> 8 & 0xfc) != 0
# expect: = 1
stepi
print $pc == &choose_else
# expect: = 1
stepi
print ($cpsr >> 25 & 3 | $cpsr >> 8 & 0xfc) != 0
# expect: = 0
continue
# expect: Breakpoint 1,
stepi 3
print $pc > &choose_else
# expect: = 1
continue
# expect: exited normally
