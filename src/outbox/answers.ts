import { ownName, type SendAttempt } from "./attempts.js";
import { isFileOf, type Move, type OutboxEntry } from "./entries.js";
import type { OutboxFolder } from "./outbox-folder.js";

/** What comes of an answer of the FFS, however it gave it. That it imported one attempt makes the file of a later one a second invoice. */

export type Go = (entry: OutboxEntry, how: Move) => Promise<unknown>;

/** Whether an attempt of it may be refused: not of what the FFS exports. */
export function isRefusable({ state, record }: OutboxEntry): boolean {
  return record === "" && (state === "SENT" || state === "PICKED_UP" || state === "IN_DOUBT");
}

/**
 * Takes that the FFS imported an invoice.
 *
 * @param attempts at this place
 * @param of the attempts that it says it of; none: it names the invoice alone
 * @param isRefused whether it says that it refused the last attempt
 */
export async function takeImported(
  target: OutboxFolder,
  entry: OutboxEntry,
  attempts: readonly SendAttempt[],
  of: readonly SendAttempt[],
  isRefused: boolean,
  go: Go,
): Promise<void> {
  const known = attempts.filter(
    (each) => of.includes(each) || entry.history.some(({ imported }) => imported === each.n),
  );
  const last = attempts.at(-1);
  const [first = last] = known;
  const isEarlier = first !== last || (of.length === 0 && attempts.length > 1);
  const isAlone = !isEarlier || (await isTakenBack(target, entry, last)) || isRefused;
  const what =
    of.length > 0 && first ? { imported: first.n, ...(first.name !== null && { name: first.name }) } : {};
  const why = isEarlier && of.length > 0 ? `The FFS says so of attempt ${first?.n}.` : "The FFS says so.";
  if (known.length > 1) {
    const numbers = known.map(({ n }) => n).join(" and ");
    await doubtOnce(
      entry,
      {
        why: `The FFS says that it imported attempts ${numbers}: it has it twice.`,
        about: `imported_twice ${known.map(({ n }) => n).join(" ")}`,
      },
      go,
    );
  } else if (entry.state === "IMPORTED" || entry.record !== "") return;
  else if (isAlone || of.length === 0) await go(entry, { to: "IMPORTED", why, ...what });
  else {
    const about = `imported_earlier ${first?.n ?? ""}`;
    await doubtOnce(entry, { why: `${why} It may have a later one as well.`, about, ...what }, go);
  }
}

/** Whether the FFS does not get the last attempt of an invoice any more, or never got it. */
async function isTakenBack(
  target: OutboxFolder,
  entry: OutboxEntry,
  last: SendAttempt | undefined,
): Promise<boolean> {
  const { account, state } = entry;
  if (last === undefined || last.name === null) return true;
  // Who stood still finds nothing to send.
  await target.remove(ownName(account, last.id));
  if (isFileOf(entry, await target.read("final", last.name)))
    return target.takeBack(last.name, `withdrawn-${account}-${last.id}`);
  return state === "RECORDED" || state === "WRITTEN" || state === "REFUSED";
}

/** Takes that the FFS refused the last attempt of what counts as imported, unless that was heard before, or it has an earlier one. */
export async function doubtRefused(entry: OutboxEntry, reason: string, go: Go): Promise<void> {
  const isKnown = entry.history.some(
    ({ state, attempt = 0, imported = attempt }) =>
      (state === "REFUSED" && attempt === entry.attempt) || imported < attempt,
  );
  if (isKnown || entry.record !== "") return;
  await doubtOnce(
    entry,
    {
      why: `It counts as imported, and the FFS says that it refused it: ${reason}`,
      about: `refused_later ${reason}`,
    },
    go,
  );
}

/** What it came to a person has to see there, and is asked once. */
export async function doubtOnce(
  entry: OutboxEntry,
  facts: Pick<Move, "name" | "imported"> & { readonly why: string; readonly about: string },
  go: Go,
): Promise<void> {
  if (entry.history.some(({ about }) => about === facts.about)) return;
  await go(entry, { to: "IN_DOUBT", ...facts });
}
