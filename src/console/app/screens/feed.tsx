import type {
  ChangeRow,
  DeliveryRow,
  Done,
  FeedView,
  Me,
  Page,
  RecordHistory,
  RecordsView,
  VersionRow,
} from "../../api/views.js";
import { needsAttention } from "../../../feeds/health/problem.js";
import { useLoaded } from "../api.js";
import { useEffect, useRef, useState, type ComponentChildren } from "../library.js";
import { ProblemText } from "../problem.js";
import { go, withQuery, type Place } from "../router.js";
import {
  Age,
  BarChart,
  count,
  dateTime,
  Menu,
  Pager,
  Prose,
  Region,
  Search,
  Segments,
  State,
  When,
  Table,
} from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { Deliver } from "./deliver.js";
import { ReasonDialog } from "./reason.js";

const say = texts.console.feed;
const pageSize = 50;

const tabs = ["list", "deliveries", "versions", "deliver"] as const;
type Tab = (typeof tabs)[number];

interface Props {
  readonly feed: string;
  readonly me: Me;
  readonly place: Place;
}

export function FeedScreen({ feed, me, place }: Props) {
  const loaded = useLoaded<FeedView>(`/api/feeds/${feed}`, true);
  const [done, setDone] = useState<Done>();
  const [dialog, setDialog] = useState<
    { readonly kind: "rollback"; readonly to?: number } | { readonly kind: "resume" }
  >();
  const [changes, setChanges] = useState(0);
  useTitle(feed);
  const tab = tabs.find((each) => each === place.hash) ?? "list";
  const { data } = loaded;

  function onDone(what: Done): void {
    setDone(what);
    setDialog(undefined);
    setChanges(changes + 1);
    loaded.reload();
  }

  return (
    <>
      <nav class="crumbs" aria-label={texts.console.crumbs}>
        <a href="/">{texts.console.nav.feeds}</a> / {feed.split("/")[0]}
      </nav>
      <div class="head">
        <div>
          <h1>{feed}</h1>
          {data !== undefined && <State of={data.row.health} isPill />}
        </div>
        {data !== undefined && (
          <div class="actions">
            <a class="btn" href={`/feeds/${feed}#deliver`}>
              {say.tabs.deliver}
            </a>
            {data.pausedAt !== undefined && (
              <button type="button" class="btn" onClick={() => setDialog({ kind: "resume" })}>
                {say.resume}
              </button>
            )}
            {data.versions > 1 && (
              <button type="button" class="btn" onClick={() => setDialog({ kind: "rollback" })}>
                {say.rollBack}
              </button>
            )}
            {data.publication !== undefined && (
              <Menu label={texts.console.download}>
                {(["csv", "xlsx", "json"] as const).map((format) => (
                  <a key={format} href={`/api/feeds/${feed}/list?format=${format}`} download>
                    {say.formats[format]}
                    <span class="muted">
                      {format === "csv" ? say.records(data.publication?.records ?? 0) : `.${format}`}
                    </span>
                  </a>
                ))}
                {data.mapping !== undefined && <p class="muted small">{say.listFor}</p>}
              </Menu>
            )}
          </div>
        )}
      </div>
      <div role="status">
        {done !== undefined && (
          <p class={done.delivery === undefined ? "note good" : "note"}>
            {done.delivery === undefined && <State of="good" />} <Prose text={done.sentence} />{" "}
            {done.delivery !== undefined && (
              <a href={`/feeds/${feed}/deliveries/${done.delivery}`}>{texts.console.deliver.show}</a>
            )}
          </p>
        )}
      </div>
      <Region of={loaded}>
        {(view) => (
          <div class="stackl">
            {view.problems.map((problem, i) => (
              <div class={needsAttention(problem) ? "note warn" : "note"} key={i}>
                <div>
                  <ProblemText problem={problem} />
                </div>
                {problem.delivery !== null && (
                  <a class="btn" href={`/feeds/${feed}/deliveries/${problem.delivery}`}>
                    {texts.console.feeds.review}
                  </a>
                )}
              </div>
            ))}
            <Facts view={view} />
            <Tabs view={view} tab={tab} />
            {tab === "list" && <ListTab feed={feed} view={view} place={place} />}
            {tab === "deliver" && (
              <Panel tab="deliver">
                <Deliver feed={feed} view={view} me={me} onDone={onDone} />
              </Panel>
            )}
            {tab === "deliveries" && <DeliveriesTab feed={feed} view={view} place={place} />}
            {tab === "versions" && (
              <VersionsTab
                key={changes}
                feed={feed}
                onRollBack={(to) => setDialog({ kind: "rollback", to })}
              />
            )}
            {dialog?.kind === "rollback" && (
              <RollBack
                feed={feed}
                to={dialog.to}
                view={view}
                onDone={onDone}
                onCancel={() => setDialog(undefined)}
              />
            )}
            {dialog?.kind === "resume" && (
              <Resume
                feed={feed}
                waiting={view.waiting}
                onDone={onDone}
                onCancel={() => setDialog(undefined)}
              />
            )}
          </div>
        )}
      </Region>
    </>
  );
}

