import type { CompiledMapping } from "./mapping.js";
import { openAnswer, type Diagnostic } from "./diagnostics.js";
import { singleFields, type Field } from "../model/fields.js";
import type { Issue } from "../model/issues.js";
import type { RecordType } from "../model/record-type.js";
import { isYamlList, yamlMapOf, type Plain, type YamlMap } from "./yaml-document.js";

/**
 * Partial result of a mapping with open questions. Placeholders replace the missing answers, so that the rows can be
 * checked.
 */
export interface PartialMapping {
  readonly mapping: CompiledMapping;
  /** The fields that are omitted or have a placeholder. Issues with these fields are not reported. */
  readonly open: readonly string[];
  /** Fields for which some values have no answer yet. */
  readonly asked: ReadonlySet<string>;
  /** Errors in the answers, by field, which are shown even while other questions are open. */
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
}

export type Compile = (
  text: string,
  open: readonly string[],
) => Promise<{ readonly mapping: CompiledMapping } | { readonly diagnostics: readonly Diagnostic[] }>;

/**
 * Sections of a mapping, other than `fields`, `lists` and `group`, that are included if they compile. If `read` is
 * invalid, there is no partial result, because the file cannot be read correctly without it.
 */
const otherParts = [
  "read",
  "zone",
  "carry_down",
  "continuation",
  "only",
  "skip",
  "operation",
  "id_prefix",
  "duplicates",
];

/**
 * Compiles the answered part of a mapping, with placeholders for missing answers. `rowNumber` is the name of the row
 * number column, which is the placeholder for an ID. Returns undefined if even the answered part does not compile.
 */
export async function partialMapping(
  root: YamlMap,
  type: RecordType,
  rowNumber: string,
  compile: Compile,
): Promise<PartialMapping | undefined> {
  const written = yamlMapOf(root["fields"]) ?? {};
  const singles = singleFields(type.fields);
  const names = Object.keys(singles);
  const asked = new Set<string>();
  const fields: Record<string, Plain> = {};
  const openFields = new Set<string>();
  for (const [name, field] of Object.entries(singles)) {
    const { required } = field;
    if (required === "never" && written[name] === undefined) continue;
    openFields.add(name);
    const standIn = standInFor(field, rowNumber);
    if (required === "always" && standIn !== undefined) fields[name] = standIn;
  }
  let parts: YamlMap = { lading: "1", record: type.name };
  const compiled = (more: YamlMap) => compile(JSON.stringify({ ...parts, fields, ...more }), [...openFields]);
  for (const part of otherParts) {
    const value = root[part];
    if (value === undefined) continue;
    if ("mapping" in (await compiled({ [part]: value }))) parts = { ...parts, [part]: value };
    else if (part === "read") return undefined;
  }
  const diagnostics = new Map<string, readonly Diagnostic[]>();
  for (const name of names) {
    const source = withoutOpenAnswers(written[name]);
    if (source === undefined || source === openAnswer) continue;
    if (JSON.stringify(source) !== JSON.stringify(written[name])) asked.add(name);
    openFields.delete(name);
    const compiles = async (tried: Plain) => compiled({ fields: { ...fields, [name]: tried } });
    const made = await compiles(source);
    if ("mapping" in made) {
      fields[name] = source;
      continue;
    }
    diagnostics.set(name, made.diagnostics);
    // If only some answers in a value map are invalid, the rows with the other values are still checked.
    const valid = await withoutInvalidAnswers(source, async (tried) => "mapping" in (await compiles(tried)));
    if (valid === undefined) openFields.add(name);
    else {
      fields[name] = valid;
      asked.add(name);
    }
  }
  // A list is evaluated once all its fields have answers. Until then, a placeholder list keeps the rows of a record
  // together.
  const { group } = root;
  const grouped = group === undefined ? {} : { group };
  let lists: YamlMap = {};
  for (const [name, source] of Object.entries(yamlMapOf(root["lists"]) ?? {})) {
    const more = { ...lists, [name]: source };
    if (!saysOpen(source) && "mapping" in (await compiled({ ...grouped, lists: more }))) lists = more;
    else openFields.add(name);
  }
  // A placeholder list is required even if other lists are complete, because a list that is read from a single cell
  // does not use the rows.
  const isOpen = Object.keys(lists).length < Math.max(1, Object.keys(yamlMapOf(root["lists"]) ?? {}).length);
  const standIn = Object.keys(type.fields).find(
    (name) => lists[name] === undefined && standInList(type.fields[name]) !== undefined,
  );
  if (group !== undefined && isOpen && standIn !== undefined) {
    openFields.add(standIn);
    lists = { ...lists, [standIn]: standInList(type.fields[standIn]) ?? openAnswer };
  }
  if (Object.keys(lists).length > 0 && "mapping" in (await compiled({ ...grouped, lists })))
    parts = { ...parts, ...grouped, lists };
  const made = await compiled({});
  return "mapping" in made ? { mapping: made.mapping, open: [...openFields], asked, diagnostics } : undefined;
}

