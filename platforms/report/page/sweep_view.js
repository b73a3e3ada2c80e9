// SPDX-License-Identifier: Apache-2.0
// The controls, and what they show.
const colours = ["#2459c4", "#c2410c", "#1a7f4b", "#7a4fb5", "#2f7d95", "#b3261e", "#8a6d00", "#5b6472"];
const darkColours = ["#82aaff", "#ff9a5c", "#6fd3a0", "#bd9bf2", "#6cc3dc", "#ff9a91", "#e0c35c", "#9aa4b3"];
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const everyValue = "every";
const varies = (f) => new Set(f.mean.filter((x) => x !== null)).size > 1;
const mostPanels = 24;
const shown = {view: "Heat map", figure: (data.figures.find(varies) || data.figures[0] || {name: ""}).name, across: "", down: "", others: {}};
let charts = [];

function chooseAxes() {
    shown.across = varying.length ? varying[varying.length - 1].name : (axes[0] || {}).name;
    shown.down = varying.length > 1 ? varying[varying.length - 2].name : "";
    let panels = 1;
    for (const a of others()) {
        const all = panels * a.values.length <= mostPanels;
        shown.others[a.name] = all ? everyValue : 0;
        panels *= all ? a.values.length : 1;
    }
}

const others = () => varying.filter((a) => a.name !== shown.across && a.name !== shown.down);
const axisNamed = (name) => axes.find((a) => a.name === name);

function select(label, options, value, change) {
    const s = element("select", {}, ...options.map(([v, text]) => element("option", {value: String(v)}, text)));
    s.value = String(value);
    s.addEventListener("change", () => { change(s.value); draw(); });
    return element("label", {className: "note"}, label + " ", s);
}

function makeControls() {
    const names = varying.map((a) => [a.name, a.name]);
    const swapped = (key, other) => (name) => {
        if (shown[other] === name) {
            shown[other] = shown[key];
        }
        shown[key] = name;
        for (const a of others()) {
            shown.others[a.name] = shown.others[a.name] === undefined ? 0 : shown.others[a.name];
        }
    };
    const controls = varying.length ? [select("Across", names, shown.across, swapped("across", "down"))] : [];
    if (varying.length > 1) {
        controls.push(select(shown.view === "Curves" ? "A line for each" : "Down", names, shown.down, swapped("down", "across")));
    }
    for (const a of others()) {
        controls.push(select(a.name, [[everyValue, "every value"], ...a.values.map((v, i) => [i, v])], shown.others[a.name],
            (v) => { shown.others[a.name] = v === everyValue ? v : Number(v); }));
    }
    byId("axes").replaceChildren(...controls);
}

/// Places of the panels, with their titles.
function panels() {
    const every = others().filter((a) => shown.others[a.name] === everyValue);
    const fixed = Object.fromEntries(others().filter((a) => shown.others[a.name] !== everyValue).map((a) => [a.name, shown.others[a.name]]));
    return combinations(every).map((place) => ({
        place: {...fixed, ...place},
        title: every.map((a) => a.name + " " + a.values[place[a.name]]).join(", "),
    }));
}

function tableOf(panel) {
    const figure = figureNamed(shown.figure);
    const rows = shown.down ? axisNamed(shown.down).values : [""];
    return rows.map((_, r) => axisNamed(shown.across).values.map((__, c) => {
        const x = figure && at(figure.mean, {...panel.place, [shown.across]: c, ...(shown.down ? {[shown.down]: r} : {})});
        return x === undefined ? null : x;
    }));
}