function Facts({ view }: { readonly view: FeedView }) {
  const { publication, row, source, patterns, mapping, endpoint, expectedAt, pausedAt } = view;
  return (
    <dl class="facts panel">
      <Fact name={say.facts.served}>
        {publication === undefined ? say.noList : say.served(publication.number, publication.records)}
      </Fact>
      {pausedAt !== undefined && <Fact name={say.facts.paused}>{say.pausedAt(pausedAt)}</Fact>}
      <Fact name={say.facts.changed}>
        <Age at={publication?.publishedAt} />
      </Fact>
      <Fact name={say.facts.lastFile}>
        <Age at={row.fileAt} />{" "}
        {expectedAt !== undefined && <span class="muted">{say.expected(dateTime(expectedAt))}</span>}
      </Fact>
      <Fact name={say.facts.source}>
        {source} <span class="muted mono">{patterns.join(", ")}</span>
      </Fact>
      <Fact name={say.facts.mapping}>{mapping === undefined ? say.recommended : <code>{mapping}</code>}</Fact>
      <Fact name={say.facts.endpoint}>
        <code>{endpoint}</code>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tabs({ view, tab }: { readonly view: FeedView; readonly tab: Tab }) {
  const list = useRef<HTMLDivElement>(null);
  const counts: Readonly<Record<Tab, number | undefined>> = {
    list: view.publication?.records,
    deliveries: view.arrivals,
    versions: view.versions,
    deliver: undefined,
  };
  useEffect(() => {
    // On a phone, the tabs are wider than the page, so the current tab is scrolled into view.
    const row = list.current;
    const own = row?.querySelector<HTMLElement>(`#t-${tab}`);
    if (row && own)
      row.scrollLeft = own.offsetLeft - row.offsetLeft - (row.clientWidth - own.offsetWidth) / 2;
  }, [tab]);
  function choose(next: Tab, hasFocus: boolean): void {
    go(`${location.pathname}#${next}`, true);
    if (hasFocus) list.current?.querySelector<HTMLElement>(`#t-${next}`)?.focus();
  }
  function onKey(event: KeyboardEvent): void {
    const at = tabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next, true);
  }
  return (
    <div class="tabs" role="tablist" aria-label={say.tabs.label} ref={list} onKeyDown={onKey}>
      {tabs.map((each) => (
        <button
          type="button"
          role="tab"
          key={each}
          id={`t-${each}`}
          aria-controls="p-tab"
          aria-selected={each === tab}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => choose(each, false)}
        >
          {say.tabs[each]}
          {counts[each] !== undefined && <span class="count"> {count(counts[each])}</span>}
        </button>
      ))}
    </div>
  );
}

function Panel({ tab, children }: { readonly tab: Tab; readonly children: ComponentChildren }) {
  return (
    <section class="tabpanel" role="tabpanel" id="p-tab" aria-labelledby={`t-${tab}`}>
      {children}
    </section>
  );
}

