import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { failure } from "../../errors.js";

/** Secrets stand in lading.yaml only as references: `env:NAME` or `file:PATH`. They are read when used, never kept. */

const form = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;

/** Whether a text is a reference to a secret, and so no secret itself. */
export function isSecretReference(text: string): boolean {
  return form.test(text);
}

export interface SecretContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder from which a relative `file:` path counts: the workspace. */
  readonly folder: string;
}

/**
 * The secret behind a reference, without the line end at its end. Throws `secret_missing`, and `secret_exposed` when
 * the file may be read by others than its owner.
 */
export function readSecret(reference: string, context: SecretContext): string {
  const rest = reference.slice(reference.indexOf(":") + 1);
  if (reference.startsWith("env:")) {
    const value = context.env[rest];
    if (value === undefined || value === "")
      throw failure("secret_missing", { reference, reason: "the variable is not set" });
    return value;
  }
  const path = resolve(context.folder, rest);
  try {
    const { mode } = statSync(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw failure("secret_exposed", { path: rest, mode: (mode & 0o777).toString(8).padStart(4, "0") });
    }
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw failure("secret_missing", { reference, reason: "there is no such file" });
    if (code === "EACCES" || code === "EISDIR")
      throw failure("secret_missing", { reference, reason: "the file cannot be read" });
    throw error;
  }
}
