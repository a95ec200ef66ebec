import { countEvents, lastFailed, stopReason } from "../../events/queue.js";
import { eventAccounts } from "../../events/sender.js";
import { outboxAccounts } from "../../feeds/deliveries/outboxes.js";
import { feedId, feedNamed } from "../../feeds/lists/feed-log.js";
import type { AnyRecord } from "../../model/record-type.js";
import { storedEntries, type OutboxEntry } from "../../outbox/entries.js";
import { inParts } from "../../store/bulk.js";
import type { Queries } from "../../store/store.js";
import type { Workspace } from "../../workspace/workspace.js";
import { nameOf } from "./changes.js";
import { pageSize, type EventsRow, type InvoiceRow, type InvoicesView } from "./views.js";
import { hasWords } from "./search.js";

/** Console views of the invoices that are sent to the FFS and of the events that are sent to the platform. */

export interface InvoicesQuery {
  /** Words to find in the number, creditor (ID or name) or ID of an invoice. */
  readonly search: string;
  readonly state: "all" | "waiting" | "refused" | "done" | "withdrawn";
  readonly from: number;
}

const statesOf: Readonly<Record<InvoicesQuery["state"], readonly string[]>> = {
  all: [],
  waiting: ["RECORDED", "WRITTEN", "SENDING", "SENT", "PICKED_UP"],
  refused: ["REFUSED"],
  done: ["IMPORTED"],
  withdrawn: ["WITHDRAWN"],
};

export async function invoicesView(
  workspace: Workspace,
  db: Queries,
  { search, state, from }: InvoicesQuery,
): Promise<InvoicesView> {
  const accounts = outboxAccounts({ workspace });
  const all: OutboxEntry[] = [];
  for (const { account } of accounts) all.push(...(await storedEntries(db, account.name)));
  all.sort((a, b) => b.posted - a.posted);
  const nameOfCreditor = await creditorNames(db, all);
  const found = all.filter(
    (each) =>
      (state === "all" || statesOf[state].includes(each.state)) &&
      hasWords([each.id, each.number, each.creditor, nameOfCreditor(each)].join(" "), search),
  );
  const rowOf = (entry: OutboxEntry) => invoiceRow(entry, nameOfCreditor(entry));
  const count = (which: InvoicesQuery["state"]) =>
    all.filter((each) => statesOf[which].includes(each.state)).length;
  return {
    counts: {
      all: all.length,
      waiting: count("waiting"),
      refused: count("refused"),
      done: count("done"),
      withdrawn: count("withdrawn"),
    },
    doubtful: all.filter((each) => each.state === "IN_DOUBT").map(rowOf),
    invoices: { from, count: found.length, rows: found.slice(from, from + pageSize).map(rowOf) },
    events: await eventsRows(workspace, db),
    hasOutbox: accounts.length > 0,
  };
}

/** Returns a function from an invoice to its creditor's name in the list of organizations, or to "". */
async function creditorNames(
  db: Queries,
  entries: readonly OutboxEntry[],
): Promise<(entry: OutboxEntry) => string> {
  const names = new Map<string, string>();
  for (const account of new Set(entries.map((entry) => entry.account))) {
    const own = entries.filter((entry) => entry.account === account);
    const records = await inParts([...new Set(own.map(({ creditor }) => creditor))], (ids) =>
      db
        .selectFrom("records")
        .select(["id", "record"])
        .where("feed", "=", feedNamed(db, `${account}/org`))
        .where("id", "in", ids)
        .execute(),
    );
    for (const { id, record } of records)
      names.set(`${account} ${id}`, nameOf(JSON.parse(record) as AnyRecord));
  }
  return ({ account, creditor }) => names.get(`${account} ${creditor}`) ?? "";
}

function invoiceRow(entry: OutboxEntry, creditorName: string): InvoiceRow {
  const { id, account, number, creditor, total, currency, state, fileName, attempt, record, history } = entry;
  const last = history.at(-1);
  return {
    id,
    account,
    number,
    creditor,
    creditorName,
    total,
    currency,
    state,
    since: new Date(entry.since).toISOString(),
    postedAt: new Date(entry.posted).toISOString(),
    fileName,
    attempt,
    record,
    ...(last?.why !== undefined && { why: last.why }),
    ...(last?.by !== undefined && { by: last.by }),
    history: history.map((step) => ({
      state: step.state,
      at: step.at,
      ...(step.why !== undefined && { why: step.why }),
      ...(step.by !== undefined && { by: step.by }),
    })),
  };
}

async function eventsRows(workspace: Workspace, db: Queries): Promise<readonly EventsRow[]> {
  const rows: EventsRow[] = [];
  for (const { account, platform, feeds } of eventAccounts(workspace)) {
    const stopped = await stopReason(db, account.name);
    for (const { name } of feeds) {
      const about = { account: account.name, feed: name };
      const id = await feedId(db, name);
      if (id === undefined) {
        rows.push({ ...about, state: "none", sent: 0, waiting: 0, refused: 0 });
        continue;
      }
      const { sent, waiting, refused } = await countEvents(db, id, platform.first_load);
      const reason = stopped ?? (await lastFailed(db, id));
      const state =
        stopped !== undefined
          ? "stopped"
          : reason !== undefined
            ? "retrying"
            : waiting > 0
              ? "sending"
              : "good";
      rows.push({ ...about, state, sent, waiting, refused, ...(reason !== undefined && { reason }) });
    }
  }
  return rows;
}
