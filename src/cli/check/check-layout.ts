import { readFile } from "node:fs/promises";
import { parseLayout } from "../../mapping/layouts/parse.js";
import { runLayoutExamples } from "../../mapping/layouts/run-examples.js";
import { LadingError } from "../../errors.js";
import { loadOutboxLayout } from "../../workspace/layout-file.js";
import type { WorkspaceAccount } from "../../workspace/workspace.js";
import { ofDiagnostics, type CheckDiagnostic } from "./diagnostic.js";

/** If the layout is valid, its examples are run. */
export async function checkLayoutFile(
  path: string,
  label: string,
): Promise<{ readonly diagnostics: readonly CheckDiagnostic[]; readonly examples: number }> {
  const parsed = parseLayout(await readFile(path, "utf8"), label);
  if ("diagnostics" in parsed)
    return { diagnostics: ofDiagnostics("error", parsed.diagnostics), examples: 0 };
  const ran = await runLayoutExamples(parsed.layout);
  if (ran.run > 0) return { diagnostics: ofDiagnostics("example", ran.diagnostics), examples: ran.run };
  const message = "the layout has no examples, so its output is not tested";
  return { diagnostics: [{ kind: "remark", file: label, message }], examples: 0 };
}

/**
 * Returns diagnostics for an account's outbox: whether its layout is unusable and whether `cutover` is missing. Errors
 * inside a layout that `reportedLayouts` lists are not repeated, because they were reported with the layout.
 */
export async function outboxDiagnostics(
  { name, account, outbox }: WorkspaceAccount,
  reportedLayouts: readonly string[],
  label: (path: string) => string,
): Promise<readonly Omit<CheckDiagnostic, "file">[]> {
  if (outbox === undefined) return [];
  const diagnostics: Omit<CheckDiagnostic, "file">[] = [];
  const isAnnounced = reportedLayouts.includes(outbox.layout);
  const unusable = await whyUnusable(outbox.layout, account, label(outbox.layout), isAnnounced);
  if (unusable !== undefined) {
    const { message, next } = unusable;
    diagnostics.push({
      kind: "error",
      message: `the account ${name} cannot process invoices: ${message}`,
      next,
    });
  }
  if (outbox.cutover === undefined) {
    const message = `the outbox of ${name} has no \`cutover\` (the first date that the FFS's exports cover), so Lading cannot determine whether an older invoice already exists`;
    diagnostics.push({ kind: "remark", message });
  }
  return diagnostics;
}

async function whyUnusable(
  path: string,
  account: WorkspaceAccount["account"],
  label: string,
  isAnnounced: boolean,
): Promise<{ readonly message: string; readonly next: string } | undefined> {
  try {
    await loadOutboxLayout(path, account, label);
    return undefined;
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    // Errors in the layout itself are already reported with the layout. Problems that depend on this account's settings
    // are reported only here.
    const isReported =
      isAnnounced &&
      error.code === "wrong_layout" &&
      "diagnostics" in parseLayout(await readFile(path, "utf8"), label);
    return { message: isReported ? `${label} has errors` : error.message, next: error.hint };
  }
}
