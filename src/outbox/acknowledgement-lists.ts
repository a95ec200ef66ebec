import { hash } from "node:crypto";
import { sourceInMemory } from "../formats/bytes.js";
import { openTable } from "../formats/index.js";
import { defaultLimits } from "../formats/limits.js";
import { readFact, writeFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { attemptNamed, sendAttempts } from "./attempts.js";
import { readEntry } from "./entries.js";
import { doubtRefused, isRefusable, takeImported, type MoveEntry } from "./answers.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * This module reads the FFS's responses from list files. A list has a row with a status for each invoice, or for each
 * line of one invoice's file. If only some lines were imported, the result is unknown and the invoice is in doubt.
 */

export interface AcknowledgementList {
  /**
   * Path relative to the outbox folder, such as `answers/import-*.csv`, or `answers/{name}.csv` if there is one list
   * per invoice file.
   */
  readonly files: string;
  /**
   * Heading of the column with Lading's ID or the file name. Undefined if each list refers only to the invoice file
   * whose name is part of the list's file name.
   */
  readonly invoice: string | undefined;
  readonly word: string;
  readonly imported: readonly string[];
  readonly refused: readonly string[];
  /** Heading of the column with the reason. */
  readonly reason: string | undefined;
}

/**
 * The part of a list that has already been read. This information is stored because lists grow, and an old refusal
 * must not be processed again after a person has resent the invoice.
 */
interface ReadList {
  readonly sizeAndTime: string;
  /**
   * True after two reads with the same size and time. Some servers report times in whole seconds, so a single read
   * could miss a change.
   */
  readonly isSure: boolean;
  readonly size: number;
  readonly sha256: string;
  readonly rows: number;
  /** Names in the list that were never sent or were withdrawn. The names are reported until the list is removed. */
  readonly unknown: readonly string[];
}

interface Answer {
  imported: number;
  refused: number;
  reason: string;
}

/**
 * Applies the responses in the lists. Returns the lists that cannot be read, and the names of invoices that were never
 * sent or were withdrawn.
 */
export async function takeLists(
  db: Queries,
  target: OutboxFolder,
  account: string,
  list: AcknowledgementList,
  moveEntry: MoveEntry,
): Promise<readonly string[]> {
  const fact = `outbox lists ${target.key}`;
  const before = ((await readFact(db, fact)) ?? {}) as Readonly<Record<string, ReadList>>;
  const after: Record<string, ReadList> = {};
  const unknown: string[] = [];
  for (const { path, name, sizeAndTime } of await listFiles(target, list.files)) {
    const known = before[path];
    const keep = (taken: ReadList): void => {
      after[path] = taken;
      unknown.push(...taken.unknown);
    };
    if (known?.isSure === true && known.sizeAndTime === sizeAndTime) {
      keep(known);
      continue;
    }
    const bytes = await target.read("final", path);
    if (bytes === undefined) continue;
    const sha256 = hash("sha256", bytes);
    if (known?.sha256 === sha256) {
      keep({ ...known, sizeAndTime, isSure: known.sizeAndTime === sizeAndTime });
      continue;
    }
    const rows = await rowsOf(path, bytes, list);
    if (rows === undefined) {
      unknown.push(path);
      continue;
    }
    const isLonger =
      known !== undefined &&
      bytes.length > known.size &&
      hash("sha256", bytes.subarray(0, known.size)) === known.sha256;
    const said = new Map<string, Answer>();
    // If a list grew, only its new rows are read. A list for a single invoice is always read completely.
    for (const { key = name, word, reason } of rows.slice(isLonger && name === "" ? known.rows : 0)) {
      if (key === "") continue;
      const so = said.get(key) ?? { imported: 0, refused: 0, reason: "" };
      said.set(key, so);
      if (list.imported.includes(word)) so.imported += 1;
      else if (list.refused.includes(word)) so.refused += 1;
      else continue;
      if (list.refused.includes(word) && so.reason === "") so.reason = reason;
    }
    const strange: string[] = isLonger ? [...known.unknown] : [];
    // Refusals are processed first. If a later attempt was refused, an import can only refer to the earlier attempt.
    const inTurn = [...said].sort(([, a], [, b]) => a.imported - b.imported);
    for (const [key, so] of inTurn) strange.push(...(await take(key, so)));
    const { length: size } = bytes;
    keep({ sizeAndTime, isSure: false, size, sha256, rows: rows.length, unknown: strange });
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeFact(db, fact, after);
  return unknown;

  async function take(key: string, { imported, refused, reason }: Answer): Promise<readonly string[]> {
    if (imported + refused === 0) return [];
    const attempt = await attemptNamed(db, target.key, key);
    const entry = await readEntry(db, attempt?.entry ?? key);
    // A list may also contain invoices that Lading did not send. Only Lading's own IDs are reported, or names in
    // lists without an ID column.
    if (entry === undefined) return key.startsWith("lading-") || list.invoice === undefined ? [key] : [];
    if (entry.account !== account) return [];
    if (entry.state === "WITHDRAWN") return imported > 0 ? [key] : [];
    const attempts = (await sendAttempts(db, entry.id)).filter(({ place: where }) => where === target.key);
    if (attempts.length === 0 && entry.state !== "IN_DOUBT" && entry.state !== "IMPORTED") {
      // Sending the invoice now could create a second invoice, so a person must decide.
      const why =
        "The FFS reported a result for the invoice, but Lading never sent the invoice to this outbox folder.";
      await moveEntry(entry, { to: "IN_DOUBT", why });
      return [key];
    }
    const isOfLast = (attempt?.n ?? entry.attempt) === entry.attempt;
    if (refused === 0) {
      const of = attempts.filter(({ name }) => name === key);
      await takeImported(target, entry, attempts, of, false, moveEntry);
    } else if (imported > 0) {
      const why = `The FFS imported ${imported} of the invoice's lines and refused ${refused}: ${reason}`;
      if (entry.state !== "IN_DOUBT" && entry.record === "") await moveEntry(entry, { to: "IN_DOUBT", why });
    } else if (entry.state === "IMPORTED") {
      // The refusal may have been added to the list after the import.
      if (isOfLast) await doubtRefused(entry, reason, moveEntry);
    } else if (isOfLast && isRefusable(entry)) {
      const why = `The FFS refused the invoice: ${reason === "" ? "no reason was given" : reason}`;
      await moveEntry(entry, { to: "REFUSED", why, ...(attempt && { name: key }) });
    }
    return [];
  }
}

/** `name` is the invoice file to which a list belongs, or empty if the list covers many invoices. */
async function listFiles(
  target: OutboxFolder,
  pattern: string,
): Promise<readonly { readonly path: string; readonly name: string; readonly sizeAndTime: string }[]> {
  const slash = pattern.lastIndexOf("/");
  const folder = pattern.slice(0, slash + 1);
  const [head = "", tail = ""] = pattern.slice(slash + 1).split(/\{name\}|\*/);
  const isOfOne = pattern.includes("{name}");
  const fits = (name: string): boolean =>
    name.startsWith(head) && name.endsWith(tail) && name.length > head.length + tail.length;
  return [...((await target.listing(folder, fits)) ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sizeAndTime]) => ({
      path: folder + name,
      name: isOfOne ? name.slice(head.length, name.length - tail.length) : "",
      sizeAndTime,
    }));
}

/** Returns undefined if the file is incomplete or is not a table with the configured columns. */
async function rowsOf(
  path: string,
  bytes: Uint8Array,
  list: AcknowledgementList,
): Promise<readonly { readonly key?: string; readonly word: string; readonly reason: string }[] | undefined> {
  const table = await openTable(
    sourceInMemory(path, bytes),
    { header: { contains: [list.word, ...(list.invoice === undefined ? [] : [list.invoice])] } },
    defaultLimits,
  );
  const at = (heading: string | undefined) =>
    heading === undefined ? -1 : (table.headings?.findIndex((each) => each.trim() === heading) ?? -1);
  const [invoice, word, reason] = [at(list.invoice), at(list.word), at(list.reason)];
  if (word < 0 || (list.invoice !== undefined && invoice < 0)) return undefined;
  const rows: { key?: string; word: string; reason: string }[] = [];
  for await (const batch of table.rows)
    for (const { cells } of batch)
      rows.push({
        ...(invoice >= 0 && { key: (cells[invoice] ?? "").trim() }),
        word: (cells[word] ?? "").trim(),
        reason: (cells[reason] ?? "").trim().slice(0, 200),
      });
  return table.issues.some(({ severity }) => severity === "error") ? undefined : rows;
}
