# SPDX-License-Identifier: Apache-2.0
# What has not happened, from what scripts/coverage gives it; that is FILE, line, column, what, text, a line each.
#
#   awk -F '\t' -v root=FOLDER/ -v summary=FILE -f coverage.awk ALL
#
# `summary` gets models or platforms, lines or branches, how many are covered, and how many there are.
#
# The build sees a file by several paths. A function that no program has is evaluated by the compiler alone, and does not count;
# nor does a constexpr one that no program calls.
# A branch of a template is taken if one of its instances takes it; what is chosen when it is compiled is none.

function text_of(file, number,    line, n) {
    if (!(file in is_read)) {
        is_read[file] = 1
        for (n = 1; (getline line < (root file)) > 0; ++n) {
            sub(/^ +/, "", line)
            text[file, n] = line
        }
        close(root file)
    }
    return text[file, number]
}
# Whether the function whose body begins in a line says so, there or in the lines of its declaration before.
function is_constexpr(file, number,    line) {
    for (; number > 0; --number) {
        line = text_of(file, number)
        if (line ~ /constexpr/) {
            return 1
        }
        if (text_of(file, number - 1) ~ /[;{}:]$|^\/\/|^$/) {
            return 0
        }
    }
    return 0
}
function count(place, what, is_covered) {
    ++total[folder[place], what]
    covered[folder[place], what] += is_covered
}

$1 == "program" {
    is_in_a_program[$2] = 1
    next
}
{
    if (index($2, root) != 1) {
        next
    }
    file = substr($2, length(root) + 1)
    sub(/^build\/coverage\/(\.\.\/\.\.|rooms\/[^\/]*)\//, "", file)
    if (file !~ /^(models|platforms)\//) {
        next
    }
    place = file "\t" $3 "\t" $4
}
$1 == "function" {
    function_ends[place] = $5
    function_begins[place] = $3
    is_compiled[place] = is_compiled[place] || $6 in is_in_a_program
    calls[place] += $7
    file_of[place] = file
    next
}
{
    if (!(place in kind)) {
        order[++places] = place
        kind[place] = $1
        folder[place] = substr(file, 1, index(file, "/") - 1)
        file_of[place] = file
        number[place] = $3
    }
    yes[place] += $5
    no[place] += $6
}
END {
    for (place in function_ends) {
        if (!is_compiled[place] || (!calls[place] && is_constexpr(file_of[place], function_begins[place]))) {
            for (n = function_begins[place]; n <= function_ends[place]; ++n) {
                is_the_compiler_s[file_of[place], n] = 1
            }
        }
    }
    for (i = 1; i <= places; ++i) {
        place = order[i]
        said = text_of(file_of[place], number[place])
        if ((file_of[place], number[place]) in is_the_compiler_s && !yes[place] && (kind[place] == "line" || !no[place])) {
            continue
        }
        if (kind[place] == "line" && said ~ /^[]})(;, ]*$/) {
            continue # says nothing of its own
        }
        if (kind[place] == "line") {
            count(place, "lines", yes[place] > 0)
            if (!yes[place]) {
                print place "\tnever executed\t" said
            }
        } else if (said !~ /if constexpr|static_assert/) {
            count(place, "branches", yes[place] > 0)
            count(place, "branches", no[place] > 0)
            if (!yes[place]) {
                print place "\tnever true\t" said
            }
            if (!no[place]) {
                print place "\tnever false\t" said
            }
        }
    }
    for (key in total) {
        split(key, of, SUBSEP)
        print of[1] "\t" of[2] "\t" covered[key] "\t" total[key] >summary
    }
}
