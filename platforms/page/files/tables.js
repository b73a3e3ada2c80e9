// SPDX-License-Identifier: Apache-2.0
// Events, accesses and registers.
const cell = (className, ...children) => element("td", {className}, ...children);
const tag = (kind, text) => element("span", {className: "tag " + kind}, text);

function meter(share) {
    const bar = element("i", {});
    bar.style.width = Math.min(Math.max(share, 0), 1) * 100 + "%";
    return element("span", {className: "meter", "aria-hidden": "true"}, bar);
}

function cover(where, done, all, text) {
    byId(where).replaceChildren(meter(all ? done / all : 0), text);
}

// --- events --------------------------------------------------------------------------------------

function makeEvents() {
    const base = byId("base");
    const occurred = data.events.filter((e) => Number(e.total) > 0);
    base.append(element("option", {value: "cycles"}, "clock cycles"));
    for (const e of occurred) {
        base.append(element("option", {value: String(e.number)}, e.name));
    }
    base.addEventListener("change", fillEvents);
    byId("all-events").checked = occurred.length === 0;
    byId("all-events").addEventListener("change", fillEvents);
    byId("event-tools").append(tableButton("events", eventColumns, foundEvents));
    fillEvents();
}

const foundEvents = () => data.events.filter((e) => byId("all-events").checked || Number(e.total) > 0);

/// Of an event to what the table has ratios to; NaN: not known.
function ratioOf(e) {
    const base = byId("base").value;
    const per = base === "cycles" ? data.cycles : Number(eventOf.get(Number(base)).total);
    return e.total !== null && per ? Number(e.total) / per : NaN;
}
const ratioName = () => "Per " + (byId("base").value === "cycles" ? "cycle" : eventOf.get(Number(byId("base").value)).name);
const eventColumns = () => [["Event", (e) => hex(e.number, 2)], ["Name", (e) => e.name], ["Alias", (e) => e.alias], ["Description", (e) => e.description],
    ["Count", (e) => e.total], [ratioName(), (e) => (isFinite(ratioOf(e)) ? ratioOf(e) : "")], ["Counted", (e) => (e.counted ? "yes" : "no")]];

function fillEvents() {
    byId("ratio-head").textContent = ratioName();
    const shown = foundEvents();
    byId("events").replaceChildren(...shown.map((e) => {
        const isKnown = e.total !== null;
        const ratio = ratioOf(e);
        const row = element("tr", {},
            cell("m soft", hex(e.number, 2)),
            cell("", e.name, element("span", {className: "why"}, e.description + (e.alias ? "; perf: " + e.alias : ""))),
            cell("n", isKnown ? grouped(e.total) : "not supported"),
            cell("n", isKnown ? ratioText(ratio) : "", isKnown ? meter(ratio) : ""),
            cell("", e.counted ? tag("yes", "counted") : element("span", {className: "soft"}, "–")));
        row.dataset.event = e.number;
        row.dataset.total = String(e.total);
        return row;
    }));
    if (shown.length === 0) {
        byId("events").append(element("tr", {}, element("td", {className: "gap", colSpan: 5}, "No event occurred.")));
    }
}

// --- accesses ------------------------------------------------------------------------------------

const isOneNumber = (register) => register.fields.length === 1 && register.fields[0].msb - register.fields[0].lsb === 31;

function fieldsText(register, value) {
    if (!register) {
        return "";
    }
    if (isOneNumber(register)) {
        return grouped(value);
    }
    return register.fields.map((f) => [f.name, Math.floor(value / 2 ** f.lsb) % 2 ** (f.msb - f.lsb + 1)])
        .filter(([, v]) => v !== 0).map(([name, v]) => name + (v === 1 ? "" : "=" + hex(v))).join("  ");
}

const kinds = [
    {name: "All", takes: () => true},
    {name: "Writes", takes: (a) => a[2] === 1},
    {name: "Reads", takes: (a) => a[2] === 0},
    {name: "Refused", takes: (a) => isRefused(a)},
];
let kind = kinds[0];
const rowsAtOnce = 250;
let rowsShown = rowsAtOnce;

