// SPDX-License-Identifier: Apache-2.0
// Where firmware spent its cycles: a flame graph from the top down, functions and source lines.
const profile = data.profile;
const flames = profile ? profile.frames.rows.map(([f, parent, total], i) =>
    ({i, parent, total, name: f < 0 ? "all" : profile.functions.rows[f][0], children: [], depth: 0})) : [];
flames.slice(1).forEach((f) => {
    const parent = flames[f.parent];
    parent.children.push(f);
    f.depth = parent.depth + 1;
});
let zoomed = flames[0];
let current = zoomed; // that keys act on

const share = (n) => (profile.cycles ? n / profile.cycles : 0);
const percent = (n) => (100 * share(n)).toFixed(share(n) < 0.001 && n ? 2 : 1) + " %";
/// A warm colour that belongs to a name.
const warm = (name) => {
    let h = 7;
    for (const c of name) {
        h = (h * 31 + c.codePointAt(0)) % 9973;
    }
    return mixed("#f78a61", "#f3e663", h % 47 / 46);
};
const pathOf = (f) => (f.depth === 0 ? [f] : [...pathOf(flames[f.parent]), f]);

const flameHeight = 21;

function flameBox(f, left, width) {
    const text = f.name + ", " + percent(f.total) + ", " + plural(f.total, "cycle");
    const words = byId("find-function").value;
    const isHit = isFound(f.name);
    const flame = svg("g", {class: "flame", role: "button", tabindex: f === current ? 0 : -1, "aria-label": text, "data-frame": f.i,
        opacity: !isHit ? 0.35 : f.depth < zoomed.depth ? 0.55 : 1}, svg("title", {}, text),
        box(left, f.depth * flameHeight, width - 1, flameHeight - 1, f.depth === 0 ? "#e8d9b0" : warm(f.name),
            {rx: 2, ...(words && isHit ? {stroke: style("--accent")} : {})}));
    const shown = f.depth === 0 ? "all, " + plural(f.total, "cycle") : f.name;
    if (width > 24) {
        flame.append(label(left + 5, f.depth * flameHeight + 14, fitted(shown, width - 10, 7.3), {fill: "#221400", "font-family": style("--mono")}));
    }
    flame.addEventListener("click", () => { current = f; zoomTo(f); });
    return flame;
}

function drawFlames() {
    const graph = byId("flames");
    const whole = Math.max(graph.clientWidth, 300);
    const boxes = [];
    let rows = 0;
    const place = (f, left, width) => {
        if (width < 1) {
            return;
        }
        boxes.push(flameBox(f, left, width));
        rows = Math.max(rows, f.depth + 1);
        let at = left;
        for (const child of f.children) {
            const part = f.total ? width * child.total / f.total : 0;
            place(child, at, part);
            at += part;
        }
    };
    pathOf(zoomed).slice(0, -1).forEach((f) => boxes.push(flameBox(f, 0, whole)));
    place(zoomed, 0, whole);
    graph.replaceChildren(picture(whole, rows * flameHeight, {}, ...boxes));
    tellFlame(current);
}

function tellFlame(f) {
    byId("flame-note").textContent = pathOf(f).map((one) => one.name).join(" › ") + ": " + plural(f.total, "cycle") + ", " + percent(f.total);
}

function zoomTo(f) {
    const hadFocus = byId("flames").contains(document.activeElement);
    zoomed = f;
    drawFlames();
    if (hadFocus) {
        focusFlame(f);
    }
}

function focusFlame(f) {
    const box = f && byId("flames").querySelector("[data-frame='" + f.i + "']");
    if (box) {
        byId("flames").querySelectorAll("[tabindex='0']").forEach((b) => { b.tabIndex = -1; });
        current = f;
        box.tabIndex = 0;
        box.focus();
        tellFlame(f);
    }
}

