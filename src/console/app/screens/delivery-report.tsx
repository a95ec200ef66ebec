import type { DeliveryReport, DeliveryView } from "../../api/views.js";
import { fieldLabels } from "../../../model/field-labels.js";
import { useEffect, useRef, useState } from "../library.js";
import { count, Prose, Segments, State, Table } from "../shown.js";
import { texts } from "../texts.js";
import { ChangesTable, kindsText } from "./changes.js";

/** The parts of a delivery's report: counts, changes, issues, rows, and the message for the partner. */

const say = texts.console.delivery;

export function Summary({
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
              <span>{isHeld ? say.counts.after(report.inactive ?? 0) : say.counts.records}</span>
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
/** A list in which all records are new, such as a first list, shows only its first records initially. */
const additionsShown = 10;

export function Changes({
  report,
  isUnused,
}: {
  readonly report: DeliveryReport;
  readonly isUnused: boolean;
}) {
  const [kind, setKind] = useState("");
  /** Number of changes shown in addition to the initial ones. */
  const [more, setMore] = useState(0);
  const { kinds = {}, fields = {}, listed = [] } = report.changes ?? {};
  const all = Object.values(kinds).reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const shown = listed.filter((each) => kind === "" || each.kind === kind);
  const present = Object.entries(kinds).filter(([, n]) => n > 0);
  const most = more + (present.every(([each]) => each === "added") ? additionsShown : changesShown);
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
              <button type="button" class="btn sm" onClick={() => setMore(more + changesShown)}>
                {say.more(shown.length - most)}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

export function Findings({ report }: { readonly report: DeliveryReport }) {
  return (
    <section class="panel" aria-labelledby="h-findings">
      <div class="sect">
        <h2 id="h-findings">{say.findings}</h2>
        <span class="count">{report.file.findings.length}</span>
      </div>
      <FindingsList of={report.file.findings} />
    </section>
  );
}

function FindingsList({ of }: { readonly of: DeliveryReport["file"]["findings"] }) {
  return (
    <ul class="plain findings">
      {of.map(({ code, column, field, severity, message, hint, clerk, count: n, rows }) => (
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
      ))}
    </ul>
  );
}

export function Rejected({
  table: { columns, rows, count: all, findings },
  view: { documents, served, version },
  path,
}: {
  readonly table: NonNullable<DeliveryReport["rejected"]>;
  readonly view: DeliveryView;
  readonly path: string;
}) {
  const file = documents.find((name) => name.endsWith(".rejects.csv"));
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The rows are loaded after the page, so the browser cannot find the place to which a link points.
    if (location.hash === "#rejected") section.current?.focus();
  }, []);
  return (
    <section ref={section} tabIndex={-1} class="panel" id="rejected" aria-labelledby="h-rejected">
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
      {findings.length > 0 && (
        <details open class="more pad small">
          <summary>{say.allReasons}</summary>
          <FindingsList of={findings} />
        </details>
      )}
    </section>
  );
}

export function First({ report }: { readonly report: DeliveryReport }) {
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
          <ul class="mt2 inset">
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

export function Partner({
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
