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

/// What differs from what is usual in its table: what is far in the residuals of rows and columns; where there are fewer than
/// three rows or columns, from the median along the longer axis. Far is beyond nine median absolute deviations (six standard
/// deviations, if they were normal), and beyond five times the mean one, since where most do not differ at all the median is 0.
/// Lines of fewer than six values do not tell what is usual.
function outliersOf(table) {
    const rows = table.length;
    const columns = (table[0] || []).length;
    const lines = rows >= columns ? Array.from({length: columns}, (_, c) => table.map((_, r) => [r, c])) : table.map((row, r) => row.map((_, c) => [r, c]));
    const valueAt = ([r, c]) => table[r][c];
    const isKnown = (place) => valueAt(place) !== null;
    const far = [];
    const judge = (places, usualAt) => {
        const rest = places.map((place) => Math.abs(valueAt(place) - usualAt(place)));
        const mean = rest.reduce((a, b) => a + b, 0) / rest.length;
        const level = Math.max(...places.map((place) => Math.abs(valueAt(place)))) * 1e-9;
        const limit = Math.max(9 * median(rest), 5 * mean, level);
        places.forEach((place, i) => {
            if (rest[i] > limit) {
                far.push({row: place[0], column: place[1], value: valueAt(place), usual: usualAt(place), size: rest[i]});
            }
        });
    };
    if (rows >= 3 && columns >= 3) {
        const rest = residuals(table);
        const known = lines.flat().filter(isKnown);
        if (known.length) {
            judge(known, ([r, c]) => table[r][c] - rest[r][c]);
        }
        return far;
    }
    for (const line of lines.map((all) => all.filter(isKnown)).filter((all) => all.length >= 6)) {
        const usual = median(line.map(valueAt));
        judge(line, () => usual);
    }
    return far;
}
