# SPDX-License-Identifier: Apache-2.0
# What perf said at the console beside what the simulator has counted. Four files: commands, counts, events of the CCI-400,
# console; `cpu`: that of the board, as pmu_run spells it; `cci400`: r0 or r1, where that one's PMU is measured.
#
# Of a perf stat the simulator's number is what was executed while the kernel had the PMU on: the process in User mode,
# and the kernel for it. A process that is measured is the only one for which it is on. Of the CCI-400 it is what went
# through the interface while a counter with the event was on, whatever the process.

BEGIN {
    FS = ","
    driver = cci400 == "" ? "armv6_" substr(cpu, 4) : cci400 == "r1" ? "CCI_400_r1" : "CCI_400" # as Linux calls it
    split("cycles CPU_CYCLES instructions INSTR_EXEC branches BR_EXEC branch-misses BR_MISPREDICT r0d SW_PC_CHANGE " \
          "L1-dcache-loads DCACHE_ACCESS L1-dcache-load-misses DCACHE_MISS L1-icache-load-misses ICACHE_MISS " \
          "iTLB-load-misses ITLB_MISS dTLB-load-misses DTLB_MISS r0f MAIN_TLB_MISS " \
          "r23 CALL_EXEC r24 RETURN_EXEC r25 RETURN_PREDICTED", pairs, " ")
    for (i = 1; i in pairs; i += 2) {
        event_of[pairs[i]] = pairs[i + 1]
    }
    # What loop.S has in User mode, by its turns.
    turns["loop"] = 1000000
    turns["longer"] = 3000000
    # Requests of lines.S in User mode are no fewer, nor half as many more.
    least["lines", "S4_si_rrq_hs_any"] = least["lines", "S4_si_wrq_hs_any"] = 3 * 32768
    least["stores", "S4_si_wrq_hs_any"] = 3 * 32768
    wanted = cci400 == "" ? "driver samples profile interrupts" : "driver list interrupts"
}

# The event of the simulator that a perf stat calls so: of the CPU, or of an interface of the CCI-400.
function event_by_name(name,    code) {
    if (name !~ /^CCI_400/) {
        return event_of[name]
    }
    if (name ~ /\/cycles\//) {
        return "CCNT"
    }
    code = name ~ /event=0x0,/ ? "si_rrq_hs_any" : name ~ /event=0xc,/ ? "si_wrq_hs_any" : name
    sub(/^[^\/]*\//, "", code)
    sub(/,.*/, "", code)
    return "S" substr(name, index(name, "source=0x") + 9, 1) "_" code
}

function commas(n,    text, rest) {
    text = sprintf("%.0f", n)
    while (length(text) > 3) {
        rest = "," substr(text, length(text) - 2) rest
        text = substr(text, 1, length(text) - 3)
    }
    return text rest
}

function verdict(is_right) {
    numbers++
    if (!is_right) {
        wrong++
    }
    return is_right ? "" : "  WRONG"
}

# In User mode, by hand; -1: nobody knows
function by_hand(event, program) {
    if (!(program in turns)) {
        return -1
    }
    if (event == "INSTR_EXEC") {
        return 2 * turns[program] + 9
    }
    if (event == "BR_EXEC") {
        return turns[program] + 4
    }
    if (event == "SW_PC_CHANGE") {
        return turns[program] + 2
    }
    # Not RETURN_PREDICTED: what interrupts a function calls others, and the return stack has three entries.
    return event ~ /^(BR_MISPREDICT|CALL_EXEC|RETURN_EXEC)$/ ? 2 : -1
}

FNR == 1 { file++ }

file == 1 {
    at = index($0, "|")
    name = substr($0, 1, at - 1)
    order[++sections] = name
    section_of["board# " substr($0, at + 1)] = name
    next
}

file == 2 {
    user[$1, $2] = $3
    kernel[$1, $2] = $4
    if ($2 == "PMUIRQ") {
        requests += $4
    }
    next
}

file == 3 {
    split($0, word, " ")
    if (word[2] == "list:") {
        list = word[1] # the events of which revision
    } else if (list == cci400 && sub(/^[SM][0-9]_/, "", word[3])) {
        names_of_part[word[3]] = 1
    }
    next
}

# --- the console

$0 in section_of {
    end_section()
    section = section_of[$0]
    seen[section] = 1
    program = $0
    sub(/.* /, "", program)
    is_stat = $0 ~ /^board# perf stat/
    width = $0 ~ /CCI_400/ ? 58 : 22
    has_title = 0
    print ""
    print $0
    next
}

section == "" { next }

section == "overflow" && /arm-cci-pmu/ {
    print
    answers["interrupts"] = 1
    split($0, word, " ")
    interrupts += word[2]
    next
}

/^board# *$/ || /Performance counter stats/ || /^ *$/ || /^\[ *[0-9.]+\]/ && is_stat { next }

is_stat && /^ +[<0-9]/ {
    split($0, word, " ")
    perf = word[1]
    event = event_by_name(word[2])
    if (event == "") {
        next
    }
    if (!has_title) {
        has_title = 1
        printf "  %-" width "s %15s %15s    %s\n", "", "perf", "simulator", "in User mode + in the kernel"
    }
    is_scaled = /%\)$/
    mine = user[section, event] + kernel[section, event]
    printf "  %-" width "s %15s %15s    %s + %s", word[2], perf ~ /^[0-9]+$/ ? commas(perf) : perf, commas(mine),
        commas(user[section, event]), commas(kernel[section, event])
    hand = by_hand(event, program)
    hand_text = hand < 0 ? "" : verdict(hand == user[section, event])
    if ((program, event) in least) {
        bound = least[program, event]
        printf "  (at least %s by hand)", commas(bound)
        hand_text = verdict(user[section, event] >= bound && user[section, event] < bound * 1.5)
    }
    if (is_scaled) { # an estimate; of what is rare it is rough
        share = $0
        sub(/.*\(/, "", share)
        sub(/%\).*/, "", share)
        is_of_counter = event ~ /^(S[0-4]_|CCNT)/ # mine is what it has counted, not what there was
        estimated = is_of_counter ? perf * share / 100 : perf
        difference = mine != 0 ? (estimated - mine) * 100 / mine : 0
        is_rare = mine * 20 < user[section, "INSTR_EXEC"]
        most = is_of_counter ? 0.1 : 5
        is_near = difference < most && difference > -most || is_of_counter && estimated - mine < 1 && mine - estimated < 1
        printf is_of_counter ? "  estimated from %s%% of the time: %+.2f %%" : "  counted %s%% of the time: %+.1f %%", share, difference
        print is_rare ? ", rare" : verdict(perf ~ /^[0-9]+$/ && is_near)
    } else {
        if (hand >= 0) {
            printf "  (%s by hand)", commas(hand)
        }
        # The kernel is mapped by sections. With entries for 4 KiB it would miss a thousand times.
        has_sections = event != "MAIN_TLB_MISS" ? "" : verdict(mine < 100)
        print verdict(perf == mine) hand_text has_sections
    }
    next
}

