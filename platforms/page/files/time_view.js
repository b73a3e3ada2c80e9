// SPDX-License-Identifier: Apache-2.0
// The picture over time: a strip for each series, with a scale of its own, and the lanes below, on one axis of cycles; and the
// part of the run that it shows.
const plot = byId("plot");
let isPrinted = false;
let view = views[eventSeries.length ? 0 : 2];
let from = 0;
let to = end;
let cursor = null;      // a cycle that is marked
let isLegendLong = false;
let drawn = null;       // what is seen: {svg, x, left, strips, hair}

const colourOf = (s) => {
    const palette = colours[darkScheme.matches && !isPrinted ? "dark" : "light"];
    return palette[s.colour % palette.length];
};
const gutter = () => (innerWidth < 640 ? 66 : 84);
const stripHeight = () => Math.max(Math.min(84, 420 / Math.max(view.series.filter((s) => s.shown).length, 1)), 48);
const stripGap = 10;
const laneHeight = 21;

/// So many buckets are a point that there are no more points than can be told apart.
function chooseGrain(width) {
    const most = Math.max(width / 2.5, 40);
    for (grain = 1; (to - from) / (bucketCycles * grain) > most;) {
        grain *= 2;
    }
}

/// What of a line is seen, and a point more at each side.
function seen(points) {
    const first = points.findIndex((p) => p.x > from);
    const last = points.findIndex((p) => p.x >= to);
    return points.slice(Math.max((first < 0 ? points.length : first) - 1, 0), last < 0 ? points.length : last + 1);
}

/// A series over what is shown of the run.
function stripOf(s, x, top, left, width) {
    const height = stripHeight();
    const points = s[view.points]();
    const [line, low, high] = [points.line, points.low || points.line, points.high || points.line].map(seen);
    const least = low.reduce((a, p) => Math.min(a, p.y), view.points === "sum" ? Infinity : 0);
    const greatest = high.reduce((a, p) => Math.max(a, p.y), -Infinity);
    const y = scaleOf(least, greatest > least ? greatest : least + 1, height - 1, 18, false);
    const inside = picture(width, height, {x: left, y: 0});
    const colour = colourOf(s);
    if (points.low) {
        inside.append(path(areaBetween(low, high, x, y, view.isStepped), {fill: colour, "fill-opacity": 0.16}));
    }
    inside.append(path(lineThrough(line, x, y, view.isStepped), {stroke: colour, "stroke-width": 1.6, "stroke-linejoin": "round"}));
    const unit = (view.points === "rate" && s.rateUnit) || view.unit;
    const group = svg("g", {transform: "translate(0 " + top + ")", "data-strip": s.name}, ...gridOf(y, left, left + width, 3), inside,
        label(left, 11, s.name, {fill: style("--text"), "font-weight": 600}), label(left + width, 11, unit, {"text-anchor": "end"}));
    return {series: s, line: points.line, group};
}

/// The cycles, below all else.
function axisOf(x, top, left, width) {
    const unit = (data.cycles < data.periods ? "periods of the clock, which stood still at times, " : "clock cycles, ") + timeOf(1) + " each";
    return [...x.ticks(Math.max(Math.floor(width / 100), 2)).flatMap((v) => [
        stroke(left + x.at(v), top, left + x.at(v), top + 5, style("--soft")),
        label(left + x.at(v), top + 18, short(v), {"text-anchor": "middle"})]),
        label(left + width / 2, top + 36, unit, {"text-anchor": "middle"})];
}

const crossing = (x, left, height) => stroke(left + x, 0, left + x, height, style("--accent"), {"stroke-dasharray": "4 3"});

