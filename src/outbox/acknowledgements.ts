import { hash } from "node:crypto";
import type { Queries } from "../store/store.js";
import { takeLists, type AcknowledgementList } from "./acknowledgement-lists.js";
import { attemptNamed, attemptsNamed, handOverAttempts, ownName, type HandOverAttempt } from "./attempts.js";
import { readEntry, storedEntries, type OutboxEntry, type Move, type State } from "./entries.js";
import type { Place } from "./place.js";

/**
 * What the FFS says of invoices by files: one that it writes for each, or the invoice's own file under another name or in
 * another folder. Each names an attempt, for no two attempts ever had one name.
 */

/** Where the FFS says it, seen from the hand-over folder: `{name}.ok`, `done/{name}`. */
export interface Acknowledgements {
  readonly imported: readonly string[];
  readonly refused: readonly string[];
  readonly list?: AcknowledgementList | undefined;
}

/**
 * States in which an acknowledgement may arrive. An invoice that is to be sent again may have been imported after
 * all.
 */
const expecting: readonly State[] = [
  "RECORDED",
  "WRITTEN",
  "HANDING",
  "HANDED",
  "PICKED_UP",
  "IN_DOUBT",
  "REFUSED",
];

type Go = (entry: OutboxEntry, how: Move) => Promise<unknown>;

export function expects(state: State): boolean {
  return expecting.includes(state);
}

/**
 * Takes what the FFS said.
 *
 * @returns names of files that say something of an invoice that was never handed over under that name
 */
export async function takeAcknowledgements(
  db: Queries,
  place: Place,
  account: string,
  { imported, refused, list }: Acknowledgements,
  go: Go,
): Promise<readonly string[]> {
  const unknown =
    list === undefined
      ? []
      : [...(await takeLists(db, place, list, () => storedEntries(db, account, expecting), go))];
  const said = { imported: await filesOf(place, imported), refused: await filesOf(place, refused) };
  if (said.imported.size === 0 && said.refused.size === 0) return unknown;
  for (const name of said.imported.keys()) {
    if (!said.refused.delete(name)) continue;
    said.imported.delete(name);
    await doubtBoth(db, place, name, go);
  }
  for (const entry of await storedEntries(db, account, expecting)) {
    const attempts = (await handOverAttempts(db, entry.id)).filter(({ place: where }) => where === place.key);
    const last = attempts.at(-1);
    const first = attempts.find(({ name }) => name !== null && said.imported.has(name));
    const refusal = last?.n === entry.attempt ? said.refused.get(last.name ?? "") : undefined;
    if (first !== undefined) {
      const isSafe = first === last || refusal !== undefined || (await isTakenBack(place, entry, last));
      const why = first === last ? "The FFS says so." : `The FFS says so of attempt ${first.n}.`;
      if (isSafe) await go(entry, { to: "IMPORTED", why, name: first.name ?? "" });
      else await doubtOnce(entry, `${why} It may have a later one as well.`, first.name ?? "", go);
    } else if (refusal !== undefined && refusable.includes(entry.state)) {
      // That an earlier attempt was refused is known, or a person would not have sent it again.
      await go(entry, { to: "REFUSED", why: await reasonOf(place, refusal, entry), name: last?.name ?? "" });
    }
  }
  // A folder of files that were moved may hold those of others, too.
  const own = [...imported, ...refused].filter((pattern) => !/(?:^|\/)\{name\}$/.test(pattern));
  const ours = [...(await filesOf(place, own)).keys()];
  const known = await attemptsNamed(db, place.key, [...new Set([...said.imported.keys(), ...ours])]);
  const heard = new Map<string, number[]>();
  for (const name of said.imported.keys()) {
    const attempt = known.get(name);
    if (attempt?.state === "WITHDRAWN") unknown.push(name);
    else if (attempt !== undefined)
      heard.set(attempt.entry, [...(heard.get(attempt.entry) ?? []), attempt.n]);
  }
  for (const [id, numbers] of heard) {
    const entry = numbers.length < 2 ? undefined : await readEntry(db, id);
    const why = `The FFS says that it imported attempts ${numbers.toSorted((a, b) => a - b).join(" and ")}: it has it twice.`;
    if (entry !== undefined) await doubtOnce(entry, why, undefined, go);
  }
  return [...unknown, ...ours.filter((name) => !known.has(name))];
}

/** States in which an attempt may be refused. */
const refusable: readonly State[] = ["HANDED", "PICKED_UP", "IN_DOUBT"];

/** Whether the FFS does not get the last attempt of an invoice any more, or never got it. */
async function isTakenBack(
  place: Place,
  { account, state, sha256 }: OutboxEntry,
  last: HandOverAttempt | undefined,
): Promise<boolean> {
  if (last === undefined || last.name === null) return true;
  // Who stood still finds nothing to hand over.
  await place.remove(ownName(account, last.id));
  const lies = await place.read("final", last.name);
  const isOurs = lies !== undefined && hash("sha256", lies) === sha256;
  if (isOurs) return place.takeBack(last.name, `withdrawn-${account}-${last.id}`);
  return state === "RECORDED" || state === "WRITTEN";
}

/** The FFS said both of an attempt, in whatever order. */
async function doubtBoth(db: Queries, place: Place, name: string, go: Go): Promise<void> {
  const attempt = await attemptNamed(db, place.key, name);
  const entry = attempt && (await readEntry(db, attempt.entry));
  // What it exports is whole.
  if (entry === undefined || entry.state === "WITHDRAWN" || entry.record !== "") return;
  const why = `The FFS says both that it imported and that it refused attempt ${attempt?.n}.`;
  await doubtOnce(entry, why, name, go);
}

/** What it came to a person has to see there, and is asked once. */
async function doubtOnce(entry: OutboxEntry, why: string, name: string | undefined, go: Go): Promise<void> {
  if (entry.state === "IN_DOUBT" || entry.story.some((step) => step.why === why)) return;
  await go(entry, { to: "IN_DOUBT", why, ...(name !== undefined && { name }) });
}

/** Names of invoices' files by what is said of them, each with the file that says it. */
async function filesOf(place: Place, patterns: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    const slash = pattern.lastIndexOf("/");
    const folder = pattern.slice(0, slash + 1);
    const [before = "", after = ""] = pattern.slice(slash + 1).split("{name}");
    for (const name of (await place.names("final", folder)) ?? []) {
      if (name.length <= before.length + after.length) continue;
      if (!name.startsWith(before) || !name.endsWith(after)) continue;
      found.set(name.slice(before.length, name.length - after.length), folder + name);
    }
  }
  return found;
}

/** The first line of what the FFS wrote: a person reads it. */
async function reasonOf(place: Place, path: string, { sha256 }: OutboxEntry): Promise<string> {
  const bytes = await place.read("final", path);
  if (bytes === undefined || bytes.length === 0 || hash("sha256", bytes) === sha256)
    return `The FFS refused it: ${path}.`;
  const [line = ""] = Buffer.from(bytes).toString("utf8").trim().split(/\r?\n/);
  return `The FFS refused it: ${line.length > 200 ? `${line.slice(0, 200)}...` : line}`;
}
