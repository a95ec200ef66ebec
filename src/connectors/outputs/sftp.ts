import { createHash } from "node:crypto";
import { failure, type LadingError } from "../../errors.js";
import type { RecordType } from "../../model/record-type.js";
import type { Host } from "../sftp/hosts.js";
import { renameUploaded, upload } from "../sftp/upload.js";
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

/** Remembers what was delivered last, by file name. If something is forgotten, it is sent again. */
export interface DeliveryMemory {
  read(): Promise<Delivered>;
  write(delivered: Delivered): Promise<void>;
}

export type Delivered = Readonly<Record<string, DeliveredFile>>;

interface DeliveredFile {
  readonly sha256: string;
  /** The name that the server let it have. */
  readonly at: string;
}

/**
 * Brings the files up to date with a publication.
 *
 * @returns the names that were sent
 * @throws sftp_no_rename when all was sent, but a file could not get its own name
 * @throws one of the other sftp_ errors, storage_failed
 */
export async function writeToSftp(
  target: SftpTarget,
  list: ListToWrite,
  host: Host,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { account, directory, memory, stamp, type } = target;
  const before = await memory.read();
  // Only the files of this publication are remembered, because stamped names never come again.
  const delivered: Record<string, DeliveredFile> = {};
  const waiting: { name: string; bytes: Buffer; sha256: string }[] = [];
  for (const format of target.formats) {
    const bytes = await normalizedFile(type, list, format);
    if (bytes === undefined) continue;
    const stem = stamp === undefined ? `${account}_${type.plural}` : stampedName(type, stamp);
    const name = `${stem}.${format}`;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const known = before[name];
    if (known !== undefined) delivered[name] = known;
    if (known?.sha256 !== sha256 || known.at !== name) waiting.push({ name, bytes, sha256 });
  }
  // Nothing new: the server is not contacted.
  if (waiting.length === 0) return [];

  const sent: string[] = [];
  let refusal: LadingError | undefined;
  await host.use(directory, signal, async (remote) => {
    for (const { name, bytes, sha256 } of waiting) {
      const known = delivered[name];
      const isThere = known?.sha256 === sha256;
      const uploaded = isThere
        ? await renameUploaded(remote, directory, known.at, name)
        : await upload(remote, directory, name, bytes);
      if (!isThere) sent.push(uploaded.name);
      delivered[name] = { sha256, at: uploaded.name };
      await memory.write(delivered);
      if (uploaded.refusal === undefined) continue;
      const { host } = remote.connection;
      const { message: reason } = uploaded.refusal;
      refusal ??= failure("sftp_no_rename", { host, name, other: uploaded.name, reason }, uploaded.refusal);
    }
  });
  if (refusal !== undefined) throw refusal;
  return sent;
}
