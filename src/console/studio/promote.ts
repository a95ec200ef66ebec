import { createHash } from "node:crypto";
import { appendFile, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { failure } from "../../errors.js";
import { withoutReasons } from "../../draft/yaml-text.js";
import { formatDiagnostics } from "../../mapping/diagnostics.js";
import { runExamples, standInAccount } from "../../mapping/run-examples.js";
import { writeFileWhole } from "../../system/write-file.js";
import { todayIn, type Account } from "../../model/account.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { MappingVersion } from "./messages.js";
import { textOf } from "./projects.js";

/**
 * This module promotes a draft: the feeds that use the mapping use the draft's text from now on. The replaced mapping
 * is kept in the same folder, and `promotions.ndjson` records the person, the time and the reason. Feeds hold their
 * next delivery if the new mapping changes the published list.
 */

export interface Promotion {
  /** Absolute path of the draft, `NAME.draft.yaml`. */
  readonly draft: string;
  readonly by: string;
  readonly reason: string;
  readonly workspace: Workspace | undefined;
  /** The mapping's root folder, which is the workspace if there is one. */
  readonly root: string;
  readonly now: Date;
}

export interface PromotionResult {
  readonly path: string;
  /** Path of the replaced mapping. Undefined if there was none. */
  readonly kept: string | undefined;
  /** Feeds that use the mapping. */
  readonly feeds: readonly string[];
}

const ending = /\.draft\.ya?ml$/;

/** Returns the path that a draft has after promotion. Returns other paths unchanged. */
export function promotedPath(path: string): string {
  return path.replace(ending, ".yaml");
}

/**
 * Throws `wrong_use`, `not_a_draft`, `wrong_mapping`, `mapping_misfit`, `unfinished_examples`, `file_not_found` or
 * `no_permission`.
 */
export async function promoteDraft(promotion: Promotion): Promise<PromotionResult> {
  const { draft, workspace, root, now } = promotion;
  const by = promotion.by.trim();
  const reason = promotion.reason.trim();
  if (by === "" || reason === "") {
    throw failure("wrong_use", { reason: "A promotion requires a name and a reason." });
  }
  if (!ending.test(draft)) throw failure("not_a_draft", { path: draft });
  const path = promotedPath(draft);
  const feeds = (workspace?.feeds ?? []).filter((feed) => feed.mapping === path);
  const { parsed, tables, type } = await loadMapping(draft, basename(draft));
  const misfit = feeds.find((feed) => feed.type.name !== type.name);
  if (misfit !== undefined) {
    throw failure("mapping_misfit", { mapping: basename(draft), makes: type.name, feed: misfit.name });
  }
  if (parsed !== undefined) {
    const accounts: readonly Account[] =
      feeds.length === 0 ? [standInAccount(parsed)] : feeds.map((feed) => feed.account);
    for (const account of accounts) {
      const { diagnostics } = runExamples(parsed, { account, tables, today: todayIn(account.zone, now) });
      if (diagnostics.length > 0)
        throw failure("unfinished_examples", { diagnostics: formatDiagnostics(diagnostics) });
    }
  }
  const drafted = (await textOf(draft)) ?? "";
  const text = withoutOtherSchema(withoutReasons(drafted), dirname(path), root);
  const before = await textOf(path);
  const stamp = now.toISOString().replace(/[:.]/g, "-");
  const kept = before === undefined || before === text ? undefined : `${path}.${stamp}.replaced`;
  if (kept !== undefined) await writeFileWhole(kept, [before ?? ""]);
  const entry = {
    at: now.toISOString(),
    by,
    reason,
    mapping: basename(path),
    sha256: sha256(text),
    ...(kept === undefined ? {} : { replaced: basename(kept) }),
  };
  // The entry is written before the mapping. If the program stops in between, an extra entry is better than an active
  // mapping without an entry.
  await appendFile(logBeside(path), `${JSON.stringify(entry)}\n`);
  await writeFileWhole(path, [text]);
  // The draft is kept if it was changed during the promotion.
  if ((await textOf(draft)) === drafted) await rm(draft);
  return { path, kept, feeds: feeds.map((feed) => feed.name) };
}

const entrySchema = z.object({
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  mapping: z.string(),
  sha256: z.string(),
  replaced: z.string().optional(),
});

/**
 * Returns the versions of a mapping, newest first. Each promotion kept a copy of the file that it replaced, unless the
 * draft had the same text. A version whose file was changed after its promotion has no person and no reason.
 */
export async function mappingVersions(path: string): Promise<readonly MappingVersion[]> {
  const lines = ((await textOf(logBeside(path))) ?? "").split("\n");
  const promotions = lines.flatMap((line) => {
    const { data } = entrySchema.safeParse(readLine(line));
    return data?.mapping === basename(path) ? [data] : [];
  });
  const original = promotions[0]?.replaced;
  const promoted = promotions.map(async ({ at, by, reason, sha256: hash }, i) => {
    const next = promotions[i + 1];
    const file = next?.replaced;
    // A promotion that did not change the text kept no copy.
    const content = next === undefined ? basename(path) : file;
    const text = content && (await textOf(join(dirname(path), basename(content))));
    const isChanged = text !== undefined && sha256(text) !== hash;
    return { at, ...(!isChanged && { by, reason }), ...(file !== undefined && { file }) };
  });
  return [
    ...(original === undefined ? [] : [{ file: original }]),
    ...(await Promise.all(promoted)),
  ].reverse();
}

/** Undefined if the mapping has no such version. */
export async function replacedText(path: string, file: string): Promise<string | undefined> {
  const isKnown = (await mappingVersions(path)).some((version) => version.file === file);
  return isKnown ? textOf(join(dirname(path), basename(file))) : undefined;
}

function logBeside(path: string): string {
  return join(dirname(path), "promotions.ndjson");
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Removes editors' schema comments that refer to a path outside the root, because the path would be wrong on other
 * machines.
 */
function withoutOtherSchema(text: string, folder: string, root: string): string {
  return text.replace(/^# (?:yaml-language-server: \$schema=|\$schema: )(.*)\n/gm, (line, schema: string) =>
    relative(root, resolve(folder, schema)).startsWith("..") ? "" : line,
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
