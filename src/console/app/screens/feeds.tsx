import type { FeedRow, FeedsView, Me, ProblemView, SparksView } from "../../api/views.js";
import { needsAttention } from "../../../feeds/health/problem.js";
import { useLoaded } from "../api.js";
import { useEffect, useRef, useState } from "../library.js";
import { ProblemText, stateOf } from "../problem.js";
import { go, withQuery, type Place } from "../router.js";
import { Spark } from "../charts.js";
import { Age, ageOf, count, dateTime, Region, Search, Segments, State } from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { Demonstration } from "./demonstration.js";

/** Problems that need attention, and all feeds by account. */

const say = texts.console.feeds;

/** Maximum number of problems that are shown initially. */
const problemsShown = 10;
/** Maximum number of accounts that are expanded initially. */
const accountsOpen = 10;

export function FeedsScreen({ me, place }: { readonly me: Me; readonly place: Place }) {
  const asked = new URLSearchParams();
  for (const name of ["search", "health", "type"]) {
    const value = place.query.get(name);
    if (value !== null) asked.set(name, value);
  }
  const feeds = useLoaded<FeedsView>(`/api/feeds?${asked.toString()}`, true);
  const { data } = feeds;
  useTitle(texts.console.nav.feeds);
  const isKnown = me.person !== undefined;
  return (
    <>
      <div class="head">
        <div>
          <h1>{texts.console.nav.feeds}</h1>
          <p class="muted">
            {data !== undefined &&
              data.isStoreAway !== true &&
              say.lead(data.totals.feeds, data.totals.accounts, dateTime(data.asOf))}{" "}
            {data?.lastRunAt !== undefined && say.lastRun(ageOf(data.lastRunAt))}
          </p>
        </div>
        <div class="actions">
          <button type="button" class="btn" onClick={feeds.reload}>
            {texts.console.refresh}
          </button>
          {isKnown && (
            <a class="btn" href="/mappings">
              {say.convert}
            </a>
          )}
          {isKnown && me.mode === "local" && (
            <a class="btn primary" href="/mappings">
              {say.add}
            </a>
          )}
        </div>
      </div>
      {me.hasDemonstration === true && <Demonstration onChange={feeds.reload} />}
      <Region of={feeds}>{(view) => <Shown view={view} place={place} isKnown={isKnown} />}</Region>
    </>
  );
}

function Shown({
  view,
  place,
  isKnown,
}: {
  readonly view: FeedsView;
  readonly place: Place;
  readonly isKnown: boolean;
}) {
  const { problems, totals, isStoreAway } = view;
  const hasFeeds = totals.feeds > 0;
  const isFiltered = place.query.has("search") || place.query.has("type");
  return (
    <>
      {(hasFeeds || problems.length > 0) && (
        <Problems view={view} isFiltered={isFiltered} isKnown={isKnown} />
      )}
      {!hasFeeds && isStoreAway !== true && (
        <div class="panel empty">
          <strong>{texts.console.noFeeds}</strong>
        </div>
      )}
      {hasFeeds && <AllFeeds view={view} place={place} isKnown={isKnown} />}
      <Notes problems={problems} />
    </>
  );
}

function Problems({
  view,
  isFiltered,
  isKnown,
}: {
  readonly view: FeedsView;
  /** True if only the problems of some feeds are shown. */
  readonly isFiltered: boolean;
  readonly isKnown: boolean;
}) {
  const [isWhole, setWhole] = useState(false);
  const problems = view.problems.filter(needsAttention);
  if (problems.length === 0) {
    return (
      <p class="note good">
        <State of="good" /> {isFiltered ? say.filteredGood : say.allGood}{" "}
        {view.lastRunAt !== undefined && say.lastRun(ageOf(view.lastRunAt))}
      </p>
    );
  }
  const shown = isWhole ? problems : problems.slice(0, problemsShown);
  return (
    <section class="panel" aria-labelledby="h-attention">
      <div class="sect">
        <h2 id="h-attention">{say.attention}</h2>
        <span class="count bad">{problems.length}</span>
        <span class="muted small right">{say.urgentFirst}</span>
      </div>
      <ul class="plain attn">
        {shown.map((problem, i) => (
          <ProblemItem
            key={`${problem.subject} ${problem.delivery ?? i}`}
            problem={problem}
            isKnown={isKnown}
          />
        ))}
      </ul>
      {problems.length > shown.length && (
        <p class="pad">
          <button type="button" class="btn sm" onClick={() => setWhole(true)}>
            {say.showAll(problems.length)}
          </button>
        </p>
      )}
    </section>
  );
}