function drawTime() {
    const left = gutter();
    const width = Math.max(plot.clientWidth - left - 14, 100);
    chooseGrain(width);
    const x = scaleOf(from, to, 0, width, false);
    const shown = view.series.filter((s) => s.shown);
    const strips = shown.map((s, i) => stripOf(s, x, i * (stripHeight() + stripGap), left, width));
    const lanesTop = strips.length * (stripHeight() + stripGap) + 4;
    const bottom = lanesTop + lanes.length * laneHeight;
    const whole = picture(left + width + 14, bottom + 42, {}, ...strips.map((s) => s.group),
        ...lanes.map((lane, i) => laneOf(lane, x, lanesTop + i * laneHeight, left, width)), ...axisOf(x, bottom, left, width));
    if (cursor !== null && cursor >= from && cursor <= to) {
        whole.append(crossing(x.at(cursor), left, bottom));
    }
    plot.replaceChildren(whole);
    drawn = {svg: whole, x, left, bottom, strips};
    describe();
}

/// What is drawn, in words.
function describe() {
    const names = view.series.filter((s) => s.shown).map((s) => s.name);
    plot.setAttribute("aria-label", "Chart of " + (names.length ? view.what + " " + names.join(", ") : "nothing") + " over cycles " +
        grouped(Math.round(from)) + " to " + grouped(Math.round(to)) + ". " + lanesText());
    const wide = bucketCycles * grain;
    const width = wide > 1 ? " A point is " + grouped(wide) + " cycles" +
        (data.series.fine_cycles < wide ? "; the shade is the least and the greatest of each." : ".") : "";
    byId("drawn").textContent = (from === 0 && to === end ? "The whole run, " + plural(data.cycles, "cycle") + "." + width
        : "Cycles " + grouped(Math.round(from)) + " to " + grouped(Math.round(to)) + ", " + timeOf(to - from) + "." + width) +
        (names.length ? " Each strip has a scale of its own." : "");
}

function show(first, last) {
    const least = Math.min(end, 4 * bucketCycles);
    const span = Math.min(Math.max(last - first, least), end);
    from = Math.min(Math.max(first, 0), end - span);
    to = from + span;
    drawTime();
}

function zoom(factor, about) {
    const at = about === undefined ? (cursor !== null && cursor >= from && cursor <= to ? cursor : (from + to) / 2) : about;
    show(at - (at - from) * factor, at + (to - at) * factor);
}
const pan = (share) => show(from + (to - from) * share, to + (to - from) * share);
const showAll = () => show(0, end);

/// Marks a cycle, and shows it.
function mark(cycle, text) {
    cursor = cycle;
    const span = to - from;
    if (cycle < from || cycle > to) {
        show(cycle - span / 2, cycle + span / 2);
    } else {
        drawTime();
    }
    byId("drawn").textContent = text;
}

function makeLegend() {
    const legend = byId("legend");
    const most = 12;
    const all = view.series;
    const listed = isLegendLong ? all : all.filter((s, i) => s.shown || (s.varies && i < most));
    const keys = listed.map((s) => {
        const key = element("button", {className: "key", title: s.about, "aria-pressed": String(s.shown)}, element("i", {}), s.name);
        key.firstChild.style.setProperty("--colour", colourOf(s));
        key.addEventListener("click", () => {
            s.shown = !s.shown;
            key.setAttribute("aria-pressed", String(s.shown));
            drawTime();
        });
        return key;
    });
    if (all.length > listed.length || isLegendLong) {
        const more = element("button", {className: "key", id: "all-series", title: "Those that vary most over time come first, and even ones last"},
            isLegendLong ? "fewer" : grouped(all.length - listed.length) + " more");
        more.addEventListener("click", () => { isLegendLong = !isLegendLong; makeLegend(); });
        keys.push(more);
    }
    legend.replaceChildren(...keys.map((key) => element("li", {}, key)),
        ...(all.length === 0 ? [element("li", {className: "empty"}, "No event occurred in this run.")] : []));
}

function makeViews() {
    const group = byId("views");
    group.replaceChildren();
    for (const v of views) {
        const button = element("button", {"aria-pressed": String(v === view)}, v.name);
        button.addEventListener("click", () => { view = v; makeViews(); makeLegend(); drawTime(); });
        group.append(button);
    }
}
