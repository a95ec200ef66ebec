import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { jsonLine } from "../formats/output/json-line.js";
import type { OutputFormat } from "../formats/output/output-format.js";
import type { Evaluation } from "../convert/engine.js";
import { memorySpill } from "../convert/spill.js";
import type { StoredRows } from "../convert/runs.js";
import { emptyList, listOfRecords, recordBytes, type List, type Piece } from "../feeds/lists/list.js";
import { reconcile, type Reconciled, type ReconcileSettings } from "../feeds/lists/reconcile.js";
import { unchangedResult } from "../feeds/lists/restamp.js";
import { writeFileWhole } from "../system/write-file.js";
import { servedColumns, type AnyRecord, type RecordType } from "../model/record-type.js";
import { scratchSpill, type Scratch } from "../system/scratch.js";

export interface ConvertedList {
  readonly evaluated: Omit<Evaluation, "accepted">;
  /** Result of comparing the accepted rows with the previous list, if there is one. */
  readonly result: Pick<
    Reconciled,
    "accepted" | "carried" | "keptInactive" | "stale" | "staleWithin" | "issues"
  >;
  readonly count: number;
  pieces(): AsyncIterable<string | Uint8Array>;
  /** Does nothing if the list goes to standard output. */
  write(): Promise<void>;
}

export interface ListTarget {
  readonly type: RecordType;
  readonly format: OutputFormat;
  /** The file to write. If undefined, the list goes to standard output. */
  readonly out: string | undefined;
  readonly settings: ReconcileSettings;
}

/**
 * Holds records until the list is written: in memory up to a limit, then in a file next to the output. Without an
 * output file, all records stay in memory.
 */
export function scratchFor({ out }: ListTarget): Scratch {
  if (out === undefined) return { ...memorySpill(), close: async () => undefined };
  return scratchSpill(async () =>
    join(dirname(out), `.${basename(out)}.${randomBytes(6).toString("hex")}.tmp`),
  );
}

export async function convertedList(
  evaluated: Evaluation,
  previous: readonly AnyRecord[],
  { type, format, out, settings }: ListTarget,
  spill: Scratch,
): Promise<ConvertedList> {
  const columns = servedColumns(type, evaluated.columns);
  const result = await resultOf(evaluated, previous, settings, spill);
  const { list } = result;
  const pieces = (): AsyncIterable<string | Uint8Array> =>
    format.encode({ type, columns, lines: recordBytes(list) });
  return {
    evaluated,
    result,
    count: list.count,
    pieces,
    async write() {
      if (out !== undefined) await writeFileWhole(out, pieces());
    },
  };
}

async function resultOf(
  evaluated: Evaluation,
  previous: readonly AnyRecord[],
  settings: ReconcileSettings,
  spill: Scratch,
): Promise<ConvertedList["result"] & { readonly list: List }> {
  const now = new Date();
  const { accepted, deleted } = evaluated;
  const isSettled = ({ times }: StoredRows): boolean =>
    times !== undefined && !times.isMissing && times.latest <= now.toISOString();
  if (
    settings.succeed === undefined &&
    previous.length === 0 &&
    deleted.length === 0 &&
    accepted.runs.every(isSettled)
  ) {
    // If there is nothing to compare and no times need to be set, the accepted rows can be used as the list without
    // changes.
    const pieces = async function* (): AsyncGenerator<Piece> {
      for (const { stored } of accepted.runs)
        yield { records: await stored.read(0, stored.size), notes: new Uint8Array() };
    };
    const list = { ...emptyList, count: accepted.count, pieces };
    return unchangedResult(list);
  }
  const drafting = { spill, line: jsonLine(evaluated.columns) };
  return reconcile(listOfRecords(previous), evaluated, settings, now, drafting);
}
