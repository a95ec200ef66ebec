import { ownName, type SendAttempt } from "./attempts.js";
import { isFileOf, type Move, type OutboxEntry } from "./entries.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * This module applies the FFS's responses, from any source. If an earlier attempt was imported, sending another file
 * would create a second invoice.
 */

export type MoveEntry = (entry: OutboxEntry, how: Move) => Promise<unknown>;

/** The FFS cannot refuse an invoice that it has exported. */
export function isRefusable({ state, record }: OutboxEntry): boolean {
  return record === "" && (state === "SENT" || state === "PICKED_UP" || state === "IN_DOUBT");
}

/**
 * Applies a response stating that the FFS has imported an invoice. `attempts` contains the attempts to send
 * the invoice. `of` contains the attempts listed in the response and is empty if the response contains only the invoice
 * ID. `isRefused` is true if the last attempt was refused.
 */
export async function takeImported(
  target: OutboxFolder,
  entry: OutboxEntry,
  attempts: readonly SendAttempt[],
  of: readonly SendAttempt[],
  isRefused: boolean,
  moveEntry: MoveEntry,
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
  const why =
    isEarlier && of.length > 0
      ? `The FFS reported attempt ${first?.n} as imported.`
      : "The FFS reported the invoice as imported.";
  if (known.length > 1) {
    const numbers = known.map(({ n }) => n).join(" and ");
    await doubtOnce(
      entry,
      {
        why: `The FFS imported attempts ${numbers}, so the FFS has the invoice twice.`,
        about: `imported_twice ${known.map(({ n }) => n).join(" ")}`,
      },
      moveEntry,
    );
  } else if (entry.state === "IMPORTED" || entry.record !== "") return;
  else if (isAlone || of.length === 0) await moveEntry(entry, { to: "IMPORTED", why, ...what });
  else {
    const about = `imported_earlier ${first?.n ?? ""}`;
    await doubtOnce(
      entry,
      { why: `${why} The FFS may also have received a later attempt.`, about, ...what },
      moveEntry,
    );
  }
}

/**
 * Takes back the file from the last attempt. Returns true if the file was moved back, was never sent, or was refused by
 * the FFS.
 */
async function isTakenBack(
  target: OutboxFolder,
  entry: OutboxEntry,
  last: SendAttempt | undefined,
): Promise<boolean> {
  const { account, state } = entry;
  if (last === undefined || last.name === null) return true;
  // The file is removed so that a suspended process that continues later cannot send it.
  await target.remove(ownName(account, last.id));
  if (isFileOf(entry, await target.read("final", last.name)))
    return target.takeBack(last.name, `withdrawn-${account}-${last.id}`);
  return state === "RECORDED" || state === "WRITTEN" || state === "REFUSED";
}

/**
 * Marks an imported invoice as in doubt if its last attempt was refused, unless the refusal is already known, an
 * earlier attempt was imported, or the FFS has exported the invoice.
 */
export async function doubtRefused(entry: OutboxEntry, reason: string, moveEntry: MoveEntry): Promise<void> {
  const isKnown = entry.history.some(
    ({ state, attempt = 0, imported = attempt }) =>
      (state === "REFUSED" && attempt === entry.attempt) || imported < attempt,
  );
  if (isKnown || entry.record !== "") return;
  await doubtOnce(
    entry,
    {
      why: `The FFS reported the invoice as imported and later as refused: ${reason}`,
      about: `refused_later ${reason}`,
    },
    moveEntry,
  );
}

/**
 * Marks an invoice as in doubt once per cause. After a person's decision, the same response does not mark the invoice
 * again.
 */
export async function doubtOnce(
  entry: OutboxEntry,
  facts: Pick<Move, "name" | "imported"> & { readonly why: string; readonly about: string },
  moveEntry: MoveEntry,
): Promise<void> {
  if (entry.history.some(({ about }) => about === facts.about)) return;
  await moveEntry(entry, { to: "IN_DOUBT", ...facts });
}
