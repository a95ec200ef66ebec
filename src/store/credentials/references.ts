import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failure, hasCode } from "../../errors.js";
import { exposureOf, unreadableSecret } from "./private-file.js";

/**
 * lading.yaml contains only references to secrets (`env:NAME` or `file:PATH`) and no actual secrets. Secrets are read
 * on each use and never cached.
 */

const form = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;

export function isSecretReference(text: string): boolean {
  return form.test(text);
}

export interface SecretContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base folder for relative `file:` paths (the workspace folder). */
  readonly folder: string;
}

/**
 * Returns the referenced secret without a trailing line break. Throws `secret_missing` or
 * `secret_unreadable`. Throws `secret_exposed` if other users can read the file.
 */
export function readSecret(reference: string, context: SecretContext): string {
  const rest = reference.slice(reference.indexOf(":") + 1);
  if (reference.startsWith("env:")) {
    const value = context.env[rest];
    if (value === undefined || value === "")
      throw failure("secret_missing", { reference, reason: "the environment variable is not set" });
    return value;
  }
  const path = resolve(context.folder, rest);
  try {
    const exposed = exposureOf(path, rest);
    if (exposed !== undefined) throw exposed;
    const secret = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    if (secret === "") throw failure("secret_missing", { reference, reason: "the file is empty" });
    return secret;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR"))
      throw failure("secret_missing", { reference, reason: "the file does not exist" });
    if (hasCode(error, "EACCES", "EPERM", "EISDIR")) throw unreadableSecret(path, rest, error);
    throw error;
  }
}
