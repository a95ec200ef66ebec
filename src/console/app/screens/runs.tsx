import type { LastRun } from "../../../feeds/reports/runs.js";
import { pageSize, type RunsView } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { useState } from "../library.js";
import { go, withQuery, type Place } from "../router.js";
import { dayOf, labelled, roundedUp } from "../charts.js";
import { Age, count, dateTime, Region, Segments, State, When } from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";

const say = texts.console.runs;

export function RunsScreen({ place }: { readonly place: Place }) {
  const runs = useLoaded<RunsView>("/api/runs", true);
  useTitle(texts.console.nav.runs);
  return (
    <>
      <div class="head">
        <div>
          <h1>{texts.console.nav.runs}</h1>
          <p class="muted">{say.lead}</p>
        </div>
        <div class="actions">
          <button type="button" class="btn" onClick={runs.reload}>
            {texts.console.refresh}
          </button>
        </div>
      </div>
      <Region of={runs}>
        {(view) =>
          view.runs.length === 0 ? (
            <div class="panel empty">
              <strong>{say.none}</strong>
            </div>
          ) : (
            <Shown runs={view.runs.toReversed()} place={place} />
          )
        }
      </Region>
    </>
  );
}

type Filter = "all" | "changes" | "problems";

export function outcomeOf(run: LastRun): string {
  if (run.failed > 0) return "failed";
  if (run.rejected > 0) return "rejected";
  if (run.held > 0) return "held";
  return run.rejected_rows > 0 ? "partial" : "good";
}

/** The runs are sorted from newest to oldest. */
function Shown({ runs, place }: { readonly runs: readonly LastRun[]; readonly place: Place }) {
  const [most, setMost] = useState(pageSize);
  const filter = (place.query.get("show") ?? "all") as Filter;
  const found = runs.filter(
    (run) => filter === "all" || (filter === "changes" ? run.published > 0 : outcomeOf(run) !== "good"),
  );
  return (
    <div class="stackl">
      <Chart runs={runs.slice(0, 30).toReversed()} />
      <section class="stackl" aria-labelledby="h-runs">
        <div class="bar">
          <h2 id="h-runs">{say.all}</h2>
          <Segments
            label={say.filter}
            value={filter}
            options={[
              ["all", say.filters.all],
              ["changes", say.filters.changes],
              ["problems", say.filters.problems],
            ]}
            onChoose={(next) => go(withQuery(place, { show: next === "all" ? "" : next }), true)}
          />
        </div>
        {found.length === 0 ? (
          <div class="panel empty">
            <strong>{say.noMatch}</strong>
          </div>
        ) : (
          <div class="tw" tabIndex={0} role="region" aria-label={texts.console.table(say.all)}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="pin">
                    {say.columns.started}
                  </th>
                  <th scope="col">{say.columns.outcome}</th>
                  {(
                    [
                      "duration",
                      "rows",
                      "rejectedRows",
                      "published",
                      "unchanged",
                      "held",
                      "rejected",
                      "failed",
                    ] as const
                  ).map((column) => (
                    <th scope="col" class="n" key={column}>
                      {say.columns[column]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {found.slice(0, most).map((run) => (
                  <tr key={run.started_at}>
                    <th scope="row" class="pin t">
                      <When at={run.started_at} />
                    </th>
                    <td>
                      <State of={outcomeOf(run)} />
                    </td>
                    <td class="n">{seconds(run)}</td>
                    {[
                      run.rows,
                      run.rejected_rows,
                      run.published,
                      run.unchanged,
                      run.held,
                      run.rejected,
                      run.failed,
                    ].map((n, at) => (
                      <td key={at} class={n === 0 ? "n muted" : "n strong"}>
                        {count(n)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p class="pager">
          <span>{say.shown(Math.min(most, found.length), found.length)}</span>
          {found.length > most && (
            <button type="button" class="btn sm" onClick={() => setMost(most + pageSize)}>
              {say.more}
            </button>
          )}
          <span class="muted">
            {say.lastRun} <Age at={runs[0]?.ended_at} />
          </span>
        </p>
      </section>
    </div>
  );
}

function seconds({ started_at: from, ended_at: to }: LastRun): string {
  return `${((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)} s`;
}

/**
 * Shows the files of each run: published files as filled bars, unchanged files as outlines, held files as small
 * boxes, and rejected or failed files as crosses.
 */
function Chart({ runs }: { readonly runs: readonly LastRun[] }) {
  const files = (run: LastRun): number => run.published + run.unchanged;
  const top = roundedUp(Math.max(...runs.map(files), 1));
  const height = (n: number): number => Math.round((n / top) * 100);
  const x = (at: number): number => 44 + (30 - runs.length + at) * 37;
  return (
    <figure class="panel pad">
      <figcaption class="sect">
        <h2>{say.chart}</h2>
        <span class="muted small">{say.chartLead(runs.length)}</span>
      </figcaption>
      <div
        class="scroll"
        tabIndex={0}
        role="region"
        aria-label={texts.console.chart}
        ref={(element) => {
          if (element !== null) element.scrollLeft = element.scrollWidth;
        }}
      >
        <svg class="chart" viewBox="0 0 1180 150" role="img" aria-label={say.chartLabel(runs.length)}>
          <path class="grid" d="M40 126H1156M40 76H1156M40 26H1156" />
          {[0, top / 2, top].map((value) => (
            <text key={value} x="34" y={130 - height(value)} text-anchor="end">
              {count(value)}
            </text>
          ))}
          {runs.map((run, at) => {
            const done = height(run.published);
            const same = height(run.unchanged);
            const isBad = run.rejected + run.failed > 0;
            return (
              <g key={run.started_at}>
                <title>{`${dateTime(run.started_at)} UTC: ${texts.console.states[outcomeOf(run)]}`}</title>
                {done > 0 && <rect class="b" x={x(at)} y={126 - done} width="22" height={done} />}
                {same > 0 && (
                  <rect
                    class="o"
                    x={x(at) + 0.5}
                    y={126 - done - same}
                    width="21"
                    height={Math.max(1, same - 1)}
                  />
                )}
                {run.held > 0 && <rect class="h" x={x(at) + 7} y={114 - done - same} width="8" height="7" />}
                {isBad && <path class="x" d={`M${x(at) + 7} ${102 - done - same}l8 8m0 -8l-8 8`} />}
              </g>
            );
          })}
          {labelled(runs.map(({ started_at: at }) => at)).map((at) => (
            <text key={at} x={x(at) + 11} y="145" text-anchor="middle">
              {dayOf(runs[at]?.started_at ?? "")}
            </text>
          ))}
        </svg>
      </div>
      <p class="legend mt2">
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" fill="currentColor" />
          </svg>
          {say.legend.published}
        </span>
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <rect x=".5" y=".5" width="11" height="11" fill="none" stroke="currentColor" />
          </svg>
          {say.legend.unchanged}
        </span>
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <rect x="2" y="3" width="8" height="7" fill="none" stroke="currentColor" stroke-width="1.5" />
          </svg>
          {say.legend.held}
        </span>
        <span>
          <svg width="12" height="12" aria-hidden="true">
            <path d="M2 2l8 8m0-8l-8 8" stroke="currentColor" stroke-width="2" />
          </svg>
          {say.legend.rejected}
        </span>
      </p>
    </figure>
  );
}
