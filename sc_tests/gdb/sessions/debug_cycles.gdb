# SPDX-License-Identifier: Apache-2.0
# Cycles pass while the CPU has halted, 1,000,000 each time: 10 ms, and so 10,000 counts of a timer of 1 MHz, and
# perhaps one more. The PMU counts none of them. ARM1136 TRM, 3.3.40: CCNT does not count in halting debug-mode;
# Cortex-R4 TRM, 6.2: nothing is counted in debug halt; XScale and IXP42X: no clock edge (decisions XD-18, IXD-18). What
# it counts is the instruction that is stepped, MOV or such, of one cycle.
python
def count():
    for line in gdb.execute("monitor pmu", to_string=True).splitlines():
        words = line.split()
        if words and words[0] in ("CCNT", "PMCCNTR"):
            return int(words[1], 16)
def timer():
    return int(gdb.parse_and_eval("*(unsigned *)0x101e2004"))
end
break sum_of
continue
# expect: Breakpoint 1, sum_of
python before = (count(), timer())
stepi
python after = (count(), timer())
python print("cycles", after[0] - before[0], "timer", before[1] - after[1])
# expect: ^cycles 1 timer 1000[01]$
continue
# expect: Breakpoint 1, sum_of
delete
continue
# expect: exited normally