/** True if the only reason for an issue is an open question about values or about the time zone. */
export function isAboutOpenValue({ code, field }: Issue, asked: PartialMapping["asked"]): boolean {
  if (code === "zone_required") return true;
  return (code === "missing_value" || code === "unmapped_value") && asked.has(field ?? "");
}

/**
 * Returns a placeholder for a list of objects, so that rows can be evaluated before the list's fields have answers.
 * Returns undefined for all other fields, and for lists with required fields other than text.
 */
function standInList(field: Field | undefined): YamlMap | undefined {
  if (field?.kind !== "list" || field.plain === true) return undefined;
  const required = Object.entries(singleFields(field.fields ?? {})).filter(
    ([, each]) => each.required !== "never",
  );
  if (required.some(([, each]) => each.kind !== "text")) return undefined;
  return {
    rows: "all",
    fields: Object.fromEntries(required.map(([name, each]) => [name, standInFor(each, "") ?? openAnswer])),
  };
}

function saysOpen(source: Plain): boolean {
  return typeof source === "string" ? source === openAnswer : Object.values(source).some(saysOpen);
}

/** Returns a placeholder for an answer, or undefined for the kinds of fields that are omitted. */
function standInFor({ kind, choices }: Field, rowNumber: string): Plain | undefined {
  switch (kind) {
    case "id":
      return rowNumber;
    case "text":
      return { constant: "-" };
    case "email":
      return { constant: "nobody@example.com" };
    case "country":
      return { constant: "DE" };
    case "flag":
      return { constant: "true" };
    case "choice":
      return { constant: choices?.[0] ?? "-" };
    default:
      return undefined;
  }
}

/**
 * Removes unanswered values from a value map, so that rows with such a value are rejected. A constant without a value
 * is an open question.
 */
function withoutOpenAnswers(source: Plain | undefined): Plain | undefined {
  if (source === undefined || typeof source === "string" || isYamlList(source)) return source;
  if (source["constant"] === openAnswer) return openAnswer;
  return Object.fromEntries(
    Object.entries(source).flatMap(([word, value]) => {
      if (value === openAnswer && word === "blank") return [];
      if (word !== "values" || typeof value === "string" || isYamlList(value)) return [[word, value]];
      return [
        [word, Object.fromEntries(Object.entries(value).filter(([, answer]) => answer !== openAnswer))],
      ];
    }),
  );
}

/** Maximum number of different answers in a value map that are checked one by one. */
const mostAnswers = 20;

/**
 * Removes the invalid answers from a value map, so that rows with such a value need an answer. Returns undefined if the
 * source is invalid for another reason.
 */
async function withoutInvalidAnswers(
  source: Plain,
  isValid: (tried: YamlMap) => Promise<boolean>,
): Promise<YamlMap | undefined> {
  const map = yamlMapOf(source);
  const values = yamlMapOf(map?.["values"]);
  if (map === undefined || values === undefined) return undefined;
  const answers = new Set(Object.values(values));
  if (answers.size > mostAnswers) return undefined;
  const wrong = new Set<Plain>();
  for (const answer of answers)
    if (!(await isValid({ ...map, values: { value: answer } }))) wrong.add(answer);
  const kept = Object.fromEntries(Object.entries(values).filter(([, answer]) => !wrong.has(answer)));
  const { values: _, otherwise: __, ...others } = map;
  const valid = Object.keys(kept).length === 0 ? others : { ...map, values: kept };
  return wrong.size > 0 && (await isValid(valid)) ? valid : undefined;
}
