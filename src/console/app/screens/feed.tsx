import type { Done, FeedView, Me, Page, ProblemView, RollbackView, VersionRow } from "../../api/views.js";
import { needsAttention } from "../../../feeds/health/problem.js";
import { useLoaded, watchLate } from "../api.js";
import { useEffect, useRef, useState, type ComponentChildren } from "../library.js";
import { ProblemText } from "../problem.js";
import { go, type Place } from "../router.js";
import { Age, count, dateTime, Menu, Region, Result, State } from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { AboutOriginal } from "./about-original.js";
import { kindsText } from "./changes.js";
import { Deliver } from "./deliver.js";
import { DeliveriesTab } from "./feed-deliveries.js";
import { ListTab } from "./feed-list.js";
import { VersionsTab } from "./feed-versions.js";
import { ForgetDialog } from "./forget.js";
import { ReasonDialog } from "./reason.js";

/** The page of a feed: its current list, deliveries and versions, and the decisions about the feed. */

const say = texts.console.feed;

const tabs = ["list", "deliveries", "versions", "deliver"] as const;
type Tab = (typeof tabs)[number];

interface Props {
  readonly feed: string;
  readonly me: Me;
  readonly place: Place;
}

type Dialog =
  | { readonly kind: "rollback"; readonly to?: number }
  | { readonly kind: "resume" }
  | { readonly kind: "forget"; readonly id: string | undefined };

