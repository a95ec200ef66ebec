import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { WorkspaceSettings } from "./schema.js";
import type { WorkspaceDiagnostic } from "./workspace.js";

/** This module reads the text files that list days on which no delivery is due. */

/** The days in each file, by the file's path as written, and all diagnostics. */
interface Calendars {
  readonly days: ReadonlyMap<string, ReadonlySet<string>>;
  readonly diagnostics: readonly WorkspaceDiagnostic[];
}

export async function readCalendars(settings: WorkspaceSettings, root: string): Promise<Calendars> {
  const days = new Map<string, ReadonlySet<string>>();
  const diagnostics: WorkspaceDiagnostic[] = [];
  for (const [name, { holidays }] of Object.entries(settings.feeds)) {
    if (holidays === undefined || days.has(holidays)) continue;
    const read = await daysIn(resolve(root, holidays));
    if ("error" in read) diagnostics.push({ path: ["feeds", name, "holidays"], message: read.error });
    else days.set(holidays, read.days);
  }
  return { days, diagnostics };
}

async function daysIn(path: string): Promise<{ days: ReadonlySet<string> } | { error: string }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return { error: `the file ${path} cannot be read` };
  }
  const days = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const entry = line
      .replace(/^\uFEFF/, "")
      .replace(/#.*/, "")
      .trim();
    if (entry === "") continue;
    const [day = ""] = /^\d{4}-\d{2}-\d{2}(?=\s|$)/.exec(entry) ?? [];
    if (Number.isNaN(Date.parse(day))) {
      return { error: `line ${index + 1} of ${path} does not begin with a date such as 2026-12-25` };
    }
    days.add(day);
  }
  return { days };
}
