// SPDX-License-Identifier: Apache-2.0
// What happened, below the strips and on their axis: enable, PMUIRQ, overflows and accesses.
const registerName = (a) => (a[1] >= 0 ? data.registers[a[1]].name : "no register at " + hex(a[6] || 0, 4));
const allOf = (ends) => ends.first.concat(ends.last);

/// Stretches in which a level was 1, with how sure that is: [first, last, share].
function stretches(marks, level) {
    const found = [];
    if (marks.omitted === 0) {
        let since = null;
        for (const [cycle, isOn] of allOf(marks)) {
            if (isOn && since === null) {
                since = cycle;
            } else if (!isOn && since !== null) {
                found.push([since, cycle, 1]);
                since = null;
            }
        }
        if (since !== null) {
            found.push([since, end, 1]);
        }
        return found;
    }
    const min = level.min || level.last;
    const max = level.max || level.last;
    max.forEach((m, n) => {
        if (m) {
            found.push([leftOf(n), rightOf(n), min[n] ? 1 : 0.45]);
        }
    });
    return found;
}

/// Single happenings as [cycle, height]; where they are not all kept, as many a bucket.
function ticks(ends, counts, choose) {
    if (ends.omitted === 0) {
        return allOf(ends).filter(choose).map((m) => [m[0], m[0], 1]);
    }
    const most = Math.max(...counts, 1);
    return counts.map((n, i) => [leftOf(i), rightOf(i), n ? 0.25 + 0.75 * n / most : 0]).filter((m) => m[2]);
}

const lanes = [
    {name: "Enabled", colour: "--good", bars: stretches(data.enabled, data.series.enabled)},
    {name: "PMUIRQ", colour: "--irq", bars: stretches(data.irq, data.series.irq)},
    {name: "Overflows", colour: "--irq", ticks: ticks(data.overflows, data.series.overflows, () => true)},
    {name: "Writes", colour: "--write", ticks: ticks(data.accesses, data.series.writes, (a) => a[2] === 1)},
    {name: "Reads", colour: "--read", ticks: ticks(data.accesses, data.series.reads, (a) => a[2] === 0)},
];

/// A lane over what is shown of the run.
function laneOf(lane, x, top, left, width) {
    const tall = laneHeight - 6;
    const inside = picture(width, tall, {x: left, y: top + 3}, box(0, 0, width, tall, style("--faint"), {rx: 3}));
    const colour = style(lane.colour);
    for (const [first, last, share] of (lane.bars || []).filter((b) => b[1] >= from && b[0] <= to)) {
        inside.append(box(x.at(first), 0, Math.max(x.at(last) - x.at(first), 1.5), tall, colour, {"fill-opacity": 0.85 * share}));
    }
    for (const [first, last, share] of (lane.ticks || []).filter((t) => t[1] >= from && t[0] <= to)) {
        inside.append(box(x.at(first) - (first === last ? 0.75 : 0), tall * (1 - share), Math.max(x.at(last) - x.at(first), 1.5), tall * share, colour,
            {"fill-opacity": 0.9}));
    }
    return svg("g", {"data-lane": lane.name}, label(left - 8, top + laneHeight / 2 + 4, lane.name, {"text-anchor": "end"}), inside);
}

const lanesText = () => "Enabled " + plural(data.enabled.total, "change") + ", PMUIRQ raised " + plural(raised, "time") + ", " +
    plural(data.overflows.total, "overflow") + ", " + plural(data.accesses.total, "register access", "register accesses");

const raised = data.series.interrupts.reduce((sum, n) => sum + Number(n), 0);

const accessText = (a) => (a[2] ? "write " : "read ") + registerName(a) + (a[2] ? " ← " : " = ") + hex(a[3], 8) +
    (a[4] && a[4] !== "ok" ? ", " + a[4].replace("_", " ") : "");

/// All that is kept, in order: [cycle, text].
const happenings = [
    ...allOf(data.irq).map(([t, on]) => [t, on ? "PMUIRQ asserted" : "PMUIRQ deasserted"]),
    ...allOf(data.enabled).map(([t, on]) => [t, on ? "counters enabled" : "counters disabled"]),
    ...allOf(data.overflows).map(([t, i]) => [t, data.series.counters[i].name + " overflowed"]),
    ...allOf(data.resets).map(([t]) => [t, "reset"]),
    ...allOf(data.accesses).map((a) => [a[0], accessText(a)]),
].sort((a, b) => a[0] - b[0]);
let at = -1; // in the happenings

function step(by) {
    if (happenings.length === 0) {
        return;
    }
    at = Math.min(Math.max(at + by, 0), happenings.length - 1);
    mark(happenings[at][0], "Cycle " + grouped(happenings[at][0]) + ": " + happenings[at][1] +
         " (" + grouped(at + 1) + " of " + grouped(happenings.length) + ")");
}
