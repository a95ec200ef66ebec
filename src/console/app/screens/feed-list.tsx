import type { FeedView, RecordHistory, RecordsView } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { useState } from "../library.js";
import type { Place } from "../router.js";
import { Dialog, Pager, Region, Search, Segments, When } from "../shown.js";
import { texts } from "../texts.js";
import { ChangeHeadings, ChangeRows } from "./changes.js";

/** The tab with the current list of a feed, and the history of a record. */

const say = texts.console.feed;

export function ListTab({
  feed,
  view,
  place,
  onForget,
}: {
  readonly feed: string;
  readonly view: FeedView;
  readonly place: Place;
  /** Called when a user wants to forget a person. The ID is undefined if the user has not chosen a record. */
  readonly onForget: (id: string | undefined) => void;
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
  // Deliveries and reports may contain data about people before there is a list.
  const forgetButton = view.isAboutPeople && (
    <Forget hintId="forget-hint" onForget={() => onForget(undefined)} />
  );
  if (publication === undefined) {
    return (
      <>
        <div class="panel empty">
          <strong>{say.noListYet}</strong>
        </div>
        {forgetButton}
      </>
    );
  }
  const order = (column: string): void => {
    setSort({ column, isDescending: sort.column === column && !sort.isDescending });
    setFrom(0);
  };
  const found = records.data?.found ?? { all: publication.records, active: publication.active };
  const hasActive = records.data?.columns.some(({ name }) => name === "is_active") === true;
  return (
    <>
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
              ["all", say.activities.all(found.all)],
              ["active", say.activities.active(found.active)],
              ["inactive", say.activities.inactive(found.all - found.active)],
            ]}
            onChoose={(next) => {
              setActive(next);
              setFrom(0);
            }}
          />
        )}
        {records.data !== undefined && <Pager page={records.data} onGo={setFrom} />}
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
                          <button
                            type="button"
                            title={name === "updated_at" ? say.lastChangeHint : undefined}
                            onClick={() => order(name)}
                          >
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
      {forgetButton}
      {shown !== undefined && (
        <RecordDialog
          feed={feed}
          id={shown}
          onForget={view.isAboutPeople ? () => onForget(shown) : undefined}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function RecordDialog({
  feed,
  id,
  onForget,
  onClose,
}: {
  readonly feed: string;
  readonly id: string;
  /** Undefined if the list contains no personal data. */
  readonly onForget: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const history = useLoaded<RecordHistory>(`/api/feeds/${feed}/record?id=${encodeURIComponent(id)}`);
  return (
    <Dialog title={say.recordTitle(id, history.data?.changes[0]?.name ?? "")} isWide onClose={onClose}>
      <Region of={history}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p>{say.noHistory}</p>
          ) : (
            <div class="tw" tabIndex={0} role="region" aria-label={say.recordTitle(id, "")}>
              <table class="stacked pairs">
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
                  {changes.map(({ version, at, file, line, rolledBackTo, by, reason, ...change }) => (
                    <ChangeRows
                      key={version}
                      change={change}
                      lead={(rows) => (
                        <>
                          <th
                            scope="row"
                            class="n"
                            rowSpan={rows}
                            data-label={texts.console.feeds.columns.version}
                          >
                            {version}
                          </th>
                          <td rowSpan={rows} data-label={say.columns.from}>
                            {rolledBackTo === undefined
                              ? say.fileRow(file, line)
                              : say.rollbackTo(rolledBackTo)}
                            {by !== undefined && (
                              <div class="muted">
                                {rolledBackTo === undefined
                                  ? say.approvedBy(by, reason ?? "")
                                  : say.decidedBy(by, reason ?? "")}
                              </div>
                            )}
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
      {onForget !== undefined && (
        <Forget
          hintId="forget-one-hint"
          onForget={() => {
            onClose();
            onForget();
          }}
        />
      )}
      <div class="actions">
        <button type="button" class="btn" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  );
}

function Forget({ hintId, onForget }: { readonly hintId: string; readonly onForget: () => void }) {
  return (
    <p>
      <button type="button" class="btn sm" aria-describedby={hintId} onClick={onForget}>
        {texts.console.forget.start}
      </button>{" "}
      <span class="muted small" id={hintId}>
        {texts.console.forget.startHint}
      </span>
    </p>
  );
}
