import type { DeliveryReport, DeliveryView, Done, RejectedTable } from "../../api/views.js";
import { fieldLabels, withFieldLabels } from "../../../model/field-labels.js";
import { failureOf, sendDecision, useLoaded, watchLate, type Loaded } from "../api.js";
import { useEffect, useRef, useState } from "../library.js";
import {
  ageOf,
  Confirm,
  count,
  dateTime,
  Menu,
  Prose,
  Region,
  Segments,
  sizeText,
  State,
  When,
  Table,
} from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { ChangesTable } from "./changes.js";
import { ReasonDialog, useReason } from "./reason.js";

/** The page of a delivery: the reason why it is held, the changes it would make, and the decision. */

const say = texts.console.delivery;

export function DeliveryScreen({ feed, delivery }: { readonly feed: string; readonly delivery: string }) {
  const path = `/api/feeds/${feed}/deliveries/${delivery}`;
  const loaded = useLoaded<DeliveryView>(path, true);
  const { data } = loaded;
  const reported = useLoaded<DeliveryReport>(
    data !== undefined && hasReport(data) ? `${path}/report` : undefined,
  );
  const [done, setDone] = useState<Done>();
  const heading = useRef<HTMLHeadingElement>(null);
  const status = useRef(data?.status);
  useEffect(() => {
    // The file may not be fully processed when the page opens, so the report is loaded again after each change of
    // status.
    if (status.current !== undefined && status.current !== data?.status) reported.reload();
    status.current = data?.status;
  }, [data?.status]);
  useEffect(
    () =>
      watchLate(() => {
        setDone(undefined);
        loaded.reload();
        reported.reload();
      }),
    [],
  );
  useTitle(data?.file ?? delivery);
  return (
    <>
      <nav class="crumbs" aria-label={texts.console.crumbs}>
        <a href="/">{texts.console.nav.feeds}</a> / <a href={`/feeds/${feed}`}>{feed}</a> /{" "}
        <a href={`/feeds/${feed}#deliveries`}>{texts.console.feed.tabs.deliveries}</a>
      </nav>
      <Region of={loaded}>
        {(view) => {
          const again = view.steps
            .filter(({ state }) => state === "RECEIVED")
            .slice(1)
            .at(-1);
          return (
            <div class="stackl">
              <div class="head">
                <div>
                  <h1 ref={heading} tabIndex={-1}>
                    {view.file}
                  </h1>
                  <State of={view.status} isPill />
                  <p class="muted">
                    {view.deliveredBy === undefined
                      ? say.received(dateTime(view.receivedAt), view.source, ageOf(view.receivedAt))
                      : say.delivered(
                          dateTime(view.receivedAt),
                          view.deliveredBy,
                          view.deliveredReason ?? "",
                        )}{" "}
                    {again !== undefined && say.receivedAgain(dateTime(again.at))} {sizeText(view.size)}.{" "}
                    {say.delivery} <code>{view.delivery.slice(0, 12)}</code>
                  </p>
                </div>
                <div class="actions">
                  <Downloads view={view} path={path} />
                </div>
              </div>
              <div role="status">
                {done !== undefined && (
                  <p class="note good">
                    {done.isUnderWay !== true && <State of="good" />} {done.sentence}{" "}
                    <a href={`/feeds/${feed}`}>{say.toList}</a>
                  </p>
                )}
              </div>
              {view.earlier !== undefined && <p class="note">{view.earlier}</p>}
              <Shown
                view={view}
                isDeciding={done?.isUnderWay === true}
                reported={reported}
                path={path}
                onDecided={(what) => {
                  setDone(what);
                  loaded.reload();
                  reported.reload();
                  heading.current?.focus();
                }}
                onStale={() => {
                  loaded.reload();
                  reported.reload();
                }}
              />
              <Steps view={view} />
            </div>
          );
        }}
      </Region>
    </>
  );
}