export function FeedScreen({ feed, me, place }: Props) {
  const loaded = useLoaded<FeedView>(`/api/feeds/${feed}`, true);
  const [done, setDone] = useState<Done>();
  const [dialog, setDialog] = useState<Dialog>();
  const [changes, setChanges] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(
    () =>
      watchLate(() => {
        setDone(undefined);
        reload();
      }),
    [feed],
  );
  useEffect(() => {
    // The result is at the top of the page.
    if (done !== undefined) heading.current?.focus();
  }, [done]);
  const waiting = loaded.data?.waiting ?? 0;
  const waitedBefore = useRef(waiting);
  useEffect(() => {
    // A message that files are waiting is no longer true.
    if (waitedBefore.current > 0 && waiting === 0)
      setDone((shown) => (shown?.delivery === undefined ? undefined : shown));
    waitedBefore.current = waiting;
  }, [waiting]);
  useTitle(feed);
  const tab = tabs.find((each) => each === place.hash) ?? "list";
  const { data } = loaded;

  function reload(): void {
    setChanges((n) => n + 1);
    loaded.reload();
  }
  function onDone(what: Done): void {
    setDone(what);
    setDialog(undefined);
    reload();
  }
  const close = (): void => setDialog(undefined);
  /** False if the result of the person's delivery already describes the problem. */
  const isUnreported = ({ delivery }: ProblemView): boolean =>
    delivery === null || done?.delivery === undefined || !delivery.startsWith(done.delivery);

  return (
    <>
      <nav class="crumbs" aria-label={texts.console.crumbs}>
        <a href="/">{texts.console.nav.feeds}</a> / {feed.split("/")[0]}
      </nav>
      <div class="head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {feed}
          </h1>
          {data !== undefined && (
            <>
              <State of={data.row.health} isPill />{" "}
              <span class="muted small">{texts.console.explained[data.row.health]}</span>
            </>
          )}
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
                {data.original !== undefined && (
                  <a href={`/api/feeds/${feed}/deliveries/${data.original.delivery}/original`} download>
                    {texts.console.delivery.original} <span class="muted">{data.original.file}</span>
                  </a>
                )}
                {(data.mapping !== undefined || data.original !== undefined) && (
                  <p class="muted small">
                    {data.mapping !== undefined && say.listFor}{" "}
                    {data.original !== undefined && (
                      <AboutOriginal original={data.original} records={data.publication.records} />
                    )}
                  </p>
                )}
              </Menu>
            )}
          </div>
        )}
      </div>
      <div role="status">
        {done !== undefined && (
          <div class={`note ${done.left !== undefined ? "warn" : done.delivery === undefined ? "good" : ""}`}>
            {done.delivery === undefined && done.left === undefined && <State of="done" />}
            <div>
              <Result of={done} />
            </div>
            {done.delivery !== undefined && (
              <a
                href={`/feeds/${feed}/deliveries/${done.delivery}${done.rejected === undefined ? "" : "#rejected"}`}
              >
                {done.rejected === undefined
                  ? texts.console.deliver.show
                  : texts.console.deliver.showRejected}
              </a>
            )}
          </div>
        )}
      </div>
      <Region of={loaded}>
        {(view) => (
          <div class="stackl">
            {view.problems.filter(isUnreported).map((problem, i) => (
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
            <section class="tabpanel" role="tabpanel" id="p-tab" aria-labelledby={`t-${tab}`}>
              {tab === "list" && (
                <ListTab
                  feed={feed}
                  view={view}
                  place={place}
                  onForget={(id) => setDialog({ kind: "forget", id })}
                />
              )}
              {tab === "deliveries" && <DeliveriesTab feed={feed} view={view} place={place} />}
              {tab === "versions" && (
                <VersionsTab
                  key={changes}
                  feed={feed}
                  onRollBack={(to) => setDialog({ kind: "rollback", to })}
                />
              )}
              {tab === "deliver" && <Deliver feed={feed} view={view} me={me} onDone={onDone} />}
            </section>
            {dialog?.kind === "rollback" && (
              <RollBack feed={feed} to={dialog.to} view={view} onDone={onDone} onCancel={close} />
            )}
            {dialog?.kind === "resume" && (
              <Resume feed={feed} waiting={view.waiting} onDone={onDone} onCancel={close} />
            )}
            {dialog?.kind === "forget" && (
              <ForgetDialog feed={feed} id={dialog.id} onDone={onDone} onCancel={close} />
            )}
          </div>
        )}
      </Region>
    </>
  );
}

function Facts({ view }: { readonly view: FeedView }) {
  const { publication, row, source, patterns, mapping, endpoint, expectedAt } = view;
  // Forgetting a person during the pause publishes a version without `rolledBackTo`.
  const rolledBackTo = publication?.rolledBackTo ?? view.pausedAt;
  return (
    <dl class="facts panel">
      <Fact name={say.facts.served}>
        {publication === undefined ? say.noList : say.served(publication.number, publication.records)}{" "}
        {rolledBackTo !== undefined && <span class="muted">{say.afterRollback(rolledBackTo)}</span>}
      </Fact>
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
      <Fact name={say.facts.mapping}>
        {mapping === undefined ? say.recommended : <PathText path={mapping} />}
      </Fact>
      <Fact name={say.facts.endpoint}>
        <code>{endpoint}</code>
      </Fact>
    </dl>
  );
}

/** A path that breaks only after a slash, unless a part of the path is too long for a line. */
function PathText({ path }: { readonly path: string }) {
  const parts = path.split("/");
  return (
    <code>
      {parts.map((part, at) => (
        <span key={at}>
          {part}
          {at < parts.length - 1 && "/"}
          <wbr />
        </span>
      ))}
    </code>
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
      {wanted !== undefined && <RollBackEffect key={wanted} feed={feed} to={wanted} next={current + 1} />}
    </ReasonDialog>
  );
}

/**
 * The changes that a rollback would make. The version is this component's key, so the changes of another version are
 * never shown.
 */
function RollBackEffect({
  feed,
  to,
  next,
}: {
  readonly feed: string;
  readonly to: number;
  /** The number of the version that the rollback would publish. */
  readonly next: number;
}) {
  const { data, error } = useLoaded<RollbackView>(`/api/feeds/${feed}/rollback/preview?to=${to}`);
  return (
    <>
      <p>
        {say.rollBackEffect(to, next, data && kindsText(data.kinds))} <strong>{say.thenPaused}</strong>
      </p>
      {error !== undefined && (
        <p class="err" role="alert">
          {error.message} {error.hint}
        </p>
      )}
    </>
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
