import { z } from "zod";
import { foldValue, trim } from "../cells.js";
import { isDamagedKey } from "../../model/damaged-key.js";
import { lookupFields } from "../../model/lookups.js";
import { recordTypes } from "../../model/record-types/index.js";
import { word } from "../text.js";
import { CannotCompile, valueIssue } from "../value-issue.js";
import {
  defineOperation,
  onText,
  otherwiseStep,
  type OperationContext,
  type Companions,
  type Step,
} from "./operation.js";

const targets = recordTypes.flatMap((type) =>
  lookupFields.filter((field) => field in type.fields).map((field) => `${type.name}.${field}`),
);

const table = z.strictObject({
  file: word
    .regex(/^(?!\/)(?!.*\.\.)(?!.*\\)[^:]+\.csv$/i, "a .csv file next to the mapping, without `..`")
    .meta({ description: "A small CSV file next to the mapping.", examples: ["groups.csv"] }),
  key: word.meta({
    description: "Heading of the column in which the cell's value is looked up.",
    examples: ["Code"],
  }),
  value: word.meta({ description: "Heading of the column with the result.", examples: ["Type"] }),
});

type TableLookup = z.output<typeof table>;

export const lookupOperation = defineOperation({
  name: "lookup",
  summary:
    "Finds a record in a different list, for example by its code, or a line in a small CSV file next to the mapping. In a list, inactive records are used only if no active record matches. If several records match, an issue is reported. `otherwise` works only for lookups in CSV files.",
  options: z.union([z.enum(targets), table]),
  takes: ["otherwise"],
  examples: [
    { write: { lookup: "tax-code.code" }, input: "S1", result: "VAT19", kind: "reference" },
    { write: { lookup: "tax-code.code" }, input: "S9", issue: "unknown_reference", kind: "reference" },
    {
      write: { lookup: { file: "groups.csv", key: "Code", value: "Type" } },
      input: "afrt",
      result: "freight",
    },
    {
      write: { lookup: { file: "groups.csv", key: "Code", value: "Type" } },
      input: "X",
      issue: "not_in_table",
    },
  ],
  apply: (options, context, companions) =>
    typeof options === "string"
      ? inList(options, context, companions)
      : inTable(options, context, companions),
});

function inList(written: string, context: OperationContext, { otherwise }: Companions): Step {
  if (otherwise !== undefined) {
    throw new CannotCompile(
      "`otherwise` cannot be combined with a lookup in a list, because the entry must exist",
    );
  }
  const [target = "", field = ""] = written.split(".");
  const named = { target: target.replaceAll("-", " ") };
  return onText((text, notes) => {
    if (isDamagedKey(text)) return valueIssue("damaged_key", {});
    // If an account has no list of tax codes, references to tax codes are used unchanged.
    if (target === "tax-code" && !context.hasTaxCodes) return text;
    const found = context.lookups.find(target, field, text) ?? [];
    const active = found.filter((entry) => entry.is_active);
    const fits = active.length > 0 ? active : found;
    const [first] = fits;
    if (first === undefined) {
      if (context.field.kind !== "reference" || context.taxMode === "tax")
        return valueIssue("unknown_reference", named);
      notes.push(valueIssue("reference_dropped", named));
      return null;
    }
    if (fits.length > 1) return valueIssue("ambiguous_reference", { ...named, count: fits.length });
    // For reference fields, another rule checks whether the record is active.
    if (!first.is_active && context.field.kind !== "reference")
      notes.push(valueIssue("inactive_reference", named));
    return first.external_id;
  });
}

function inTable(options: TableLookup, context: OperationContext, { otherwise }: Companions): Step {
  const lines = context.tables.get(options.file);
  if (lines === undefined) throw new CannotCompile(`there is no file ${options.file} next to the mapping`);
  const key = columnOf(lines.headings, options.key, options.file);
  const value = columnOf(lines.headings, options.value, options.file);
  const answers = new Map<string, string>();
  for (const row of lines.rows) {
    const folded = foldValue(row[key] ?? "");
    const answer = trim(row[value] ?? "");
    if (folded === "") continue;
    const before = answers.get(folded);
    if (before !== undefined && before !== answer) {
      throw new CannotCompile(
        `${options.file} has ${JSON.stringify(row[key])} twice, with different results`,
      );
    }
    answers.set(folded, answer);
  }
  const none = otherwiseStep(otherwise, valueIssue("not_in_table", { table: options.file }));
  return onText((text) => {
    const answer = answers.get(foldValue(text));
    if (isDamagedKey(text)) return valueIssue("damaged_key", {});
    return answer === undefined ? none(text) : answer === "" ? null : answer;
  });
}

function columnOf(headings: readonly string[], heading: string, file: string): number {
  const index = headings.findIndex((each) => foldValue(each) === foldValue(heading));
  if (index < 0) {
    throw new CannotCompile(
      `${file} has no column ${JSON.stringify(heading)}; it has ${headings.join(", ")}`,
    );
  }
  return index;
}
