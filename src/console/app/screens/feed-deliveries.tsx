import type { DeliveryRow, FeedView, Page } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { BarChart } from "../charts.js";
import { go, withQuery, type Place } from "../router.js";
import { count, Pager, Region, Search, State, Table, When } from "../shown.js";
import { texts } from "../texts.js";
import { countsText } from "./changes.js";

/** The tab with the files that a feed received. */

const say = texts.console.feed;

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

export function DeliveriesTab({
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
    <>
      {view.bars.length > 0 && (
        <figure class="panel pad">
          <figcaption class="sect">
            <h2>{say.chart}</h2>
            <span class="muted small">{say.chartLead(view.bars.length)}</span>
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
          <Pager page={deliveries.data} onGo={(from) => set({ from: from === 0 ? "" : String(from) })} />
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
              isStacked
              headings={[
                [say.columns.received, "pin"],
                say.columns.file,
                say.columns.status,
                [say.columns.rows, "n"],
                [say.columns.rejected, "n"],
                say.changes,
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
                    {row.isRolledBack === true && <div class="muted">{say.listRolledBack}</div>}
                  </td>
                  <td class="n">{count(row.rows)}</td>
                  <td class="n">{count(row.rejected)}</td>
                  <td>{(row.changes && countsText({ ...row.changes })) || <span class="muted">–</span>}</td>
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
    </>
  );
}
