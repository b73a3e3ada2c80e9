// SPDX-License-Identifier: Apache-2.0
// Pictures as SVG files and tables as CSV files, of what the page has: nothing is asked of anybody.
const fileName = (path) => path.split("/").pop() || path;

function saveFile(name, type, text) {
    const link = element("a", {download: name, href: URL.createObjectURL(new Blob([text], {type}))});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/// A name of a file that any system takes.
const nameOfFile = (what, ending) => [fileName(document.title), what].join("-").replace(/[^A-Za-z0-9._-]+/g, "_") + ending;

/// Characters that XML cannot have, which names in firmware may.
const inXml = (text) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}");

/// A picture that stands alone: on its background, below what it is of.
function svgText(drawn, title) {
    const head = 36;
    const [width, height] = ["width", "height"].map((a) => Number(drawn.getAttribute(a)));
    const copy = drawn.cloneNode(true);
    copy.setAttribute("y", head);
    const whole = picture(width, height + head, {}, svg("title", {}, title), box(0, 0, width, height + head, style("--card")),
        label(10, 23, fitted(title, width - 20, 8), {"font-size": 14, "font-weight": 600, fill: style("--text")}), copy);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + inXml(new XMLSerializer().serializeToString(whole)) + "\n";
}

/// \param rows of cells, the names of the columns first
function csvText(rows) {
    const cell = (value) => {
        const text = String(value ?? "");
        return /[",\r\n]/.test(text) ? "\"" + text.replaceAll("\"", "\"\"") + "\"" : text;
    };
    return rows.map((row) => row.map(cell).join(",") + "\n").join("");
}

function saveButton(text, about, save) {
    const button = element("button", {className: "tool save", title: about}, text);
    button.addEventListener("click", save);
    return button;
}

/// \param what a word for the file's name \param title, drawn functions: what it is of, and the picture as it is now
const pictureButton = (what, title, drawn) => saveButton("SVG", "Save this picture as an SVG file",
    () => saveFile(nameOfFile(what, ".svg"), "image/svg+xml", svgText(drawn(), title())));

/// \param columns, rows functions: pairs of a name and what a row has there; all rows that are found
const tableButton = (what, columns, rows) => saveButton("CSV", "Save this table as a CSV file",
    () => saveFile(nameOfFile(what, ".csv"), "text/csv", csvText([columns().map(([name]) => name), ...rows().map((row) => columns().map(([, of]) => of(row)))])));