function followFlames() {
    const beside = (by) => {
        const all = current.depth ? flames[current.parent].children : [];
        return all[all.indexOf(current) + by];
    };
    const keys = {
        ArrowUp: () => focusFlame(current.depth ? flames[current.parent] : null), ArrowDown: () => focusFlame(current.children[0]),
        ArrowLeft: () => focusFlame(beside(-1)), ArrowRight: () => focusFlame(beside(1)),
        Escape: () => { current = flames[0]; zoomTo(flames[0]); },
    };
    byId("flames").addEventListener("keydown", (e) => {
        if (keys[e.key]) {
            e.preventDefault();
            keys[e.key]();
        }
    });
    byId("flames").addEventListener("pointerover", (e) => {
        const flame = e.target.closest("[data-frame]");
        if (flame) {
            tellFlame(flames[flame.dataset.frame]);
        }
    });
    byId("flames").addEventListener("pointerleave", () => tellFlame(current));
    byId("find-function").addEventListener("input", () => { drawFlames(); fillFunctions(); fillLines(); });
    byId("unzoom").addEventListener("click", () => { current = flames[0]; zoomTo(flames[0]); });
}

/// \param rows elements, of which a few are shown until more are asked for
function fillRows(body, rows, columns, omitted) {
    const few = 20;
    const wide = (...what) => element("tr", {}, element("td", {className: "gap", colSpan: columns}, ...what));
    const rest = () => (omitted ? [wide(plural(omitted, "more, with fewer cycles, is not", "more, with fewer cycles, are not") + " on this page")] : []);
    if (rows.length <= few + 3) {
        byId(body).replaceChildren(...rows, ...rest());
        return;
    }
    const more = element("button", {className: "goto"}, "Show " + grouped(rows.length - few) + " more");
    more.addEventListener("click", () => byId(body).replaceChildren(...rows, ...rest()));
    byId(body).replaceChildren(...rows.slice(0, few), wide(more));
}

const isFound = (...texts) => {
    const words = byId("find-function").value.toLowerCase();
    return texts.some((t) => t.toLowerCase().includes(words));
};
const functionAt = (f) => (f < 0 ? "" : profile.functions.rows[f][0]);

function foundFunctions() {
    const by = byId("function-order").value === "self" ? 1 : 2;
    return profile.functions.rows.filter((f) => isFound(f[0])).sort((a, b) => b[by] - a[by]);
}

const foundLines = () => profile.lines.rows.filter(([file, , f]) => isFound(file, functionAt(f)));

function fillFunctions() {
    fillRows("functions", foundFunctions().map(([name, self, total]) => {
        const row = element("tr", {}, cell("m", name),
            cell("n", grouped(self)), cell("n", percent(self), meter(share(self))),
            cell("n", grouped(total)), cell("n", percent(total), meter(share(total))));
        row.dataset.function = name;
        row.dataset.self = String(self);
        return row;
    }), 5, profile.functions.omitted);
}

function fillLines() {
    if (profile.lines.rows.length === 0) {
        byId("lines").replaceChildren(element("tr", {}, element("td", {className: "gap", colSpan: 4},
            "The firmware has no line information; it comes with the option -g of the compiler.")));
        return;
    }
    fillRows("lines", foundLines().map(([file, line, f, cycles]) => element("tr", {},
        cell("m", file + ":" + line), cell("m soft", functionAt(f)), cell("n", grouped(cycles)),
        cell("n", percent(cycles), meter(share(cycles))))), 4, profile.lines.omitted);
}

const functionColumns = () => [["Function", (f) => f[0]], ["Own cycles", (f) => f[1]], ["With calls", (f) => f[2]]];
const lineColumns = () => [["File", (l) => l[0]], ["Line", (l) => l[1]], ["Function", (l) => functionAt(l[2])], ["Cycles", (l) => l[3]]];

function makeProfile() {
    if (!profile) {
        return;
    }
    byId("profile").hidden = false;
    byId("flame-tools").append(pictureButton("flames", () => titleOf("Flame graph of cycles" + (zoomed.depth ? ", " + zoomed.name : "")), () => byId("flames").firstChild));
    byId("function-tools").append(tableButton("functions", functionColumns, foundFunctions));
    byId("line-tools").append(tableButton("lines", lineColumns, foundLines));
    byId("function-order").addEventListener("change", fillFunctions);
    followFlames();
    drawFlames();
    fillFunctions();
    fillLines();
}
