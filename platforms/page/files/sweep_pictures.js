// SPDX-License-Identifier: Apache-2.0
// The picture of a panel: a heat map, or curves.
const lineColours = {light: ["#2459c4", "#c2410c", "#1a7f4b", "#7a4fb5", "#2f7d95", "#b3261e", "#8a6d00", "#5b6472"],
    dark: ["#82aaff", "#ff9a5c", "#6fd3a0", "#bd9bf2", "#6cc3dc", "#ff9a91", "#e0c35c", "#9aa4b3"]};
const lineColour = (i) => lineColours[darkScheme.matches ? "dark" : "light"][i % lineColours.light.length];
const longest = (texts) => texts.reduce((most, t) => Math.max(most, t.length), 0) * characterWidth;

/// What stands for a value at a place, for the pointer and for who reads the document.
const placeMark = (panel, row, column, x) => ({"data-place": placeText(panel, row, column), "data-value": String(x)});
const placeTitle = (panel, row, column, x) => svg("title", {}, placeText(panel, row, column) + ": " + (x === null ? "no result" : x));

/// How wide the parts of a heat map are at least: what is left of it, and a column.
function heatWidths(table) {
    const {values} = axisNamed(shown.across);
    const rows = shown.down ? axisNamed(shown.down).values : [shown.figure];
    const left = Math.min(longest([shown.down + " \\ " + shown.across, ...rows]) + 8, 220);
    return {left, each: longest([...values, ...table.flat().map(shownNumber)]) + 12, columns: values.length};
}

/// How wide a panel is to be at least, so that nothing of it is hidden if that can be.
const leastWidth = (tables) => (shown.view === "Curves" ? 340
    : tables.reduce((most, table) => { const w = heatWidths(table); return Math.max(most, w.left + w.columns * w.each); }, 240));

function heatMap(panel, table, width, isLogarithmic) {
    const across = axisNamed(shown.across);
    const rows = shown.down ? axisNamed(shown.down).values : [shown.figure];
    const known = table.flat().filter((x) => x !== null);
    const share = scaleOf(Math.min(...known), Math.max(...known), 0, 1, isLogarithmic);
    const corner = shown.down ? shown.down + " \\ " + across.name : across.name;
    const {left, each: least} = heatWidths(table);
    const each = Math.max((width - left) / across.values.length, least);
    const [head, tall] = [24, 28];
    const cells = (row, r) => row.map((x, c) => {
        const part = x === null ? 0 : share.at(x);
        const back = x === null ? "none" : mixed(style("--faint"), style("--accent"), part);
        const place = {x: left + c * each, y: head + r * tall};
        return svg("g", {role: "cell", ...placeMark(panel, r, c, x)}, placeTitle(panel, r, c, x), box(place.x + 1, place.y + 1, each - 2, tall - 2, back, {rx: 4}),
            label(place.x + each - 7, place.y + 18, shownNumber(x), {"text-anchor": "end", fill: style(x === null ? "--soft" : part > 0.55 ? "--card" : "--text")}));
    });
    const names = across.values.map((v, c) => label(left + (c + 1) * each - 7, 16, v, {role: "columnheader", "text-anchor": "end", "font-weight": 600}));
    return picture(left + across.values.length * each, head + rows.length * tall, {role: "table", "aria-label": shown.figure},
        svg("g", {role: "row"}, label(0, 16, fitted(corner, left), {role: "columnheader", "font-weight": 600}), ...names),
        ...table.map((row, r) => svg("g", {role: "row"},
            label(0, head + r * tall + 18, fitted(rows[r], left), {role: "rowheader", "font-weight": 600}), ...cells(row, r))));
}

/// Where the values of the axis across are: numbers at their place, others side by side.
function acrossScale(axis, first, last, isLogarithmic) {
    const numbers = axis.values.map(isNumeric(axis) ? numberOf : (_, i) => i);
    return {scale: scaleOf(Math.min(...numbers), Math.max(...numbers), first, last, isLogarithmic), numbers};
}

/// The values of the axis as ticks, as many as have room.
function acrossTicks(axis, {scale, numbers}, top) {
    let free = -Infinity;
    const ticks = axis.values.map((text, i) => ({text, x: scale.at(numbers[i])})).sort((a, b) => a.x - b.x);
    return ticks.flatMap(({text, x}) => {
        const half = text.length * characterWidth / 2;
        const mark = stroke(x, top, x, top + 4, style("--soft"));
        if (x - half < free) {
            return [mark];
        }
        free = x + half + 8;
        return [mark, label(x, top + 17, text, {"text-anchor": "middle"})];
    });
}

/// Names of lines with their colours, below a picture. \return elements, and how high they are
function keysBelow(names, width, top) {
    let [x, y] = [0, top + 12];
    const all = names.flatMap((name, i) => {
        const wide = 24 + name.length * characterWidth + 12;
        if (x > 0 && x + wide > width) {
            [x, y] = [0, y + 18];
        }
        x += wide;
        return [stroke(x - wide, y - 4, x - wide + 16, y - 4, lineColour(i), {"stroke-width": 3}), label(x - wide + 22, y, name)];
    });
    return {all, height: names.length ? y + 8 - top : 0};
}

/// The least and greatest that y shows: 0 too, unless it is far from all values or the scale is logarithmic.
function rangeOfCurves(known, isLogarithmic) {
    const [least, greatest] = [Math.min(...known), Math.max(...known)];
    const isNear = greatest >= 0 ? least < greatest / 2 : greatest > least / 2;
    return isLogarithmic || !isNear ? [least, greatest] : [Math.min(least, 0), Math.max(greatest, 0)];
}

function curves(panel, table, width, isLogarithmicAcross, isLogarithmic) {
    const axis = axisNamed(shown.across);
    const [left, top, tall] = [62, 20, 200];
    const across = acrossScale(axis, left + 10, width - 16, isLogarithmicAcross);
    const [least, greatest] = rangeOfCurves(table.flat().filter((x) => x !== null), isLogarithmic);
    const y = scaleOf(least, greatest, top + tall, top, isLogarithmic);
    const lines = table.flatMap((row, r) => {
        const points = row.map((value, c) => ({x: across.numbers[c], y: value, c})).sort((a, b) => a.x - b.x);
        return [path(lineThrough(points, across.scale, y, false), {stroke: lineColour(r), "stroke-width": 1.8}),
            ...points.filter((p) => p.y !== null).map((p) => svg("circle", {cx: rounded(across.scale.at(p.x)), cy: rounded(y.at(p.y)), r: 3, fill: lineColour(r),
                ...placeMark(panel, r, p.c, p.y)}, placeTitle(panel, r, p.c, p.y)))];
    });
    const keys = keysBelow(shown.down ? axisNamed(shown.down).values.map((v) => shown.down + " " + v) : [], width, top + tall + 44);
    const scaleName = (name, isLog) => name + (isLog ? ", logarithmic" : "");
    return picture(width, top + tall + 44 + keys.height, {role: "img", "aria-label": "Curves of " + shown.figure + " over " + axis.name},
        label(0, 11, scaleName(shown.figure, isLogarithmic), {"data-scale": "figure"}), ...gridOf(y, left, width - 6, 5), ...acrossTicks(axis, across, top + tall),
        label((left + width) / 2, top + tall + 36, scaleName(axis.name, isLogarithmicAcross), {"text-anchor": "middle", "data-scale": "across"}), ...lines, ...keys.all);
}
