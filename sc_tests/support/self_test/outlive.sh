# SPDX-License-Identifier: Apache-2.0
# outlive.sh SIGNAL COMMAND...: starts COMMAND, which prints "process ID" for a child of its own, ends it by
# SIGNAL and fails if the child is still there then.
signal=$1
shift
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# wait_until CONDITION...: for ten seconds at most.
wait_until() {
    for _ in $(seq 100); do
        if "$@"; then
            return 0
        fi
        sleep 0.1
    done
    return 1
}
has_started() { grep -q '^process ' "$out"; }
# Nobody may be there to take a zombie's exit code.
has_ended() { ! grep -q '^State:[[:space:]]*[^Z]' "/proc/$1/status" 2>/dev/null; }

# A shell without job control ignores SIGINT for its background jobs.
env --default-signal=INT "$@" >"$out" 2>&1 &
runner=$!
if ! wait_until has_started; then
    echo "it did not start:"
    cat "$out"
    exit 1
fi
child=$(sed -n 's/^process //p' "$out")
kill -s "$signal" "$runner"
if ! wait_until has_ended "$child"; then
    echo "process $child outlives its parent"
    kill -s KILL "$child"
    exit 1
fi
