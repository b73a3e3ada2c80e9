// SPDX-License-Identifier: Apache-2.0
// The controls, and what they show.
const everyValue = "every";
const [automatic, linear, logarithmic] = ["automatic", "linear", "logarithmic"];
const varies = (f) => new Set(f.mean.filter((x) => x !== null)).size > 1;
const mostPanels = 24;
const shown = {view: "Heat map", figure: (data.figures.find(varies) || data.figures[0] || {name: ""}).name, across: "", down: "", others: {},
    isOwnChoice: false, scales: {across: automatic, figure: automatic}};

/// By the variance of the figure, until the user has chosen.
function chooseAxes() {
    if (!shown.isOwnChoice) {
        const figure = figureNamed(shown.figure);
        Object.assign(shown, chosenAxes(figure ? effectsOf(figure.mean) : new Map(axes.map((a) => [a.name, 0]))));
    }
}

const others = () => varying.filter((a) => a.name !== shown.across && a.name !== shown.down);
const axisNamed = (name) => axes.find((a) => a.name === name);

function select(name, options, value, change) {
    const s = element("select", {}, ...options.map(([v, text]) => element("option", {value: String(v)}, text)));
    s.value = String(value);
    s.addEventListener("change", () => { change(s.value); draw(); });
    return element("label", {className: "note"}, name + " ", s);
}

function makeAxisControls() {
    const names = varying.map((a) => [a.name, a.name]);
    const swapped = (key, other) => (name) => {
        if (shown[other] === name) {
            shown[other] = shown[key];
        }
        shown[key] = name;
        shown.isOwnChoice = true;
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
            (v) => { shown.others[a.name] = v === everyValue ? v : Number(v); shown.isOwnChoice = true; }));
    }
    return controls;
}

function makeScaleControls() {
    const scales = [automatic, linear, logarithmic].map((name) => [name, name]);
    const controls = [select("Scale of " + shown.figure, scales, shown.scales.figure, (v) => { shown.scales.figure = v; })];
    if (shown.view === "Curves" && isNumeric(axisNamed(shown.across))) {
        controls.push(select("Scale of " + shown.across, scales, shown.scales.across, (v) => { shown.scales.across = v; }));
    }
    return controls;
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
    return rows.map((_, r) => axisNamed(shown.across).values.map((__, c) => at(figure.mean, placeOf(panel, r, c))));
}

const placeOf = (panel, row, column) => ({...panel.place, [shown.across]: column, ...(shown.down ? {[shown.down]: row} : {})});

/// A place in words.
const placeText = (panel, row, column) => [shown.across + " " + axisNamed(shown.across).values[column],
    ...(shown.down ? [shown.down + " " + axisNamed(shown.down).values[row]] : []), ...(panel.title ? [panel.title] : [])].join(", ");

/// A panel: its title, its picture with a scale of its own, and what that is.
function panelOf(panel, table, width, number) {
    const known = table.flat().filter((x) => x !== null);
    const figure = decided(shown.scales.figure, known, isOverDecades(known));
    const across = axisNamed(shown.across).values.map(numberOf);
    const x = decided(isNumeric(axisNamed(shown.across)) ? shown.scales.across : automatic, across, hasGrowingSteps(across));
    const isCurves = shown.view === "Curves";
    const drawn = known.length === 0 ? null : isCurves ? curves(panel, table, width, x.isLogarithmic, figure.isLogarithmic) : heatMap(panel, table, width, figure.isLogarithmic);
    const notes = [known.length === 0 ? "Nothing is known of " + shown.figure + " here"
        : shown.figure + " from " + shownNumber(Math.min(...known)) + " to " + shownNumber(Math.max(...known)) + (figure.isLogarithmic ? ", logarithmic" : ""),
        ...(figure.why ? [shown.figure + " " + figure.why] : []), ...(isCurves && x.isLogarithmic ? [shown.across + " logarithmic"] : []),
        ...(isCurves && x.why ? [shown.across + " " + x.why] : [])];
    const title = [shown.figure + " by " + [shown.across, shown.down].filter(Boolean).join(" and "), panel.title].filter(Boolean).join(", ");
    return element("div", {className: "panel"}, element("div", {className: "bar tight"}, element("h3", {}, panel.title || shown.figure), element("span", {className: "space"}),
        ...(drawn ? [pictureButton(shown.figure + "-" + (number + 1), () => title, () => drawn)] : [])),
        element("div", {className: "heat"}, ...(drawn ? [drawn] : [])), element("p", {className: "note"}, notes.join("; ") + "."));
}

