# SPDX-License-Identifier: Apache-2.0
# Writes a C++ source so that each of its mutants can be switched on when it runs; see mutant.h, which it includes.
#
#   awk -v header=PATH_OF_MUTANT_H -v of_compiler=FILE -f switched.awk MUTANTS SOURCE
#
# FILE gets the numbers of those in constexpr code, which the compiler may have evaluated, each in a line at its end.
#
# A line of MUTANTS: NUMBER, FILE, LINE, COLUMN, LENGTH, NEW TEXT, OLD TEXT, with tabs between, as mutants.awk has them after
# the number; those of other files are left alone. A mutant that only a build of its own can have stays out.

# wrap(LINE, FROM, LENGTH, BEFORE, AFTER): around a text, and around what is already wrapped there
function wrap(line, from, size, before, after) {
    opens[line, from] = before opens[line, from]
    closes[line, from + size] = closes[line, from + size] after
}
function replace(line, from, size, new) {
    length_of[line, from] = size
    new_text[line, from] = new
}

FNR == 1 { ++file }
file == 1 && $2 == source {
    number = $1
    line = $3
    from = $4
    size = $5
    old = $7
    numbers_of[line] = numbers_of[line] number "\n"
    if (old ~ /^ (&&|\|\|) $/) {
        is_or = old ~ /&/ ? "false" : "true"
        logical[line, from] = " && mutant::held(" number ", " is_or ") || mutant::goes_on(" number ", " is_or ") && "
    } else if (old ~ /^ [^ ]+ $/) {
        replace(line, from, size, old "mutant::infix{" number "}" old)
    } else if (old == "~") {
        replace(line, from, size, "mutant::complement{" number "} * ")
    } else if (old == "!") {
        replace(line, from, size, "mutant::negation{" number "} * ")
    } else if (old ~ /^([0-9]+|true|false)$/) {
        values[line, from] = $6
        number_of[line, from] = number
        length_of[line, from] = size
    } else if ($6 == ";") {
        wrap(line, from, size, "if (!mutant::is_on(" number ")) { ", " }")
    } else if (old !~ / = /) { # a condition that declares nothing
        wrap(line, from, size, $6 == "true" ? "(mutant::is_on(" number ") || (" : "(!mutant::is_on(" number ") && (", "))")
    }
}
file == 1 { next }

FNR == 1 { printf "#include \"%s\" // NOLINT\n", header }

# What may be evaluated by the compiler cannot have what `held` keeps.
!is_constant && /^ *(\[\[[a-z]+\]\] |static |friend |inline |explicit )*constexpr / {
    match($0, /^ */)
    indentation = RLENGTH
    is_constant = 1
}
{
    is_evaluated = is_constant || /constexpr| \.\.\.\)/ # a fold expression has its operator once
    code = $0
    sub(/ *\/\/.*/, "", code)
    match(code, /^ */)
    if (is_constant && RLENGTH == indentation && code ~ /[;}]$/) {
        is_constant = 0
    }
}
!(FNR in numbers_of) { print; next }
{
    if (is_evaluated) {
        printf "%s", numbers_of[FNR] >>of_compiler
    }
    text = ""
    for (at = 1; at <= length($0); ) {
        text = text closes[FNR, at] opens[FNR, at]
        size = length_of[FNR, at]
        if ((FNR, at) in values) {
            suffix = substr($0, at + size, 1) == "U" ? "U" : ""
            text = text "mutant::value(" number_of[FNR, at] ", " substr($0, at, size) suffix ", " values[FNR, at] suffix ")"
            at += size + length(suffix)
        } else if ((FNR, at) in logical && !is_evaluated) {
            text = text logical[FNR, at]
            at += 4
        } else if ((FNR, at) in new_text) {
            text = text new_text[FNR, at]
            at += size
        } else {
            text = text substr($0, at, 1)
            ++at
        }
    }
    print text closes[FNR, at]
}
