import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { failure } from "../errors.js";
import { checkFixed, soundPart } from "../mapping/fix.js";
import { formatDiagnostics, sortDiagnostics, type Diagnostic } from "../mapping/diagnostics.js";
import { readYaml } from "../mapping/read-yaml.js";
import { yamlMapOf, onePerPosition, type Plain } from "../mapping/yaml-document.js";
import { expand, reportedOnce } from "./expand.js";
import { readCalendars } from "./holidays.js";
import { workspaceSchema } from "./schema.js";
import {
  checkFit,
  dataFolder,
  resolveWorkspace,
  type WorkspaceDiagnostic,
  type WorkspaceNames,
  type Workspace,
} from "./workspace.js";

/**
 * Reads `lading.yaml` and returns the workspace, or throws a single error with all diagnostics. `folder` is the
 * folder in which the search starts. Parent folders are searched too. Throws `no_workspace`, `not_readable` or
 * `wrong_workspace`.
 */
export async function loadWorkspace(folder: string): Promise<Workspace> {
  const read = await readWorkspace(folder);
  if ("workspace" in read) return read.workspace;
  throw failure("wrong_workspace", { diagnostics: formatDiagnostics(read.diagnostics) });
}

type Read =
  | {
      readonly workspace: Workspace;
      /** True if the file contains shorthand (`expand.ts`). */
      readonly isExpanded: boolean;
    }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Like `loadWorkspace`, but returns the diagnostics as data. Throws `no_workspace` or `not_readable`. */
export async function readWorkspace(folder: string): Promise<Read> {
  const { path, text } = await getWorkspace(folder);
  return workspaceFrom(text, path, folder);
}

/**
 * Returns the location of a workspace's store, even if the rest of the file is invalid. Throws `no_workspace` or
 * `not_readable`.
 */
export async function locationOfStore(
  folder: string,
): Promise<Pick<Workspace, "data" | "database" | "root">> {
  const { path, text } = await getWorkspace(folder);
  const root = dirname(path);
  const stated = (key: string) =>
    new RegExp(`^${key}:[ \\t]+["']?([^"'#\\r\\n]*[^"'#\\s])`, "m").exec(text)?.[1];
  return { root, data: dataFolder(root, stated("data")), database: stated("database") };
}

/**
 * Like `readWorkspace`, but for text that is the current or future content of the file at `path`. File names in
 * diagnostics are relative to `folder`.
 */
export async function workspaceFrom(text: string, path: string, folder: string): Promise<Read> {
  const { document: written, diagnostics: unread } = readYaml(text, relative(folder, path));
  if (written === undefined) return { diagnostics: unread };
  const { document, diagnostics: unfilled, isExpanded } = await expand(written, dirname(path));
  const first = [...unread, ...unfilled];
  const checked = checkFixed(document, workspaceSchema);
  const names = namesIn(checked.document.value);
  const located = (diagnostics: readonly WorkspaceDiagnostic[]): readonly Diagnostic[] =>
    reportedOnce(
      diagnostics.map((each) =>
        checked.document.diagnostic(each.path, each.message, {
          at: "key",
          expected: each.expected,
          nearest: each.nearest,
        }),
      ),
    );
  const broken = reportedOnce([...first, ...checked.diagnostics]);
  if (broken.length === 0) {
    const settings = workspaceSchema.parse(document.value);
    const calendars = await readCalendars(settings, dirname(path));
    if (calendars.diagnostics.length > 0) return { diagnostics: located(calendars.diagnostics) };
    const { accounts_from: table } = written.value as { readonly [key: string]: Plain };
    const tables = typeof table === "string" ? [table] : [];
    const resolved = resolveWorkspace(settings, dirname(path), calendars.days, tables);
    return "workspace" in resolved
      ? { ...resolved, isExpanded }
      : { diagnostics: located(resolved.diagnostics) };
  }
  // Contradictions between the valid settings are reported along with the invalid settings.
  const settings = soundPart(checked.document.value, workspaceSchema);
  const unfit = settings === undefined ? [] : checkFit(settings, names);
  return { diagnostics: sortDiagnostics(onePerPosition([...broken, ...located(unfit)])) };
}

/** Returns all names in the file, including those of entries with diagnostics. */
function namesIn(value: Plain): WorkspaceNames {
  const entries = (part: string) => Object.entries(yamlMapOf(yamlMapOf(value)?.[part]) ?? {});
  const of = (part: string): readonly string[] => entries(part).map(([name]) => name);
  const withPlatform = entries("accounts").flatMap(([name, account]) =>
    typeof account === "object" && Object.hasOwn(account, "platform") ? [name] : [],
  );
  return { accounts: of("accounts"), sources: of("sources"), feeds: of("feeds"), withPlatform };
}

async function getWorkspace(start: string): Promise<{ path: string; text: string }> {
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