function ProblemItem({ problem, isKnown }: { readonly problem: ProblemView; readonly isKnown: boolean }) {
  const { subject, feeds, delivery } = problem;
  const to = linkOf(problem);
  const action = delivery !== null ? say.review : to === "/invoices" ? say.checkInvoices : say.open;
  return (
    <li>
      <span class="a-st">
        <State of={stateOf(problem)} />
      </span>
      {isKnown && feeds.length === 1 && feeds[0] === subject ? (
        <a class="a-feed" href={`/feeds/${subject}`}>
          {subject}
        </a>
      ) : (
        <span class="a-feed">{subject}</span>
      )}
      <div class="a-why">
        <ProblemText problem={problem} />
      </div>
      <div class="a-act">
        {isKnown && to !== undefined && (
          <a class="btn sm" href={to}>
            {action}
            <span class="vh"> {subject}</span>
          </a>
        )}
      </div>
    </li>
  );
}

/** Returns the path of the screen on which a person can resolve a problem, or undefined if there is none. */
function linkOf({ code, feeds, delivery }: ProblemView): string | undefined {
  if (code.startsWith("outbox_")) return "/invoices";
  const [feed] = feeds.length === 1 ? feeds : [];
  if (feed === undefined) return undefined;
  if (delivery !== null) return `/feeds/${feed}/deliveries/${delivery}`;
  return code === "paused" ? `/feeds/${feed}` : `/feeds/${feed}#deliveries`;
}

