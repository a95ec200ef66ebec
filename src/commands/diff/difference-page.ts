import { flatValue } from "../../encode/csv.js";
import { html, type Html } from "../../pages/html.js";
import { pageStyle } from "../../pages/style.js";
import type { Comparison, RecordDifference } from "./compare-records.js";

/** The differences of two lists as one page that opens from disk and prints well. It holds the values of both. */
export function differencePage(
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
        ${{ text: `<style>${pageStyle}</style>` }}
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
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Record</th>
        <th scope="col">What</th>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      ${differences.map(rows)}
    </tbody>
  </table>`;
}

function rows({ kind, external_id, fields }: RecordDifference): Html {
  return html`${fields.map(
    (each) =>
      html`<tr>
        <th scope="row" data-label="Record">${external_id}</th>
        <td data-label="What">${kind}</td>
        <td data-label="Field">${each.field}</td>
        <td data-label="Before">${flatValue(each.old)}</td>
        <td data-label="After">${flatValue(each.new)}</td>
      </tr>`,
  )}`;
}
