import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { linesOfRecords } from "../../formats/output/chunks.js";
import { csv } from "../../formats/output/csv.js";
import type { EvaluationInMemory } from "../../convert/engine.js";
import { inFileOrder } from "../../convert/accepted-rows.js";
import { evaluateFile } from "../../system/readers/evaluate-file.js";
import { compareBytes } from "../../model/order.js";
import { lookupsIn } from "../../mapping/list-index.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import { diskFile } from "../../system/read-file.js";
import { loadMapping, recommendedFormat, type LoadedMapping } from "../../workspace/mapping-file.js";
import type { Sample, SampleManifest } from "../../workspace/sample-manifest.js";
import { compareLists } from "./compare-lists.js";
import { compareReports, issueReport } from "./compare-reports.js";
import { remarks } from "./remarks.js";
import { hasCode } from "../../errors.js";

/** This module runs golden samples: it converts each export and compares the output with the expected output. */

export interface Golden {
  readonly sample: Sample;
  /** Differences from the expected output, one per line. */
  readonly differences: readonly string[];
  /** Hints for the author of the mapping, such as rejected rows and fields that are never filled. */
  readonly remarks: readonly string[];
  /** The new expected output, for `--accept`. Undefined if the file was refused and the sample expects a list. */
  readonly output: string | undefined;
}

/** Throws an error such as `wrong_mapping` or `file_not_found` if the mapping or the sample cannot be read. */
export async function runSample(sample: Sample, manifest: SampleManifest): Promise<Golden> {
  const mapping = await mappingOf(sample, manifest);
  const evaluated = await evaluateSample(sample, mapping, manifest);
  const expected = await readExpected(join(manifest.root, sample.expected.path));

  if (sample.expected.kind === "report") {
    const output = issueReport(evaluated);
    return { sample, differences: compareReports(expected, output), remarks: [], output };
  }
  if (evaluated.refused !== undefined) {
    const differences = [
      `the file cannot be read: ${evaluated.refused.message} Next: ${evaluated.refused.hint}`,
    ];
    return { sample, differences, remarks: [], output: undefined };
  }
  const output = await listText(evaluated, mapping.type, manifest.updatedAt);
  return {
    sample,
    differences: compareLists(expected, output, mapping.type),
    remarks: remarks(evaluated, mapping),
    output,
  };
}

async function mappingOf(sample: Sample, manifest: SampleManifest): Promise<LoadedMapping> {
  if (sample.mapping !== undefined) return loadMapping(join(manifest.root, sample.mapping));
  return recommendedFormat(sample.record, await diskFile(join(manifest.root, sample.file)), sample.file);
}

async function evaluateSample(
  sample: Sample,
  mapping: LoadedMapping,
  manifest: SampleManifest,
): Promise<EvaluationInMemory> {
  const lists = new Map<string, readonly AnyRecord[]>();
  const other = manifest.samples.find(
    (each) => each.file === sample.with && each.account.name === sample.account.name,
  );
  if (other !== undefined) {
    const otherMapping = await mappingOf(other, manifest);
    const evaluated = await evaluateSample(other, otherMapping, manifest);
    lists.set(
      otherMapping.type.name,
      evaluated.accepted.map((row) => row.record),
    );
  }
  const { account } = sample;
  const { today } = manifest;
  const source = await diskFile(join(manifest.root, sample.file));
  const lookups = lookupsIn(lists);
  const compiled = mapping.compile({ account, lookups, today });
  return inFileOrder(await evaluateFile({ source, mapping: compiled, lookups, account, mode: "lenient" }));
}

/** Returns the list in the form that `lading convert --updated-at` writes. */
async function listText(evaluated: EvaluationInMemory, type: RecordType, updatedAt: string): Promise<string> {
  const records = evaluated.accepted.map(({ record }) =>
    record.updated_at === "" ? { ...record, updated_at: updatedAt } : record,
  );
  const ordered = [...records].sort((a, b) => compareBytes(a.external_id, b.external_id));
  let text = "";
  const lines = linesOfRecords(ordered);
  for await (const chunk of csv.encode({ type, columns: evaluated.columns, lines }))
    text += Buffer.from(chunk).toString();
  return text;
}

async function readExpected(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
