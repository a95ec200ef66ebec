import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { failure } from "../errors.js";
import { formatMistakes, type Mistake } from "../mapping/mistakes.js";
import { parseYaml } from "../mapping/yaml-document.js";
import { workspaceSchema } from "./schema.js";
import { resolveWorkspace, type Workspace } from "./workspace.js";

/**
 * Reads `lading.yaml`: the whole workspace, or every mistake at its line, before anything is touched.
 *
 * @param folder where to look; the folders above it are looked at too
 * @throws no_workspace, not_readable, wrong_workspace
 */
export async function loadWorkspace(folder: string): Promise<Workspace> {
  const read = await readWorkspace(folder);
  if ("workspace" in read) return read.workspace;
  throw failure("wrong_workspace", { mistakes: formatMistakes(read.mistakes) });
}

/**
 * The same, with the mistakes as data.
 *
 * @throws no_workspace, not_readable
 */
export async function readWorkspace(
  folder: string,
): Promise<{ readonly workspace: Workspace } | { readonly mistakes: readonly Mistake[] }> {
  const { path, text } = await findWorkspace(folder);
  const read = parseYaml(text, relative(folder, path), workspaceSchema);
  if ("mistakes" in read) return read;
  const resolved = resolveWorkspace(workspaceSchema.parse(read.document.value), dirname(path));
  if ("workspace" in resolved) return resolved;
  return {
    mistakes: resolved.misfits.map((misfit) =>
      read.document.mistake(misfit.path, misfit.message, { at: "key", nearest: misfit.nearest }),
    ),
  };
}

async function findWorkspace(start: string): Promise<{ path: string; text: string }> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const path = join(folder, "lading.yaml");
    try {
      return { path, text: await readFile(path, "utf8") };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") throw failure("not_readable", { path }, error);
      if (folder === dirname(folder)) throw failure("no_workspace", { folder: resolve(start) }, error);
    }
  }
}
