// SPDX-License-Identifier: Apache-2.0
// Places on the axes, and the figures there.
const axes = data.axes.filter((a) => !a.averaged);
const varying = axes.filter((a) => a.values.length > 1);
const figureNamed = (name) => data.figures.find((f) => f.name === name);

/// What is known at a place: positions by the name of the axis, the first of those that are not named.
function at(column, place) {
    let index = 0;
    for (const a of axes) {
        index = index * a.values.length + (place[a.name] || 0);
    }
    return column[index];
}

/// A figure with so many digits as tell something.
const shownNumber = (x) => x === null || x === undefined ? "–" : Number.isInteger(x) ? grouped(x) : ratioText(Math.abs(x)).replace(/^/, x < 0 ? "−" : "");

/// All combinations of positions on these axes.
function combinations(of) {
    return of.reduce((all, a) => all.flatMap((place) => a.values.map((_, i) => ({...place, [a.name]: i}))), [{}]);
}

function median(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/// What remains of a table once medians of rows and columns are taken off, again and again (Tukey's median polish).
function residuals(table) {
    const rest = table.map((row) => [...row]);
    const known = (list) => list.filter((x) => x !== null);
    for (let pass = 0; pass < 6; ++pass) {
        for (const row of rest) {
            const m = known(row).length ? median(known(row)) : 0;
            row.forEach((x, i) => { row[i] = x === null ? null : x - m; });
        }
        for (let i = 0; i < (rest[0] || []).length; ++i) {
            const column = known(rest.map((row) => row[i]));
            const m = column.length ? median(column) : 0;
            rest.forEach((row) => { row[i] = row[i] === null ? null : row[i] - m; });
        }
    }
    return rest;
}
