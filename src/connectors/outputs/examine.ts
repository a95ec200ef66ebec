import { access, constants, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asidePrefix } from "../temporary-names.js";
import { examineDestination, type SftpContext } from "../sftp/examine.js";
import type { SftpDirectory } from "../sftp/settings.js";
import type { CheckStep } from "../step.js";
import { hasCode, isDenied } from "../../errors.js";

/**
 * This module checks the destination of normalized files step by step, in the same way that `sources/examine.ts` checks
 * sources.
 */

/**
 * Checks an output without sending a list. Writes an empty file and then removes it. `accounts` contains the accounts
 * whose lists are written to the output. An output folder contains one subfolder per account.
 */
export function examineOutput(
  location: SftpDirectory | { readonly folder: string; readonly mode?: number | undefined },
  accounts: readonly string[],
  context: SftpContext,
  signal: AbortSignal,
): AsyncIterable<CheckStep> {
  return "folder" in location
    ? examineFolder(location.folder, location.mode, accounts)
    : examineDestination(location, context, signal);
}

async function* examineFolder(
  folder: string,
  mode: number | undefined,
  accounts: readonly string[],
): AsyncGenerator<CheckStep> {
  const what = "writing";
  try {
    let isMissing = false;
    for (const path of [folder, ...accounts.map((account) => join(folder, account))]) {
      if (await isFolder(path)) await writeEmptyFile(path);
      else if (path === folder) {
        await access(await nearestFolder(folder), constants.W_OK | constants.X_OK);
        isMissing = true;
      }
    }
    yield {
      what,
      outcome: "done",
      detail: isMissing ? `${folder} does not exist yet and will be created` : folder,
    };
  } catch (error) {
    const denied = isDenied(error);
    yield {
      what,
      outcome: "failed",
      detail: denied
        ? `This user has no permission to write to ${folder}.`
        : `Lading cannot write to ${folder} (${(error as NodeJS.ErrnoException).code ?? ""}).`,
      next: denied
        ? "Give this user permission to write to the folder and its subfolders, or correct `folder`."
        : "Make sure that the path is a folder with enough space for the lists, or correct `folder`.",
    };
    return;
  }
  if (mode === undefined || (mode & 0o044) === 0) return;
  const closed = await closedFolder(dirname(folder));
  yield closed === undefined
    ? { what: "reading by others", outcome: "done", detail: "other users can enter the parent folders" }
    : {
        what: "reading by others",
        outcome: "failed",
        detail: `\`mode\` allows other users to read the files, but they cannot enter ${closed}.`,
        next: `Allow other users to enter the folder (\`chmod o+x ${closed}\`, or \`g+x\` for its group), or set \`folder\` to another location.`,
      };
}

/** Returns the nearest existing folder on the path that only its owner can enter, or undefined if there is none. */
async function closedFolder(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && (found.mode & 0o011) === 0) return path;
  return dirname(path) === path ? undefined : closedFolder(dirname(path));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return (await isFolder(parent)) ? parent : nearestFolder(parent);
}

async function writeEmptyFile(folder: string): Promise<void> {
  const path = join(folder, `${asidePrefix}doctor-${process.pid}`);
  await (await open(path, "wx")).close();
  await rm(path);
}
