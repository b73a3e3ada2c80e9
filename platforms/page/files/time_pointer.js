// SPDX-License-Identifier: Apache-2.0
// Zoom, pan and values at the pointer of the picture over time.
function cycleAt(clientX) {
    const x = drawn.x.valueAt(clientX - plot.getBoundingClientRect().left - drawn.left);
    return Math.min(Math.max(x, from), to);
}

function rangeText(cycle) {
    const n = pointAt(cycle);
    const [a, b] = [pointLeft(n), pointRight(n)];
    return (b - a <= 1 ? "cycle " + grouped(b) : "cycles " + grouped(a + 1) + " – " + grouped(b)) + "  ·  " + timeOf(b);
}

/// What a series has in the point that a cycle is in.
function valueText(strip, cycle) {
    const n = pointAt(cycle);
    const y = strip.line[Math.min(view.points === "sum" ? n + 1 : n, strip.line.length - 1)].y;
    return view.points === "rate" ? ratioText(y) : view.points === "sum" ? grouped(Math.round(y)) : grouped(y >>> 0) + "  " + hex(y >>> 0, 8);
}

function hideValues() {
    plot.querySelectorAll(".hair, .tip").forEach((e) => e.remove());
}

function showValues(clientX) {
    hideValues();
    const cycle = cycleAt(clientX);
    const place = drawn.x.at(cycle);
    const hair = crossing(place, drawn.left, drawn.bottom);
    hair.setAttribute("class", "hair");
    drawn.svg.append(hair);
    const rows = drawn.strips.map((s) => {
        const row = element("div", {}, element("i", {}), s.series.name + "  " + valueText(s, cycle));
        row.firstChild.style.background = colourOf(s.series);
        return row;
    });
    const tip = element("div", {className: "tip"}, element("b", {}, rangeText(cycle)), ...rows);
    tip.style[place > (drawn.x.at(from) + drawn.x.at(to)) / 2 ? "right" : "left"] =
        (place > (drawn.x.at(from) + drawn.x.at(to)) / 2 ? plot.clientWidth - drawn.left - place : drawn.left + place) + 12 + "px";
    plot.append(tip);
}

/// Drags zoom, or pan with Shift.
function followDrags() {
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
            const by = drawn.x.valueAt(last - e.clientX) - drawn.x.valueAt(0);
            last = e.clientX;
            show(from + by, to + by);
            return;
        }
        if (start === null) {
            showValues(e.clientX);
            return;
        }
        if (Math.abs(e.clientX - start) < 5) {
            return;
        }
        if (!band) {
            hideValues();
            band = element("div", {className: "band"});
            plot.append(band);
        }
        const left = plot.getBoundingClientRect().left;
        band.style.left = Math.min(start, e.clientX) - left + "px";
        band.style.width = Math.abs(e.clientX - start) + "px";
    });
    plot.addEventListener("pointerup", (e) => {
        const ends = start !== null && band ? [cycleAt(start), cycleAt(e.clientX)].sort((a, b) => a - b) : null;
        drop();
        if (ends) {
            show(ends[0], ends[1]);
        }
    });
    plot.addEventListener("pointercancel", drop);
    plot.addEventListener("pointerleave", hideValues);
}

function followWheel() {
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
