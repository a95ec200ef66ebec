import type { WrittenSource } from "../../mapping/grammar.js";
import { comment, scalar } from "../yaml-text.js";
import { readBlock, schemaLines, type DraftOptions } from "../draft.js";
import { openFields, unexplainedRecords, type FieldProof, type PairResult } from "./pair.js";

/** The mapping that was inferred from a pair, with the proof beside every field. */
export function pairDraft(result: PairResult, options: DraftOptions): string {
  const { type, fields, alignment, filters } = result;
  const lines = [
    ...schemaLines(options.schema),
    ...comment(proofLine(result), ""),
    "lading: 1",
    `record: ${type.name}`,
    `description: ${JSON.stringify(`Inferred from ${options.name} and a finished list`)}`,
    ...readBlock(result.guess, options),
  ];
  for (const list of ["only", "skip"] as const) {
    const conditions = filters.filter((filter) => filter.list === list);
    if (conditions.length > 0)
      lines.push(`${list}:`, ...conditions.map(({ condition }) => `  - ${flow(condition)}`));
  }
  lines.push("fields:");
  for (const name of type.columns) {
    const proof = fields.get(name);
    const required = type.fields[name]?.required === "always" && name !== "updated_at";
    if (proof === undefined) {
      if (required) lines.push(...comment(`${name}: the list does not have it.`, "  "), `  ${name}: TODO`);
    } else if (proof.source === undefined && name === "updated_at") {
      lines.push(
        ...comment("updated_at: no column makes it; Lading sets the time when a record changes.", "  "),
      );
    } else if (proof.source === undefined && proof.explained === proof.records) {
      lines.push(...comment(`${name}: blank in every record.`, "  "));
    } else if (proof.source === undefined) {
      lines.push(...comment(`${name}: ${unexplained(proof)}`, "  "));
      if (required) lines.push(`  ${name}: TODO`);
    } else {
      if (proof.unexplained.length > 0) {
        const left = `${String(proof.unexplained.length)} of ${String(proof.records)} records say something else.`;
        lines.push(...comment(`${name}: ${left}`, "  "));
      }
      if (typeof proof.source === "object" && "constant" in proof.source) {
        const all = `the same in all ${String(proof.records)} records of the list, and no column is named so.`;
        lines.push(...comment(`${name}: ${all}`, "  "));
      }
      lines.push(`  ${name}: ${flow(proof.source)}`);
    }
  }
  if (result.newest !== undefined) lines.push(`duplicates: ${flow(result.newest)}`);
  if (alignment.idPrefix !== "") lines.push(`id_prefix: ${scalar(alignment.idPrefix)}`);
  return lines.join("\n") + "\n";
}

function unexplained({ only }: FieldProof): string {
  return only === undefined || only === ""
    ? "nothing in the export makes the values of the list."
    : `${only} in every record of the list, and a column could say something else for others. If none ever does: { constant: ${scalar(only)} }.`;
}

function proofLine(result: PairResult): string {
  const { alignment, withoutRow, leftOut, filters } = result;
  const records = alignment.rowOf.length;
  const open = openFields(result);
  const but = open.length === 0 ? "" : `, but for ${open.join(", ")}, which nothing explains`;
  const same = records - unexplainedRecords(result).size;
  const parts = [
    `Proved by the engine: ${String(same)} of ${String(records)} records of the list come out the same${but}.`,
  ];
  if (withoutRow.length > 0) parts.push(`${String(withoutRow.length)} records have no row in the export.`);
  if (leftOut.length > 0)
    parts.push(`${String(leftOut.length)} rows of the export are not in the list, and no rule explains it.`);
  const files = tableFiles(result);
  if (files.length > 0)
    parts.push(`Lay ${files.join(" and ")} beside the mapping: it looks values up there.`);
  if (filters.length > 0)
    parts.push(
      "The filter is read off the rows that are not in the list: look whether it says what is meant.",
    );
  return parts.join(" ");
}

/** The tables that the inferred mapping looks up in. */
function tableFiles({ fields }: PairResult): readonly string[] {
  const files = [...fields.values()].flatMap(({ source }) => {
    if (typeof source !== "object" || !("lookup" in source)) return [];
    const { lookup } = source;
    const isTable = typeof lookup === "object" && lookup !== null && "file" in lookup;
    return isTable && typeof lookup.file === "string" ? [lookup.file] : [];
  });
  return [...new Set(files)];
}

/** A source or condition in one line of YAML. */
function flow(value: WrittenSource | object): string {
  if (typeof value === "string") return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly WrittenSource[]).map(flow).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, inner]) => {
    return `${scalar(key)}: ${typeof inner === "string" ? scalar(inner) : flow(inner as object)}`;
  });
  return `{ ${pairs.join(", ")} }`;
}
