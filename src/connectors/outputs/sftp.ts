import { createHash } from "node:crypto";
import type { RecordType } from "../../model/record-type.js";
import type { Host } from "../sftp/hosts.js";
import { upload } from "../sftp/upload.js";
import { normalizedFile, stampedName, type ListToWrite } from "./normalized-file.js";

/**
 * Normalized files in a directory of an SFTP server: `<account>_<plural>.<format>`, made from the current publication
 * alone. What was delivered is remembered, so that the server is contacted only when a list changed;
 * what happens to the files there is the receiver's business.
 */

export interface SftpTarget {
  readonly directory: string;
  readonly account: string;
  readonly type: RecordType;
  readonly formats: readonly string[];
  /** Seconds since 1970 of the publication, where each is a file of its own. */
  readonly stamp?: number | undefined;
  readonly memory: DeliveryMemory;
}

/** Remembers the sha256 of what was delivered last, by file name. What is forgotten is only sent again. */
export interface DeliveryMemory {
  read(): Promise<Readonly<Record<string, string>>>;
  write(delivered: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * Brings the files up to date with a publication.
 *
 * @returns the names that were sent
 * @throws one of the sftp_ errors, storage_failed
 */
export async function writeToSftp(
  target: SftpTarget,
  list: ListToWrite,
  host: Host,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Of names that never come again nothing is remembered but the last.
  const delivered = { ...(target.stamp === undefined ? await target.memory.read() : {}) };
  const waiting: { name: string; bytes: Buffer; sha256: string }[] = [];
  for (const format of target.formats) {
    const bytes = await normalizedFile(target.type, list, format);
    if (bytes === undefined) continue;
    const { account, type, stamp } = target;
    const name = stamp === undefined ? `${account}_${type.plural}` : stampedName(type, stamp);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const full = `${name}.${format}`;
    if (delivered[full] !== sha256) waiting.push({ name: full, bytes, sha256 });
  }
  // Nothing new: the server is not bothered.
  if (waiting.length === 0) return [];

  await host.use(target.directory, signal, async (remote) => {
    for (const { name, bytes, sha256 } of waiting) {
      await upload(remote, target.directory, name, bytes);
      delivered[name] = sha256;
      await target.memory.write(delivered);
    }
  });
  return waiting.map(({ name }) => name);
}
