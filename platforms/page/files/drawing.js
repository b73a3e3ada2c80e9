// SPDX-License-Identifier: Apache-2.0
// What every picture is drawn with: SVG elements with their colours in them, scales and their ticks.
const svgSpace = "http://www.w3.org/2000/svg";
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const rootStyle = getComputedStyle(document.documentElement); // follows the scheme
const style = (name) => rootStyle.getPropertyValue(name).trim();
const characterWidth = 7; // of most texts, in pixels, at 12 pixels

function svg(tag, attributes, ...children) {
    const e = document.createElementNS(svgSpace, tag);
    for (const [name, value] of Object.entries(attributes)) {
        e.setAttribute(name, value);
    }
    e.append(...children);
    return e;
}

/// A picture, or a part of one that shows nothing beyond its edges.
function picture(width, height, attributes, ...children) {
    return svg("svg", {width, height, viewBox: "0 0 " + width + " " + height, "font-family": style("--sans"), "font-size": 12, ...attributes}, ...children);
}

const rounded = (n) => String(Math.round(n * 100) / 100);
const box = (x, y, width, height, fill, attributes) =>
    svg("rect", {x: rounded(x), y: rounded(y), width: rounded(Math.max(width, 0)), height: rounded(height), fill, ...attributes});
const label = (x, y, text, attributes) => svg("text", {x: rounded(x), y: rounded(y), fill: style("--soft"), ...attributes}, text);
const stroke = (x1, y1, x2, y2, colour, attributes) =>
    svg("line", {x1: rounded(x1), y1: rounded(y1), x2: rounded(x2), y2: rounded(y2), stroke: colour, ...attributes});
const path = (d, attributes) => svg("path", {d, fill: "none", ...attributes});

/// As much of a text as there is room for.
const fitted = (text, width, each = characterWidth) => text.length * each <= width ? text : text.slice(0, Math.max(Math.floor(width / each) - 1, 0)) + "…";

/// Between two colours `#rrggbb`: share 0 is the first.
function mixed(first, second, share) {
    const parts = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    const [a, b] = [parts(first), parts(second)];
    return "#" + a.map((v, i) => Math.round(v + (b[i] - v) * share).toString(16).padStart(2, "0")).join("");
}

/// 1, 2 or 5 times a power of ten, not less.
function roundStep(least) {
    const unit = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= least * (1 - 1e-9));
}

function linearTicks(least, greatest, most) {
    const step = roundStep((greatest - least) / most);
    const ticks = [];
    for (let n = Math.ceil(least / step - 1e-9); n * step <= greatest + step * 1e-9; ++n) {
        ticks.push(Number((n * step).toPrecision(12)));
    }
    return ticks;
}

/// Powers of ten; between them 2 and 5 where there is room.
function logarithmicTicks(least, greatest, most) {
    const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(greatest))];
    const each = 3 * (last - first) <= most ? [1, 2, 5] : [1];
    const ticks = [];
    for (let n = first; n <= last; n += Math.ceil((last - first) / Math.max(most, 1)) || 1) {
        ticks.push(...each.map((m) => Number((m * 10 ** n).toPrecision(12))).filter((v) => v >= least * (1 - 1e-9) && v <= greatest * (1 + 1e-9)));
    }
    return ticks;
}

/// Puts values from least to greatest, which are positive if it is logarithmic, between two places.
function scaleOf(least, greatest, first, last, isLogarithmic) {
    const of = isLogarithmic ? Math.log10 : (v) => v;
    const [a, b] = [of(least), of(greatest)];
    return {
        isLogarithmic,
        at: (v) => (a === b ? (first + last) / 2 : first + (of(v) - a) / (b - a) * (last - first)),
        valueAt: (place) => { const v = a + (place - first) / (last - first) * (b - a); return isLogarithmic ? 10 ** v : v; },
        ticks: (most) => (a === b ? [least] : isLogarithmic ? logarithmicTicks(least, greatest, most) : linearTicks(least, greatest, most)),
    };
}

/// A line through points {x, y}; where y is null there is none. \param isStepped each y holds up to the next point
function lineThrough(points, x, y, isStepped) {
    let d = "";
    let isDrawn = false;
    for (const p of points) {
        const isKnown = p.y !== null;
        if (isKnown) {
            const [px, py] = [rounded(x.at(p.x)), rounded(y.at(p.y))];
            d += !isDrawn ? "M" + px + " " + py : isStepped ? "H" + px + "V" + py : "L" + px + " " + py;
        }
        isDrawn = isKnown;
    }
    return d;
}

/// The area between two lines of the same x.
function areaBetween(low, high, x, y, isStepped) {
    const back = [...low].reverse();
    // A step back is at the x of where it comes from: so the y of the next point is taken first.
    const returned = back.map((p) => (isStepped ? "V" + rounded(y.at(p.y)) + "H" + rounded(x.at(p.x)) : "L" + rounded(x.at(p.x)) + " " + rounded(y.at(p.y))));
    return lineThrough(high, x, y, isStepped) + returned.join("") + "Z";
}

/// Lines across at the ticks of y, with their numbers left of them.
function gridOf(y, left, right, most) {
    return y.ticks(most).flatMap((v) => [
        stroke(left, y.at(v), right, y.at(v), style(v === 0 ? "--soft" : "--line"), {"stroke-width": v === 0 ? 0.8 : 1}),
        label(left - 8, y.at(v) + 4, short(v), {"text-anchor": "end"}),
    ]);
}
