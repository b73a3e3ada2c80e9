// SPDX-License-Identifier: Apache-2.0
// The chart, and the part of the run that it shows. Chart.js draws; zoom and pan are here.
const plot = byId("plot");
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
let isPrinted = false;
let view = views[eventSeries.length ? 0 : 2];
let from = 0;
let to = end;
let cursor = null;      // a cycle that is marked
let chart = null;
let isLegendLong = false;
const listeners = [];   // called when what is shown has changed

const isDark = () => darkScheme.matches && !isPrinted;
const colourOf = (s) => colours[isDark() ? "dark" : "light"][s.colour % colours.light.length];
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const gutter = () => (innerWidth < 640 ? 72 : 76);

/// \return whether it has changed
function chooseGrain() {
    const most = Math.max((plot.clientWidth - 90) / 2.5, 40);
    const before = grain;
    for (grain = 1; (to - from) / (bucketCycles * grain) > most;) {
        grain *= 2;
    }
    return grain !== before;
}

function datasets() {
    const sets = [];
    for (const s of view.series.filter((one) => one.shown)) {
        const points = s[view.points]();
        const colour = colourOf(s);
        const common = {stepped: view.stepped || false, pointRadius: 0, borderJoinStyle: "round", parsing: false, normalized: true};
        sets.push({...common, label: s.name, data: points.line, borderColor: colour, backgroundColor: colour,
                   borderWidth: 1.6, pointHoverRadius: 4, order: 1, isLine: true});
        if (points.low) {
            const limit = {...common, borderWidth: 0, pointHoverRadius: 0, order: 2, borderColor: "transparent"};
            sets.push({...limit, label: s.name + " least", data: points.low, fill: false});
            sets.push({...limit, label: s.name + " greatest", data: points.high, fill: "-1", backgroundColor: colour + "24"});
        }
    }
    return sets;
}

function rangeText(x) {
    const n = pointAt(x);
    const [a, b] = [pointLeft(n), pointRight(n)];
    return b - a <= 1 ? "cycle " + grouped(b) : "cycles " + grouped(a + 1) + " – " + grouped(b);
}

const cursorLine = {
    id: "cursor",
    afterLayout() { // what is below has the same axis
        requestAnimationFrame(() => { if (!signal.aborted) { listeners.forEach((f) => f()); } });
    },
    afterDatasetsDraw(c) {
        if (cursor === null || cursor < from || cursor > to) {
            return;
        }
        const x = c.scales.x.getPixelForValue(cursor);
        c.ctx.save();
        c.ctx.strokeStyle = style("--accent");
        c.ctx.setLineDash([4, 3]);
        c.ctx.beginPath();
        c.ctx.moveTo(x, c.chartArea.top);
        c.ctx.lineTo(x, c.chartArea.bottom);
        c.ctx.stroke();
        c.ctx.restore();
    },
};

function makeChart() {
    if (chart) {
        chart.destroy();
    }
    const soft = style("--soft");
    const line = style("--line");
    Chart.defaults.font.family = style("--sans");
    Chart.defaults.font.size = 12;
    Chart.defaults.color = soft;
    const axis = {grid: {color: line, borderColor: line, drawTicks: false}, ticks: {padding: 8, callback: short, maxRotation: 0}};
    chooseGrain();
    chart = new Chart(byId("chart"), {
        type: "line",
        data: {datasets: datasets()},
        plugins: [cursorLine],
        options: {
            animation: false, responsive: true, maintainAspectRatio: false,
            interaction: {mode: "index", axis: "x", intersect: false},
            layout: {padding: {top: 6, right: 14}},
            scales: {
                x: {...axis, type: "linear", min: from, max: to,
                    grid: {...axis.grid, display: false},
                    ticks: {...axis.ticks, maxTicksLimit: innerWidth < 640 ? 5 : 11, includeBounds: false},
                    title: {display: true, text: (data.cycles < data.periods ? "periods of the clock, which stood still at times, " : "clock cycles, ") + timeOf(1) + " each", padding: 2}},
                y: {...axis, beginAtZero: true, grid: {...axis.grid, color: (c) => (c.tick.value === 0 && isSigned ? soft : line)}, grace: "4%", afterFit: (s) => { s.width = gutter(); },
                    ticks: {...axis.ticks, maxTicksLimit: 7},
                    title: {display: true, text: view.unit, padding: 0}},
            },
            plugins: {
                legend: {display: false},
                tooltip: {
                    filter: (item) => item.dataset.isLine,
                    backgroundColor: isDark() ? "#2c323d" : "#1b1f27", padding: 10, boxWidth: 8, boxHeight: 8, boxPadding: 5,
                    usePointStyle: true,
                    callbacks: {
                        title: (items) => items.length
                            ? rangeText(items[0].parsed.x + (view.stepped ? 1 : 0)) + "  ·  " + timeOf(items[0].parsed.x) : "",
                        label: (item) => item.dataset.label + "  " +
                            (view.points === "rate" ? ratioText(item.parsed.y)
                                : grouped(view.points === "level" ? item.parsed.y >>> 0 : Math.round(item.parsed.y)) + (view.points === "level" ? "  " + hex(item.parsed.y >>> 0, 8) : "")),
                    },
                },
            },
        },
    });
    tell();
}