function heatMap(panel, table, least, greatest) {
    const across = axisNamed(shown.across);
    const rows = shown.down ? axisNamed(shown.down).values : [""];
    const head = element("tr", {}, element("th", {scope: "col"}, shown.down ? shown.down + " \\ " + across.name : across.name),
        ...across.values.map((v) => element("th", {scope: "col", className: "n"}, v)));
    const body = table.map((row, r) => element("tr", {}, element("th", {scope: "row"}, rows[r]), ...row.map((x, c) => {
        const share = x === null || greatest === least ? 0 : (x - least) / (greatest - least);
        const cell = element("td", {className: x === null ? "none" : share > 0.55 ? "dark" : ""}, shownNumber(x));
        cell.style.setProperty("--share", Math.round(share * 100) + "%");
        cell.dataset.place = [across.name + " " + across.values[c], ...(shown.down ? [shown.down + " " + rows[r]] : []), ...(panel.title ? [panel.title] : [])].join(", ");
        cell.dataset.value = String(x);
        cell.title = across.name + " " + across.values[c] + (shown.down ? ", " + shown.down + " " + rows[r] : "") + ": " + (x === null ? "no result" : x);
        return cell;
    })));
    return element("div", {className: "heat"}, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

function curves(table, greatest) {
    const canvas = element("canvas", {});
    const box = element("div", {className: "chart"}, canvas);
    const palette = darkScheme.matches ? darkColours : colours;
    const names = shown.down ? axisNamed(shown.down).values : [shown.figure];
    const grid = {color: style("--line"), borderColor: style("--line")};
    const title = (text) => ({display: true, text, padding: 0});
    requestAnimationFrame(() => {
        if (!canvas.isConnected) {
            return;
        }
        Chart.defaults.font.family = style("--sans");
        Chart.defaults.color = style("--soft");
        charts.push(new Chart(canvas, {
            type: "line",
            data: {labels: axisNamed(shown.across).values,
                datasets: table.map((row, i) => ({label: (shown.down ? shown.down + " " : "") + names[i], data: row, borderColor: palette[i % palette.length],
                    backgroundColor: palette[i % palette.length], borderWidth: 1.8, pointRadius: row.length > 60 ? 0 : 2.5, spanGaps: false}))},
            options: {animation: false, responsive: true, maintainAspectRatio: false, interaction: {mode: "index", intersect: false},
                scales: {x: {grid: {...grid, display: false}, title: title(shown.across), ticks: {maxRotation: 0, autoSkip: true}},
                    y: {grid, beginAtZero: true, suggestedMax: greatest, title: title(shown.figure), ticks: {callback: short, maxTicksLimit: 6}}},
                plugins: {legend: {display: names.length > 1, position: "bottom", labels: {boxWidth: 12, boxHeight: 3}}}},
        }));
    });
    return box;
}

const mostOutliers = 10;

function drawOutliers(list) {
    const rows = list.flatMap(({panel, table}) => outliersOf(table).map((o) => {
        const place = [panel.title, shown.down && shown.down + " " + axisNamed(shown.down).values[o.row], shown.across + " " + axisNamed(shown.across).values[o.column]];
        return {...o, place: place.filter(Boolean).join(", ")};
    }));
    rows.sort((a, b) => b.size - a.size);
    const note = (text) => element("tr", {}, element("td", {className: "empty", colSpan: 3}, text));
    byId("outliers").replaceChildren(...rows.slice(0, mostOutliers).map((o) => element("tr", {"data-outlier": o.place, "data-value": String(o.value)},
        element("td", {}, o.place), element("td", {className: "n"}, shownNumber(o.value)), element("td", {className: "n"}, shownNumber(o.usual)))),
        ...(rows.length > mostOutliers ? [note("And " + grouped(rows.length - mostOutliers) + " more.")] : rows.length ? [] : [note("None.")]));
}

function draw() {
    charts.forEach((c) => c.destroy());
    charts = [];
    for (const button of byId("views").children) {
        button.setAttribute("aria-pressed", String(button.textContent === shown.view));
    }
    makeControls();
    if (!shown.across || !data.figures.length) {
        byId("panels").replaceChildren(element("p", {className: "empty"}, "No results yet."));
        return;
    }
    const list = panels().slice(0, mostPanels * 4).map((panel) => ({panel, table: tableOf(panel)}));
    const known = list.flatMap((one) => one.table.flat()).filter((x) => x !== null);
    const least = known.reduce((a, b) => Math.min(a, b), Infinity);
    const greatest = known.reduce((a, b) => Math.max(a, b), -Infinity);
    byId("panels").replaceChildren(...list.map(({panel, table}) => element("div", {className: "panel"},
        ...(panel.title ? [element("h3", {}, panel.title)] : []),
        shown.view === "Curves" ? curves(table, greatest) : heatMap(panel, table, least, greatest))));
    byId("scale").textContent = known.length ? shown.figure + " from " + shownNumber(least) + " to " + shownNumber(greatest) + "; one scale for all panels." : "Nothing is known of this figure.";
    drawOutliers(list);
}

function makeHead() {
    const title = data.name || "A sweep";
    byId("title").textContent = title;
    document.title = title;
    const verdict = byId("verdict");
    verdict.className = "verdict " + (data.failed ? "bad" : "good");
    verdict.textContent = data.failed ? plural(data.failed, "point") + " failed" : data.missing ? "not complete" : "complete";
    const facts = [["Points", data.points], ["Done", data.done], ["Failed", data.failed], ["To do", data.missing], ["Repeats", data.repeat]];
    byId("facts").append(...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, grouped(value)))));
    const averaged = data.axes.filter((a) => a.averaged);
    byId("averaged").textContent = (averaged.length ? "Averaged over " + averaged.map((a) => a.name + " (" + grouped(a.size) + " values)").join(", ") + ". " : "") +
        (data.repeat > 1 ? "Each figure is the mean of its repeats." : "");
    byId("made").textContent = "Made by pmu_run " + data.version + ". Nothing on this page is loaded from elsewhere.";
}

function makeFailures() {
    byId("failure-section").hidden = !data.failures.length;
    byId("failure-count").textContent = data.failed > data.failures.length ? "the first " + grouped(data.failures.length) + " of " + grouped(data.failed) : "";
    byId("failures").append(...data.failures.map((f) => element("tr", {}, element("td", {}, f.point), element("td", {}, f.reason),
        element("td", {className: "n"}, grouped(f.attempts)),
        element("td", {}, f.log ? element("a", {href: f.log.split("/").map(encodeURIComponent).join("/")}, f.log.split("/").pop().slice(0, 12) + "…") : "",
            element("details", {}, element("summary", {}, "its end"), element("pre", {className: "log"}, f.text))))));
}

makeHead();
makeFailures();
for (const name of ["Heat map", "Curves"]) {
    const button = element("button", {}, name);
    button.addEventListener("click", () => { shown.view = name; draw(); });
    byId("views").append(button);
}
const figure = byId("figure");
figure.append(...data.figures.map((f) => element("option", {value: f.name}, f.name)));
figure.value = shown.figure;
figure.addEventListener("change", () => { shown.figure = figure.value; draw(); });
chooseAxes();
draw();
darkScheme.addEventListener("change", draw);
document.documentElement.dataset.state = "drawn";
