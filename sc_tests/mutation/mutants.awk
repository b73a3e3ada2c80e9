# SPDX-License-Identifier: Apache-2.0
# The mutants of C++ sources, one a line: FILE, LINE, COLUMN, LENGTH, NEW TEXT, OLD TEXT, with tabs between. Each replaces LENGTH
# characters from COLUMN (1 is the first) on, by nothing where the new text is "(nothing)". What stands in comments, texts,
# preprocessor lines and static assertions is left alone.

# offer(AT, OLD, NEW): at a column of `code`
function offer(at, old, new) {
    printf "%s\t%d\t%d\t%d\t%s\t%s\n", FILENAME, FNR, at, length(old), new == "" ? "(nothing)" : new, old
}

# each(PATTERN, NEW): all matches but parts of a name
function each(pattern, new,    at, rest, old, beside) {
    at = 1
    rest = code
    while (match(rest, pattern)) {
        old = substr(rest, RSTART, RLENGTH)
        beside = substr(" " code, at + RSTART - 1, 1) substr(code, at + RSTART - 1 + RLENGTH, 1)
        if (old !~ /^[a-z]/ || beside !~ /[A-Za-z0-9_]/) {
            offer(at + RSTART - 1, old, new)
        }
        at += RSTART - 1 + RLENGTH
        rest = substr(code, at)
    }
}

# is_balanced(TEXT): whether all brackets that it opens are closed, and no others
function is_balanced(text) {
    while (gsub(/\([^()]*\)|\[[^][]*\]|\{[^{}]*\}/, "", text)) {
    }
    return text !~ /[][(){}]/
}

FNR == 1 {
    is_assertion = 0
    ends = 1
    split("", classes)
}

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
    is_begun = ends # of a statement, in this line
    ends = code ~ /(^|[;{}:]) *$/
}

/static_assert/ { is_assertion = 1 }
is_assertion {
    is_assertion = code !~ /;$/
    next
}
match(code, /^ *(class|struct) ([A-Z_]+ )?[a-z_0-9]+/) {
    name = substr(code, 1, RLENGTH)
    sub(/.* /, "", name)
    classes[name] = 1 # what looks like a call of it declares a constructor
}
/^ *#/ || /__builtin_prefetch/ || code ~ /\) (const )?(noexcept )?(override )?= 0;$/ || /^ *(virtual )?~|::~|template *</ ||
    /^ *(using|namespace|struct|class|enum|case|default|public|private|return;)/ { next }

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
    name = code
    sub(/^ +/, "", name)
    sub(/[^a-z_0-9].*$/, "", name)
    if (is_begun && is_balanced(code) && code ~ /^ +[a-z_][A-Za-z0-9_.:\[\]]*( (=|\+=|-=|\|=|&=) |\().*;$/ && !(name in classes) &&
        name !~ /^(return|const|auto|throw|delete|else|break)$/) {
        match(code, /^ +/)
        offer(RLENGTH + 1, substr(code, RLENGTH + 1), ";")
    }
}
