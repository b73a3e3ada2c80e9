# SPDX-License-Identifier: Apache-2.0
# Breakpoints, steps, variables by name, the PMU, detach.
break sum_of
continue
# expect: Breakpoint 1, sum_of \(n=(n@entry=)?10\)
print n
# expect: = 10
backtrace
# expect: #0 .*sum_of
# expect: #1 .*main
finish
# expect: Value returned.* = 55
continue
# expect: Breakpoint 1, sum_of \(n=(n@entry=)?100\)
monitor pmu
# expect: PMU|ARM11|XScale|IXP42X|Cortex
# expect: INST
delete
break note if k == 1
continue
# expect: Breakpoint 2, note \(k=(k@entry=)?1, value=(value@entry=)?5050\)
print results[0]
# expect: = 55
print largest
# expect: = \{first = 1, last = 55\}
next
next
next
print results[1]
# expect: = 5050
stepi 2
info registers pc cpsr
# expect: pc
# expect: cpsr
hbreak choose
continue
# expect: Breakpoint 3, choose \(a=(a@entry=)?7, b=(b@entry=)?3, larger=(larger@entry=)?1000, other=(other@entry=)?2000\)
detach
# expect: detached
