import { randomBytes } from "node:crypto";
import { failure } from "../errors.js";
import { readFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { markFact } from "./send.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * Whether invoices can be sent there, for `lading doctor`. A file is made in our own folder alone: in the other one the
 * FFS would take it for an invoice.
 *
 * @returns a sentence for people
 * @throws outbox_no_folder, outbox_not_mounted, and what keeps files from being made
 */
export async function examineOutboxFolder(
  db: Queries,
  target: OutboxFolder,
  account: string,
): Promise<string> {
  if ((await target.names("final")) === undefined)
    throw failure("outbox_no_folder", { account, place: target.key });
  const own = await target.names("own");
  const mark = (await readFact(db, markFact(target.key))) as string | undefined;
  if (mark !== undefined && own?.includes(mark) !== true)
    throw failure("outbox_not_mounted", { account, place: target.key });
  if (own !== undefined) {
    const name = `doctor-${randomBytes(12).toString("hex")}`;
    await target.create(name, new Uint8Array());
    await target.remove(name);
  }
  const made =
    own === undefined ? "Lading's own folder in it comes with the first invoice" : "files can be made";
  const renamed = target.isAtomic
    ? "files get their names in one step"
    : "the server does not rename in one step, so that after a crash an invoice may be in doubt";
  return `${made}; ${renamed}`;
}