function describe() {
    const names = view.series.filter((s) => s.shown).map((s) => s.name);
    const drawn = names.length ? view.what + " " + names.join(", ") : "nothing";
    plot.setAttribute("aria-label", "Chart of " + drawn + " over cycles " + grouped(Math.round(from)) + " to " + grouped(Math.round(to)));
    const wide = bucketCycles * grain;
    const width = wide > 1 ? " A point is " + grouped(wide) + " cycles" +
        (data.series.fine_cycles < wide ? "; the shade is the least and the greatest of each." : ".") : "";
    byId("drawn").textContent = from === 0 && to === end ? "The whole run, " + plural(data.cycles, "cycle") + "." + width
        : "Cycles " + grouped(Math.round(from)) + " to " + grouped(Math.round(to)) + ", " + timeOf(to - from) + "." + width;
}

function tell() {
    describe();
    listeners.forEach((f) => f());
}

function show(first, last) {
    const least = Math.min(end, 4 * bucketCycles);
    const span = Math.min(Math.max(last - first, least), end);
    from = Math.min(Math.max(first, 0), end - span);
    to = from + span;
    chart.options.scales.x.min = from;
    chart.options.scales.x.max = to;
    if (chooseGrain()) {
        chart.data.datasets = datasets();
    }
    chart.update("none");
    tell();
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
        chart.update("none");
        tell();
    }
    if (text) {
        byId("drawn").textContent = text;
    }
}

function makeLegend() {
    const legend = byId("legend");
    legend.replaceChildren();
    const most = 12;
    const all = view.series;
    const listed = isLegendLong ? all : all.filter((s, i) => i < most || s.shown);
    for (const s of listed) {
        const key = element("button", {className: "key", title: s.about, "aria-pressed": String(s.shown)},
                            element("i", {}), s.name);
        key.firstChild.style.setProperty("--colour", colourOf(s));
        key.addEventListener("click", () => {
            s.shown = !s.shown;
            key.setAttribute("aria-pressed", String(s.shown));
            makeChart();
        });
        legend.append(element("li", {}, key));
    }
    if (all.length > listed.length || isLegendLong) {
        const more = element("button", {className: "key"}, isLegendLong ? "fewer" : (all.length - listed.length) + " more");
        more.addEventListener("click", () => { isLegendLong = !isLegendLong; makeLegend(); });
        legend.append(element("li", {}, more));
    }
    if (all.length === 0) {
        legend.append(element("li", {className: "empty"}, "No event occurred in this run."));
    }
}

function makeViews() {
    const group = byId("views");
    group.replaceChildren();
    for (const v of views) {
        const button = element("button", {"aria-pressed": String(v === view)}, v.name);
        button.addEventListener("click", () => { view = v; makeViews(); makeLegend(); makeChart(); });
        group.append(button);
    }
}

function cycleAt(clientX) {
    const x = chart.scales.x.getValueForPixel(clientX - plot.getBoundingClientRect().left);
    return Math.min(Math.max(x, from), to);
}

function followPointer() {
    let start = null;
    let last = null; // where panning has come to
    let band = null;
    const drop = () => { start = last = null; if (band) { band.remove(); band = null; } };
    plot.addEventListener("pointerdown", (e) => {
        if (e.button === 0) {
            start = e.clientX;
            last = e.shiftKey ? start : null;
            plot.setPointerCapture(e.pointerId);
        }
    });
    plot.addEventListener("pointermove", (e) => {
        if (last !== null) {
            const by = (last - e.clientX) / (chart.chartArea.right - chart.chartArea.left);
            last = e.clientX;
            pan(by);
            return;
        }
        if (start === null || Math.abs(e.clientX - start) < 5) {
            return;
        }
        if (!band) {
            band = element("div", {className: "band"});
            plot.append(band);
        }
        const left = plot.getBoundingClientRect().left;
        band.style.left = Math.min(start, e.clientX) - left + "px";
        band.style.width = Math.abs(e.clientX - start) + "px";
    });
    plot.addEventListener("pointerup", (e) => {
        if (start !== null && band) {
            const ends = [cycleAt(start), cycleAt(e.clientX)].sort((a, b) => a - b);
            show(ends[0], ends[1]);
        }
        drop();
    });
    plot.addEventListener("pointercancel", drop);
    plot.addEventListener("dblclick", showAll);
    plot.addEventListener("wheel", (e) => {
        if (e.ctrlKey || e.metaKey) {
            e.preventDefault();
            zoom(e.deltaY > 0 ? 1.25 : 0.8, cycleAt(e.clientX));
        } else if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
            e.preventDefault();
            pan(e.deltaX / 600);
        }
    }, {passive: false});
}

function followKeys() {
    const keys = {
        "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2),
        "ArrowLeft": () => pan(-0.2), "ArrowRight": () => pan(0.2),
        "0": showAll, "Home": () => show(0, to - from), "End": () => show(end - (to - from), end),
        ",": () => step(-1), ".": () => step(1),
        "Escape": () => { cursor = null; showAll(); },
    };
    plot.addEventListener("keydown", (e) => {
        const act = e.ctrlKey || e.metaKey || e.altKey ? undefined : keys[e.key];
        if (act) {
            e.preventDefault();
            act();
        }
    });
    byId("in").addEventListener("click", () => zoom(0.5));
    byId("out").addEventListener("click", () => zoom(2));
    byId("left").addEventListener("click", () => pan(-0.5));
    byId("right").addEventListener("click", () => pan(0.5));
    byId("fit").addEventListener("click", showAll);
}
