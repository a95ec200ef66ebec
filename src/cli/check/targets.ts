import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { failure, hasCode } from "../../errors.js";
import { noSuchFile } from "../../system/read-file.js";

/** This module finds the files for `lading check`. All paths are absolute. */

export interface Targets {
  readonly workspace: string | undefined;
  readonly manifest: string | undefined;
  readonly mappings: readonly string[];
  readonly layouts: readonly string[];
  /** The mappings specified on the command line. If set, only samples that use these mappings run. */
  readonly onlyMappings: ReadonlySet<string> | undefined;
}

const workspaceName = "lading.yaml";
const manifestName = join("samples", "samples.yaml");

/**
 * Without paths, returns the workspace, mappings, layouts and samples in the current folder. With paths, returns the
 * named mappings and layouts and those in the named folders, together with the samples that use these mappings. If the
 * only path is a folder with lading.yaml, samples/samples.yaml, mappings or layouts, returns the same as for the
 * current folder. Throws `file_not_found` or `nothing_to_check`.
 */
export async function findTargets(paths: readonly string[], cwd: string): Promise<Targets> {
  if (paths.length === 0) return wholeFolder(cwd);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    const folder = resolve(cwd, only);
    if ((await isFolder(folder)) && (await hasParts(folder))) return wholeFolder(folder);
  }
  const named: string[] = [];
  let workspace: string | undefined;
  let wantsSamples = false;
  for (const path of paths.map((each) => resolve(cwd, each))) {
    const found = await kindOf(path);
    if (found === undefined) throw noSuchFile(path);
    if (found === "folder") {
      const inside = await mappingsIn(path);
      if (inside.length === 0) throw failure("nothing_to_check", { path });
      named.push(...inside);
      continue;
    }
    if (basename(path) === workspaceName) workspace = path;
    else if (path.endsWith(manifestName)) wantsSamples = true;
    else named.push(path);
  }
  // Mappings and samples refer to accounts, so the workspace is read even if it was not specified.
  workspace ??= await existing(join(cwd, workspaceName));
  const manifest = await existing(join(cwd, manifestName));
  const layouts = await whichAre(named, isLayout);
  const mappings = named.filter((path) => !layouts.includes(path));
  return {
    workspace,
    manifest,
    mappings,
    layouts,
    onlyMappings: wantsSamples ? undefined : new Set(mappings),
  };
}

async function wholeFolder(root: string): Promise<Targets> {
  const targets = {
    workspace: await existing(join(root, workspaceName)),
    manifest: await existing(join(root, manifestName)),
    mappings: await mappingsIn(join(root, "mappings")),
    layouts: await mappingsIn(join(root, "layouts")),
    onlyMappings: undefined,
  };
  const { workspace, manifest, mappings, layouts } = targets;
  if (workspace === undefined && manifest === undefined && mappings.length + layouts.length === 0) {
    throw failure("nothing_to_check", { path: root });
  }
  return targets;
}

async function hasParts(folder: string): Promise<boolean> {
  const names = [workspaceName, manifestName, "mappings", "layouts"];
  const found = await Promise.all(names.map((name) => kindOf(join(folder, name))));
  return found.some((kind) => kind !== undefined);
}

async function whichAre(
  paths: readonly string[],
  test: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const found = await Promise.all(paths.map(test));
  return paths.filter((_, i) => found[i]);
}

/** Layouts have the key `layout:`, and mappings have the key `record:`. */
async function isLayout(path: string): Promise<boolean> {
  return /^["']?layout["']?\s*:/m.test(await readFile(path, "utf8"));
}

/** Mapping and layout files in a folder and its subfolders. Drafts are excluded because they are incomplete. */
export async function mappingsIn(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return [];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.ya?ml$/i.test(name) && !/\.draft\.ya?ml$/i.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * Returns the files in the manifest's folder and its subfolders that may be exports but are not in `claimed`. All paths
 * are absolute.
 */
export async function unclaimedSamples(manifest: string, claimed: ReadonlySet<string>): Promise<string[]> {
  const folder = resolve(manifest, "..");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== manifest && !claimed.has(path))
    .filter((path) => !/(?:^\.|\.md$|\.ya?ml$|\.expected\.(?:csv|json)$)/i.test(basename(path)))
    .sort();
}

async function existing(path: string): Promise<string | undefined> {
  return (await kindOf(path)) === "file" ? path : undefined;
}

export async function isFile(path: string): Promise<boolean> {
  return (await kindOf(path)) === "file";
}

async function isFolder(path: string): Promise<boolean> {
  return (await kindOf(path)) === "folder";
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}
