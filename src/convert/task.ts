import { wrongUse } from "../errors.js";
import type { Limits } from "../formats/limits.js";
import type { ReadOptions } from "../formats/read-options.js";
import { assembleAgain } from "../mapping/assemble.js";
import { lookupsIn } from "../mapping/list-index.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import { recommendedMapping } from "../mapping/recommended.js";
import type { Plain } from "../mapping/yaml-document.js";
import type { Account } from "../model/account.js";
import { recordType } from "../model/record-types/index.js";
import type { AnyRecord } from "../model/record-type.js";
import type { RowsJob } from "./rows.js";

/** What a file is evaluated with, as it travels to other processes and threads: plain data, out of which the mapping is made anew. */
export interface EvaluationTask {
  readonly mapping: WrittenMapping;
  readonly account: Omit<Account, "parameters"> & {
    readonly parameters: readonly (readonly [string, string])[];
  };
  readonly today: string;
  readonly tables: readonly (readonly [string, Table])[];
  readonly lists: readonly (readonly [string, readonly AnyRecord[]])[];
  readonly mode: "strict" | "lenient";
  readonly limits: Partial<Limits>;
  /** As in `Job`; null: as the mapping says. */
  readonly read: ReadOptions | null;
  readonly takesReferences: boolean;
  /** As in `RowsJob`; empty: none. */
  readonly stamp: string;
}

/** The value of a mapping file that compiles, or the record type of a file in the recommended format, which needs none. */
export type WrittenMapping = { readonly written: Plain } | { readonly recommended: string };

type Table = MappingContext["tables"] extends ReadonlyMap<string, infer T> ? T : never;

/** What `taskOf` makes a task of. */
export interface TaskParts {
  readonly mapping: WrittenMapping;
  readonly account: Account;
  /** As in `MappingContext`. */
  readonly today: string;
  readonly tables: MappingContext["tables"];
  /** The current lists that the mapping or the record type refers to; a type without a list is absent. */
  readonly lists: ReadonlyMap<string, readonly AnyRecord[]>;
  readonly mode: "strict" | "lenient";
  readonly limits?: Partial<Limits>;
  /** As in `RowsJob`. */
  readonly read?: ReadOptions | undefined;
  /** References to tax codes are taken as they are: of a finished list, when the list that they point to is not known. */
  readonly takesReferences?: boolean;
  /** As in `RowsJob`. */
  readonly stamp?: string;
  /** The mapping, where it is compiled already: it does not travel. */
  readonly compiled?: CompiledMapping;
}

export function taskOf(parts: TaskParts): EvaluationTask {
  const { mapping, account, today, tables, lists, mode, limits = {}, read = null } = parts;
  const { takesReferences = false, stamp = "" } = parts;
  return {
    mapping,
    account: { ...account, parameters: [...account.parameters] },
    today,
    tables: [...tables],
    lists: [...lists],
    mode,
    limits,
    read,
    takesReferences,
    stamp,
  };
}

/**
 * @param known the mapping, when it is compiled already
 */
export function jobOf(
  task: EvaluationTask,
  known?: CompiledMapping,
): RowsJob & { readonly limits: Partial<Limits> } {
  const account: Account = { ...task.account, parameters: new Map(task.account.parameters) };
  const lookups = lookupsIn(new Map(task.lists));
  const context = { account, lookups, today: task.today, tables: new Map(task.tables) };
  const { mode, limits, read, takesReferences, stamp } = task;
  const mapping = known ?? compiled(task.mapping, context);
  const taken = takesReferences ? { ...account, hasTaxCodes: false } : account;
  return { mapping, lookups, account: taken, mode, limits, stamp, ...(read === null ? {} : { read }) };
}

function compiled(mapping: WrittenMapping, context: MappingContext): CompiledMapping {
  if ("written" in mapping) return assembleAgain(mapping.written, context);
  const type = recordType(mapping.recommended);
  if (type === undefined) throw wrongUse("There is no such record type.");
  return recommendedMapping(type);
}
