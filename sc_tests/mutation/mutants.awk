# SPDX-License-Identifier: Apache-2.0
# The mutants of C++ sources, one a line: FILE TAB LINE TAB COLUMN TAB LENGTH TAB NEW TEXT TAB OLD TEXT. Each replaces LENGTH
# characters from COLUMN (1 is the first) on, by nothing where the new text is "(nothing)". What stands in comments, texts, preprocessor lines and static assertions is left alone.

# offer(AT, OLD, NEW): at a column of `code`
function offer(at, old, new) {
    printf "%s\t%d\t%d\t%d\t%s\t%s\n", FILENAME, FNR, at, length(old), new == "" ? "(nothing)" : new, old
}

# each(PATTERN, NEW): all matches; NEW is for the text of the match, "+" stands for the next number
function each(pattern, new,    at, rest, old) {
    at = 1
    rest = code
    while (match(rest, pattern)) {
        old = substr(rest, RSTART, RLENGTH)
        offer(at + RSTART - 1, old, new)
        at += RSTART - 1 + RLENGTH
        rest = substr(code, at)
    }
}

FNR == 1 { is_comment = 0 }

{
    code = $0
    gsub(/'[^']'/, "' '", code) # as long as before, but for escapes, which no mutant is made of
    while (match(code, /"[^"]*"/)) {
        text = sprintf("%*s", RLENGTH, "")
        code = substr(code, 1, RSTART - 1) text substr(code, RSTART + RLENGTH)
    }
    if (at = index(code, "//")) {
        code = substr(code, 1, at - 1)
    }
}

/^ *#/ || /static_assert/ || /template *</ || /^ *(using|namespace|struct|class|enum|case|default|public|private|return;)/ { next }

{
    each(" == ", " != ")
    each(" != ", " == ")
    each(" < ", " <= ")
    each(" <= ", " < ")
    each(" > ", " >= ")
    each(" >= ", " > ")
    each(" && ", " || ")
    each(" \\|\\| ", " && ")
    each(" \\+ ", " - ")
    each(" - ", " + ")
    each(" \\| ", " & ")
    each(" & ", " | ")
    each(" << ", " >> ")
    each(" >> ", " << ")
    each(" \\+= ", " -= ")
    each(" \\|= ", " &= ")
    each(" &= ", " |= ")
    each("true", "false")
    each("false", "true")
    each("~", "")
    if (match(code, /(^|[ (])![a-z_(]/)) {
        offer(RSTART + RLENGTH - 2, "!", "")
    }
    if (match(code, /(^|[^A-Za-z0-9_.'])[0-9]+U?([^A-Za-z0-9_.']|$)/)) {
        number = substr(code, RSTART, RLENGTH)
        match(number, /[0-9]+/)
        offer(index(code, number) + RSTART - 1, substr(number, RSTART, RLENGTH), substr(number, RSTART, RLENGTH) + 1)
    }
    if (match(code, /^ *if \(/) && code ~ /\) \{$/) { # a condition that stands in one line
        start = RLENGTH + 1
        offer(start, substr(code, start, length(code) - start - 2), "true")
        offer(start, substr(code, start, length(code) - start - 2), "false")
    }
    if (code ~ /^ +[a-z_][A-Za-z0-9_.:\[\]]*( (=|\+=|-=|\|=|&=) |\().*;$/ && code !~ /^ +(return|const|auto|throw|delete|else|break)/) {
        match(code, /^ +/)
        offer(RLENGTH + 1, substr(code, RLENGTH + 1), ";")
    }
}
