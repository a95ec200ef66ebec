import { barsPicture } from "../pages/bars.js";
import { html, type Html } from "../pages/html.js";
import type { RunStatus } from "./status.js";

/** The last runs: a bar each, as high as its rows, rejected rows on top; and the same as a table. */

const shown = 40;

export function runsChart(runs: readonly RunStatus[], now: Date): Html {
  const last = runs.slice(-shown);
  const bars = last.map((run) => ({ rows: run.rows, rejected: run.rejectedRows, mark: markOf(run) }));
  return html`<figure>
      ${barsPicture("runs-title", summary(last, now), bars, shown)}
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

function markOf(run: RunStatus): string {
  if (run.failed === true) return "✕";
  return run.held > 0 ? "■" : "";
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
