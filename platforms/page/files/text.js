// SPDX-License-Identifier: Apache-2.0
// Elements, numbers and times as text. All text from a run goes through textContent.
const byId = (id) => document.getElementById(id);

function element(tag, properties, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(properties || {})) {
        if (name.includes("-") || name === "role" || name === "scope") {
            e.setAttribute(name, value);
        } else {
            e[name] = value;
        }
    }
    e.append(...children);
    return e;
}

/// Digits in groups; a number beyond 2^53 is a text in the data.
const grouped = (n) => BigInt(n).toLocaleString("en-US");
const plural = (n, one, many) => grouped(n) + " " + (Number(n) === 1 ? one : many || one + "s");
const hex = (n, digits) => "0x" + n.toString(16).toUpperCase().padStart(digits || 0, "0");
const trimmed = (n, digits) => String(Number(n.toPrecision(digits)));

/// As an axis has it: 1.5 k, 20 M.
function short(n) {
    for (const [unit, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
        if (Math.abs(n) >= unit) {
            return trimmed(n / unit, 6) + " " + name;
        }
    }
    return trimmed(n, 6);
}

/// A quantity with the unit that gives at least 1.
function scaled(n, units) {
    const fit = units.find(([unit]) => Math.abs(n) >= unit) || units[units.length - 1];
    return trimmed(n / fit[0], 5) + " " + fit[1];
}
const timeOf = (cycles) => cycles === 0 ? "0 s"
    : scaled(cycles * data.clock.period_ps,
             [[1e12, "s"], [1e9, "ms"], [1e6, "µs"], [1e3, "ns"], [1, "ps"]]);
const frequency = () => scaled(1e12 / data.clock.period_ps, [[1e9, "GHz"], [1e6, "MHz"], [1e3, "kHz"], [1, "Hz"]]);

/// A small number with so many digits as tell something.
function ratioText(x) {
    if (!isFinite(x)) {
        return "–";
    }
    return x === 0 ? "0" : x >= 100 ? x.toFixed(0) : x >= 0.001 ? trimmed(x, 3) : x.toExponential(1);
}
