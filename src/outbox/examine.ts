import { randomBytes } from "node:crypto";
import { failure } from "../errors.js";
import { readFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { markFact } from "./send.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * Checks whether invoices can be sent to the folder, for `lading doctor`. A test file is created only in Lading's own
 * folder, because the FFS would import a file from the outbox folder. Returns the result as a sentence for display.
 * Throws `outbox_no_folder`, `outbox_not_mounted`, or the error that prevents creating files.
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
    own === undefined
      ? "Lading will create its own folder in the outbox folder when it sends the first invoice"
      : "Lading can create files";
  const renamed = target.isAtomic
    ? "files are renamed atomically"
    : "the server does not rename files atomically, so a crash can leave an invoice in doubt";
  return `${made}; ${renamed}`;
}
