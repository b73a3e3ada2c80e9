# SPDX-License-Identifier: Apache-2.0
# Which tests a mutant is held against: those that get to it, but of each program only as many as are needed to get to all that
# the program gets to, and the shortest others, 8 s of them; the start of a process, which the tests of a program share, is not
# counted.
#
#   awk -F '\t' -f chosen.awk REACHED_BY
#
# A line of REACHED_BY, the shortest test first: PROGRAM, test, milliseconds, numbers of mutants with spaces between. Prints for
# each mutant its number and the lines of its tests, in their order.

{
    program[NR] = $1
    if (!($1 in start)) {
        start[$1] = $3
    }
    milliseconds[NR] = $3 - start[$1]
    mutants[NR] = $4
    n = split($4, numbers, " ")
    for (i = 1; i <= n; ++i) {
        seen[numbers[i]]
        times = ++times_reached[numbers[i], $1]
        if (times == 1) {
            shortest[numbers[i], $1] = NR
        }
        most = times > most ? times : most
    }
}
# What few tests get to comes first: its tests get to most of the rest as well.
END {
    for (place in times_reached) {
        by_times[times_reached[place]] = by_times[times_reached[place]] place "\n"
    }
    for (times = 1; times <= most; ++times) {
        n = split(by_times[times], places, "\n")
        for (i = 1; i < n; ++i) {
            if (!(places[i] in is_covered)) {
                take(shortest[places[i]])
            }
        }
    }
    for (line = 1; line <= NR; ++line) {
        n = split(mutants[line], numbers, " ")
        for (i = 1; i <= n; ++i) {
            if ((line in is_taken) || (spent[numbers[i], program[line]] += milliseconds[line]) < 8000) {
                tests[numbers[i]] = tests[numbers[i]] " " line
            }
        }
    }
    for (number in seen) {
        print number "\t" substr(tests[number], 2)
    }
}
function take(line,    n, i, numbers) {
    is_taken[line] = 1
    n = split(mutants[line], numbers, " ")
    for (i = 1; i <= n; ++i) {
        is_covered[numbers[i], program[line]] = 1
    }
}
