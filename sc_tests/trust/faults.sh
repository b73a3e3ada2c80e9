# SPDX-License-Identifier: Apache-2.0
# Runs of pmu_run in which something fails, and what must hold of them; for `source`. Whoever does sets `pmu_run`, `firmware`
# (its folder; empty: none) and `work`, a folder, as absolute paths, and has a function finding COMMAND FAULT TEXT.
declare -A words=() at_once=() reference_code=() volatile=()
names=()
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ulimit -c 0

# A call that is hit may be the last of a run that goes on for long.
seconds_of_run=30

read_commands() {
    local name files line
    while IFS=$'\t' read -r name files line; do
        [[ -n $line && $name != \#* ]] || continue
        [[ $line != *'$firmware'* && $name != @(report|script|annotate)* ]] || [[ -n $firmware ]] || continue
        names+=("$name")
        words[$name]=$line
        at_once[$name]=$files
    done <"$here/commands"
}

# What the commands read.
make_inputs() {
    in=$work/in
    rm -rf "$in"
    mkdir -p "$in"
    cc -std=gnu11 -Wall -Wextra -shared -fPIC -O2 -o "$work/inject.so" "$here/inject.c"
    cat >"$in/first.pmu" <<'P'
print "from here to there"
write PMNC, 1
repeat 40
pulse 0x0B
run 1
end
read PMN0 == 0
P
    printf 'write PMN0, 5\nread PMN0 == 5\n' >"$in/second.pmu"
    printf 'repeat 3\nexpect r0, 1\nend\n' >"$in/failing.pmu"
    printf 'write PMNC, 1\nrun 20\nshow PMNC\nread CCNT\nno such statement\nundo\nregisters\n' >"$in/session"
    printf '{"run": {"command": "stat", "file": "first.pmu"}, "matrix": {"part": ["arm1136", "arm1176"]}}' >"$in/study.json"
    cp "$in/first.pmu" "$in/second.pmu" "$work"
    (
        cd "$in"
        "$pmu_run" run arm1136 first.pmu --quiet --vcd waves.vcd --save-at 12 saved
        "$pmu_run" stat arm1136 first.pmu -j -o old.json
        "$pmu_run" stat arm1136 second.pmu -j -o new.json
        "$pmu_run" sweep study.json --into study --jobs 1
        if [[ -n $firmware ]]; then
            printf '{"run": {"command": "stat", "file": "%s/count_loop.arm1136.elf"}, "matrix": {"part": ["arm1136"]}}' \
                "$firmware" >firmware.json
            "$pmu_run" record arm1136 "$firmware/count_loop.arm1136.elf" -c 100 -g -o samples.data
        fi
    ) >"$work/inputs.log" 2>&1 || { cat "$work/inputs.log" >&2; return 1; }
}

# run_command NAME [FAULT]: in the empty folder $work/run; sets `code`. What it says is in $work/out and $work/err.
run_command() {
    rm -rf "$work/run"
    mkdir "$work/run"
    run_in "$work/run" "$@"
}
run_in() {
    local folder=$1 name=$2 injected=()
    if [[ -n ${3:-} ]]; then
        injected=(env "LD_PRELOAD=$work/inject.so" "TLM_PMU_FAULT=$3" "TLM_PMU_FAULT_STATE=$work/state")
        : >"$work/state"
        truncate -s 512 "$work/state"
    fi
    code=0
    (
        cd "$folder"
        eval "exec timeout -k 2 $seconds_of_run" '"${injected[@]}" "$pmu_run"' "</dev/null" "${words[$name]}"
    ) >"$work/out" 2>"$work/err" || code=$?
}

# Numbers of times and of processes are never the same, nor are checksums of them.
without_numbers() {
    zcat -f "$1" | sed 's/[0-9a-f]\{64\}//g' | tr -d '0-9'
}
files_of() {
    (cd "$1" && find . -mindepth 1 -printf '%P\n' | sed 's/[0-9a-f]\{3,\}/N/g; s/[0-9]\+/N/g' | sort -u)
}

# What NAME does undisturbed; twice, since what differs then differs always.
run_undisturbed() {
    local name=$1 to=$work/reference/$1 file
    rm -rf "$to"
    mkdir -p "$to"
    run_command "$name" none:0:EIO # with the library that makes calls fail, since a sweep notes which ones it is run with
    reference_code[$name]=$code
    cp -a "$work/run" "$work/out" "$work/err" "$to"
    files_of "$to/run" >"$to/files"
    sleep 0.02
    run_command "$name" none:0:EIO
    volatile[$name]=' '
    for file in out err; do
        cmp -s "$work/$file" "$to/$file" || volatile[$name]+="$file "
    done
    while IFS= read -r file; do
        [[ ! -f $work/run/$file ]] || cmp -s "$work/run/$file" "$to/run/$file" || volatile[$name]+="run/$file "
    done < <(cd "$to/run" && find . -type f -printf '%P\n')
    [[ $code == "${reference_code[$name]}" && $code -lt 2 || $name == shell ]] ||
        finding "$name" nothing "undisturbed it ends with $code: $(head -n 1 "$work/err")"
}

# is_same NAME: whether all is as it was undisturbed.
is_same() {
    local name=$1 to=$work/reference/$1 file
    [[ $code == "${reference_code[$name]}" ]] || { why="exit code $code"; return 1; }
    if [[ ${volatile[$name]} == ' ' ]]; then
        cmp -s "$work/out" "$to/out" && cmp -s "$work/err" "$to/err" && diff -rq "$work/run" "$to/run" >/dev/null && return
    fi
    [[ $(files_of "$work/run") == "$(<"$to/files")" ]] || { why="other files"; return 1; }
    while IFS= read -r file; do
        if [[ ${volatile[$name]} == *" $file "* ]]; then
            [[ ! -e $work/$file ]] || cmp -s <(without_numbers "$work/$file") <(without_numbers "$to/$file")
        else
            cmp -s "$work/$file" "$to/$file"
        fi || { why="$file is another one"; return 1; }
    done < <(cd "$to" && find run out err -type f)
}

# strays_of NAME: files that the undisturbed run does not make, but for those of a point that has failed, which is their place.
strays_of() {
    files_of "$work/run" | comm -23 - "$work/reference/$1/files" | grep -v '^study/failures/' || true
}

# What a process may leave that is ended at once: names that were taken, and nothing is in them yet; and files that the next
# sweep removes.
remove_leavings() {
    find "$work/run" -maxdepth 1 -type f -empty -delete
    find "$work/run" -path '*/study/*' -name '.new.*' -delete
}

# is_clean NAME: whether no file is there that the undisturbed run does not make, and none that should be whole is half.
is_clean() {
    local name=$1 to=$work/reference/$1 file strays
    strays=$(strays_of "$name")
    [[ -z $strays ]] || { why="leaves ${strays%%$'\n'*}"; return 1; }
    [[ ${at_once[$name]} != - ]] || return 0
    for file in ${at_once[$name]//,/ }; do
        [[ ! -e $work/run/$file ]] || cmp -s <(without_numbers "$work/run/$file") <(without_numbers "$to/run/$file") ||
            { why="$file is half written"; return 1; }
    done
}

# is_told NAME REASON FILE: whether it ends as what cannot be written does: not by a signal, with an exit code that is no
# success, and one line more than undisturbed that has the reason and, if it is known, the file.
is_told() {
    local name=$1 more lines
    ((code != 0 && code < 124)) || { why="exit code $code"; return 1; }
    is_clean "$name" || return 1
    more=$(grep -vxF -f "$work/reference/$name/err" "$work/err" || true)
    lines=$(grep -cv -e '^$' -e 'ended without a verdict' <<<"$more" || true) # of a child, whose parent says which one
    # One, or where a disk is full one for each file, also of a child.
    ((lines == 1)) || [[ $(grep -c ": $2\$" <<<"$more") == "$lines" ]] ||
        { why="$lines lines: $(head -n 3 <<<"$more" | tr '\n' '|')"; return 1; }
    [[ $more == *"$2"* ]] || { why="no reason: $more"; return 1; }
    [[ $more == *"$3"* ]] || { why="no name $3: $more"; return 1; }
}

declare -A reasons=([EIO]="Input/output error" [ENOSPC]="No space left on device" [ENOMEM]=memory)

# judge NAME CALL WHAT HIT: sets `why` if what must hold does not.
judge() {
    local name=$1 what=$3 call access file
    why=
    read -r call access file <<<"$4"
    if ((code == 124 || code == 137)); then
        why="does not end in $seconds_of_run s"
        return 1
    fi
    if [[ $what != @(EINTR|SHORT) ]]; then
        # What fails in a process that is fuzzed is a finding of its own.
        if [[ $name == fuzz* && $code == 1 ]] && grep -q ' seed [0-9]*: ' "$work/out"; then
            return
        fi
        # A child that was to read debug information, whose parent says so.
        ((code == ${reference_code[$name]})) && is_clean "$name" &&
            grep -q 'cannot be read, and are left out' "$work/err" && return
    fi
    # A point that has failed, and was tried once more.
    if [[ $name == *sweep && $what == E* ]] && grep -q 'it is tried again$' "$work/err" &&
        { cat "$work/err" && find "$work/run" -path '*/failures/*.json' -exec cat {} +; } | grep "${reasons[$what]:-reason}" >/dev/null; then
        is_clean "$name"
        return
    fi
    case $what in
    EINTR | SHORT) is_same "$name" ;;
    EIO | ENOSPC)
        # To be told of a lost message there is nobody; and what only asks, or is read, may have another way.
        if [[ $file == "standard error" ]]; then
            ((code != 0 && code < 124)) && is_clean "$name" && return
            is_same "$name" && [[ $call == close ]] && return
            why="standard error is lost, exit code $code"
            return 1
        fi
        # A lock is held or not, whatever its file has; and what cannot be looked at in a scratch folder goes with the next run.
        is_same "$name" && [[ $file == */@(lock|owner|"owner (deleted)") && $call == @(open|close) ]] && return
        [[ $access$call == inopen && $file == */study/tmp/* ]] && ((code == ${reference_code[$name]})) && return
        is_same "$name" && [[ $access == in || $file == /proc/* || $file == /memfd:* || $file == /dev/* || $call == mkdir ]] && return
        file=${file##*/}
        file=${file%" (deleted)"}
        case $file in
        .new.* | memfd:* | pipe:*) file= ;;
        lib*.so*) file=${file%%[-.]*} ;; # the program names it by its link
        *.??????) [[ -z ${at_once[$name]##*"${file%.??????}"*} ]] && file=${file%.??????} ;;
        esac
        is_told "$name" "${reasons[$what]}" "$file"
        ;;
    ENOMEM)
        is_same "$name" && return
        # A sweep goes on without a point. SystemC, which has caught it before sc_main(), has words and an exit code of its own.
        ((code == 2)) || { ((code == 1)) && { [[ $name == *sweep ]] || grep -q 'uncaught exception: std::bad_alloc' "$work/out"; }; } ||
            { why="exit code $code: $(tail -n 1 "$work/err")"; return 1; }
        remove_leavings # where a destructor wants memory, nothing comes after it
        rm -rf "$work"/run/study/tmp/* # which the next sweep removes too
        is_clean "$name" || return 1
        grep -q "${reasons[ENOMEM]}" "$work/err" || grep -q 'uncaught exception: std::bad_alloc' "$work/out" || { why="no clear line: $(tail -n 1 "$work/err")"; return 1; }
        ;;
    SIG*)
        is_same "$name" && return
        ((code <= 128)) || remove_leavings
        # A sweep that is stopped writes what it has.
        [[ $name == *sweep ]] && grep -q 'points: .*[1-9][0-9]* to do' "$work/out" && [[ -z $(strays_of "$name") ]] && ((code == 1)) && return
        is_clean "$name" || return 1
        ((code == 128 + $(kill -l "${what#SIG}"))) && return # it has no run that could be stopped
        ((code == 1 || code == 2)) || { why="exit code $code"; return 1; }
        [[ -s $work/err ]] || { why="ends without a word"; return 1; }
        ;;
    esac
}

# try_fault NAME CALL N WHAT: false if the command does not get there.
try_fault() {
    local hit
    run_command "$1" "$2:$3:$4"
    IFS= read -r hit <"$work/state" || return 1
    [[ -n $hit ]] || return 1 # a count may have the byte of a line feed
    judge "$1" "$2" "$4" "$hit" || finding "$1" "$2:$3:$4" "$hit: $why"
}
