# SPDX-License-Identifier: Apache-2.0
# changes the run
# Registers, memory and PC, in the middle of it; and the end that the debugger makes.
break sum_of
continue
# expect: Breakpoint 1, sum_of
delete
print sum_of(4)
# expect: = 10
finish
# expect: Value returned.* = 55
break note
continue
# expect: Breakpoint 2, note
set var largest.last = 123456
print largest
# expect: last = 123456
set var $r0 = 77
print $r0
# expect: = 77
x/1xw 0x101e2004
# expect: 0x101e2004:
python
try:
    gdb.execute("x/1xw 0x70000000")
except gdb.MemoryError as e:
    print(e)
end
# expect: Cannot access memory at address 0x70000000
kill
# expect: killed
