import { flatValue } from "../../encode/csv.js";
import { html, type Html } from "../../pages/html.js";
import { styleElement } from "../../page-style.js";
import type { Comparison, RecordDifference } from "./compare-records.js";

/** The differences of two lists as one page that opens from disk and prints well. It holds the values of both. */
export function differenceDocument(
  old: string,
  now: string,
  { differences }: Comparison,
  summary: string,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${old} against ${now} – Lading</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <p class="brand">Lading</p>
          <h1>What differs</h1>
          <p>From <code>${old}</code> to <code>${now}</code>: ${summary.trim()}.</p>
        </header>
        <main>${differences.length === 0 ? html`<p>The lists are equal.</p>` : table(differences)}</main>
      </body>
    </html> `.text;
}

function table(differences: readonly RecordDifference[]): Html {
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Record</th>
        <th role="columnheader" scope="col">What</th>
        <th role="columnheader" scope="col">Field</th>
        <th role="columnheader" scope="col">Before</th>
        <th role="columnheader" scope="col">After</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${differences.map(rows)}
    </tbody>
  </table>`;
}

function rows({ kind, external_id, fields }: RecordDifference): Html {
  return html`${fields.map(
    (each) =>
      html`<tr role="row">
        <th role="rowheader" scope="row" data-label="Record">${external_id}</th>
        <td role="cell" data-label="What">${kind}</td>
        <td role="cell" data-label="Field">${each.field}</td>
        <td role="cell" data-label="Before">${flatValue(each.old)}</td>
        <td role="cell" data-label="After">${flatValue(each.new)}</td>
      </tr>`,
  )}`;
}
