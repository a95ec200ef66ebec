import { hash } from "node:crypto";
import type { Queries } from "../store/store.js";
import { takeLists, type AcknowledgementList } from "./acknowledgement-lists.js";
import { attemptNamed, handOverAttempts } from "./attempts.js";
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
      : await takeLists(db, place, list, () => storedEntries(db, account, expecting), go);
  const said = { imported: await filesOf(place, imported), refused: await filesOf(place, refused) };
  if (said.imported.size === 0 && said.refused.size === 0) return unknown;
  for (const name of said.imported.keys()) {
    if (!said.refused.delete(name)) continue;
    said.imported.delete(name);
    await doubtBoth(db, place, name, go);
  }
  for (const entry of await storedEntries(db, account, expecting)) {
    const attempts = (await handOverAttempts(db, entry.id)).filter(
      ({ name, place: where }) => name !== null && where === place.key,
    );
    for (const { n, name } of attempts) {
      const isImported = said.imported.has(name ?? "");
      const isRefused = said.refused.has(name ?? "");
      const about = { name: name ?? "" };
      if (isImported) {
        const why =
          n === entry.attempt
            ? "The FFS says so."
            : `The FFS says so of attempt ${n}; a later one must not be imported, too.`;
        await go(entry, { to: "IMPORTED", why, ...about });
        break;
      }
      // That an earlier attempt was refused is known, or a person would not have sent it again.
      const mayRefuse = entry.state === "HANDED" || entry.state === "PICKED_UP" || entry.state === "IN_DOUBT";
      if (isRefused && n === entry.attempt && mayRefuse) {
        const why = await reasonOf(place, said.refused.get(name ?? "") ?? "", entry);
        await go(entry, { to: "REFUSED", why, ...about });
        break;
      }
    }
  }
  // A folder of files that were moved may hold those of others, too.
  const own = [...imported, ...refused].filter((pattern) => !/(?:^|\/)\{name\}$/.test(pattern));
  return [...unknown, ...(await strangersAmong(db, place, [...(await filesOf(place, own)).keys()]))];
}

/** The FFS said both of an attempt, in whatever order: what it came to a person has to see there, and is asked once. */
async function doubtBoth(db: Queries, place: Place, name: string, go: Go): Promise<void> {
  const attempt = await attemptNamed(db, place.key, name);
  const entry = attempt && (await readEntry(db, attempt.entry));
  if (entry === undefined || entry.state === "IN_DOUBT" || entry.state === "WITHDRAWN") return;
  const why = `The FFS says both that it imported and that it refused attempt ${attempt?.n}.`;
  // What it exports is whole.
  if (entry.record !== "" || entry.story.some((step) => step.why === why)) return;
  await go(entry, { to: "IN_DOUBT", why, name });
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

async function strangersAmong(
  db: Queries,
  place: Place,
  names: readonly string[],
): Promise<readonly string[]> {
  const strangers: string[] = [];
  // Answers stay for years, and a statement cannot name so many.
  for (let at = 0; at < names.length; at += 1000) {
    const some = names.slice(at, at + 1000);
    const rows = await db
      .selectFrom("outbox_attempts")
      .select("name")
      .where("place", "=", place.key)
      .where("name", "in", some)
      .execute();
    const known = new Set(rows.map(({ name }) => name));
    strangers.push(...some.filter((name) => !known.has(name)));
  }
  return strangers;
}
