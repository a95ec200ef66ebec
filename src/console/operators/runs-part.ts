import { html, type Html } from "../html/html.js";
import { secondsOf, type LastRun } from "../../feeds/reports/runs.js";

/** The last runs: in one sentence, and as a table. */

const shown = 40;

export function lastRunsPart(runs: readonly LastRun[], now: Date): Html {
  const last = runs.slice(-shown);
  // The roles stand in the table because a narrow screen shows its rows as blocks, and blocks lose their meaning in some browsers.
  return html`<p class="muted">${summary(last, now)}</p>
    <details>
      <summary>The runs as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="The last runs">
        <table class="tight" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">Started (UTC)</th>
              <th role="columnheader" scope="col" class="number">Seconds</th>
              <th role="columnheader" scope="col" class="number">Rows</th>
              <th role="columnheader" scope="col" class="number">Rejected rows</th>
              <th role="columnheader" scope="col" class="number">Published</th>
              <th role="columnheader" scope="col" class="number">Unchanged</th>
              <th role="columnheader" scope="col" class="number">Rejected</th>
              <th role="columnheader" scope="col" class="number">Held</th>
              <th role="columnheader" scope="col" class="number">Failed</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${last.toReversed().map(row)}
          </tbody>
        </table>
      </div>
    </details>`;
}

function row(run: LastRun): Html {
  return html`<tr role="row">
    <th role="rowheader" scope="row">${run.started_at.slice(0, 19).replace("T", " ")}</th>
    <td role="cell" data-label="Seconds" class="number">${secondsOf(run).toFixed(1)}</td>
    <td role="cell" data-label="Rows" class="number">${run.rows}</td>
    <td role="cell" data-label="Rejected rows" class="number">${run.rejected_rows}</td>
    <td role="cell" data-label="Published" class="number">${run.published}</td>
    <td role="cell" data-label="Unchanged" class="number">${run.unchanged}</td>
    <td role="cell" data-label="Rejected" class="number">${run.rejected}</td>
    <td role="cell" data-label="Held" class="number">${run.held}</td>
    <td role="cell" data-label="Failed" class="number">${run.failed}</td>
  </tr>`;
}

function summary(runs: readonly LastRun[], now: Date): string {
  const sum = (of: (run: LastRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const since = runs[0]?.started_at ?? now.toISOString();
  const failed = runs.filter((run) => run.failed > 0).length;
  return `${many(runs.length, "run")} since ${since.slice(0, 10)}: ${many(
    sum((run) => run.rows),
    "row",
  )}, ${sum((run) => run.rejected_rows)} rejected; ${many(
    sum((run) => run.published),
    "publication",
  )}, ${failed} failed.`;
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
