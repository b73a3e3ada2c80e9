# SPDX-License-Identifier: Apache-2.0
# What the pillars of scripts/trust share, for `source` after scripts/common.sh, from the root of the repository. A pillar is
# sc_tests/trust/NAME SECONDS. Its state is in build/trust/NAME; it may be ended at any time, and goes on where it was.

# begin_pillar ARGUMENT...: sets `pillar`, `work`, its folder, and `seconds`, how long it may work.
begin_pillar() {
    pillar=${0##*/} seconds=${1:-} work=build/trust/${0##*/}
    [[ $# == 1 && $seconds =~ ^[0-9]{1,7}$ ]] || {
        echo "$pillar: expected how many seconds to work, got '$*'" >&2
        exit 2
    }
    mkdir -p "$work"
    rm -f "$work/figures.new"
    SECONDS=0
}

# is_time: whether there is time for one more step.
is_time() {
    ((SECONDS < seconds))
}

# begin_results PATH...: what was tried counts as long as what git would commit there is what it was.
begin_results() {
    sources=$(git ls-files -z --cached --others --exclude-standard -- "$@" | sort -z |
        while IFS= read -r -d '' file; do
            [[ ! -f $file ]] || printf '%s\0' "$file"
        done | xargs -0 sha256sum | sha256sum | cut -c 1-16)
    results=$PWD/$work/results
    touch "$results"
}
# add_result STEP VALUE...: that it was tried, and what came of it. No tabs.
add_result() {
    local IFS=$'\t'
    echo "$sources"$'\t'"$*" >>"$results"
}
# results_of [REGEX]: a line for each, STEP and its values with tabs between, of the steps that match.
results_of() {
    awk -F '\t' -v sources="$sources" -v like="${1:-}" '$1 == sources && $2 ~ like { print substr($0, length($1) + 2) }' "$results"
}
# sum_of REGEX N: of the Nth value.
sum_of() {
    results_of "$1" | awk -F '\t' -v column=$(($2 + 1)) '{ sum += $column } END { printf "%d", sum }'
}
is_done() {
    results_of | cut -f 1 | grep -xF -e "$1" >/dev/null
}

# figure NAME VALUE MARK STATE [LINK]: one line of what the pillar has found; STATE: ok, bad, or open where too little was
# tried. LINK is a file in `work`.
figure() {
    local line
    [[ $4 == @(ok|bad|open) ]] || { echo "$pillar: $1: expected the state ok, bad or open, got '$4'" >&2; exit 2; }
    printf -v line '%s\t%s\t%s\t%s\t%s' "$1" "$2" "$3" "$4" "${5:--}"
    echo "$line" >>"$work/figures.new"
    echo "$line"
}

# end_pillar: what figure() was told becomes the pillar's figures.
end_pillar() {
    mv "$work/figures.new" "$work/figures"
}
