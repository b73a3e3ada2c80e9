# SPDX-License-Identifier: Apache-2.0
# What scripts/mutate and sc_tests/mutation/prepare share, for `source` after scripts/common.sh, from the root of the
# repository.

work=build/mutate explained=sc_tests/mutation/survivors
mkdir -p "$work"
touch "$work/results"

# kind_of FILE: prints which tests a source is held against; nothing where it is not mutated.
kind_of() {
    case $1 in
    models/pmu/adapters/cci_*) ;; # needs CCI, which Debian does not have
    models/pmu/tlm/*.cpp | models/pmu/tlm/*.h | models/pmu/adapters/*.cpp | models/pmu/adapters/*.h) echo wrapper ;;
    models/pmu/*_pmu.cpp | models/pmu/*_pmu.h | models/pmu/*_module_definitions.h) echo wrapper ;;
    models/pmu/*.cpp | models/pmu/*.h) echo cores ;;
    platforms/iss/meter/*.cpp | platforms/iss/meter/*.h | platforms/iss/cpu/event_feed.*) echo simulator ;;
    esac
}
mapfile -t all_files < <(find models/pmu platforms/iss -name '*.cpp' -o -name '*.h' | LC_ALL=C sort |
    while IFS= read -r file; do [[ -z $(kind_of "$file") ]] || echo "$file"; done)

# sum_of PATH...: prints a checksum of what git has there.
sum_of() {
    git ls-files -z -- "$@" | xargs -0 cat 2>/dev/null | sha256sum | cut -c 1-16
}

# explained_of FILE...: the rows of the survivors of these files that have a reason.
explained_of() {
    awk -F '\t' -v files="$*" 'BEGIN { split(files, all, " "); for (n in all) is_wanted[all[n]] }
        ($1 in is_wanted) && NF == 6 && $6 != ""' "$explained"
}

# tests_now: prints which tests there are; what survives them is no news for others.
tests_now() {
    sum_of sc_tests ':!*.md' ':!sc_tests/trust' ':!sc_tests/bench' ":!$explained"
}

# keyed FILE...: all mutants: FILE, text of the line (with [2] if it is the second one like that), COLUMN, OLD, NEW, which are
# known as long as that line is what it was; then LINE and LENGTH.
keyed() {
    awk -f sc_tests/mutation/mutants.awk "$@" | awk -F '\t' -v OFS='\t' '{
        if (!($1 in read)) {
            read[$1] = 1
            for (n = 1; (getline line < $1) > 0; ++n) {
                text[$1, n] = line
            }
            close($1)
        }
        line = text[$1, $2]
        sub(/^ +/, "", line)
        n = ++count[$1, line, $3, $6, $5]
        if (n > 1) {
            line = line " [" n "]"
        }
        print $1, line, $3, $6, $5, $2, $4
    }'
}

# A mutant is compiled once; what it was made of comes from a cache, which is not that of anybody else.
export CCACHE_DIR=$PWD/$work/ccache CCACHE_MAXSIZE=3G CCACHE_NOHASHDIR=1
targets=(pmu_run core_tests sc_tests differential_tests stat_tests iss_tests meaning_tests firmware_tests)

# copy_to FOLDER [EXCEPT]...: the sources, with their times: what has not changed is not built again.
copy_to() {
    local folder=$1
    shift
    mkdir -p "$folder"
    git ls-files -z --cached --others --exclude-standard models platforms sc_tests scripts '*.md' LICENSE 'CMake*' |
        grep -zvxF -e "$(printf '%s\n' none "$@")" | tar --null -cf - -T - | tar -C "$folder" -xf -
}
# build FOLDER JOBS TARGET...: of FOLDER/tree, in FOLDER/built.
build() {
    local folder=$1 parallel=$2
    shift 2
    # With shared libraries a mutant of a model is one file to compile, and nothing else to link. An index past the end is
    # noticed.
    [[ -e $folder/built/build.ninja ]] ||
        cmake -S "$folder/tree" -B "$folder/built" -G Ninja -D CMAKE_BUILD_TYPE=Debug -D BUILD_SHARED_LIBS=ON \
            -D CMAKE_CXX_FLAGS_DEBUG="-O1 -w -D_GLIBCXX_ASSERTIONS" -D CMAKE_UNITY_BUILD=ON \
            -D TLM_PMU_BUILD_ISS=ON -D TLM_PMU_BUILD_TESTS=ON >"$folder/log" 2>&1 &&
        CCACHE_BASEDIR=$PWD/$folder cmake --build "$folder/built" -j "$parallel" --target "$@" >"$folder/log" 2>&1
}

# limited SECONDS PROGRAM...: one that a mutant may have made endless, in time or in memory.
limited() {
    (ulimit -v 8000000 && exec timeout "$@") >/dev/null 2>&1
}
# run_tests BIN SECONDS PROGRAM TEST...: whether they pass, within that time. One of `conformance` is CLOCK/PART/FOLDER/FILE,
# since parts share some.
run_tests() {
    local bin=$1 limit=$2 program=$3 clock part names
    shift 3
    if [[ $program != conformance ]]; then
        names=$(IFS=:; echo "$*")
        limited "$limit" "$bin/$program" --gtest_fail_fast --gtest_filter="$names"
        return
    fi
    for clock in tickless sc_clock; do
        for part in $(printf '%s\n' "$@" | sed -n "s|^$clock/\([^/]*\)/.*|\1|p" | sort -u); do
            mapfile -t names < <(printf '%s\n' "$@" | sed -n "s|^$clock/$part/|sc_tests/conformance/|p")
            limited "$limit" "$bin/pmu_run" run "$part" --quiet --clock "$clock" "${names[@]}" || return 1
        done
    done
}
