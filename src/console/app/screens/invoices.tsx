import type { Done, EventsRow, InvoiceRow, InvoicesView } from "../../api/views.js";
import { failureOf, post, useLoaded } from "../api.js";
import { useState } from "../library.js";
import { go, withQuery, type Place } from "../router.js";
import {
  Age,
  ageOf,
  amount,
  Confirm,
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
} from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { useReason } from "./reason.js";

/** Invoices that are sent to the FFS, and events that are sent to the platform. */

const say = texts.console.invoices;

type Filter = "all" | "waiting" | "refused" | "done" | "withdrawn";

export function InvoicesScreen({ place }: { readonly place: Place }) {
  const { query } = place;
  const asked = new URLSearchParams();
  for (const name of ["search", "state", "from"]) asked.set(name, query.get(name) ?? "");
  const invoices = useLoaded<InvoicesView>(`/api/invoices?${asked.toString()}`, true);
  const [done, setDone] = useState<Done>();
  useTitle(texts.console.nav.invoices);
  const set = (changes: Readonly<Record<string, string>>): void => go(withQuery(place, changes), true);
  function onDone(what: Done): void {
    setDone(what);
    invoices.reload();
  }
  return (
    <>
      <div class="head">
        <div>
          <h1>{texts.console.nav.invoices}</h1>
          <p class="muted">{say.lead}</p>
        </div>
        <div class="actions">
          <button type="button" class="btn" onClick={invoices.reload}>
            {texts.console.refresh}
          </button>
        </div>
      </div>
      <div role="status">
        {done !== undefined && (
          <p class="note good">
            <State of="done" /> {done.sentence}
          </p>
        )}
      </div>
      <Region of={invoices}>
        {(view) => (
          <div class="stackl">
            {view.doubtful.length > 0 && (
              <section class="panel" aria-labelledby="h-doubt">
                <div class="sect">
                  <h2 id="h-doubt">{texts.console.states["IN_DOUBT"]}</h2>
                  <span class="count bad">{view.doubtful.length}</span>
                </div>
                {view.doubtful.map((invoice) => (
                  <Doubtful key={invoice.id} invoice={invoice} onDone={onDone} />
                ))}
              </section>
            )}
            {view.hasOutbox ? (
              <section class="stackl" aria-labelledby="h-invoices">
                <div class="bar">
                  <h2 id="h-invoices">{say.all}</h2>
                  <Search
                    label={say.search}
                    value={query.get("search") ?? ""}
                    onSearch={(search) => set({ search, from: "" })}
                  />
                  <Segments
                    label={say.state}
                    value={(query.get("state") ?? "all") as Filter}
                    options={(["all", "waiting", "refused", "done", "withdrawn"] as const).map(
                      (each) => [each, `${say.states[each]} ${count(view.counts[each])}`] as const,
                    )}
                    onChoose={(state) => set({ state: state === "all" ? "" : state, from: "" })}
                  />
                  <Pager
                    page={view.invoices}
                    onGo={(from) => set({ from: from === 0 ? "" : String(from) })}
                  />
                </div>
                {view.invoices.rows.length === 0 ? (
                  <div class="panel empty">
                    <strong>{view.counts["all"] === 0 ? say.noneYet : say.none}</strong>
                  </div>
                ) : (
                  <InvoiceTable rows={view.invoices.rows} />
                )}
              </section>
            ) : (
              <div class="panel empty">
                <strong>{say.noOutbox}</strong>
              </div>
            )}
            <Events rows={view.events} onDone={onDone} />
          </div>
        )}
      </Region>
    </>
  );
}

function Doubtful({
  invoice,
  onDone,
}: {
  readonly invoice: InvoiceRow;
  readonly onDone: (done: Done) => void;
}) {
  const { reason, check, field } = useReason();
  const [action, setAction] = useState<"confirm" | "resend">();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function decide(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      onDone(await post<Done>(`/api/invoices/${encodeURIComponent(invoice.id)}`, { action, reason }));
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      setError(`${message} ${hint}`.trim());
    } finally {
      setBusy(false);
      setAction(undefined);
    }
  }
  const { number, creditor, creditorName, total, currency, account, fileName, since, why, history } = invoice;
  return (
    <div class="pad side">
      <div class="stack">
        <p class="bar">
          <State of={invoice.state} />
          <strong>{number}</strong>
          <span>{`${creditorName || creditor}, ${amount(total)} ${currency}, ${account}`}</span>
        </p>
        <p>
          {say.doubt(fileName, ageOf(since))} {why !== undefined && <Prose text={why} />}
        </p>
        <History history={history} />
      </div>
      <div class="stack">
        {field()}
        {error !== undefined && (
          <p class="err" role="alert">
            {error}
          </p>
        )}
        <div class="two">
          <button type="button" class="btn" onClick={() => check() && setAction("confirm")}>
            {say.hasIt}
          </button>
          <button type="button" class="btn" onClick={() => check() && setAction("resend")}>
            {say.sendAgain}
          </button>
        </div>
        <p class="hint">{say.chooseHint}</p>
      </div>
      {action !== undefined && (
        <Confirm
          title={action === "confirm" ? say.confirmTitle(number) : say.resendTitle(number)}
          action={action === "confirm" ? say.hasIt : say.sendAgain}
          isBusy={isBusy}
          onConfirm={() => void decide()}
          onCancel={() => setAction(undefined)}
        >
          <p>{action === "confirm" ? say.confirmEffect : say.resendEffect}</p>
          <p class="muted">{texts.console.delivery.reasonIs(reason)}</p>
        </Confirm>
      )}
    </div>
  );
}