const registerOf = (a) => (a[1] >= 0 ? data.registers[a[1]] : null);
const isRefused = (a) => Boolean(a[4]) && a[4] !== "ok";
const hasValue = (a) => a[2] === 1 || !isRefused(a);
const remarksOf = (a) => [isRefused(a) ? "refused: " + a[4].replace("_", " ") : "", a[5] || ""].filter(Boolean).join(", ");
const accessColumns = () => [["Cycle", (a) => a[0]], ["Kind", (a) => (a[2] ? "write" : "read")], ["Register", registerName],
    ["Value", (a) => (hasValue(a) ? hex(a[3], 8) : "")], ["Decimal", (a) => (hasValue(a) ? a[3] : "")],
    ["Fields", (a) => (isRefused(a) || !registerOf(a) || isOneNumber(registerOf(a)) ? "" : fieldsText(registerOf(a), a[3]))], ["Remarks", remarksOf]];

function accessRow(a) {
    const go = element("button", {className: "goto", title: "Show in the chart"}, grouped(a[0]));
    go.addEventListener("click", () => mark(a[0], "Cycle " + grouped(a[0]) + ": " + accessText(a)));
    const remarks = remarksOf(a);
    const row = element("tr", {},
        cell("n", go),
        cell("", tag(a[2] ? "write" : "read", a[2] ? "write" : "read")),
        cell("", registerName(a)),
        cell("m", hasValue(a) ? hex(a[3], 8) : "–"),
        cell(remarks ? "" : "soft", [remarks, isRefused(a) ? "" : fieldsText(registerOf(a), a[3])].filter(Boolean).join("; ")));
    row.classList.toggle("refused", isRefused(a));
    return row;
}

/// Those that the filter takes: of the first that are kept, and of the last.
function foundAccesses() {
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const takes = (a) => {
        const text = (a[0] + " " + registerName(a) + " " + hex(a[3], 8) + " " + hex(a[3]) + " " + a[3] + " " + fieldsText(registerOf(a), a[3]) + " " +
                      (a[4] || "") + " " + (a[5] || "")).toLowerCase();
        return kind.takes(a) && words.every((w) => text.includes(w));
    };
    return {first: data.accesses.first.filter(takes), last: data.accesses.last.filter(takes)};
}

function fillAccesses() {
    const {first, last} = foundAccesses();
    const rows = first.slice(0, rowsShown).map(accessRow);
    const wide = (...what) => element("tr", {}, element("td", {className: "gap", colSpan: 5}, ...what));
    if (first.length >= rowsShown && first.length + last.length > rowsShown) {
        const more = element("button", {className: "goto"}, "Show " + grouped(first.length + last.length - rowsShown) + " more");
        more.addEventListener("click", () => { rowsShown = Infinity; fillAccesses(); });
        rows.push(wide(more));
    } else {
        if (data.accesses.omitted) {
            rows.push(wide(plural(data.accesses.omitted, "access", "accesses") + " in between not kept one by one"));
        }
        rows.push(...last.slice(0, Math.max(rowsShown - first.length, 0)).map(accessRow));
    }
    if (first.length + last.length === 0) {
        rows.push(wide(data.accesses.total === 0 ? "No register was accessed." : "No access matches."));
    }
    byId("accesses").replaceChildren(...rows);
    const kept = data.accesses.first.length + data.accesses.last.length;
    const found = first.length + last.length;
    byId("access-count").textContent = (found === kept ? "" : grouped(found) + " of ") + grouped(data.accesses.total) +
        (data.accesses.omitted && found === kept ? ", " + grouped(data.accesses.omitted) + " of them only counted" : "");
}

function makeAccesses() {
    const group = byId("kinds");
    for (const k of kinds) {
        const button = element("button", {"aria-pressed": String(k === kind)}, k.name);
        button.addEventListener("click", () => {
            kind = k;
            rowsShown = rowsAtOnce;
            [...group.children].forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
            fillAccesses();
        });
        group.append(button);
    }
    byId("filter").addEventListener("input", () => { rowsShown = rowsAtOnce; fillAccesses(); });
    byId("access-tools").append(tableButton("accesses", accessColumns, () => allOf(foundAccesses())));
    fillAccesses();
}

// --- registers -----------------------------------------------------------------------------------

const fieldValue = (f, value) => Math.floor(value / 2 ** f.lsb) % 2 ** (f.msb - f.lsb + 1);

