// SPDX-License-Identifier: Apache-2.0
// The head of the page, and the order in which it is made.
const fileName = (path) => path.split("/").pop() || path;

function makeHead() {
    const what = {program: "access program", firmware: "firmware", linux: "Linux", demo: "demonstration"}[data.kind] || data.kind;
    byId("part").textContent = (data.unit ? data.unit + " · " : "") + data.title + " · " + what;
    byId("title").textContent = fileName(data.run);
    byId("title").title = data.run;
    document.title = fileName(data.run) + " on " + data.title;
    const facts = [
        ["Cycles", grouped(data.cycles)],
        ["Simulated time", timeOf(data.periods)],
        ["Clock", frequency(), {sc_clock: "toggling", tickless: "tickless"}[data.clock.kind] || data.clock.kind],
        ["Register accesses", grouped(data.accesses.total)],
        ["Overflows", grouped(data.overflows.total)],
        ["PMUIRQ raised", grouped(raised), raised === 1 ? "time" : "times"],
    ];
    if (data.caches) {
        facts.push(["Caches", data.caches]);
    }
    byId("facts").append(...facts.map(([name, value, unit]) => element("div", {}, element("dt", {}, name),
        element("dd", {}, value, ...(unit ? [" ", element("small", {}, unit)] : [])))));
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
    const again = () => { makeLegend(); makeChart(); };
    darkScheme.addEventListener("change", again, {signal});
    addEventListener("beforeprint", () => { isPrinted = true; again(); }, {signal});
    addEventListener("afterprint", () => { isPrinted = false; again(); }, {signal});
    const watcher = new ResizeObserver(() => drawLanes());
    watcher.observe(byId("lanes"));
    signal.addEventListener("abort", () => { watcher.disconnect(); chart.destroy(); });
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
makeViews();
makeLegend();
listeners.push(drawLanes);
makeChart();
followPointer();
followKeys();
followSurroundings();
document.documentElement.dataset.state = "drawn";
