import type { LastRun } from "../../../feeds/reports/runs.js";
import { withFieldLabels } from "../../../model/field-labels.js";
import { pageSize, type DecisionRow, type Page, type RunsView, type RunView } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { useState } from "../library.js";
import { go, withQuery, type Place } from "../router.js";
import { base, cross, Legend, Plot } from "../charts.js";
import {
  ageOf,
  count,
  dateTime,
  OpeningRow,
  Pager,
  Prose,
  Region,
  Search,
  Segments,
  State,
  Table,
  When,
} from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";

const say = texts.console.runs;

const tabs = ["runs", "decisions"] as const;

export function RunsScreen({ place }: { readonly place: Place }) {
  const tab = tabs.find((each) => each === place.hash) ?? "runs";
  const runs = useLoaded<RunsView>(tab === "runs" ? "/api/runs" : undefined, true);
  const [from, setFrom] = useState(0);
  const [search, setSearch] = useState("");
  const decisions = useLoaded<Page<DecisionRow>>(
    tab === "decisions"
      ? `/api/decisions?${new URLSearchParams({ search, from: String(from) }).toString()}`
      : undefined,
    true,
  );
  useTitle(say.tabs[tab]);
  return (
    <>
      <div class="head">
        <div>
          <h1>{say.tabs[tab]}</h1>
          <p class="muted">{say.leads[tab]}</p>
        </div>
        <div class="actions">
          <button type="button" class="btn" onClick={tab === "runs" ? runs.reload : decisions.reload}>
            {texts.console.refresh}
          </button>
        </div>
      </div>
      <Segments
        label={say.show}
        value={tab}
        options={tabs.map((each) => [each, say.tabs[each]] as const)}
        onChoose={(next) => go(next === "runs" ? "/runs" : `/runs#${next}`)}
      />
      {tab === "runs" ? (
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
      ) : (
        <>
          <div class="bar">
            <Search
              label={say.searchDecisions}
              value={search}
              onSearch={(text) => {
                setSearch(text);
                setFrom(0);
              }}
            />
          </div>
          <Region of={decisions}>
            {(page) => <Decisions page={page} isSearched={search !== ""} onGo={setFrom} />}
          </Region>
        </>
      )}
    </>
  );
}

/** Everything that people decided, newest first. */
function Decisions({
  page,
  isSearched,
  onGo,
}: {
  readonly page: Page<DecisionRow>;
  readonly isSearched: boolean;
  readonly onGo: (from: number) => void;
}) {
  if (page.count === 0) {
    return (
      <div class="panel empty">
        <strong>{isSearched ? say.noSuchDecision : say.noDecision}</strong>
      </div>
    );
  }
  const { at, decision, feed, file, by } = say.decisionColumns;
  return (
    <>
      <Table
        label={texts.console.table(say.tabs.decisions)}
        isStacked
        headings={[[at, "pin"], decision, feed, file, by, texts.console.reason]}
      >
        {page.rows.map((row, i) => (
          <tr key={i}>
            <th scope="row" class="pin t">
              <When at={row.at} />
            </th>
            <td>
              {row.rolledBackTo !== undefined
                ? say.rolledBackTo(row.rolledBackTo)
                : (say.decisions[row.state] ?? texts.console.states[row.state] ?? row.state)}
              {row.version !== undefined && <div class="muted">{say.version(row.version)}</div>}
            </td>
            <td>
              <a href={`/feeds/${row.feed}`}>{row.feed}</a>
            </td>
            <td class="file">
              {row.delivery === undefined ? (
                <span class="muted">–</span>
              ) : (
                <a href={`/feeds/${row.feed}/deliveries/${row.delivery}`}>
                  {row.file === "" ? row.delivery : row.file}
                </a>
              )}
            </td>
            <td>{row.by}</td>
            <td>{row.reason}</td>
          </tr>
        ))}
      </Table>
      <Pager page={page} onGo={onGo} />
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

const figures = [
  "duration",
  "rows",
  "rejectedRows",
  "published",
  "unchanged",
  "held",
  "rejected",
  "failed",
] as const;

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
          <Table
            label={texts.console.table(say.all)}
            headings={[
              [say.columns.started, "pin"],
              say.columns.outcome,
              ...figures.map((column) => [say.columns[column], "n"] as const),
            ]}
          >
            {found.slice(0, most).map((run) => (
              <OpeningRow
                key={run.run}
                head={<When at={run.started_at} />}
                columns={figures.length + 2}
                cells={
                  <>
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
                  </>
                }
              >
                {() => <RunDetails run={run.run} />}
              </OpeningRow>
            ))}
          </Table>
        )}
        <p class="pager">
          <span>{say.shown(Math.min(most, found.length), found.length)}</span>
          {found.length > most && (
            <button type="button" class="btn sm" onClick={() => setMost(most + pageSize)}>
              {say.more(found.length - most)}
            </button>
          )}
          {runs[0] !== undefined && (
            <span class="muted">{texts.console.feeds.lastRun(ageOf(runs[0].ended_at))}</span>
          )}
        </p>
      </section>
    </div>
  );
}

