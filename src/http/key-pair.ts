import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { exposureOf } from "../store/credentials/private-file.js";
import { failure } from "../errors.js";
import type { Log } from "../log.js";

/** The server's certificate chain and key. */
export interface KeyPair {
  readonly key: Buffer;
  readonly cert: Buffer;
}

interface KeyPairFiles {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Throws `file_not_found` or `not_readable`. Throws `key_pair_unusable` if TLS cannot use the two files, for example
 * because the key belongs to a different certificate.
 */
export async function readKeyPair({ certificate, key }: KeyPairFiles): Promise<KeyPair> {
  const pair = { key: await readPem(key), cert: await readPem(certificate) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw failure("key_pair_unusable", { certificate, key, reason }, error);
  }
  return pair;
}

/**
 * Logs a warning if other users can read the key. The server still starts, because refusing to start would not undo the
 * exposure.
 */
export function warnOfExposure(key: string, log: Log): void {
  const exposed = exposureOf(key, key);
  if (exposed === undefined) return;
  log.warn("key_exposed", { path: key, mode: exposed.about["mode"], next: exposed.hint });
}

/**
 * Checks the two files at regular intervals and passes each new valid pair to `take`. A mismatched or partly copied
 * pair is logged once, and the old pair remains in use. `interval` is the time between checks in milliseconds.
 * Returns a function that stops the checks.
 */
export function followKeyPair(
  files: KeyPairFiles,
  taken: KeyPair,
  take: (pair: KeyPair) => void,
  log: Log,
  interval: number,
): () => void {
  let current = taken;
  let stamp: string | undefined;
  let checking = false;

  async function check(): Promise<void> {
    const now = await stampOf(files);
    if (now === stamp) return;
    stamp = now;
    try {
      const pair = await readKeyPair(files);
      if (pair.key.equals(current.key) && pair.cert.equals(current.cert)) return;
      take(pair);
      current = pair;
      log.info("certificate_renewed", { ends: new X509Certificate(pair.cert).validTo });
      warnOfExposure(files.key, log);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      log.error("certificate_not_renewed", { reason });
    }
  }

  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check().finally(() => {
      checking = false;
    });
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

async function stampOf({ certificate, key }: KeyPairFiles): Promise<string> {
  const stamps = [certificate, key].map(async (path) => {
    try {
      const { ino, size, mtimeMs, ctimeMs } = await stat(path);
      return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? "error";
    }
  });
  return (await Promise.all(stamps)).join("|");
}

async function readPem(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw failure(missing ? "file_not_found" : "not_readable", { path, near: "" }, error);
  }
}
