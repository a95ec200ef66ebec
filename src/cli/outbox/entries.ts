import { userInfo } from "node:os";
import {
  noteOutbox,
  outboxAccounts,
  withOutboxFolder,
  type OutboxAccount,
} from "../../feeds/deliveries/outboxes.js";
import { notedFaults } from "../../feeds/deliveries/faults.js";
import { takeLeaseInTime } from "../../feeds/deliveries/open-feed.js";
import { wrongUse } from "../../errors.js";
import { confirm, resend, withdraw } from "../../outbox/decisions.js";
import { frozenFile, storedEntries, openStates, readEntry, type OutboxEntry } from "../../outbox/entries.js";
import { leaseName, renewFolder } from "../../outbox/send.js";
import { withheldRows } from "../../outbox/join.js";
import type { ExitCode, Terminal } from "../command.js";
import { openWorkspace, personsPatience } from "../feeds/open.js";
import { wrappedText, textTable } from "../feeds/table.js";
import { lookFor } from "../look.js";
import { shellWord, age, visible } from "../../sentence.js";

/** `lading outbox` for posted invoices: shows them and records decisions about them. */

export type EntryAction = "list" | "show" | "confirm" | "resend" | "withdraw" | "renew";

export interface EntryOptions {
  readonly action: EntryAction;
  /** An account, or the ID of an invoice. */
  readonly what: string | undefined;
  readonly reason: string | undefined;
  readonly "not-imported": boolean;
  readonly content: boolean;
  readonly all: boolean;
  readonly json: boolean;
}

export async function outboxEntries(options: EntryOptions, terminal: Terminal): Promise<ExitCode> {
  const isReading = options.action === "list" || options.action === "show";
  const setup = await openWorkspace(terminal, personsPatience, isReading ? "read" : "write");
  try {
    const accounts = outboxAccounts(setup);
    if (accounts.length === 0) {
      if (options.action !== "list" || options.what !== undefined) throw wrongUse(noOutbox);
      if (options.json) terminal.stdout.write("[]\n");
      else terminal.stderr.write(`${noOutbox}\n`);
      return 0;
    }
    if (options.action === "list")
      return await list(setup.store.db, choose(accounts, options.what), options, terminal);
    if (options.action === "renew") {
      const [one, another] = choose(accounts, options.what);
      if (one === undefined || another !== undefined)
        throw wrongUse("Specify the account with the replaced outbox folder: `lading outbox renew ACCOUNT`.");
      await withOutboxFolder(setup, one, terminal.signal, (place) => renewFolder(setup.store, place));
      terminal.stderr.write("The next run accepts the current folder.\n");
      return 0;
    }
    const entry = await find(setup.store.db, options.what);
    if (options.action === "show") return await show(setup.store.db, entry, options, terminal);
    const of = accounts.find(({ account }) => account.name === entry.account);
    if (of === undefined) {
      throw wrongUse(`${entry.account}, the account of this invoice, no longer has an outbox.`);
    }
    const { store } = setup;
    const lease = await takeLeaseInTime(setup, leaseName(entry.account), personsPatience);
    try {
      // The entry is read again after the lease is acquired, because another process may have changed it.
      const now = await find(store.db, entry.id);
      const deciding = { store, lease, by: userInfo().username, why: options.reason ?? "" };
      if (options.action === "confirm") await confirm(deciding, now);
      else
        await withOutboxFolder(setup, of, terminal.signal, (place) =>
          options.action === "resend"
            ? resend(deciding, now, place)
            : withdraw(deciding, now, place, options["not-imported"]),
        );
    } finally {
      await lease.release();
    }
    await noteOutbox(setup, of);
    const after = await find(store.db, entry.id);
    if (options.json) terminal.stdout.write(`${JSON.stringify(shown(after))}\n`);
    else terminal.stderr.write(`${entry.id} is ${after.state}. ${nextOf(after)}\n`);
    return 0;
  } finally {
    await setup.close();
  }
}

const noOutbox = "No account has an outbox. Add `outbox` to an account in lading.yaml.";

function choose(accounts: readonly OutboxAccount[], name: string | undefined): readonly OutboxAccount[] {
  if (name === undefined) return accounts;
  const found = accounts.filter(({ account }) => account.name === name);
  if (found.length > 0) return found;
  const known = accounts.map(({ account }) => account.name).join(", ");
  throw wrongUse(`The account ${JSON.stringify(name)} has no outbox. Accounts with an outbox: ${known}.`);
}

async function find(db: Parameters<typeof readEntry>[0], id: string | undefined): Promise<OutboxEntry> {
  if (id === undefined) throw wrongUse("Specify the ID of the invoice. `lading outbox` lists the IDs.");
  const entry = await readEntry(db, id);
  if (entry !== undefined) return entry;
  throw wrongUse(
    `There is no invoice ${JSON.stringify(id)} in the outbox. \`lading outbox --all\` lists all invoices.`,
  );
}

