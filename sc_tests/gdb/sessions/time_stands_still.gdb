# SPDX-License-Identifier: Apache-2.0
# No time passes while the CPU has halted: a timer of 1 MHz counts as far as a cycle of 10 ns takes it. What the PMU counts
# is the instruction that is stepped, MOV or such, of one cycle.
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
# expect: ^cycles 1 timer [01]$
continue
# expect: Breakpoint 1, sum_of
delete
continue
# expect: exited normally
