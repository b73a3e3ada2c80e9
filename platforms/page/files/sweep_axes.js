// SPDX-License-Identifier: Apache-2.0
// Which axis is drawn as what, and which scales are logarithmic: what is chosen where the user has not.

/// The number that a value of an axis is: 4K is 4096; NaN: it is none.
function numberOf(value) {
    const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([KMG]?)$/.exec(value);
    return found ? Number(found[1]) * 1024 ** " KMG".indexOf(found[2] || " ") : NaN;
}
const isNumeric = (a) => a.values.every((v) => Number.isFinite(numberOf(v)));

const average = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const squares = (numbers) => { const m = average(numbers); return numbers.reduce((sum, x) => sum + (x - m) ** 2, 0); };

/// The share of a figure's variance that is left where one axis alone varies: what it explains, alone and together with the
/// others. By the name of the axis; an axis that changes nothing has 0, and one that decides all has 1.
/// \param mean the figure at each place; null: not known
function effectsOf(mean) {
    const known = mean.map((x, i) => [x, i]).filter(([x]) => x !== null);
    const all = squares(known.map(([x]) => x));
    const isFlat = new Set(known.map(([x]) => x)).size < 2;
    const effects = new Map();
    let stride = 1;
    for (const a of [...axes].reverse()) {
        const lines = new Map(); // by the first place of each
        for (const [x, i] of known) {
            const first = i - Math.floor(i / stride) % a.values.length * stride;
            lines.has(first) ? lines.get(first).push(x) : lines.set(first, [x]);
        }
        const share = isFlat ? 0 : [...lines.values()].reduce((sum, line) => sum + squares(line), 0) / all;
        effects.set(a.name, share < 1e-9 ? 0 : share);
        stride *= a.values.length;
    }
    return effects;
}

/// Those that vary, what explains most first; of two that explain the same, the one that varies faster.
const byEffect = (effects) => [...varying].reverse().sort((a, b) => effects.get(b.name) - effects.get(a.name));

/// Across is the axis that explains most; one of numbers if it explains a tenth of that. Down, or a line for each, is what
/// explains most of the others. The rest has a panel for each value, while there are few and they change anything.
function chosenAxes(effects) {
    const order = byEffect(effects);
    const across = order.find((a) => isNumeric(a) && effects.get(a.name) * 10 >= effects.get(order[0].name)) || order[0] || axes[0];
    const rest = order.filter((a) => a !== across);
    const chosen = {across: across ? across.name : "", down: rest.length ? rest[0].name : "", others: {}};
    let panels = 1;
    for (const a of rest.slice(1)) {
        const isEach = effects.get(a.name) > 0 && panels * a.values.length <= mostPanels;
        chosen.others[a.name] = isEach ? everyValue : 0;
        panels *= isEach ? a.values.length : 1;
    }
    return chosen;
}

/// Of an axis: whether its steps are more even on a logarithmic scale, as those of 1, 2, 4, 8 are.
function hasGrowingSteps(numbers) {
    const sorted = [...new Set(numbers)].sort((a, b) => a - b);
    if (sorted.length < 3 || sorted[0] <= 0) {
        return false;
    }
    const uneven = (at) => {
        const steps = sorted.slice(1).map((n, i) => at(n) - at(sorted[i]));
        return Math.max(...steps) / Math.min(...steps);
    };
    return uneven(Math.log10) < uneven((n) => n);
}

/// Of a figure: whether it is over two decades or more.
const isOverDecades = (numbers) => numbers.length > 1 && Math.min(...numbers) > 0 && Math.max(...numbers) >= 100 * Math.min(...numbers);

/// What a scale is to be. \param wish automatic, linear or logarithmic \param needs what automatic is
/// \return whether it is logarithmic, and why it is not where that was wished for
function decided(wish, numbers, needs) {
    const isPossible = numbers.length > 0 && numbers.every((n) => n > 0);
    return {isLogarithmic: isPossible && (wish === automatic ? needs : wish === logarithmic),
        why: wish === logarithmic && !isPossible ? "cannot be logarithmic, since it has values of 0 or less" : ""};
}
