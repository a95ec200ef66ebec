import { createHash } from "node:crypto";
import { failure, type LadingError } from "../../errors.js";
import type { RecordType } from "../../model/record-type.js";
import type { Host } from "../sftp/hosts.js";
import { renameUploaded, upload } from "../sftp/upload.js";
import { normalizedFile, stampedName, type ListToWrite } from "./normalized-file.js";

/**
 * This module sends normalized files from the current publication to an SFTP directory as
 * `<account>_<plural>.<format>`. Lading remembers which files it sent, and contacts the server only if a list has
 * changed. Lading does not check whether the recipient picks up the files.
 */

export interface SftpTarget {
  readonly directory: string;
  readonly account: string;
  readonly type: RecordType;
  readonly formats: readonly string[];
  /** Time of the publication in seconds since 1970. Set if each publication is sent as a separate file. */
  readonly stamp?: number | undefined;
  readonly memory: DeliveryMemory;
}

/** Stores the files of the last publication that were sent, keyed by name. If a file has no entry, it is sent again. */
export interface DeliveryMemory {
  read(): Promise<Delivered>;
  write(delivered: Delivered): Promise<void>;
}

export type Delivered = Readonly<Record<string, DeliveredFile>>;

interface DeliveredFile {
  readonly sha256: string;
  /** The file's name on the server. */
  readonly at: string;
}

/**
 * Brings the files on the server up to date with a publication. Returns the names of the files that were sent. Throws
 * `sftp_no_rename` if everything was sent but a file could not be renamed to its final name. May also throw
 * `storage_failed`, or other errors with codes that begin with `sftp_`.
 */
export async function writeToSftp(
  target: SftpTarget,
  list: ListToWrite,
  host: Host,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { account, directory, memory, stamp, type } = target;
  const before = await memory.read();
  // Only files from this publication are remembered, because names that contain a time are never used again.
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
  if (waiting.length === 0) return [];

  const sent: string[] = [];
  let refusal: LadingError | undefined;
  await host.use(directory, signal, async (remote) => {
    for (const { name, bytes, sha256 } of waiting) {
      const known = delivered[name];
      const isSent = known?.sha256 === sha256;
      if (known !== undefined && !isSent) {
        // An interrupted upload leaves the old file, the new file or no file. Without an entry, a rollback sends the
        // old file again.
        delete delivered[name];
        await memory.write(delivered);
      }
      const uploaded = isSent
        ? await renameUploaded(remote, directory, known.at, name)
        : await upload(remote, directory, name, bytes);
      if (!isSent) sent.push(uploaded.name);
      delivered[name] = { sha256, at: uploaded.name };
      await memory.write(delivered);
      if (uploaded.refusal === undefined) continue;
      const { host } = remote.connection;
      const { right, reason } = uploaded.refusal;
      const about = { host, right, name, other: uploaded.name, reason: reason.message };
      refusal ??= failure("sftp_no_rename", about, reason);
    }
  });
  if (refusal !== undefined) throw refusal;
  return sent;
}