is_stat { next }

section == "record" && /samples\)/ {
    print
    answers["samples"] = 1
    samples = $0
    sub(/.*\(/, "", samples)
    sub(/ samples.*/, "", samples)
    printf "  simulator: PMUIRQ %s times%s\n", kernel["record", "PMUIRQ"], verdict(samples == kernel["record", "PMUIRQ"])
    next
}

section == "report" && / hot *$/ {
    print
    answers["profile"] = 1
    split($0, word, " ")
    sub(/%/, "", word[1])
    cycles = user["record", "CPU_CYCLES"]
    printf "  simulator: %.1f %% of the cycles in User mode, where %.1f %% of all are%s\n", 90,
        cycles * 100 / (cycles + kernel["record", "CPU_CYCLES"]), verdict(word[1] > 85 && word[1] < 95)
    next
}

section == "interrupts" && /arm-pmu/ {
    print
    answers["interrupts"] = 1
    split($0, word, " ")
    printf "  simulator: PMUIRQ %d times in all%s\n", requests, verdict(word[2] == requests)
    next
}

section == "dmesg" && index($0, driver " ") { answers["driver"] = 1 }

section == "bound" && $0 ~ "(^| )" driver "( |$)" { answers["driver"] = 1 }

# Without Secure access, which finding the revision out takes.
section == "refused" && /requires secure access to CCI registers/ { answers["refused"] = 1 }

section == "list" {
    sub(/^[^\/]*\//, "")
    if ($0 in names_of_part || $0 == "cycles") {
        names_shown += !($0 in shown)
        shown[$0] = 1
    }
    answers["list"] = 1
    next
}

{ print }

# What a section has in the end.
function end_section(    name, all) {
    if (section == "list") {
        for (name in names_of_part) {
            ++all
        }
        printf "  %d events and the cycles, of %d that the part has%s\n", names_shown - 1, all, verdict(names_shown - 1 == all)
    } else if (section == "overflow") {
        printf "  simulator: overflow %d times%s\n", kernel[section, "nEVNTCNTOVERFLOW"],
            verdict(interrupts == kernel[section, "nEVNTCNTOVERFLOW"] && interrupts > 1)
    }
    if (is_stat && !has_title) {
        print "linux: perf has counted nothing"
        ++wrong
    }
}

END {
    end_section()
    wanted = split(wanted (("refused" in seen) ? " refused" : ""), names, " ")
    for (i = 1; i <= wanted; ++i) {
        if (!(names[i] in answers)) {
            print "linux: nothing was seen of: " names[i]
            ++wrong
        }
    }
    for (i = 1; i <= sections; ++i) {
        if (!(order[i] in seen)) {
            print "linux: no answer to the command " order[i]
            ++wrong
        }
    }
    print ""
    board = cpu (cci400 == "" ? "" : " behind a CCI-400 " cci400)
    if (wrong) {
        printf "linux: %s: %d of %d numbers are wrong, or missing\n", board, wrong, numbers
        exit 1
    }
    printf "linux: %s: the driver %s is bound, and all %d numbers agree\n", board, driver, numbers
}
