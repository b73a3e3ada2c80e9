// SPDX-License-Identifier: Apache-2.0
// What happened, below the chart and on its axis: enable, PMUIRQ, overflows and accesses.
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

function drawLanes() {
    const box = byId("lanes");
    const canvas = byId("lane-canvas");
    const width = box.clientWidth;
    const height = box.clientHeight;
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const c = canvas.getContext("2d");
    c.scale(scale, scale);
    c.clearRect(0, 0, width, height);
    const {left, right} = chart.chartArea;
    const x = (cycle) => left + (cycle - from) / (to - from) * (right - left);
    const row = height / lanes.length;
    c.font = "12px " + style("--sans");
    c.textBaseline = "middle";
    lanes.forEach((lane, i) => {
        const top = i * row + 3;
        const tall = row - 6;
        c.textAlign = "right";
        c.fillStyle = style("--soft");
        c.fillText(lane.name, left - 10, top + tall / 2 + 1);
        c.fillStyle = style("--faint");
        c.beginPath();
        c.roundRect(left, top, right - left, tall, 3);
        c.fill();
        c.save();
        c.beginPath();
        c.rect(left, top, right - left, tall);
        c.clip();
        c.fillStyle = style(lane.colour);
        for (const [first, last, share] of lane.bars || []) {
            if (last >= from && first <= to) {
                c.globalAlpha = 0.85 * share;
                c.fillRect(x(first), top, Math.max(x(last) - x(first), 1.5), tall);
            }
        }
        for (const [first, last, share] of lane.ticks || []) {
            if (last >= from && first <= to) {
                c.globalAlpha = 0.9;
                c.fillRect(x(first) - (first === last ? 0.75 : 0), top + tall * (1 - share), Math.max(x(last) - x(first), 1.5), tall * share);
            }
        }
        c.restore();
        c.globalAlpha = 1;
    });
    if (cursor !== null && cursor >= from && cursor <= to) {
        c.strokeStyle = style("--accent");
        c.setLineDash([4, 3]);
        c.beginPath();
        c.moveTo(x(cursor), 0);
        c.lineTo(x(cursor), height);
        c.stroke();
    }
    box.setAttribute("aria-label",
        "Enabled " + plural(data.enabled.total, "change") + ", PMUIRQ raised " + plural(raised, "time") + ", " +
        plural(data.overflows.total, "overflow") + ", " + plural(data.accesses.total, "register access", "register accesses"));
}

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
