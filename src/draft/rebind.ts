import { z } from "zod";
import { foldHeading } from "../formats/fold-heading.js";
import { grammarOf, heading } from "../mapping/grammar.js";
import { readYaml } from "../mapping/read-yaml.js";
import { isYamlMap, type Plain, type YamlMap } from "../mapping/yaml-document.js";
import { editYaml, type YamlEdit } from "../mapping/yaml-edit.js";
import { recordType } from "../model/record-types/index.js";

/**
 * Returns the mapping with the new headings and everything else unchanged, or undefined if the input is not a
 * mapping. `renamed` contains the new headings, keyed by old heading.
 */
export function rebound(text: string, renamed: ReadonlyMap<string, string>): string | undefined {
  const { document } = readYaml(text, "mapping");
  if (document === undefined || !isYamlMap(document.value)) return undefined;
  const names = new Map([...renamed].map(([from, to]) => [foldHeading(from), to]));
  const before = document.value;
  const after = renameHeadings(before, (name) => names.get(foldHeading(name)) ?? name);
  const edits: YamlEdit[] = [];
  const edit = (path: readonly [string, ...string[]], from: Plain | undefined, to: Plain | undefined) => {
    if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) edits.push({ path, value: to });
  };
  const fields = isYamlMap(before["fields"]) ? before["fields"] : {};
  for (const [name, to] of Object.entries(isYamlMap(after["fields"]) ? after["fields"] : {}))
    edit(["fields", name], fields[name], to);
  for (const part of Object.keys(before)) if (part !== "fields") edit([part], before[part], after[part]);
  return edits.length === 0 ? text : editYaml(text, edits, () => []);
}

/**
 * The mapping grammar defines where headings occur. `rename` receives the heading and the place where the heading is
 * used. The place is a field, `list.field` for elements, or a section in the mapping.
 */
export function renameHeadings(
  mapping: YamlMap,
  rename: (heading: string, where: string) => string,
): YamlMap {
  const type = typeof mapping["record"] === "string" ? recordType(mapping["record"]) : undefined;
  if (type === undefined) return mapping;
  return renamedIn(grammarOf(type), mapping, [], rename) as YamlMap;
}

function renamedIn(
  schema: z.ZodType,
  value: Plain,
  path: readonly string[],
  rename: (heading: string, where: string) => string,
): Plain {
  const within = (part: z.ZodType, of: Plain, ...more: readonly string[]) =>
    renamedIn(part, of, [...path, ...more], rename);
  if (schema === heading) return typeof value === "string" ? rename(value, placeOf(path)) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy)
    return within(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodUnion) {
    const meant = (schema.options as readonly z.ZodType[]).find((each) => each.safeParse(value).success);
    return meant === undefined ? value : within(meant, value);
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? (value as readonly Plain[]).map((each) => within(schema.element as z.ZodType, each))
      : value;
  if (!isYamlMap(value)) return value;
  if (schema instanceof z.ZodRecord) {
    const isByHeading = schema.keyType === heading;
    const entries = Object.entries(value).map(([key, part]) => [
      isByHeading ? rename(key, placeOf(path)) : key,
      within(schema.valueType as z.ZodType, part, key),
    ]);
    return Object.fromEntries(entries) as YamlMap;
  }
  // Elements from another table refer to the headings in that table, which are not renamed.
  if (!(schema instanceof z.ZodObject) || (path[0] === "lists" && value["from"] !== undefined)) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    const known = schema.shape[key] as z.ZodType | undefined;
    return [key, known === undefined ? part : within(known, part, key)];
  });
  return Object.fromEntries(entries) as YamlMap;
}

function placeOf([part = "", name = "", , field]: readonly string[]): string {
  if (part === "fields") return name;
  return part === "lists" && field !== undefined ? `${name}.${field}` : part;
}