/** The feeds and files of a run. */
function RunDetails({ run }: { readonly run: string }) {
  const loaded = useLoaded<RunView>(`/api/runs/${run}`);
  return (
    <Region of={loaded}>
      {({ feeds }) => (
        <ul class="plain run-files">
          {feeds.flatMap(({ feed, failed, files }) => [
            ...(failed === undefined
              ? []
              : [
                  <li key={feed}>
                    <State of="failed" />
                    <div>
                      <a href={`/feeds/${feed}`}>{feed}</a>
                      <p>
                        <Prose text={failed} />
                      </p>
                    </div>
                  </li>,
                ]),
            ...files.map(({ file, delivery, status, reason, version }) => (
              <li key={`${feed} ${delivery}`}>
                <State of={status} />
                <div>
                  <a href={`/feeds/${feed}`}>{feed}</a>:{" "}
                  <a href={`/feeds/${feed}/deliveries/${delivery}`}>{file}</a>
                  {version !== undefined && `, ${say.version(version)}`}
                  {reason !== "" && (
                    <p class="muted">
                      <Prose text={withFieldLabels(reason)} />
                    </p>
                  )}
                </div>
              </li>
            )),
          ])}
        </ul>
      )}
    </Region>
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
  return (
    <figure class="panel pad">
      <figcaption class="sect">
        <h2>{say.chart}</h2>
        <span class="muted small">{say.chartLead(runs.length)}</span>
      </figcaption>
      <Plot
        label={say.chartLabel(runs.length)}
        tops={runs.map(({ published, unchanged }) => published + unchanged)}
        times={runs.map(({ started_at: at }) => at)}
      >
        {({ x, y, middle, width }) =>
          runs.map((run, at) => {
            const published = y(run.published);
            const top = y(run.published + run.unchanged);
            return (
              <g key={run.run}>
                <title>{`${dateTime(run.started_at)} UTC: ${texts.console.states[outcomeOf(run)]}`}</title>
                {run.published > 0 && (
                  <rect class="b" x={x(at)} y={published} width={width} height={base - published} />
                )}
                {run.unchanged > 0 && (
                  <rect
                    class="o"
                    x={x(at) + 0.5}
                    y={top + 0.5}
                    width={width - 1}
                    height={Math.max(1, published - top - 1)}
                  />
                )}
                {run.held > 0 && <rect class="h" x={middle(at) - 4} y={top - 12} width="8" height="7" />}
                {run.rejected + run.failed > 0 && (
                  <path class="x" d={cross(middle(at), top - (run.held > 0 ? 20 : 8))} />
                )}
              </g>
            );
          })
        }
      </Plot>
      <Legend of={(["b", "o", "h", "x"] as const).map((kind) => [kind, say.legend[kind]])} />
    </figure>
  );
}