function ListTab({
  feed,
  view,
  place,
}: {
  readonly feed: string;
  readonly view: FeedView;
  readonly place: Place;
}) {
  const [search, setSearch] = useState(place.query.get("search") ?? "");
  const [active, setActive] = useState<"all" | "active" | "inactive">("all");
  const [sort, setSort] = useState({ column: "external_id", isDescending: false });
  const [from, setFrom] = useState(0);
  const [shown, setShown] = useState<string>();
  const { publication } = view;
  const query = new URLSearchParams({
    search,
    active,
    sort: sort.column,
    isDescending: String(sort.isDescending),
    from: String(from),
    version: String(publication?.number ?? 0),
  });
  const records = useLoaded<RecordsView>(publication && `/api/feeds/${feed}/records?${query.toString()}`);
  if (publication === undefined) {
    return (
      <Panel tab="list">
        <div class="panel empty">
          <strong>{say.noListYet}</strong>
        </div>
      </Panel>
    );
  }
  const order = (column: string): void => {
    setSort({ column, isDescending: sort.column === column && !sort.isDescending });
    setFrom(0);
  };
  const hasActive = records.data?.columns.some(({ name }) => name === "is_active") === true;
  return (
    <Panel tab="list">
      <div class="bar">
        <Search
          label={say.searchList}
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setFrom(0);
          }}
        />
        {hasActive && (
          <Segments
            label={say.activity}
            value={active}
            options={[
              ["all", say.activities.all(publication.records)],
              ["active", say.activities.active(publication.active)],
              ["inactive", say.activities.inactive(publication.records - publication.active)],
            ]}
            onChoose={(next) => {
              setActive(next);
              setFrom(0);
            }}
          />
        )}
        {records.data !== undefined && (
          <Pager
            from={records.data.from}
            shown={records.data.rows.length}
            of={records.data.count}
            size={pageSize}
            onGo={setFrom}
          />
        )}
      </div>
      <Region of={records}>
        {({ columns, rows }) =>
          rows.length === 0 ? (
            <div class="panel empty">
              <strong>{say.noRecord(search)}</strong>
            </div>
          ) : (
            <div class="tw tall" tabIndex={0} role="region" aria-label={say.list}>
              <table>
                <thead>
                  <tr>
                    {[...columns, { name: "version", label: texts.console.feeds.columns.version }].map(
                      ({ name, label }, at) => (
                        <th
                          key={name}
                          scope="col"
                          class={at === 0 ? "pin" : name === "version" ? "n" : ""}
                          aria-sort={
                            sort.column === name ? (sort.isDescending ? "descending" : "ascending") : "none"
                          }
                        >
                          <button type="button" onClick={() => order(name)}>
                            {label}
                          </button>
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ id, version, cells }) => (
                    <tr key={id}>
                      <th scope="row" class="pin">
                        <button type="button" class="link" onClick={() => setShown(id)}>
                          {cells[0]}
                        </button>
                      </th>
                      {cells.slice(1).map((cell, at) => (
                        <td key={at}>{cell}</td>
                      ))}
                      <td class="n">{version}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Region>
      {shown !== undefined && <RecordDialog feed={feed} id={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}

function RecordDialog({
  feed,
  id,
  onClose,
}: {
  readonly feed: string;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const history = useLoaded<RecordHistory>(`/api/feeds/${feed}/record?id=${encodeURIComponent(id)}`);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} class="wide" aria-labelledby="record-title" onClose={onClose}>
      <h2 id="record-title">{say.recordTitle(id)}</h2>
      <div class="stack">
        <Region of={history}>
          {({ changes }) =>
            changes.length === 0 ? (
              <p>{say.noHistory}</p>
            ) : (
              <div class="tw" tabIndex={0} role="region" aria-label={say.recordTitle(id)}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col" class="n">
                        {texts.console.feeds.columns.version}
                      </th>
                      <th scope="col">{say.columns.from}</th>
                      <ChangeHeadings />
                    </tr>
                  </thead>
                  <tbody>
                    {changes.map(({ version, at, file, line, ...change }) => (
                      <ChangeRows
                        key={version}
                        change={change}
                        lead={(rows) => (
                          <>
                            <th scope="row" class="n" rowSpan={rows}>
                              {version}
                            </th>
                            <td rowSpan={rows}>
                              {say.fileRow(file, line)}
                              <div class="muted">
                                <When at={at} />
                              </div>
                            </td>
                          </>
                        )}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </Region>
        <button type="button" class="btn" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </dialog>
  );
}

export function ChangeHeadings() {
  return (
    <>
      <th scope="col">{say.columns.change}</th>
      <th scope="col">{say.columns.field}</th>
      <th scope="col">{say.columns.before}</th>
      <th scope="col">{say.columns.after}</th>
    </>
  );
}

/** A change, with one row per field. */
export function ChangeRows({
  change: { kind, fields },
  lead,
}: {
  readonly change: Pick<ChangeRow, "kind" | "fields">;
  /** Leading cells, each of which spans the given number of rows. */
  readonly lead: (rows: number) => ComponentChildren;
}) {
  const shown = fields.length === 0 ? [{ label: "", before: "", after: "" }] : fields;
  return (
    <>
      {shown.map(({ label, before, after }, at) => (
        <tr key={at}>
          {at === 0 && (
            <>
              {lead(shown.length)}
              <td rowSpan={shown.length}>{texts.console.kinds[kind] ?? kind}</td>
            </>
          )}
          <td>{label}</td>
          <td>{before === "" ? <span class="muted">–</span> : <del>{before}</del>}</td>
          <td>{after === "" ? <span class="muted">–</span> : <ins>{after}</ins>}</td>
        </tr>
      ))}
    </>
  );
}

const statuses = [
  "RECEIVED",
  "PUBLISHED",
  "UNCHANGED",
  "HELD",
  "WAITING",
  "REJECTED",
  "SUPERSEDED",
  "QUARANTINED",
] as const;

function DeliveriesTab({
  feed,
  view,
  place,
}: {
  readonly feed: string;
  readonly view: FeedView;
  readonly place: Place;
}) {
  const { query } = place;
  const asked = new URLSearchParams();
  for (const name of ["search", "status", "from"]) asked.set(name, query.get(name) ?? "");
  const deliveries = useLoaded<Page<DeliveryRow>>(`/api/feeds/${feed}/deliveries?${asked.toString()}`, true);
  const set = (changes: Readonly<Record<string, string>>): void =>
    go(`${withQuery(place, changes)}#deliveries`, true);
  return (
    <Panel tab="deliveries">
      {view.bars.length > 0 && (
        <figure class="panel pad">
          <figcaption class="sect">
            <h2>{say.chart}</h2>
            <span class="muted small">{say.chartLegend(view.bars.length)}</span>
          </figcaption>
          <BarChart bars={view.bars} />
        </figure>
      )}
      <div class="bar">
        <Search
          label={say.searchFiles}
          value={query.get("search") ?? ""}
          onSearch={(search) => set({ search, from: "" })}
        />
        <label>
          <span class="vh">{say.status}</span>
          <select
            value={query.get("status") ?? ""}
            onChange={({ currentTarget: { value } }) => set({ status: value, from: "" })}
          >
            <option value="">{say.allStatuses}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {texts.console.states[status]}
              </option>
            ))}
          </select>
        </label>
        {deliveries.data !== undefined && (
          <Pager
            from={deliveries.data.from}
            shown={deliveries.data.rows.length}
            of={deliveries.data.count}
            size={pageSize}
            onGo={(from) => set({ from: from === 0 ? "" : String(from) })}
          />
        )}
      </div>
      <Region of={deliveries}>
        {({ rows }) =>
          rows.length === 0 ? (
            <div class="panel empty">
              <strong>{say.noDelivery}</strong>
            </div>
          ) : (
            <Table
              label={say.tabs.deliveries}
              headings={[
                [say.columns.received, "pin"],
                say.columns.file,
                say.columns.status,
                [say.columns.rows, "n"],
                [say.columns.rejected, "n"],
                [say.columns.changes, "n"],
                [texts.console.feeds.columns.version, "n"],
                say.columns.by,
              ]}
            >
              {rows.map((row) => (
                <tr key={`${row.delivery} ${row.receivedAt}`}>
                  <th scope="row" class="t pin">
                    <When at={row.receivedAt} />
                  </th>
                  <td class="file">
                    <a href={`/feeds/${feed}/deliveries/${row.delivery}`}>{row.file}</a>
                    {row.isAgain === true && <div class="muted">{say.again}</div>}
                    {row.deliveredBy !== undefined && (
                      <div class="muted">{say.deliveredBy(row.deliveredBy)}</div>
                    )}
                  </td>
                  <td>
                    <State of={row.status} />
                  </td>
                  <td class="n">{count(row.rows)}</td>
                  <td class="n">{count(row.rejected)}</td>
                  <td class="n">{row.changes === undefined ? "–" : say.changeCounts(row.changes)}</td>
                  <td class="n">{row.version ?? "–"}</td>
                  <td>
                    {row.by === undefined ? (
                      <span class="muted">–</span>
                    ) : (
                      say.decidedBy(row.by, row.reason ?? "")
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Region>
    </Panel>
  );
}

function VersionsTab({
  feed,
  onRollBack,
}: {
  readonly feed: string;
  readonly onRollBack: (to: number) => void;
}) {
  const [from, setFrom] = useState(0);
  const [open, setOpen] = useState<number>();
  const versions = useLoaded<Page<VersionRow>>(`/api/feeds/${feed}/versions?from=${from}`);
  return (
    <Panel tab="versions">
      <Region of={versions}>
        {({ rows, count: all }) =>
          rows.length === 0 ? (
            <div class="panel empty">
              <strong>{say.noListYet}</strong>
            </div>
          ) : (
            <>
              <Table
                label={say.tabs.versions}
                isMid
                headings={[
                  [texts.console.feeds.columns.version, "n pin"],
                  say.columns.published,
                  say.columns.from,
                  [texts.console.feeds.columns.records, "n"],
                  [texts.console.kinds["added"], "n"],
                  [texts.console.kinds["changed"], "n"],
                  [texts.console.kinds["deactivated"], "n"],
                  say.columns.what,
                  [say.columns.action, "vh"],
                ]}
              >
                {rows.map((row, at) => (
                  <VersionRows
                    key={row.number}
                    feed={feed}
                    row={row}
                    isServed={from === 0 && at === 0}
                    isOpen={open === row.number}
                    onToggle={() => setOpen(open === row.number ? undefined : row.number)}
                    onRollBack={onRollBack}
                  />
                ))}
              </Table>
              <Pager from={from} shown={rows.length} of={all} size={pageSize} onGo={setFrom} />
            </>
          )
        }
      </Region>
    </Panel>
  );
}

function VersionRows({
  feed,
  row,
  isServed,
  isOpen,
  onToggle,
  onRollBack,
}: {
  readonly feed: string;
  readonly row: VersionRow;
  readonly isServed: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRollBack: (to: number) => void;
}) {
  const {
    number,
    at,
    file,
    delivery,
    records,
    added,
    changed,
    deactivated,
    rolledBackTo,
    by,
    reason,
    canRollBack,
  } = row;
  return (
    <>
      <tr>
        <th scope="row" class="n pin">
          {number}
        </th>
        <td class="t">
          <When at={at} />
        </td>
        <td>
          {rolledBackTo === undefined ? (
            <a href={`/feeds/${feed}/deliveries/${delivery}`}>{file}</a>
          ) : (
            say.rollbackTo(rolledBackTo)
          )}
          {by !== undefined && <div class="muted">{say.decidedBy(by, reason ?? "")}</div>}
        </td>
        <td class="n">{count(records)}</td>
        <td class="n">{count(added)}</td>
        <td class="n">{count(changed)}</td>
        <td class="n">{count(deactivated)}</td>
        <td>
          <button
            type="button"
            class="btn quiet sm"
            aria-expanded={isOpen}
            aria-controls={`v-${number}`}
            onClick={onToggle}
          >
            {say.changes}
            <span class="vh"> {number}</span>
          </button>
        </td>
        <td>
          {isServed ? (
            <span class="tag">{say.isServed}</span>
          ) : (
            canRollBack && (
              <button type="button" class="btn sm" onClick={() => onRollBack(number)}>
                {say.rollBack}
                <span class="vh"> {say.to(number)}</span>
              </button>
            )
          )}
        </td>
      </tr>
      <tr id={`v-${number}`} hidden={!isOpen}>
        {isOpen && (
          <td colSpan={9}>
            <VersionChanges feed={feed} number={number} />
          </td>
        )}
      </tr>
    </>
  );
}

function VersionChanges({ feed, number }: { readonly feed: string; readonly number: number }) {
  const [from, setFrom] = useState(0);
  const changes = useLoaded<Page<ChangeRow>>(`/api/feeds/${feed}/changes?until=${number}&from=${from}`);
  return (
    <Region of={changes}>
      {(page) => (
        <>
          <ChangesTable page={page} label={say.whatChanged(number)} />
          {page.count > page.rows.length && (
            <Pager from={from} shown={page.rows.length} of={page.count} size={pageSize} onGo={setFrom} />
          )}
        </>
      )}
    </Region>
  );
}

export function ChangesTable({
  page,
  label,
}: {
  readonly page: Pick<Page<ChangeRow>, "rows">;
  readonly label: string;
}) {
  if (page.rows.length === 0) return <p class="muted">{say.noChange}</p>;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col" class="pin">
            {say.columns.id}
          </th>
          <th scope="col">{say.columns.name}</th>
          <ChangeHeadings />
        </tr>
      </thead>
      <tbody>
        {page.rows.map((change) => (
          <ChangeRows
            key={change.id}
            change={change}
            lead={(rows) => (
              <>
                <th scope="row" class="pin" rowSpan={rows}>
                  {change.id}
                </th>
                <td rowSpan={rows}>{change.name}</td>
              </>
            )}
          />
        ))}
      </tbody>
    </table>
  );
}

interface DialogProps {
  readonly feed: string;
  readonly onDone: (done: Done) => void;
  readonly onCancel: () => void;
}

function RollBack({
  feed,
  to,
  view,
  ...dialog
}: DialogProps & { readonly to: number | undefined; readonly view: FeedView }) {
  const versions = useLoaded<Page<VersionRow>>(`/api/feeds/${feed}/versions`);
  const [chosen, setChosen] = useState(to);
  const current = view.publication?.number ?? 0;
  const offered = (versions.data?.rows ?? []).filter(({ canRollBack }) => canRollBack);
  const wanted = chosen ?? offered.find(({ number }) => number < current)?.number;
  const changes = useLoaded<Page<ChangeRow>>(
    wanted === undefined ? undefined : `/api/feeds/${feed}/changes?after=${wanted}&until=${current}`,
  );
  return (
    <ReasonDialog
      title={say.rollBackTitle(feed)}
      action={say.rollBack}
      path={`/api/feeds/${feed}/rollback`}
      body={{ to: wanted }}
      isReady={wanted !== undefined}
      {...dialog}
    >
      <label class="field">
        <span>{say.goBackTo}</span>
        <select value={wanted} onChange={({ currentTarget: { value } }) => setChosen(Number(value))}>
          {offered.map(({ number, at, records }) => (
            <option key={number} value={number}>
              {say.versionOption(number, dateTime(at), records)}
            </option>
          ))}
        </select>
      </label>
      {wanted !== undefined && (
        <p>
          {say.rollBackEffect(wanted, current + 1, changes.data?.count)} <strong>{say.thenPaused}</strong>
        </p>
      )}
    </ReasonDialog>
  );
}

function Resume({ feed, waiting, ...dialog }: DialogProps & { readonly waiting: number }) {
  return (
    <ReasonDialog
      title={say.resumeTitle(feed)}
      action={say.resume}
      path={`/api/feeds/${feed}/resume`}
      {...dialog}
    >
      <p>{say.resumeEffect(waiting)}</p>
    </ReasonDialog>
  );
}
