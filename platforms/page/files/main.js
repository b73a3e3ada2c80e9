// SPDX-License-Identifier: Apache-2.0
// The head of the page, and the order in which it is made.
const titleOf = (what) => what + ": " + document.title;

/// How the run was simulated, and so how far its numbers can be trusted.
function trustText() {
    if (!data.mode) {
        const clock = data.clock.kind === "tickless" ? "Edges of the clock are computed, with the results of one that toggles."
            : "Each edge of the clock is simulated, or computed with the same result.";
        return "No CPU executes instructions here: events are those that the " + (data.kind === "demo" ? "demonstration" : "program") + " makes. " + clock;
    }
    const mode = data.mode === "exact"
        ? "Exact mode: each cycle drives the event lines, and an interrupt is taken after the instruction in whose last cycle it comes."
        : "Fast mode: an interrupt is taken where its basic block ends; but for that, counts and cycles are those of exact mode. " +
          "What is drawn over time may be up to " + plural(data.quantum, "cycle") + " and a basic block late.";
    return mode + " Cycles are those of a timing model, one instruction after the other, not of the core's pipeline" +
        (data.caches ? "." : "; without caches memory has no wait states.");
}

function makeHead() {
    const what = {program: "access program", firmware: "firmware", linux: "Linux", demo: "demonstration"}[data.kind] || data.kind;
    byId("part").textContent = (data.unit ? data.unit + " · " : "") + data.title + " · " + what;
    byId("title").textContent = fileName(data.run);
    byId("title").title = data.run;
    document.title = fileName(data.run) + " on " + data.title;
    const facts = [
        ["Cycles", grouped(data.cycles)],
        ["Simulated time", timeOf(data.periods)],
        ["Clock", frequency(), {sc_clock: "toggling", tickless: "tickless"}[data.clock.kind]],
        ["Register accesses", grouped(data.accesses.total)],
        ["Overflows", grouped(data.overflows.total)],
        ["PMUIRQ raised", grouped(raised), raised === 1 ? "time" : "times"],
    ];
    if (data.mode) {
        facts.splice(2, 0, ["Mode", data.mode]);
        facts.push(["Caches", data.caches || "none"]);
    }
    byId("facts").append(...facts.map(([name, value, unit]) => element("div", {}, element("dt", {}, name),
        element("dd", {className: value.length > 16 ? "long" : ""}, value, ...(unit ? [" ", element("small", {}, unit)] : [])))));
    byId("trust").textContent = trustText();
    byId("made").textContent = "Made by pmu_run " + data.version + ". Nothing on this page is loaded from elsewhere.";
    makeVerdict();
}

function makeVerdict() {
    const r = data.result;
    if (!r) {
        return;
    }
    const verdict = byId("verdict");
    verdict.hidden = false;
    verdict.className = "verdict " + (r.passed ? "good" : "bad");
    verdict.textContent = r.text || (r.stopped ? "stopped at line " + r.stopped_at_line
        : r.failed ? grouped(r.failed) + " of " + plural(r.checks, "check") + " failed"
        : r.checks === 0 ? "no checks" : plural(r.checks, "check") + " held");
    if (r.failures && r.failures.length) {
        const most = 20;
        const list = r.failures.slice(0, most).map((f) => element("li", {}, (f.line ? "line " + f.line + ": " : "") + f.text));
        if (r.failed > most) {
            list.push(element("li", {}, "and " + grouped(r.failed - most) + " more"));
        }
        byId("failures").hidden = false;
        byId("failures").append(element("strong", {}, "What did not hold"), element("ul", {}, ...list));
    }
}

function followSurroundings() {
    const again = () => { makeLegend(); drawTime(); if (profile) { drawFlames(); } };
    darkScheme.addEventListener("change", again, {signal});
    addEventListener("beforeprint", () => { isPrinted = true; again(); }, {signal});
    addEventListener("afterprint", () => { isPrinted = false; again(); }, {signal});
    let width = null;
    const watcher = new ResizeObserver(([main]) => {
        if (width !== null && width !== main.contentRect.width) {
            again();
        }
        width = main.contentRect.width;
    });
    watcher.observe(document.querySelector("main"));
    signal.addEventListener("abort", () => watcher.disconnect());
}

function makeUnits() {
    const group = byId("units");
    group.hidden = units.length < 2;
    units.forEach((u, i) => {
        const button = element("button", {"aria-pressed": String(u === data)}, u.unit);
        button.addEventListener("click", () => { draw(i); document.querySelectorAll("#units button")[i].focus(); });
        group.append(button);
    });
}

makeUnits();
makeHead();
makeEvents();
makeAccesses();
makeCoverage();
makeRegisters();
makeProfile();
byId("time-tools").append(pictureButton("time", () => titleOf(view.name), () => drawn.svg));
makeViews();
makeLegend();
drawTime();
followDrags();
followWheel();
followKeys();
followSurroundings();
document.documentElement.dataset.state = "drawn";
