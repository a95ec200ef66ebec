import { decide, type Decided } from "../engine.js";
import { failure } from "../errors.js";
import type { Limits } from "../formats/format.js";
import type { ReadOptions } from "../formats/read-options.js";
import type { ChildJob } from "./child-job.js";
import { compileMapping } from "../mapping/compile.js";
import { lookupsIn } from "../mapping/lookups.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import { formatMistakes } from "../mapping/mistakes.js";
import { parseMapping } from "../mapping/parse.js";
import { recommendedMapping } from "../mapping/recommended.js";
import type { Account } from "../records/account.js";
import { recordType } from "../records/index.js";
import type { AnyRecord } from "../records/record-type.js";

/** The engine's job as it travels to the reading child: plain data, out of which the child makes the mapping anew. */
export interface DecisionTask {
  readonly mapping: MappingText;
  readonly account: Omit<Account, "parameters"> & {
    readonly parameters: readonly (readonly [string, string])[];
  };
  readonly today: string;
  readonly tables: readonly (readonly [string, Table])[];
  readonly lists: readonly (readonly [string, readonly AnyRecord[]])[];
  readonly care: "feed" | "by hand";
  readonly limits: Partial<Limits>;
  /** As in `Job`; null: as the mapping says. */
  readonly read: ReadOptions | null;
}

/** A mapping file's text, or the record type of a file in the recommended format, which needs none. */
export type MappingText =
  { readonly text: string; readonly fileName: string } | { readonly recommended: string };

type Table = MappingContext["tables"] extends ReadonlyMap<string, infer T> ? T : never;

/** What is left of a decision when its rows and issues have been sent one by one. */
export type DecisionRest = Omit<
  Decided,
  "accepted" | "rejected" | "issues" | "skipped" | "otherCompanies" | "issueCounts"
> & {
  readonly skipped: readonly (readonly [string, number])[];
  readonly otherCompanies: readonly (readonly [string, number])[];
  readonly issueCounts: readonly (readonly [string, number])[];
};

/** Runs in the child. */
export const run: ChildJob = async (given, source, answer) => {
  const task = given as DecisionTask;
  const account: Account = { ...task.account, parameters: new Map(task.account.parameters) };
  const lookups = lookupsIn(new Map(task.lists));
  const context = { account, lookups, today: task.today, tables: new Map(task.tables) };
  const mapping = compiled(task.mapping, context);
  const decided = await decide({
    source,
    mapping,
    lookups,
    account,
    care: task.care,
    limits: task.limits,
    ...(task.read === null ? {} : { read: task.read }),
  });
  const { accepted, rejected, issues, skipped, otherCompanies, issueCounts, ...others } = decided;
  for (const [kind, items] of Object.entries({ accepted, rejected, issues })) {
    for (const item of items) {
      const room = answer.send(kind, item);
      if (room !== undefined) await room;
    }
  }
  const rest: DecisionRest = {
    ...others,
    skipped: [...skipped],
    otherCompanies: [...otherCompanies],
    issueCounts: [...issueCounts],
  };
  await answer.send("rest", rest);
};

function compiled(mapping: MappingText, context: MappingContext): CompiledMapping {
  if ("recommended" in mapping) {
    const type = recordType(mapping.recommended);
    if (type === undefined) throw failure("wrong_use", { reason: "There is no such record type." });
    return recommendedMapping(type);
  }
  const parsed = parseMapping(mapping.text, mapping.fileName);
  const result = "mistakes" in parsed ? parsed : compileMapping(parsed.parsed, context);
  if ("mistakes" in result) throw failure("wrong_mapping", { mistakes: formatMistakes(result.mistakes) });
  return result.compiled;
}