/// 32 bits with their fields, as manuals draw them.
function bitsOf(register) {
    const bits = element("div", {className: "bits", "aria-hidden": "true"});
    for (let n = 31; n >= 0; --n) {
        bits.append(element("span", {className: "number"}, String(n)));
    }
    let next = 31;
    const space = (width, className, text, title) => {
        const box = element("span", {className, title: title || ""}, text);
        box.style.gridColumn = "span " + width;
        bits.append(box);
    };
    for (const f of [...register.fields].sort((a, b) => b.msb - a.msb)) {
        if (next > f.msb) {
            space(next - f.msb, "reserved", "");
        }
        const value = register.value === null ? null : fieldValue(f, register.value);
        const width = f.msb - f.lsb + 1;
        space(width, "field" + (value ? " set" : ""), width > 2 || f.name.length <= 3 * width ? f.name : "", f.name + ": " + f.description);
        next = f.lsb - 1;
    }
    if (next >= 0) {
        space(next + 1, "reserved", "");
    }
    return bits;
}

function fieldRows(register) {
    return register.fields.map((f) => {
        const value = register.value === null ? null : fieldValue(f, register.value);
        return element("tr", {},
            cell("m soft", f.msb === f.lsb ? "[" + f.msb + "]" : "[" + f.msb + ":" + f.lsb + "]"),
            cell("", f.name), cell("m", value === null ? "–" : hex(value)),
            cell("soft", f.access), cell("soft", f.description));
    });
}

function registerBox(register) {
    const uses = [[register.reads, "read"], [register.writes, "write"], [register.refused, "refused"]]
        .filter(([n]) => n).map(([n, what]) => what === "refused" ? grouped(n) + " refused" : plural(n, what)).join(", ");
    const head = ["Bits", "Field", "Value", "Access", "Meaning"].map((h) => element("th", {scope: "col"}, h));
    const box = element("details", {className: "register"},
        element("summary", {},
            element("span", {className: "name"}, register.name),
            element("span", {className: "value"}, register.value === null ? "write-only" : hex(register.value, 8)),
            element("span", {className: "what"}, register.description),
            element("span", {className: "uses"}, uses || "not accessed")),
        element("div", {className: "inside"},
            element("p", {className: "note"}, register.where + ", " + register.access),
            bitsOf(register),
            element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...fieldRows(register)))));
    box.dataset.register = register.name;
    box.dataset.value = String(register.value);
    return box;
}

function bankBox(b) {
    const box = element("details", {className: "register"},
        element("summary", {},
            element("span", {className: "name"}, b.name),
            element("span", {className: "value"}, hex(b.value, 8)),
            element("span", {className: "what"}, "number " + b.bank + " of its bank"),
            element("span", {className: "uses"}, grouped(b.value))),
        element("div", {className: "inside"}, element("p", {className: "note"}, "Seen through the register that software selects it for.")));
    box.dataset.register = b.name;
    box.dataset.value = String(b.value);
    return box;
}

/// A row for each field, and for what has none.
const registerRows = () => [...data.registers.flatMap((r) => (r.fields.length ? r.fields : [null]).map((f) => ({r, f}))), ...data.banked.map((r) => ({r, f: null}))];
const registerColumns = () => [["Register", ({r}) => r.name], ["Value", ({r}) => (r.value === null ? "" : hex(r.value, 8))], ["Field", ({f}) => (f ? f.name : "")],
    ["Bits", ({f}) => (f ? f.msb + ":" + f.lsb : "")], ["Field value", ({r, f}) => (f && r.value !== null ? fieldValue(f, r.value) : "")],
    ["Access", ({r, f}) => (f || r).access], ["Meaning", ({r, f}) => (f || r).description], ["Reads", ({r}) => r.reads], ["Writes", ({r}) => r.writes],
    ["Refused", ({r}) => r.refused]];

function makeRegisters() {
    byId("register-tools").append(tableButton("registers", registerColumns, registerRows));
    byId("registers").append(...data.registers.map(registerBox), ...data.banked.map(bankBox));
    byId("open-all").addEventListener("click", (e) => {
        const isOpen = e.target.getAttribute("aria-pressed") !== "true";
        e.target.setAttribute("aria-pressed", String(isOpen));
        e.target.textContent = isOpen ? "Close all" : "Open all";
        document.querySelectorAll("details.register").forEach((d) => { d.open = isOpen; });
    });
}
