import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { evaluateInMemory, type EvaluationInMemory } from "../convert/engine.js";
import { rowNumberColumn, withRowNumbers } from "../convert/row-numbers.js";
import type { Table } from "../formats/format.js";
import type { Row } from "../formats/row.js";
import { isOpenQuestion, type Diagnostic } from "../mapping/diagnostics.js";
import type { CompiledMapping } from "../mapping/mapping.js";
import { parseMapping } from "../mapping/parse.js";
import type { PartialMapping } from "../mapping/partial.js";
import { readYaml } from "../mapping/read-yaml.js";
import { yamlMapOf, type YamlMap } from "../mapping/yaml-document.js";
import type { Account } from "../model/account.js";
import { targetsOf } from "../model/fields.js";
import type { AnyRecord, RecordType } from "../model/record-type.js";
import { recordType } from "../model/record-types/index.js";
import { openTableSafely } from "../system/readers/evaluate-file.js";
import { diskFile } from "../system/read-file.js";
import { accountWhile, answeredPart, asFarAsListed, lookupsAsFarAsKnown } from "../workspace/unfinished.js";
import type { Terminal } from "./command.js";
import { accountList, namedLists, type InputOptions } from "./convert-inputs.js";
import type { InputFile } from "./input-file.js";

/** This module evaluates an export with a mapping that still has open questions. */

/** Only the parts without open questions were evaluated. */
export interface Unfinished extends Pick<PartialMapping, "open" | "asked" | "diagnostics"> {
  /** The open questions, each with its line in the mapping. */
  readonly questions: readonly Diagnostic[];
  /**
   * Returns the table again, from memory. If the ID is an open question, the table has a column with row numbers, which
   * serve as IDs.
   */
  again(): Table;
}

export interface DraftExport {
  readonly source: InputFile;
  readonly type: RecordType;
  readonly mapping: CompiledMapping;
  readonly evaluated: EvaluationInMemory;
  readonly unfinished: Unfinished;
}

export interface Draft {
  readonly file: string;
  readonly type: RecordType;
  readonly root: YamlMap;
  readonly questions: readonly Diagnostic[];
}

/** Returns the mapping if its only errors are open questions. Otherwise, returns undefined. */
export async function draftOf(
  mapping: string | undefined,
  account: Account,
  terminal: Terminal,
): Promise<Draft | undefined> {
  if (mapping === undefined) return undefined;
  const file = resolve(terminal.cwd, mapping);
  await diskFile(file);
  const text = await readFile(file, "utf8");
  const result = parseMapping(text, mapping, [account]);
  if (!("diagnostics" in result) || !result.diagnostics.every(isOpenQuestion)) return undefined;
  const root = yamlMapOf(readYaml(text, mapping).document?.value);
  const name = root?.["record"];
  const type = typeof name === "string" ? recordType(name) : undefined;
  return root && type && { file, type, root, questions: result.diagnostics };
}

/**
 * Evaluates the parts of a draft that have no open questions. Returns undefined if the file cannot be read until a
 * question is answered.
 */
export async function evaluateDraft(
  { file, type, root, questions }: Draft,
  source: InputFile,
  account: Account,
  options: InputOptions,
  terminal: Terminal,
): Promise<DraftExport | undefined> {
  const lists = await knownLists(options, type, account, terminal);
  const context = { file, account, lists };
  const reading = await answeredPart(root, type, "#1", context);
  if (reading === undefined) return undefined;
  const table = await openTableSafely(source, reading.mapping.read, terminal.signal);
  const batches: (readonly Row[])[] = [];
  for await (const batch of table.rows) batches.push(batch);
  const width = table.headings?.length ?? batches[0]?.[0]?.cells.length ?? 0;
  const found = await answeredPart(root, type, rowNumberColumn(width), context);
  if (found === undefined) return undefined;
  const { mapping, open } = found;
  const again = () => {
    const plain = { ...table, rows: inOrder(batches) };
    return open.includes("external_id") ? withRowNumbers(plain, width) : plain;
  };
  // A field that is missing from the draft is not an open question.
  const written = { ...yamlMapOf(root["fields"]), ...yamlMapOf(root["lists"]) };
  const isWritten = (name: string): boolean => written[name] !== undefined;
  const evaluated = await evaluateInMemory({
    source,
    mapping,
    account: asFarAsListed({ ...context, account: accountWhile(open, type, account) }),
    lookups: lookupsAsFarAsKnown(lists),
    mode: "lenient",
    table: again,
  });
  return {
    source,
    type,
    mapping,
    evaluated,
    unfinished: { ...found, open: open.filter(isWritten), questions, again },
  };
}

/** Returns the lists given with `--with` and the current lists of the account given with `--account`. */
async function knownLists(
  options: InputOptions,
  type: RecordType,
  account: Account,
  terminal: Terminal,
): Promise<ReadonlyMap<string, readonly AnyRecord[]>> {
  const lists = await namedLists(options.with, account, terminal);
  if (options.account === undefined) return lists;
  for (const name of targetsOf(type.fields)) {
    const current = lists.get(name) ?? (await accountList(options.account, name, terminal));
    if (current !== undefined) lists.set(name, current);
  }
  return lists;
}

async function* inOrder<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
