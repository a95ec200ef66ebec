import { hash } from "node:crypto";
import type { Queries } from "../store/store.js";
import { takeLists, type AcknowledgementList } from "./acknowledgement-lists.js";
import { attemptNamed, attemptsNamed, sendAttempts } from "./attempts.js";
import { openStates, readEntry, storedEntries, type OutboxEntry } from "./entries.js";
import { doubtOnce, doubtRefused, isRefusable, takeImported, type MoveEntry } from "./answers.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * This module reads the FFS's responses from files. A response is either a separate file per invoice, or the invoice
 * file itself, renamed or moved to a different folder. The file name identifies the attempt, because every attempt has
 * a unique name.
 */

/** Patterns of response files, relative to the outbox folder, such as `{name}.ok` and `done/{name}`. */
export interface Acknowledgements {
  readonly imported: readonly string[];
  readonly refused: readonly string[];
  readonly list?: AcknowledgementList | undefined;
}

/**
 * Applies the FFS's responses. Returns the names in responses that match no sent invoice or a withdrawn one, and the
 * lists that cannot be read.
 */
export async function takeAcknowledgements(
  db: Queries,
  target: OutboxFolder,
  account: string,
  { imported, refused, list }: Acknowledgements,
  moveEntry: MoveEntry,
): Promise<readonly string[]> {
  const unknown = list === undefined ? [] : [...(await takeLists(db, target, account, list, moveEntry))];
  const said = { imported: await filesOf(target, imported), refused: await filesOf(target, refused) };
  if (said.imported.size === 0 && said.refused.size === 0) return unknown;
  for (const name of said.imported.keys()) {
    if (!said.refused.delete(name)) continue;
    said.imported.delete(name);
    await doubtBoth(db, target, name, moveEntry);
  }
  // An invoice that is waiting to be resent may have been imported after all.
  for (const entry of await storedEntries(db, account, openStates)) {
    const attempts = (await sendAttempts(db, entry.id)).filter(({ place: where }) => where === target.key);
    const last = attempts.at(-1);
    const has = attempts.filter(({ name }) => name !== null && said.imported.has(name));
    const refusal = last?.n === entry.attempt ? said.refused.get(last.name ?? "") : undefined;
    if (has.length > 0) await takeImported(target, entry, attempts, has, refusal !== undefined, moveEntry);
    else if (refusal !== undefined && isRefusable(entry)) {
      // Only a refusal of the last attempt is new information, because a person resends an invoice only after its
      // refusal is known.
      await moveEntry(entry, {
        to: "REFUSED",
        why: await reasonOf(target, refusal, entry),
        name: last?.name ?? "",
      });
    }
  }
  // A folder to which the FFS moves files may also contain other files, so names in such a folder are not reported as
  // unknown.
  const own = [...imported, ...refused].filter((pattern) => !/(?:^|\/)\{name\}$/.test(pattern));
  const ours = [...(await filesOf(target, own)).keys()];
  const known = await attemptsNamed(db, target.key, [
    ...new Set([...said.imported.keys(), ...said.refused.keys(), ...ours]),
  ]);
  const answered = new Map<string, string[]>();
  for (const [name, { entry: id, n, state, last }] of known) {
    if (!said.imported.has(name)) {
      const refused = state === "IMPORTED" && n === last ? said.refused.get(name) : undefined;
      const entry = refused === undefined ? undefined : await readEntry(db, id);
      if (entry !== undefined) await doubtRefused(entry, refused ?? "", moveEntry);
    } else if (state === "WITHDRAWN") unknown.push(name);
    else answered.set(id, [...(answered.get(id) ?? []), name]);
  }
  for (const [id, names] of answered) {
    const entry = names.length < 2 ? undefined : await readEntry(db, id);
    if (entry === undefined) continue;
    const attempts = await sendAttempts(db, id);
    const has = attempts.filter(({ name }) => names.includes(name ?? ""));
    await takeImported(target, entry, attempts, has, false, moveEntry);
  }
  return [...unknown, ...ours.filter((name) => !known.has(name))];
}

/** Marks an invoice as in doubt because the FFS reported the same attempt as both imported and refused. */
async function doubtBoth(
  db: Queries,
  target: OutboxFolder,
  name: string,
  moveEntry: MoveEntry,
): Promise<void> {
  const attempt = await attemptNamed(db, target.key, name);
  const entry = attempt && (await readEntry(db, attempt.entry));
  // An invoice that the FFS exports was definitely imported.
  if (entry === undefined || entry.state === "WITHDRAWN" || entry.record !== "") return;
  const why = `The FFS reports attempt ${attempt?.n} as both imported and refused.`;
  await doubtOnce(entry, { why, about: `imported_and_refused ${attempt?.n ?? ""}`, name }, moveEntry);
}

/** Returns the response files, keyed by the name of the invoice file to which they respond. */
async function filesOf(target: OutboxFolder, patterns: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const slash = pattern.lastIndexOf("/");
    const folder = pattern.slice(0, slash + 1);
    const [before = "", after = ""] = pattern.slice(slash + 1).split("{name}");
    for (const name of (await target.names("final", folder)) ?? []) {
      if (name.length <= before.length + after.length) continue;
      if (!name.startsWith(before) || !name.endsWith(after)) continue;
      found.set(name.slice(before.length, name.length - after.length), folder + name);
    }
  }
  return found;
}

/**
 * The reason contains the first line of the response file, or the file's path if the file is empty or is the invoice
 * file itself.
 */
async function reasonOf(target: OutboxFolder, path: string, { sha256 }: OutboxEntry): Promise<string> {
  const bytes = await target.read("final", path);
  if (bytes === undefined || bytes.length === 0 || hash("sha256", bytes) === sha256)
    return `The FFS refused the invoice: ${path}.`;
  const [line = ""] = Buffer.from(bytes).toString("utf8").trim().split(/\r?\n/);
  return `The FFS refused the invoice: ${line.length > 200 ? `${line.slice(0, 200)}...` : line}`;
}
