import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { LadingError } from "../../errors.js";
import { recordsOf } from "../../feeds/lists/list.js";
import { currentList, readCurrent } from "../../feeds/lists/publications.js";
import type { Guess } from "../../draft/guess.js";
import { fitting, type Fit } from "../../draft/refit.js";
import { isOpenQuestion } from "../../mapping/diagnostics.js";
import { parseMapping } from "../../mapping/parse.js";
import { readYaml } from "../../mapping/read-yaml.js";
import { yamlMapOf } from "../../mapping/yaml-document.js";
import { account, accountOfFeed, type Account } from "../../model/account.js";
import type { AnyRecord } from "../../model/record-type.js";
import { recordType } from "../../model/record-types/index.js";
import { loadWorkspace } from "../../workspace/load.js";
import { withStore } from "../../workspace/open-store.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { InboxFile, MappingFile } from "./messages.js";

/** The folder in which the studio was started, with its workspace if there is one. */
export interface Project {
  /** The workspace's root, or the folder itself if there is no workspace. Mappings are saved below it. */
  readonly root: string;
  readonly workspace: Workspace | undefined;
  readonly error: string | undefined;
}

/**
 * Built-in accounts for samples that do not belong to an account of the workspace. They differ only in whether charge
 * codes need a tax code.
 */
const plainAccounts = { tax: "with tax", nonTax: "without tax" } as const;

export async function openProject(folder: string): Promise<Project> {
  try {
    const workspace = await loadWorkspace(folder);
    return { root: workspace.root, workspace, error: undefined };
  } catch (thrown) {
    if (!(thrown instanceof LadingError)) throw thrown;
    const error = thrown.code === "no_workspace" ? undefined : thrown.message;
    return { root: folder, workspace: undefined, error };
  }
}

export function accountNames({ workspace }: Project): readonly string[] {
  return [...(workspace?.accounts.keys() ?? []), plainAccounts.tax, plainAccounts.nonTax];
}

/**
 * Returns the account of the feed whose pattern matches the file name. If the workspace has feeds but none of them
 * matches, returns the account that the person used last. Without such an account, the file is assumed to belong to a
 * new account, so that its references are not checked against a different partner's lists.
 */
export function accountFor(project: Project, file: string, last?: string): string {
  const feeds = project.workspace?.feeds ?? [];
  const claiming = feeds.find(({ patterns }) =>
    patterns.some((pattern) => pattern.match(file) !== undefined),
  );
  if (claiming !== undefined) return accountOfFeed(claiming.name);
  return feeds.length > 0 ? (last ?? plainAccounts.tax) : (accountNames(project)[0] ?? plainAccounts.tax);
}

/** For a built-in account, there are no lists, so references are not checked. */
export function accountNamed({ workspace }: Project, name: string): Account {
  const known = workspace?.accounts.get(name)?.account;
  if (known !== undefined) return known;
  const mode = name === plainAccounts.nonTax ? "non_tax" : "tax";
  return account(undefined, { tax_mode: mode, tax_codes: "none" });
}

/** Returns the account's current list of tax codes, by record type. Other lists are not loaded. */
export async function listsOf(
  { workspace }: Project,
  name: string,
): Promise<ReadonlyMap<string, readonly AnyRecord[]>> {
  const lists = new Map<string, readonly AnyRecord[]>();
  const feed = workspace?.feeds.find((each) => each.name === `${name}/tax-code`);
  if (feed === undefined || workspace === undefined) return lists;
  await withStore(workspace, process.env, "read", async (store) => {
    const current = await readCurrent(store.db, feed.name);
    if (current === undefined) return;
    lists.set("tax-code", await recordsOf(await currentList(store, current.publication)));
  });
  return lists;
}

const mostFiles = 300;

/** Files in the workspace's inboxes. Links are not followed. */
export async function inboxFiles({ workspace }: Project): Promise<readonly InboxFile[]> {
  const files: InboxFile[] = [];
  for (const [source, folder] of inboxes(workspace)) {
    const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of names) {
      if (!entry.isFile() || entry.name.startsWith(".") || files.length >= mostFiles) continue;
      const { size } = await stat(join(folder, entry.name)).catch(() => ({ size: 0 }));
      files.push({ source, name: entry.name, size });
    }
  }
  return files;
}

/** Returns undefined if the inbox does not list the file. */
export async function inboxPath(project: Project, source: string, name: string): Promise<string | undefined> {
  const listed = (await inboxFiles(project)).some((file) => file.source === source && file.name === name);
  const folder = inboxes(project.workspace).get(source);
  return listed && folder !== undefined ? join(folder, name) : undefined;
}

/** Returns undefined if the feed's files are on a server. */
export function inboxOf({ workspace }: Project, name: string): string | undefined {
  const feed = workspace?.feeds.find((each) => each.name === name);
  const folders = inboxes(workspace);
  return feed?.sources.flatMap((source) => folders.get(source) ?? [])[0];
}

function inboxes(workspace: Workspace | undefined): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const [source, settings] of workspace?.sources ?? []) {
    if ("folder" in settings) folders.set(source, resolve(workspace?.root ?? "", settings.folder));
  }
  return folders;
}

/** `file` is the mapping's absolute path. */
export function feedsWith(workspace: Workspace | undefined, file: string): readonly string[] {
  return (workspace?.feeds ?? []).flatMap(({ mapping, name }) => (mapping === file ? [name] : []));
}

/** Mapping files and the feeds that use them, newest first. */
export async function mappingsOf(project: Project): Promise<readonly MappingFile[]> {
  const { root, workspace } = project;
  const files = await Promise.all(
    (await mappingFiles(project)).map(async (path) => {
      const file = resolve(root, path);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
      return { path, feeds: feedsWith(workspace, file), mtimeMs };
    }),
  );
  return files.sort((a, b) => b.mtimeMs - a.mtimeMs).map(({ path, feeds }) => ({ path, feeds }));
}

/** Mapping files in `mappings/`, relative to the root. */
async function mappingFiles({ root }: Project): Promise<readonly string[]> {
  const folder = join(root, "mappings");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort()
    .slice(0, mostFiles);
}

/**
 * Mappings that fit a file, directly or with renamed headings. Drafts may have open questions. Invalid mappings are
 * skipped.
 */
export async function fittingMappings(
  project: Project,
  headings: readonly string[] | null,
  guess: Guess,
): Promise<readonly Fit[]> {
  const mappings = await Promise.all(
    (await mappingFiles(project)).map(async (name) => {
      const text = (await textOf(join(project.root, name))) ?? "";
      const result = parseMapping(text, name);
      if ("parsed" in result) return [{ name, parsed: result.parsed }];
      const mapping = yamlMapOf(readYaml(text, name).document?.value);
      const record = mapping?.["record"];
      const type = typeof record === "string" ? recordType(record) : undefined;
      return mapping !== undefined && type !== undefined && result.diagnostics.every(isOpenQuestion)
        ? [{ name, parsed: { recordType: type, mapping } }]
        : [];
    }),
  );
  return fitting(mappings.flat(), headings, guess);
}

/** Returns undefined if the file does not exist. */
export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
