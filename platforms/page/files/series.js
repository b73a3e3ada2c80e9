// SPDX-License-Identifier: Apache-2.0
// What is drawn over time: the data's buckets as points.
const end = Math.max(data.periods, 1);
const bucketCycles = data.series.cycles;
const eventOf = new Map(data.events.map((e) => [e.number, e]));

// Bucket n has the edges n * w to (n + 1) * w - 1, and an edge ends its cycle; edge 0 is none.
const leftOf = (n) => Math.max(n * bucketCycles - 1, 0);
const rightOf = (n) => Math.min((n + 1) * bucketCycles - 1, end);

// So many buckets are a point: few where little of the run is shown, more where it would be a blur.
let grain = 1;
const pointLeft = (n) => leftOf(n * grain);
const pointRight = (n) => rightOf((n + 1) * grain - 1);
const pointAt = (x) => Math.min(Math.floor(Math.ceil(x) / (bucketCycles * grain)), Math.ceil(data.series.reads.length / grain) - 1);

/// \param join what two neighbours are together
function grained(values, join) {
    if (grain === 1) {
        return values;
    }
    const all = [];
    values.forEach((v, n) => {
        if (n % grain === 0) {
            all.push(Number(v));
        } else {
            all[all.length - 1] = join(all[all.length - 1], Number(v));
        }
    });
    return all;
}
const sumOf = (a, b) => a + b;
const later = (a, b) => b;

const colours = {
    light: ["#2f6fde", "#d9622b", "#2a9d6f", "#a04fc4", "#c9a227", "#d6447c", "#3aa0b5", "#7c6a58", "#6b7fd7", "#8aa63a"],
    dark: ["#7fb0ff", "#ff9d66", "#63d3a4", "#d297f2", "#f0cf5b", "#ff8fb8", "#75d4e6", "#c3ae98", "#a9b6ff", "#bfdb73"],
};

function ratePoints(counts) {
    const points = [];
    for (let n = 0; n < counts.length; ++n) {
        const cycles = pointRight(n) - pointLeft(n);
        if (cycles > 0) {
            points.push({x: pointLeft(n), y: Number(counts[n]) / cycles});
        }
    }
    points.push({x: end, y: points.length ? points[points.length - 1].y : 0});
    return points;
}

/// The least or greatest rate within each bucket, in what was the smallest bucket of the run. The
/// first and the last one have parts that are shorter: nothing is told of them.
function rateLimit(counts, mean) {
    const isWhole = (i) => i > 0 && i < counts.length - 1;
    return mean.map((p, i) => (isWhole(i) ? {x: p.x, y: Number(counts[i]) / data.series.fine_cycles} : p));
}

function totalPoints(counts) {
    let sum = 0;
    const points = [{x: 0, y: 0}];
    counts.forEach((count, n) => {
        sum += Number(count);
        points.push({x: pointRight(n), y: sum});
    });
    return points;
}

const levelPoints = (values) => values.map((y, n) => ({x: pointRight(n), y}));

const cyclesOfBuckets = data.series.reads.map((_, n) => Math.max(rightOf(n) - leftOf(n), 0));
const eventSeries = inOrder(data.series.events.map((s) => ({...s, ...eventOf.get(s.event)})), cyclesOfBuckets)
    .map((s, i) => ({
        name: s.name,
        about: hex(s.number, 2) + " " + s.description + "; over time its rate varies " + ratioText(s.variation) + " times as much as by chance",
        rateUnit: isInstructions(s) ? "instructions per cycle (IPC)" : "",
        colour: i,
        varies: s.varies,
        shown: s.shown,
        rate: () => {
            const mean = ratePoints(grained(s.sum, sumOf));
            const isExact = grain === 1 && !s.min;
            return {
                line: mean,
                low: isExact ? null : rateLimit(grained(s.min || s.sum, Math.min), mean),
                high: isExact ? null : rateLimit(grained(s.max || s.sum, Math.max), mean),
            };
        },
        sum: () => ({line: totalPoints(grained(s.sum, sumOf))}),
    }));

const greatest = (c) => Math.max(...(c.max || c.last));
// Drivers preset counters to overflow soon: then their distance from that is what can be seen.
const isSigned = data.series.counters.some((c) => greatest(c) >= 2 ** 31);
const counterSeries = data.series.counters.map((c, i) => {
    const values = isSigned ? c.signed : c;
    return {
        name: c.name,
        about: "counter " + c.name,
        colour: i,
        varies: greatest(c) > 0,
        shown: greatest(c) > 0,
        level: () => {
            const isExact = grain === 1 && !values.min;
            return {
                line: levelPoints(grained(values.last, later)),
                low: isExact ? null : levelPoints(grained(values.min || values.last, Math.min)),
                high: isExact ? null : levelPoints(grained(values.max || values.last, Math.max)),
            };
        },
    };
});

const views = [
    {name: "Event rates", unit: "events per cycle", series: eventSeries, points: "rate", isStepped: true, what: "the rate of"},
    {name: "Event totals", unit: "events", series: eventSeries, points: "sum", what: "the total of"},
    {name: "Counters", unit: isSigned ? "counter value, below 0: to its overflow" : "counter value", series: counterSeries, points: "level", what: "the value of"},
];
