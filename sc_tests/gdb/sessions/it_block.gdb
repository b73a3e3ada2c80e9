# In an IT block: breakpoints where the condition holds and where it does not, steps.
break *choose_else
continue
# expect: Breakpoint 1,
info registers cpsr
stepi
print $pc == (char *)&choose_else + 2
# expect: = 1
delete
break *choose_it
continue
# expect: Breakpoint 2,
stepi
print $pc == &choose_then
# expect: = 1
print ($cpsr >> 25 & 3 | $cpsr >> 8 & 0xfc) != 0
# expect: = 1
stepi
print $pc == &choose_else
# expect: = 1
stepi
print $pc == (char *)&choose_else + 2
# expect: = 1
print ($cpsr >> 25 & 3 | $cpsr >> 8 & 0xfc) != 0
# expect: = 0
continue
# expect: exited normally