/** The processing steps for the file, oldest first. */
function Steps({ view: { steps } }: { readonly view: DeliveryView }) {
  if (steps.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="h-steps">
      <div class="sect">
        <h2 id="h-steps">{say.steps}</h2>
      </div>
      <Table label={texts.console.table(say.steps)} headings={[say.at, say.step, say.by, say.stepReason]}>
        {steps.map(({ at, state, by, reason, version }, i) => {
          const isAgain = state === "RECEIVED" && steps.slice(0, i).some((one) => one.state === state);
          const label = isAgain ? say.again : (texts.console.states[state] ?? state);
          return (
            <tr key={i}>
              <td class="t">
                <When at={at} />
              </td>
              <th scope="row">{version === undefined ? label : say.version(label, version)}</th>
              <td>{by}</td>
              <td>
                <Prose text={withFieldLabels(reason)} />
              </td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

function hasReport({ status, documents }: DeliveryView): boolean {
  return status === "HELD" || documents.includes("report.json");
}

function Downloads({ view, path }: { readonly view: DeliveryView; readonly path: string }) {
  const { hasOriginal, documents, size } = view;
  if (!hasOriginal && documents.length === 0) return null;
  return (
    <Menu label={texts.console.download}>
      {hasOriginal && (
        <a href={`${path}/original`} download>
          {say.original} <span class="muted">{sizeText(size)}</span>
        </a>
      )}
      {documents.map((name) => (
        <a key={name} href={`${path}/documents/${encodeURIComponent(name)}`} download>
          {name.endsWith(".rejects.csv") ? say.rejects : name === "report.json" ? say.report : name}
        </a>
      ))}
    </Menu>
  );
}

interface ShownProps {
  readonly view: DeliveryView;
  readonly reported: Loaded<DeliveryReport>;
  readonly path: string;
  readonly isDeciding: boolean;
  readonly onDecided: (done: Done) => void;
  /** Called after a decision failed, for example because the changes on the screen are out of date. */
  readonly onStale: () => void;
}

function Shown({ view, reported, path, isDeciding, onDecided, onStale }: ShownProps) {
  const { data: report } = reported;
  const isHeld = view.status === "HELD" && !isDeciding;
  const isUnused = !isHeld && unused.has(view.status);
  const content = hasReport(view) ? (
    <Region of={reported}>
      {(shown) => (
        <>
          <Summary report={shown} isHeld={isHeld} isUnused={isUnused} />
          {shown.changes !== undefined && <Changes report={shown} isUnused={isUnused} />}
          {shown.rejected !== undefined && <Rejected table={shown.rejected} view={view} path={path} />}
          {shown.file.findings.length > 0 && <Findings report={shown} />}
          {shown.first !== undefined && <First report={shown} />}
          {shown.partner !== undefined && shown.status === view.status && !isDeciding && (
            <Partner message={shown.partner} />
          )}
        </>
      )}
    </Region>
  ) : (
    !undecided.has(view.status) && <p class="muted">{view.isEvaluated ? say.reportGone : say.noReport}</p>
  );
  return isHeld ? (
    <div class="side">
      <Why view={view} report={report} />
      <Decide view={view} report={report} path={path} onDecided={onDecided} onStale={onStale} />
      {content}
    </div>
  ) : (
    <div class="stackl">
      <Outcome view={view} path={path} isDeciding={isDeciding} onDone={onDecided} />
      {report !== undefined && report.file.guards.length > 0 && <Why view={view} report={report} isPast />}
      {content}
    </div>
  );
}

/** Statuses of files that Lading did not use for a list. */
const unused: ReadonlySet<string> = new Set(["REJECTED", "SUPERSEDED", "QUARANTINED"]);

const undecided: ReadonlySet<string> = new Set(["RECEIVED", "WAITING", "HELD"]);

/** Shows the outcome of a delivery, and the decision or the reason that led to it. */
function Outcome({
  view,
  path,
  isDeciding,
  onDone,
}: Pick<ShownProps, "view" | "path" | "isDeciding"> & { readonly onDone: (done: Done) => void }) {
  const { status, reason, decidedBy, decidedReason, version, served, feed, hasOriginal } = view;
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="note">
      <p>
        <strong>{say.outcomes[status]?.(version) ?? status}</strong>{" "}
        {undecided.has(status) &&
          !isDeciding &&
          view.pausedAt !== undefined &&
          `${say.waitsForResume(view.pausedAt)} `}
        {decidedBy !== undefined
          ? texts.console.feed.decidedBy(decidedBy, decidedReason ?? "")
          : reason !== undefined && <Prose text={withFieldLabels(reason)} />}{" "}
        {served !== undefined && <span class="muted">{say.served(served.number, served.records)}</span>}
      </p>
      <div class="actions">
        {hasOriginal && !isDeciding && !undecided.has(status) && view.pausedAt === undefined && (
          <button type="button" class="btn" onClick={() => setAsking(true)}>
            {say.replay}
          </button>
        )}
        <a class="btn" href={`/feeds/${feed}`}>
          {say.toList}
        </a>
      </div>
      {isAsking && (
        <ReasonDialog
          title={say.replayTitle(view.file)}
          action={say.replay}
          path={path}
          body={{ verb: "replay", changeSet: "" }}
          onDone={(done) => {
            setAsking(false);
            onDone(done);
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{say.replayEffect}</p>
        </ReasonDialog>
      )}
    </div>
  );
}

function Why({
  view: { held, served },
  report,
  isPast = false,
}: {
  readonly view: DeliveryView;
  readonly report: DeliveryReport | undefined;
  /** True if the file is no longer held. */
  readonly isPast?: boolean;
}) {
  const file = report?.file;
  const guards = file?.guards ?? held.map((sentence) => ({ guard: sentence, sentence }));
  const figures = file?.figures ?? [];
  const passed = figures.filter(({ tripped }) => !tripped);
  const kinds = report?.changes?.kinds ?? {};
  const off = (kinds["deactivated"] ?? 0) + (kinds["removed"] ?? 0);
  return (
    <section class="panel" aria-labelledby="h-why">
      <div class="sect">
        <h2 id="h-why">{isPast ? say.whyBefore : say.why}</h2>
        {!isPast && (
          <span class="muted small">
            {served === undefined
              ? texts.console.feed.noListYet
              : say.stillServed(served.number, served.records)}
          </span>
        )}
      </div>
      <ul class="plain reasons">
        {guards.map(({ guard, sentence }) => {
          const figure = figures.find((each) => each.guard === guard && each.tripped);
          return (
            <li key={guard}>
              <div>
                <p class="strong">
                  <Prose text={withFieldLabels(sentence)} />
                </p>
                {!isPast && guard === "rows_below" && off > 0 && <p class="muted">{say.ifApproved(off)}</p>}
              </div>
              {figure !== undefined && <Gauge figure={figure} />}
            </li>
          );
        })}
      </ul>
      {passed.length > 0 && (
        <details class="more pad">
          <summary>{say.passed(passed.length)}</summary>
          <Table
            label={say.passed(passed.length)}
            class="mt2"
            headings={[say.guard, [say.thisFile, "n"], say.limit]}
          >
            {passed.map(({ guard, what, found, allowed }, i) => (
              <tr key={`${guard} ${i}`}>
                <th scope="row">{what}</th>
                <td class="n">{count(found)}</td>
                <td>{allowed}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </section>
  );
}

/** Shows a measured value as a bar, relative to the total or the previous value, together with the allowed values. */
function Gauge({
  figure: { found, of, allowed, what },
}: {
  readonly figure: {
    readonly found: number;
    readonly of: number;
    readonly allowed: string;
    readonly what: string;
  };
}) {
  const most = Math.max(found, of, 1);
  const label = say.gauge(count(found), what, count(of), allowed);
  return (
    <svg class="gauge" viewBox="0 0 240 34" role="img" aria-label={label}>
      <rect class="tr" x="4" y="3" width="232" height="12" rx="2" />
      <rect class="v" x="4" y="3" width={Math.max(2, (232 * found) / most)} height="12" rx="2" />
      <text x="4" y="30">
        {say.found(count(found))}
      </text>
      <text x="236" y="30" text-anchor="end">
        {say.allowed(allowed)}
      </text>
    </svg>
  );
}

function Decide({
  view,
  report,
  path,
  onDecided,
  onStale,
}: Omit<ShownProps, "reported" | "isDeciding"> & { readonly report: DeliveryReport | undefined }) {
  const { served, feed, delivery, file } = view;
  const { reason, check, field } = useReason();
  const [verb, setVerb] = useState<"release" | "reject">();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const next = (served?.number ?? 0) + 1;
  const kinds = report?.changes?.kinds ?? {};
  const isUnusable = report?.isUnusable === true;
  const isOwnChange = report?.isOwnChange === true;
  // The button is visible from the start, so that the layout does not shift when the changes arrive.
  const canApprove = report === undefined || (report.changeSet !== undefined && !isUnusable);

  async function decide(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      onDecided(await sendDecision(path, { verb, changeSet: report?.changeSet ?? "", reason }));
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      setError(`${message} ${hint}`.trim());
      onStale();
    } finally {
      setBusy(false);
      setVerb(undefined);
    }
  }
  const ask = (which: "release" | "reject"): void => {
    if (check()) setVerb(which);
  };
  return (
    <aside class="decide panel" id="decide" aria-labelledby="h-decide">
      <div class="sect">
        <h2 id="h-decide">{say.decide}</h2>
      </div>
      <div class="pad stack">
        {isUnusable && <p>{say.unusable}</p>}
        {isOwnChange && <p>{say.ownChange}</p>}
        {view.pausedAt !== undefined && <p>{say.resumeFirst(view.pausedAt)}</p>}
        {field(say.reasonHint)}
        {error !== undefined && (
          <p class="err" role="alert">
            {error}
          </p>
        )}
        <div class={canApprove ? "two" : ""}>
          {canApprove && (
            <button
              type="button"
              class="btn"
              aria-describedby="approve-effect"
              disabled={report === undefined}
              onClick={() => ask("release")}
            >
              {say.approve}
            </button>
          )}
          <button
            type="button"
            class="btn"
            aria-describedby="reject-effect"
            disabled={report === undefined}
            onClick={() => ask("reject")}
          >
            {say.reject}
          </button>
        </div>
        {canApprove && (
          <p class="small muted" id="approve-effect">
            <strong>{say.approve}</strong> {say.approveEffect(next)}
          </p>
        )}
        <p class="small muted" id="reject-effect">
          <strong>{say.reject}</strong> {isOwnChange ? say.rejectOwn : say.rejectEffect(served?.number)}
        </p>
        <details class="more small">
          <summary>{say.commandLine}</summary>
          <pre class="mt2">
            {(canApprove ? ["release", "reject"] : ["reject"])
              .map(
                (each) =>
                  `lading ${each} ${feed} \\\n  --delivery ${delivery.slice(0, 12)} \\\n  --reason TEXT`,
              )
              .join("\n\n")}
          </pre>
        </details>
      </div>
      {verb !== undefined && (
        <Confirm
          title={verb === "release" ? say.approveTitle(file) : say.rejectTitle(file)}
          action={verb === "release" ? say.approve : say.reject}
          isBusy={isBusy}
          onConfirm={() => void decide()}
          onCancel={() => setVerb(undefined)}
        >
          <p>
            {verb === "release"
              ? say.approveConfirm(next, kindsText(kinds))
              : say.rejectConfirm(served?.number)}
          </p>
          <p class="muted">{say.reasonIs(reason)}</p>
        </Confirm>
      )}
    </aside>
  );
}

function kindsText(kinds: Readonly<Record<string, number>>): string {
  const parts = Object.entries(kinds).filter(([, n]) => n > 0);
  if (parts.length === 0) return say.nothingChanges;
  return `${parts.map(([kind, n]) => `${count(n)} ${(texts.console.kinds[kind] ?? kind).toLowerCase()}`).join(", ")}.`;
}

function Summary({
  report,
  isHeld,
  isUnused,
}: {
  readonly report: DeliveryReport;
  readonly isHeld: boolean;
  readonly isUnused: boolean;
}) {
  const { counts, list } = report.file;
  if (counts === undefined) return null;
  const figures: (readonly [number, string])[] = [
    [counts.read, say.counts.read],
    [counts.accepted, say.counts.accepted],
    [counts.rejected, say.counts.rejected],
    ...(counts.skipped > 0 ? [[counts.skipped, say.counts.skipped] as const] : []),
    ...(counts.merged > 0 ? [[counts.merged, say.counts.merged] as const] : []),
    ...(counts.stale > 0 ? [[counts.stale, say.counts.stale] as const] : []),
  ];
  const kinds = Object.entries(report.changes?.kinds ?? {}).filter(([, n]) => n > 0);
  const changed = kinds.reduce((sum, [kind, n]) => (kind === "removed" ? sum : sum + n), 0);
  return (
    <section class="panel" aria-labelledby="h-sum">
      <div class="sect">
        <h2 id="h-sum">{say.summary}</h2>
      </div>
      <div class="sum">
        {figures.map(([n, words]) => (
          <div key={words}>
            <b>{count(n)}</b>
            <span>{words}</span>
          </div>
        ))}
        {list !== undefined && !isUnused && (
          <>
            <div class="muted hide-s" aria-hidden="true">
              →
            </div>
            <div>
              <b>{count(list.records)}</b>
              <span>{isHeld ? say.counts.after : say.counts.records}</span>
            </div>
            {kinds.map(([kind, n]) => (
              <div key={kind}>
                <b>{count(n)}</b>
                <span>{(texts.console.kinds[kind] ?? kind).toLowerCase()}</span>
              </div>
            ))}
            <div>
              <b>{count(Math.max(0, list.records - changed))}</b>
              <span>{say.counts.unchanged}</span>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

const changesShown = 50;

function Changes({ report, isUnused }: { readonly report: DeliveryReport; readonly isUnused: boolean }) {
  const [kind, setKind] = useState("");
  const [most, setMost] = useState(changesShown);
  const { kinds = {}, fields = {}, listed = [] } = report.changes ?? {};
  const all = Object.values(kinds).reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const shown = listed.filter((each) => kind === "" || each.kind === kind);
  const present = Object.entries(kinds).filter(([, n]) => n > 0);
  return (
    <section class="panel" aria-labelledby="h-changes">
      <div class="sect">
        <h2 id="h-changes">{isUnused ? say.wouldHaveChanged : say.changes}</h2>
        <span class="count">{count(all)}</span>
        {listed.length > 0 && present.length > 1 && (
          <Segments
            label={say.filterChanges}
            value={kind}
            options={[
              ["", say.all],
              ...present.map(
                ([each, n]) => [each, `${texts.console.kinds[each] ?? each} ${count(n)}`] as const,
              ),
            ]}
            onChoose={setKind}
          />
        )}
      </div>
      {listed.length === 0 ? (
        <p class="pad">
          {kindsText(kinds)}{" "}
          {Object.keys(fields).length > 0 &&
            Object.entries(fields)
              .map(([field, n]) => `${fieldLabels[field] ?? field}: ${count(n)}`)
              .join(", ")}
        </p>
      ) : (
        <>
          <div class="tw" tabIndex={0} role="region" aria-label={texts.console.table(say.changes)}>
            <ChangesTable page={{ rows: shown.slice(0, most) }} label={say.changes} />
          </div>
          <p class="pager pad">
            <span>{say.shownOf(Math.min(most, shown.length), kind === "" ? all : (kinds[kind] ?? 0))}</span>
            {shown.length > most && (
              <button type="button" class="btn sm" onClick={() => setMost(most + changesShown)}>
                {say.more}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function Findings({ report }: { readonly report: DeliveryReport }) {
  return (
    <section class="panel" aria-labelledby="h-findings">
      <div class="sect">
        <h2 id="h-findings">{say.findings}</h2>
        <span class="count">{report.file.findings.length}</span>
      </div>
      <ul class="plain findings">
        {report.file.findings.map(
          ({ code, column, field, severity, message, hint, clerk, count: n, rows }) => (
            <li key={[code, column, field].join(" ")}>
              <State of={severity} />
              <div>
                <p>
                  <Prose text={clerk ?? `${message} ${hint}`} />
                </p>
                <p class="muted small">
                  {say.times(n)}
                  {column !== undefined && `, ${say.column(column)}`}
                  {rows.length > 0 && `, ${say.rows(rows)}`}
                </p>
              </div>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function Rejected({
  table: { columns, rows, count: all },
  view: { documents, served, version },
  path,
}: {
  readonly table: RejectedTable;
  readonly view: DeliveryView;
  readonly path: string;
}) {
  const file = documents.find((name) => name.endsWith(".rejects.csv"));
  return (
    <section class="panel" id="rejected" aria-labelledby="h-rejected">
      <div class="sect">
        <h2 id="h-rejected">{say.rejectedRows}</h2>
        <span class="count">{count(all)}</span>
        <span class="muted small">{say.rejectedLead(served !== undefined && version !== 1)}</span>
        {file !== undefined && (
          <a class="btn sm right" href={`${path}/documents/${encodeURIComponent(file)}`} download>
            {texts.console.download}
            <span class="vh"> {say.rejectedRows}</span>
          </a>
        )}
      </div>
      <Table label={texts.console.table(say.rejectedRows)} headings={[[say.row, "n pin"], ...columns]}>
        {rows.map(({ line, cells, issues }) => {
          const bad = new Set(issues.flatMap(({ column }) => column ?? []));
          return [
            <tr key={line} aria-describedby={`why-${line}`}>
              <th scope="row" class="n pin">
                {line}
              </th>
              {columns.map((column, at) => (
                <td key={at} class={bad.has(column) ? "cell-bad" : ""}>
                  {(cells[at] ?? "") === "" && bad.has(column) ? (
                    <em class="muted">{say.empty}</em>
                  ) : (
                    cells[at]
                  )}
                </td>
              ))}
            </tr>,
            <tr key={`why-${line}`} class="why">
              <td colSpan={columns.length + 1} id={`why-${line}`}>
                <ul>
                  {issues.map(({ column, sentence }, at) => (
                    <li key={at}>
                      {column !== undefined && <b>{column}: </b>}
                      <Prose text={sentence} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>,
          ];
        })}
      </Table>
      {all > rows.length && <p class="pad muted small">{say.shownOf(rows.length, all)}</p>}
    </section>
  );
}

function First({ report }: { readonly report: DeliveryReport }) {
  const { columns = [], rows = [] } = report.first ?? {};
  return (
    <section class="panel" aria-labelledby="h-first">
      <div class="sect">
        <h2 id="h-first">{say.first}</h2>
      </div>
      <Table label={texts.console.table(say.first)} headings={[[say.row, "n pin"], ...columns]}>
        {rows.map(({ line, cells }) => (
          <tr key={line}>
            <th scope="row" class="n pin">
              {line}
            </th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </Table>
      {report.file.reading.length > 0 && (
        <details class="more pad small">
          <summary>{say.reading}</summary>
          <ul>
            {report.file.reading.map((sentence) => (
              <li key={sentence}>
                <Prose text={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Partner({
  message: { subject, text },
}: {
  readonly message: { readonly subject: string; readonly text: string };
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <section class="panel pad stack" aria-labelledby="h-partner">
      <div class="bar">
        <h2 id="h-partner">{say.partner}</h2>
        <button
          type="button"
          class="btn sm right"
          onClick={() =>
            void navigator.clipboard.writeText(`${subject}\n\n${text}`).then(() => setCopied(true))
          }
        >
          {isCopied ? texts.copied : texts.console.copy}
        </button>
      </div>
      <p class="muted">{say.partnerLead}</p>
      <p>
        <strong>{subject}</strong>
      </p>
      <pre tabIndex={0} aria-label={say.partnerText}>
        {text}
      </pre>
    </section>
  );
}
