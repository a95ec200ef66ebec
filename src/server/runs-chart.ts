import { html, type Html } from "./html.js";
import type { RunStatus } from "./status.js";

/** The last runs: a bar each, as high as its rows, rejected rows on top; and the same as a table. */

const shown = 40;
const height = 96;
const barWidth = 12;
const step = 16;

export function runsChart(runs: readonly RunStatus[], now: Date): Html {
  const last = runs.slice(-shown);
  const most = Math.max(1, ...last.map((run) => run.rows));
  const width = shown * step;
  return html`<figure>
      <svg role="img" aria-labelledby="runs-title" viewBox="0 0 ${width} ${height + 14}">
        <title id="runs-title">${summary(last, now)}</title>
        <line class="axis" x1="0" x2="${width}" y1="${height}" y2="${height}" />
        ${last.map((run, index) => bar(run, (shown - last.length + index) * step, most))}
      </svg>
      <figcaption class="muted">
        <span class="key rows"></span> rows read, <span class="key rejected"></span> rejected; below the line:
        <span aria-hidden="true">■</span> held, <span aria-hidden="true">✕</span> failed.
        ${summary(last, now)}
      </figcaption>
    </figure>
    <details>
      <summary>The runs as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="The last runs">
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Started (UTC)</th>
              <th scope="col" class="number">Seconds</th>
              <th scope="col" class="number">Rows</th>
              <th scope="col" class="number">Rejected rows</th>
              <th scope="col" class="number">Published</th>
              <th scope="col" class="number">Unchanged</th>
              <th scope="col" class="number">Rejected</th>
              <th scope="col" class="number">Held</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            ${last.toReversed().map(row)}
          </tbody>
        </table>
      </div>
    </details>`;
}

function bar(run: RunStatus, x: number, most: number): Html {
  const high = (rows: number) => Math.round((rows / most) * (height - 4));
  const all = Math.max(run.rows > 0 ? 2 : 1, high(run.rows));
  const rejected = run.rejectedRows > 0 ? Math.max(2, high(run.rejectedRows)) : 0;
  const mark = run.failed === true ? "✕" : run.held > 0 ? "■" : "";
  return html`<g>
    <rect class="rows" x="${x}" width="${barWidth}" y="${height - all}" height="${all}" />
    <rect class="rejected" x="${x}" width="${barWidth}" y="${height - all}" height="${rejected}" />
    <text class="mark" x="${x + barWidth / 2}" y="${height + 11}">${mark}</text>
  </g>`;
}

function row(run: RunStatus): Html {
  return html`<tr>
    <th scope="row">${run.startedAt.slice(0, 19).replace("T", " ")}</th>
    <td class="number">${run.seconds.toFixed(1)}</td>
    <td class="number">${run.rows}</td>
    <td class="number">${run.rejectedRows}</td>
    <td class="number">${run.published}</td>
    <td class="number">${run.unchanged}</td>
    <td class="number">${run.rejected}</td>
    <td class="number">${run.held}</td>
    <td>${run.failed === true ? "yes" : "no"}</td>
  </tr>`;
}

function summary(runs: readonly RunStatus[], now: Date): string {
  const sum = (of: (run: RunStatus) => number) => runs.reduce((total, run) => total + of(run), 0);
  const since = runs[0]?.startedAt ?? now.toISOString();
  const failed = runs.filter((run) => run.failed === true).length;
  return `${runs.length} runs since ${since.slice(0, 10)}: ${sum((run) => run.rows)} rows, ${sum((run) => run.rejectedRows)} rejected; ${sum((run) => run.published)} publications, ${failed} failed.`;
}
