import type { ChangeRow, Page, VersionRow } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { useState } from "../library.js";
import { count, Pager, Region, Table, When } from "../shown.js";
import { texts } from "../texts.js";
import { ChangesTable } from "./changes.js";

/** The tab with the published versions of a feed's list. */

const say = texts.console.feed;

export function VersionsTab({
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
    <Region of={versions}>
      {(page) =>
        page.rows.length === 0 ? (
          <div class="panel empty">
            <strong>{say.noListYet}</strong>
          </div>
        ) : (
          <>
            <Table
              label={say.tabs.versions}
              isMid
              isStacked
              headings={[
                [texts.console.feeds.columns.version, "n pin"],
                say.columns.published,
                say.columns.from,
                [texts.console.feeds.columns.records, "n"],
                [texts.console.kinds["added"], "n"],
                [texts.console.kinds["changed"], "n"],
                [texts.console.kinds["deactivated"], "n"],
                [texts.console.kinds["removed"], "n"],
                say.columns.what,
                [say.columns.action, "vh"],
              ]}
            >
              {page.rows.map((row, at) => (
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
            <Pager page={page} onGo={setFrom} />
          </>
        )
      }
    </Region>
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
    removed,
    rolledBackTo,
    isWithoutPerson,
    by,
    reason,
    resumed,
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
          {rolledBackTo !== undefined ? (
            say.rollbackTo(rolledBackTo)
          ) : isWithoutPerson === true ? (
            say.forgotten
          ) : (
            <a href={`/feeds/${feed}/deliveries/${delivery}`}>{file}</a>
          )}
          {by !== undefined && <div class="muted">{say.decidedBy(by, reason ?? "")}</div>}
          {resumed !== undefined && <div class="muted">{say.resumedBy(resumed.by, resumed.reason)}</div>}
        </td>
        <td class="n">{count(records)}</td>
        <td class="n">{count(added)}</td>
        <td class="n">{count(changed)}</td>
        <td class="n">{count(deactivated)}</td>
        <td class="n">{count(removed)}</td>
        <td>
          <button
            type="button"
            class="btn sm"
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
          <td colSpan={10}>
            <VersionChanges feed={feed} number={number} />
          </td>
        )}
      </tr>
    </>
  );
}

function VersionChanges({ feed, number }: { readonly feed: string; readonly number: number }) {
  const [from, setFrom] = useState(0);
  const changes = useLoaded<Page<ChangeRow>>(`/api/feeds/${feed}/changes?version=${number}&from=${from}`);
  return (
    <Region of={changes}>
      {(page) => (
        <>
          <ChangesTable page={page} label={say.whatChanged(number)} />
          {page.count > page.rows.length && <Pager page={page} onGo={setFrom} />}
        </>
      )}
    </Region>
  );
}
