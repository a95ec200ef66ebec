import { hash } from "node:crypto";
import type { Queries } from "../store/store.js";
import { takeLists, type AcknowledgementList } from "./acknowledgement-lists.js";
import { attemptNamed, attemptsNamed, sendAttempts } from "./attempts.js";
import { openStates, readEntry, storedEntries, type OutboxEntry } from "./entries.js";
import { doubtOnce, doubtRefused, isRefusable, takeImported, type Go } from "./answers.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * What the FFS says of invoices by files: one that it writes for each, or the invoice's own file under another name or in
 * another folder. Each names an attempt, for no two attempts ever had one name.
 */

/** Where the FFS says it, seen from the outbox folder: `{name}.ok`, `done/{name}`. */
export interface Acknowledgements {
  readonly imported: readonly string[];
  readonly refused: readonly string[];
  readonly list?: AcknowledgementList | undefined;
}

/**
 * Takes what the FFS said.
 *
 * @returns names of files that say something of an invoice that was never sent under that name
 */
export async function takeAcknowledgements(
  db: Queries,
  target: OutboxFolder,
  account: string,
  { imported, refused, list }: Acknowledgements,
  go: Go,
): Promise<readonly string[]> {
  const unknown = list === undefined ? [] : [...(await takeLists(db, target, account, list, go))];
  const said = { imported: await filesOf(target, imported), refused: await filesOf(target, refused) };
  if (said.imported.size === 0 && said.refused.size === 0) return unknown;
  for (const name of said.imported.keys()) {
    if (!said.refused.delete(name)) continue;
    said.imported.delete(name);
    await doubtBoth(db, target, name, go);
  }
  // One that is to be sent again may have been imported after all.
  for (const entry of await storedEntries(db, account, openStates)) {
    const attempts = (await sendAttempts(db, entry.id)).filter(({ place: where }) => where === target.key);
    const last = attempts.at(-1);
    const has = attempts.filter(({ name }) => name !== null && said.imported.has(name));
    const refusal = last?.n === entry.attempt ? said.refused.get(last.name ?? "") : undefined;
    if (has.length > 0) await takeImported(target, entry, attempts, has, refusal !== undefined, go);
    else if (refusal !== undefined && isRefusable(entry)) {
      // That an earlier attempt was refused is known, or a person would not have sent it again.
      await go(entry, { to: "REFUSED", why: await reasonOf(target, refusal, entry), name: last?.name ?? "" });
    }
  }
  // A folder of files that were moved may hold those of others, too.
  const own = [...imported, ...refused].filter((pattern) => !/(?:^|\/)\{name\}$/.test(pattern));
  const ours = [...(await filesOf(target, own)).keys()];
  const known = await attemptsNamed(db, target.key, [
    ...new Set([...said.imported.keys(), ...said.refused.keys(), ...ours]),
  ]);
  const heard = new Map<string, string[]>();
  for (const [name, { entry: id, n, state, last }] of known) {
    if (!said.imported.has(name)) {
      const refused = state === "IMPORTED" && n === last ? said.refused.get(name) : undefined;
      const entry = refused === undefined ? undefined : await readEntry(db, id);
      if (entry !== undefined) await doubtRefused(entry, refused ?? "", go);
    } else if (state === "WITHDRAWN") unknown.push(name);
    else heard.set(id, [...(heard.get(id) ?? []), name]);
  }
  for (const [id, names] of heard) {
    const entry = names.length < 2 ? undefined : await readEntry(db, id);
    if (entry === undefined) continue;
    const attempts = await sendAttempts(db, id);
    const has = attempts.filter(({ name }) => names.includes(name ?? ""));
    await takeImported(target, entry, attempts, has, false, go);
  }
  return [...unknown, ...ours.filter((name) => !known.has(name))];
}

/** The FFS said both of an attempt, in whatever order. */
async function doubtBoth(db: Queries, target: OutboxFolder, name: string, go: Go): Promise<void> {
  const attempt = await attemptNamed(db, target.key, name);
  const entry = attempt && (await readEntry(db, attempt.entry));
  // What it exports, it has.
  if (entry === undefined || entry.state === "WITHDRAWN" || entry.record !== "") return;
  const why = `The FFS says both that it imported and that it refused attempt ${attempt?.n}.`;
  await doubtOnce(entry, { why, about: `imported_and_refused ${attempt?.n ?? ""}`, name }, go);
}

/** Names of invoices' files by what is said of them, each with the file that says it. */
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

/** The first line of what the FFS wrote: a person reads it. */
async function reasonOf(target: OutboxFolder, path: string, { sha256 }: OutboxEntry): Promise<string> {
  const bytes = await target.read("final", path);
  if (bytes === undefined || bytes.length === 0 || hash("sha256", bytes) === sha256)
    return `The FFS refused it: ${path}.`;
  const [line = ""] = Buffer.from(bytes).toString("utf8").trim().split(/\r?\n/);
  return `The FFS refused it: ${line.length > 200 ? `${line.slice(0, 200)}...` : line}`;
}