function History({ history }: Pick<InvoiceRow, "history">) {
  return (
    <details class="more">
      <summary>{say.history}</summary>
      <HistoryList history={history} />
    </details>
  );
}

function HistoryList({ history }: Pick<InvoiceRow, "history">) {
  return (
    <ul class="mt2 inset">
      {history.map(({ state, at, why, by }, i) => (
        <li key={i}>
          {`${dateTime(at)} UTC: ${(texts.console.states[state] ?? state).toLowerCase()}`}
          {by !== undefined && `, ${by}`}
          {why !== undefined && (
            <>
              : <Prose text={why} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const steps = ["RECORDED", "WRITTEN", "SENT", "PICKED_UP", "IMPORTED"];

function stepOf(history: InvoiceRow["history"]): number {
  return Math.max(0, ...history.map(({ state }) => steps.indexOf(state)));
}

function InvoiceTable({ rows }: { readonly rows: readonly InvoiceRow[] }) {
  return (
    <>
      <Table
        label={texts.console.table(say.all)}
        isMid
        headings={[
          [say.columns.number, "pin"],
          say.columns.creditor,
          [say.columns.account, "opt"],
          [say.columns.total, "n"],
          say.columns.state,
          [say.columns.progress, "opt"],
          say.columns.detail,
          [say.columns.age, "n"],
        ]}
      >
        {rows.map((row) => {
          const step = stepOf(row.history);
          return (
            <OpeningRow
              key={row.id}
              head={row.number}
              columns={8}
              cells={
                <>
                  <td>{row.creditorName || row.creditor}</td>
                  <td class="opt">{row.account}</td>
                  <td class="n">{`${amount(row.total)} ${row.currency}`}</td>
                  <td>
                    <State of={row.state} />
                  </td>
                  <td class="opt">
                    <span class="steps" role="img" aria-label={say.step(step + 1, steps.length)}>
                      {steps.map((each, at) => (
                        <i key={each} class={at <= step ? "on" : ""} />
                      ))}
                    </span>
                  </td>
                  <td>
                    {row.record !== "" && <code>{row.record}</code>}{" "}
                    {row.by !== undefined
                      ? texts.console.feed.decidedBy(row.by, row.why ?? "")
                      : (row.why ??
                        (row.state === "IN_DOUBT" ? say.decideAbove : (say.details[row.state] ?? "")))}
                  </td>
                  <td class="n">
                    <Age at={row.postedAt} />
                  </td>
                </>
              }
            >
              {() => (
                <>
                  <p>
                    {say.posted(dateTime(row.postedAt), row.account, row.creditor)}{" "}
                    {row.fileName !== "" && (
                      <>
                        {say.file} <code>{row.fileName}</code>.
                      </>
                    )}
                  </p>
                  <p class="strong mt2">{say.history}</p>
                  <HistoryList history={row.history} />
                </>
              )}
            </OpeningRow>
          );
        })}
      </Table>
      <p class="muted small">{say.progressLegend}</p>
    </>
  );
}

function Events({
  rows,
  onDone,
}: {
  readonly rows: readonly EventsRow[];
  readonly onDone: (done: Done) => void;
}) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<string>();
  if (rows.length === 0) return null;
  async function retry(account: string): Promise<void> {
    setBusy(account);
    setError(undefined);
    try {
      onDone(await post<Done>(`/api/events/${encodeURIComponent(account)}/retry`));
    } catch (thrown) {
      setError(failureOf(thrown).message);
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <section class="stackl" aria-labelledby="h-events">
      <div class="bar">
        <h2 id="h-events">{say.events}</h2>
        <span class="muted small">{say.eventsLead}</span>
      </div>
      {error !== undefined && (
        <div class="note bad" role="alert">
          <p>{error}</p>
        </div>
      )}
      <Table
        label={texts.console.table(say.events)}
        isMid
        headings={[
          [texts.console.feeds.columns.feed, "pin"],
          say.columns.state,
          [say.columns.sent, "n"],
          [say.columns.waiting, "n"],
          [say.columns.refused, "n"],
          say.columns.detail,
        ]}
      >
        {rows.map(({ account, feed, state, sent, waiting, refused, reason }) => (
          <tr key={feed}>
            <th scope="row" class="pin">
              <a href={`/feeds/${feed}`}>{feed}</a>
            </th>
            <td>
              <State of={state} />
            </td>
            <td class="n">{count(sent)}</td>
            <td class="n">{count(waiting)}</td>
            <td class="n">{count(refused)}</td>
            <td>
              {reason !== undefined && <Prose text={reason} />}{" "}
              {(state === "retrying" || state === "stopped" || refused > 0) && (
                <button
                  type="button"
                  class="btn sm"
                  disabled={busy === account}
                  onClick={() => void retry(account)}
                >
                  {say.retryNow}
                  <span class="vh"> {account}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
