import { access, constants, mkdir, readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FolderSettings } from "./folder-settings.js";
import { folderSource } from "./folder.js";
import type { SourceSettings } from "./index.js";
import { examineSftp, type SftpContext } from "../sftp/examine.js";
import { listingText, type CheckStep } from "../step.js";
import { asidePrefix } from "../temporary-names.js";

/** This module checks a source step by step and explains how to fix each failed step. */

/** Does not touch the partner's files. Permissions are tested with an empty temporary file or folder. */
export function examineSource(
  settings: SourceSettings,
  context: SftpContext,
  signal: AbortSignal,
): AsyncIterable<CheckStep> {
  return "sftp" in settings
    ? examineSftp(settings.sftp, context, signal)
    : examineFolder(settings, context, signal);
}

async function* examineFolder(
  settings: FolderSettings,
  { root }: SftpContext,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const folder = resolve(root, settings.folder);
  try {
    await readdir(folder);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    yield {
      what: "folder",
      outcome: "failed",
      detail: missing ? `The folder ${folder} does not exist.` : `The folder ${folder} cannot be read.`,
      next: missing
        ? "Create the folder, or correct `folder`."
        : "Make sure that the path is a folder and that this user has permission to read the folder.",
    };
    return;
  }
  yield { what: "folder", outcome: "done", detail: folder };
  const { files, ignored } = await folderSource("", settings, root).list(signal);
  yield { what: "listing", outcome: "done", detail: listingText(files.length, ignored) };
  if (settings.after === "none") return;
  const probe = join(folder, `${asidePrefix}doctor-${process.pid}`);
  try {
    await access(folder, constants.W_OK);
    await mkdir(probe);
    await rmdir(probe);
    yield { what: "removing files", outcome: "done", detail: "this user has permission" };
  } catch {
    yield {
      what: "removing files",
      outcome: "failed",
      detail: `This user does not have permission to change ${folder}.`,
      next: "Give this user permission to write to the folder, or set `after: none`.",
    };
  }
}