function nextOf({ id, state, account, record }: OutboxEntry): string {
  const word = shellWord(id);
  switch (state) {
    case "RECORDED":
    case "WRITTEN":
    case "SENDING":
      return "The next `lading run` or the daemon sends the invoice to the FFS. If the invoice cannot be sent, `lading status` shows the reason.";
    case "SENT":
      return "The invoice file is waiting to be picked up by the FFS.";
    case "PICKED_UP":
      return `The invoice file was picked up, but may not have been imported yet. When the FFS has the invoice, run \`lading outbox confirm ${word}\`.`;
    case "IN_DOUBT":
      if (record !== "")
        return `Check and correct the invoice in the FFS, then run \`lading outbox confirm ${word}\`.`;
      return `Look for the invoice in the FFS. If the FFS has the invoice, run \`lading outbox confirm ${word}\`. If not, run \`lading outbox resend ${word}\`.`;
    case "REFUSED":
      return `Fix the reported problem in the FFS, then run \`lading outbox resend ${word}\`. To have the platform post a new invoice instead, run \`lading outbox withdraw ${word} --not-imported\`.`;
    case "IMPORTED":
      return "No action needed.";
    case "WITHDRAWN":
      return `The invoice number is available again, so the platform can repost the invoice to ${account}.`;
  }
}

/**
 * Returns the reason why this invoice cannot be sent or why its exported rows are withheld, or undefined if no reason
 * is known.
 */
async function obstacleOf(
  db: Parameters<typeof readEntry>[0],
  { id, account, history }: OutboxEntry,
): Promise<string | undefined> {
  const withheld = await withheldRows(db, account);
  const rows = withheld.filter((row) => history.some(({ doubted }) => doubted === row));
  if (rows.length > 0)
    return `Check ${rows.map(visible).join(", ")} in the FFS, and correct the invoice data there. Until then, the exported rows are withheld.`;
  const found = (await notedFaults(db, new Date())).find(({ invoice }) => invoice === id);
  return found && `${found.sentence} ${found.next}`;
}

async function list(
  db: Parameters<typeof readEntry>[0],
  accounts: readonly OutboxAccount[],
  { all, json }: EntryOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const entries: OutboxEntry[] = [];
  for (const { account } of accounts) {
    entries.push(...(await storedEntries(db, account.name, all ? undefined : openStates)));
  }
  if (json) {
    terminal.stdout.write(`${JSON.stringify(entries.map(shown), null, 2)}\n`);
    return 0;
  }
  if (entries.length === 0) {
    terminal.stderr.write(all ? "No invoices have been posted yet.\n" : "No invoices are pending.\n");
    return 0;
  }
  const now = new Date();
  const headings = [
    "id",
    "account",
    "creditor",
    "number",
    "total",
    "posted",
    "state",
    "since",
    "similar numbers",
  ];
  const since = (at: number) => age(new Date(at).toISOString(), now);
  const rows = entries.map((entry) => [
    entry.id,
    entry.account,
    visible(entry.creditor),
    visible(entry.number),
    `${entry.total} ${entry.currency}`,
    since(entry.posted),
    entry.state,
    since(entry.since),
    visible(entry.near.join(", ")),
  ]);
  terminal.stdout.write(textTable(headings, rows, lookFor(terminal)));
  const mostUrgent =
    entries.find(({ state }) => state === "IN_DOUBT") ?? entries.find(({ state }) => state === "REFUSED");
  if (mostUrgent !== undefined)
    terminal.stdout.write(`\nNext: lading outbox show ${shellWord(mostUrgent.id)}\n`);
  return 0;
}

async function show(
  db: Parameters<typeof readEntry>[0],
  entry: OutboxEntry,
  { content, json }: EntryOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (content) {
    terminal.stdout.write(Buffer.from(await frozenFile(db, entry.id)));
    return 0;
  }
  if (json) {
    terminal.stdout.write(`${JSON.stringify(shown(entry), null, 2)}\n`);
    return 0;
  }
  const { id, account, creditor, number, kind, total, currency, day, state, sha256, record, history } = entry;
  const facts = [
    ["account", account],
    [kind, visible(number)],
    ...(entry.near.length === 0 ? [] : [["similar numbers", visible(entry.near.join(", "))]]),
    ["creditor", visible(creditor)],
    ["total", `${total} ${currency}`],
    ["date", day === "" ? "none" : day],
    ["file", `sha256 ${sha256}`],
    ...(record === "" ? [] : [["in the FFS", visible(record)]]),
  ];
  const width = Math.max(...facts.map(([name = ""]) => name.length));
  const steps = history.map(({ at, state: was, attempt, name, why, by }) =>
    [
      `  ${at.slice(0, 19)}Z  ${was.padEnd(9)}`,
      ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
      ...(name === undefined ? [] : [visible(name)]),
      ...(why === undefined || why === "" ? [] : [visible(why)]),
      ...(by === undefined ? [] : [`(${visible(by)})`]),
    ].join("  "),
  );
  const text = [
    `${id} is ${state}.`,
    "",
    ...facts.map(([name = "", value = ""]) => `  ${name.padEnd(width)}  ${value}`),
    "",
    ...steps,
    "",
    `Next: ${(await obstacleOf(db, entry)) ?? nextOf(entry)}`,
    "",
  ].join("\n");
  terminal.stdout.write(wrappedText(text, lookFor(terminal)));
  return 0;
}

function shown({ since, posted, fileName: file_name, history, ...rest }: OutboxEntry): object {
  const time = (at: number) => new Date(at).toISOString();
  return { ...rest, file_name, posted: time(posted), since: time(since), history };
}