const mostOutliers = 10;

const allOutliers = () => list.flatMap(({panel, table}) => outliersOf(table).map((o) => ({...o, place: placeText(panel, o.row, o.column)})))
    .sort((a, b) => b.size - a.size);

function drawOutliers() {
    const note = (text) => element("tr", {}, element("td", {className: "empty", colSpan: 3}, text));
    byId("outliers").replaceChildren(...outliers.slice(0, mostOutliers).map((o) => element("tr", {"data-outlier": o.place, "data-value": String(o.value)},
        element("td", {}, o.place), element("td", {className: "n"}, shownNumber(o.value)), element("td", {className: "n"}, shownNumber(o.usual)))),
        ...(outliers.length > mostOutliers ? [note("And " + grouped(outliers.length - mostOutliers) + " more.")] : outliers.length ? [] : [note("None.")]));
}

/// How the figure depends on the axes, in words.
function effectText() {
    const effects = effectsOf(figureNamed(shown.figure).mean);
    const parts = byEffect(effects).map((a) => a.name + " " + (100 * effects.get(a.name)).toFixed(0) + " %");
    return !varies(figureNamed(shown.figure)) ? shown.figure + " is the same everywhere."
        : varying.length > 1 ? "How much of the variance of " + shown.figure + " each axis explains, alone and with the others: " + parts.join(", ") + "." : "";
}

let list = [];     // the panels that are shown, with their tables
let outliers = []; // in them

function draw() {
    for (const button of byId("views").children) {
        button.setAttribute("aria-pressed", String(button.textContent === shown.view));
    }
    if (!shown.across || !data.figures.length) {
        byId("panels").replaceChildren(element("p", {className: "empty"}, "No results yet."));
        return;
    }
    byId("axes").replaceChildren(...makeAxisControls(), ...makeScaleControls());
    list = panels().slice(0, mostPanels * 4).map((panel) => ({panel, table: tableOf(panel)}));
    byId("panels").style.setProperty("--least", leastWidth(list.map(({table}) => table)) + "px");
    byId("panels").classList.toggle("single", list.length === 1);
    byId("panels").replaceChildren(element("div", {className: "panel"})); // as wide as each is to be
    const width = byId("panels").firstChild.clientWidth;
    byId("panels").replaceChildren(...list.map(({panel, table}, i) => panelOf(panel, table, width, i)));
    byId("effects").textContent = effectText();
    outliers = allOutliers();
    drawOutliers();
}

/// The figure at each place that is shown, as a table: the axes, and what is known of it.
function shownPlaces() {
    const figure = figureNamed(shown.figure);
    return list.flatMap(({panel, table}) => table.flatMap((row, r) => row.map((_, c) => {
        const place = placeOf(panel, r, c);
        return {labels: axes.map((a) => a.values[place[a.name] || 0]), of: (column) => (figure[column] ? at(figure[column], place) : at(figure.mean, place))};
    })));
}

function makeTableButtons() {
    const ofFigure = () => [...axes.map((a, i) => [a.name, (p) => p.labels[i]]), [shown.figure, (p) => p.of("mean")], ["least", (p) => p.of("least")], ["greatest", (p) => p.of("greatest")]];
    byId("view-tools").append(tableButton("figure", ofFigure, shownPlaces));
    byId("outlier-tools").append(tableButton("outliers", () => [["Place", (o) => o.place], ["Figure", (o) => o.value], ["Usual", (o) => o.usual]], () => outliers));
    byId("failure-tools").append(tableButton("failures", () => [["Point", (f) => f.point], ["Reason", (f) => f.reason], ["Attempts", (f) => f.attempts],
        ["Log", (f) => f.log], ["Its end", (f) => f.text]], () => data.failures));
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
makeTableButtons();
for (const name of ["Heat map", "Curves"]) {
    const button = element("button", {}, name);
    button.addEventListener("click", () => { shown.view = name; draw(); });
    byId("views").append(button);
}
const figure = byId("figure");
figure.append(...data.figures.map((f) => element("option", {value: f.name}, f.name)));
figure.value = shown.figure;
figure.addEventListener("change", () => { shown.figure = figure.value; chooseAxes(); draw(); });
chooseAxes();
draw();
darkScheme.addEventListener("change", draw);
addEventListener("resize", draw);
document.documentElement.dataset.state = "drawn";