function Notes({ problems }: { readonly problems: readonly ProblemView[] }) {
  const notes = problems.filter((one) => !needsAttention(one));
  if (notes.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="h-notes">
      <div class="sect">
        <h2 id="h-notes">{say.notes}</h2>
      </div>
      <ul class="plain attn">
        {notes.map((note, i) => (
          <li key={`${note.subject} ${note.code} ${i}`}>
            <span class="a-st">
              <State of={stateOf(note)} />
            </span>
            <span class="a-feed">{note.subject}</span>
            <div class="a-why">
              <ProblemText problem={note} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Account {
  readonly name: string;
  readonly rows: readonly FeedRow[];
  readonly unhealthy: number;
}

function byAccount(rows: readonly FeedRow[]): readonly Account[] {
  const accounts = new Map<string, FeedRow[]>();
  for (const row of rows) accounts.set(row.account, [...(accounts.get(row.account) ?? []), row]);
  return Array.from(accounts, ([name, own]) => ({
    name,
    rows: own,
    unhealthy: own.filter(({ health }) => health !== "good").length,
  })).sort((a, b) => Number(b.unhealthy > 0) - Number(a.unhealthy > 0) || (a.name < b.name ? -1 : 1));
}

function AllFeeds({
  view,
  place,
  isKnown,
}: {
  readonly view: FeedsView;
  readonly place: Place;
  readonly isKnown: boolean;
}) {
  const { totals, types, feeds } = view;
  const accounts = byAccount(feeds);
  const set = (changes: Readonly<Record<string, string>>): void => go(withQuery(place, changes), true);
  const isFiltered = ["search", "health", "type"].some((name) => place.query.has(name));
  /**
   * Accounts that a person opened or closed. Up to `accountsOpen` of the other accounts are expanded: those with
   * problems, or all if there are only a few accounts.
   */
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isFew = isFiltered ? accounts.length <= accountsOpen : accounts.length <= 3;
  const usual = new Set(
    accounts
      .filter(({ unhealthy }) => unhealthy > 0 || isFew)
      .slice(0, accountsOpen)
      .map(({ name }) => name),
  );
  const isOpen = (name: string): boolean => chosen[name] ?? usual.has(name);
  const health = (place.query.get("health") ?? "all") as "all" | "attention" | "good";
  return (
    <section aria-labelledby="h-all" class="stackl">
      <div class="bar">
        <h2 id="h-all">{say.all}</h2>
        <Search
          label={say.filter}
          value={place.query.get("search") ?? ""}
          onSearch={(search) => set({ search })}
        />
        <Segments
          label={say.columns.health}
          value={health}
          options={[
            ["all", say.healths.all(totals.feeds)],
            ["attention", say.healths.attention(totals.attention)],
            ["good", say.healths.good(totals.feeds - totals.attention)],
          ]}
          onChoose={(next) => set({ health: next === "all" ? "" : next })}
        />
        <label>
          <span class="vh">{say.type}</span>
          <select
            value={place.query.get("type") ?? ""}
            onChange={({ currentTarget: { value } }) => set({ type: value })}
          >
            <option value="">{say.allTypes}</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {texts.head.records[type] ?? type}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="btn quiet sm right hide-s"
          onClick={() =>
            setChosen(
              Object.fromEntries(
                accounts.map(({ name }) => [name, !accounts.every((each) => isOpen(each.name))]),
              ),
            )
          }
        >
          {accounts.every(({ name }) => isOpen(name)) ? say.collapse : say.expand}
        </button>
      </div>
      {accounts.length === 0 ? (
        <div class="panel empty">
          <strong>{say.noMatch(place.query.get("search") ?? "")}</strong>
          <button type="button" class="btn sm" onClick={() => go("/", true)}>
            {texts.console.clear}
          </button>
        </div>
      ) : (
        <div class="tw flow" role="region" aria-label={texts.console.table(say.all)}>
          <table class="mid">
            <caption class="vh">{say.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{say.columns.feed}</th>
                <th scope="col">{say.columns.health}</th>
                <th scope="col" class="n">
                  {say.columns.records}
                </th>
                {isKnown && <th scope="col">{say.columns.rows}</th>}
                <th scope="col" class="n">
                  {say.columns.fileAge}
                </th>
                <th scope="col" class="n opt">
                  {say.columns.listAge}
                </th>
                <th scope="col" class="n opt">
                  {say.columns.version}
                </th>
              </tr>
            </thead>
            {accounts.map((account) => (
              <AccountGroup
                key={account.name}
                account={account}
                isOpen={isOpen(account.name)}
                isKnown={isKnown}
                asOf={view.asOf}
                onToggle={() => setChosen({ ...chosen, [account.name]: !isOpen(account.name) })}
              />
            ))}
          </table>
        </div>
      )}
    </section>
  );
}

function AccountGroup({
  account: { name, rows, unhealthy },
  isOpen,
  isKnown,
  asOf,
  onToggle,
}: {
  readonly account: Account;
  readonly isOpen: boolean;
  readonly isKnown: boolean;
  /** Time of the data. The sparklines are reloaded when this time changes. */
  readonly asOf: string;
  readonly onToggle: () => void;
}) {
  const { data, reload } = useLoaded<SparksView>(
    isOpen && isKnown ? `/api/sparks/${encodeURIComponent(name)}` : undefined,
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && isOpen) reload();
    isFirst.current = false;
  }, [asOf]);
  const counts = new Map<string, number>();
  for (const { health } of rows) counts.set(health, (counts.get(health) ?? 0) + 1);
  const summary = [...counts]
    .map(([health, n]) => `${n} ${(texts.console.states[health] ?? health).toLowerCase()}`)
    .join(" · ");
  const id = `g-${name}`;
  const columns = isKnown ? 7 : 6;
  return (
    <>
      <tbody class="group">
        <tr>
          <th colSpan={columns} scope="rowgroup">
            <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
              <strong>{name}</strong>
              <span class={unhealthy > 0 ? "small" : "muted small"}>{summary}</span>
            </button>
          </th>
        </tr>
      </tbody>
      <tbody id={id} hidden={!isOpen}>
        {isOpen &&
          rows.map((row) => (
            <tr key={row.feed}>
              <th scope="row">
                {isKnown ? (
                  <a href={`/feeds/${row.feed}`}>
                    <span class="vh">{row.account}/</span>
                    {row.type}
                  </a>
                ) : (
                  row.type
                )}
              </th>
              <td title={row.reason}>
                <State of={row.health} />
              </td>
              <td class="n">{count(row.records)}</td>
              {isKnown && (
                <td>
                  <Spark bars={data?.sparks[row.feed] ?? []} />
                </td>
              )}
              <td class="n">
                <Age at={row.fileAt} />
              </td>
              <td class="n opt">
                <Age at={row.listAt} />
              </td>
              <td class="n opt">{count(row.version)}</td>
            </tr>
          ))}
      </tbody>
    </>
  );
}
