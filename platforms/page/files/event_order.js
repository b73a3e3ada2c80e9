// SPDX-License-Identifier: Apache-2.0
// In which order events are shown over time, and which of them at first: here alone.
const mostStretches = 128; // that the run is looked at in
const mostShown = 5;

/// Sums of neighbours, so that there are `mostStretches` at most.
function stretched(values) {
    const each = Math.ceil(values.length / mostStretches);
    return Array.from({length: Math.ceil(values.length / each)}, (_, i) =>
        values.slice(i * each, (i + 1) * each).reduce((sum, n) => sum + Number(n), 0));
}

/// How far an event's rate varies over time: the mean of (count - expected)^2 / expected over stretches of the run, where
/// `expected` is what each would have at an even rate. An event of an even rate has 0; occurrences that chance has placed
/// give 1, however many they are; what comes in bursts has the more the larger these are. It is the square of the coefficient
/// of variation times the mean count of a stretch, so a handful of occurrences weighs little.
/// \param cycles of each stretch
function variationOf(counts, cycles) {
    const perCycle = counts.reduce((a, b) => a + b, 0) / cycles.reduce((a, b) => a + b, 0);
    const parts = counts.map((count, i) => [count, perCycle * cycles[i]]).filter(([, expected]) => expected > 0);
    return parts.length ? parts.reduce((sum, [count, expected]) => sum + (count - expected) ** 2 / expected, 0) / parts.length : 0;
}

/// Whether two series rise and fall together, so that one tells what the other does: a correlation of 0.99 or more.
function isLike(a, b) {
    const mean = (counts) => counts.reduce((sum, n) => sum + n, 0) / counts.length;
    const product = (x, y) => { const [mx, my] = [mean(x), mean(y)]; return x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0); };
    const both = product(a, b);
    return both > 0 && both >= 0.99 * Math.sqrt(product(a, a) * product(b, b));
}

const isInstructions = (e) => e.alias === "instructions";

/// Instructions come first, whose rate a cycle is the IPC; then what varies, most first; then what is even, the most frequent
/// first and cycles last. Each gets `variation`, `varies`, and `shown`: the first few that vary, but none that is like one before it; the first
/// of all if none varies.
/// \param cycles of each bucket
function inOrder(events, cycles) {
    const stretches = stretched(cycles);
    const all = events.map((e) => {
        const counts = stretched(e.sum);
        const variation = variationOf(counts, stretches);
        return {...e, counts, variation, varies: isInstructions(e) || variation > 1};
    });
    all.sort((a, b) => isInstructions(b) - isInstructions(a) || b.varies - a.varies ||
        (a.varies ? b.variation - a.variation : a.every_edge - b.every_edge || Number(b.total) - Number(a.total)));
    const shown = [];
    for (const e of all) {
        if (shown.length < mostShown && (e.varies || shown.length === 0) && !shown.some((other) => isLike(other.counts, e.counts))) {
            shown.push(e);
        }
    }
    return all.map((e) => ({...e, shown: shown.includes(e)}));
}
