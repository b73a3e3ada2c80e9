// SPDX-License-Identifier: Apache-2.0
// What the run has come to: which events, and which registers.
const eventState = (e) => (e.total === null ? "unknown" : e.counted && Number(e.total) > 0 ? "counted"
    : Number(e.total) > 0 ? "occurred" : e.counted ? "waited" : "never");
const stateText = {counted: "occurred, and a counter counted it", occurred: "occurred, no counter counted it",
                   waited: "a counter was to count it, it never occurred", never: "never occurred", unknown: "not supported here"};

function chip(state, text, about) {
    return element("li", {className: "chip " + state, title: about}, text, element("span", {className: "hidden"}, ": " + about));
}

function makeCoverage() {
    const count = (...states) => data.events.filter((e) => states.includes(eventState(e))).length;
    const known = data.events.length - count("unknown");
    cover("covered-events", count("counted", "occurred"), known,
          count("counted", "occurred") + " of " + known + " occurred, " + count("counted") + " of those counted");
    byId("event-chips").append(...data.events.map((e) =>
        chip(eventState(e), hex(e.number, 2), e.name + ": " + stateText[eventState(e)])));
    const present = new Set(data.events.map(eventState));
    byId("event-states").append(...Object.keys(stateText).filter((s) => present.has(s)).map((s) =>
        element("li", {}, element("i", {className: "chip " + s}), stateText[s])));
    const used = data.registers.filter((r) => r.reads + r.writes > 0);
    cover("covered-registers", used.length, data.registers.length, used.length + " of " + data.registers.length + " accessed");
    byId("register-chips").append(...data.registers.map((r) => {
        const uses = [r.reads ? plural(r.reads, "read") : "", r.writes ? plural(r.writes, "write") : "",
                      r.refused ? grouped(r.refused) + " refused" : ""].filter(Boolean).join(", ") || "not accessed";
        const item = chip(r.writes ? "counted" : r.reads ? "occurred" : "never", r.name, uses);
        item.append(...[r.reads ? element("i", {className: "tag read", "aria-hidden": "true"}, "R") : "",
                        r.writes ? element("i", {className: "tag write", "aria-hidden": "true"}, "W") : ""].filter(Boolean));
        return item;
    }));
}
