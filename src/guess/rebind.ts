import { foldHeading } from "../formats/fold-heading.js";
import { partWords } from "../mapping/grammar.js";
import { readYaml } from "../mapping/read-yaml.js";
import { isYamlMap, type Plain, type YamlMap } from "../mapping/yaml-document.js";
import { editYaml, type YamlEdit } from "../mapping/yaml-edit.js";

/** A mapping whose headings were renamed in the export, bound to the new ones. */

/** Parts of a mapping in which headings stand, beside its fields. */
const rules = ["only", "skip", "carry_down", "continuation", "operation"] as const;

/**
 * @param renamed new headings by the ones that the mapping names
 * @returns the text with the new headings; comments, order and everything else stay. Undefined: the text is no mapping
 */
export function rebound(text: string, renamed: ReadonlyMap<string, string>): string | undefined {
  const { document } = readYaml(text, "mapping");
  if (document === undefined || !isYamlMap(document.value)) return undefined;
  const names = new Map([...renamed].map(([from, to]) => [foldHeading(from), to]));
  const before = document.value;
  const after = renameHeadings(before, (heading) => names.get(foldHeading(heading)) ?? heading);
  const edits: YamlEdit[] = [];
  const edit = (path: readonly [string, ...string[]], from: Plain | undefined, to: Plain | undefined) => {
    if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) edits.push({ path, value: to });
  };
  const fields = isYamlMap(before["fields"]) ? before["fields"] : {};
  for (const [name, to] of Object.entries(isYamlMap(after["fields"]) ? after["fields"] : {}))
    edit(["fields", name], fields[name], to);
  for (const part of [...rules, "examples"]) edit([part], before[part], after[part]);
  return edits.length === 0 ? text : editYaml(text, edits, () => []);
}

/**
 * A mapping with every heading that it names as `rename` has it.
 *
 * @param rename gets also where the heading stands: the field, or the part of the mapping
 */
export function renameHeadings(
  mapping: YamlMap,
  rename: (heading: string, where: string) => string,
): YamlMap {
  const parts = ["fields", ...rules, "examples"].flatMap((key): readonly (readonly [string, Plain])[] => {
    const part = mapping[key];
    if (part === undefined) return [];
    const here = (heading: string) => rename(heading, key);
    if (key === "examples") return [[key, examplesWith(part, here)]];
    if (key !== "fields") {
      // `blank` is a heading there, and elsewhere what a blank cell means.
      return [[key, ruleWith(part, key === "continuation" ? "blank" : "column", here)]];
    }
    const field = (name: string, source: Plain) => sourceWith(source, (heading) => rename(heading, name));
    return isYamlMap(part) ? [[key, changed(part, field)]] : [];
  });
  return { ...mapping, ...Object.fromEntries(parts) };
}

type Rename = (heading: string) => string;

/** A source of a field: a heading, a list of sources, or a map with `column`, `first` or `join`. */
function sourceWith(source: Plain, rename: Rename): Plain {
  if (typeof source === "string") return rename(source);
  if (!isYamlMap(source)) return source.map((each) => sourceWith(each, rename));
  return changed(source, (key, part) => {
    if (key === "column" && typeof part === "string") return rename(part);
    return partWords.some((word) => word === key) && typeof part !== "string"
      ? sourceWith(part, rename)
      : part;
  });
}

/** Rules and the like: a heading stands under one word of theirs, or alone in a list. */
function ruleWith(rule: Plain, word: string, rename: Rename): Plain {
  if (typeof rule === "string") return rename(rule);
  if (!isYamlMap(rule)) return rule.map((each) => ruleWith(each, word, rename));
  return changed(rule, (key, part) => (key === word && typeof part === "string" ? rename(part) : part));
}

/** The rows of examples have headings as keys. */
function examplesWith(examples: Plain, rename: Rename): Plain {
  if (typeof examples === "string" || isYamlMap(examples)) return examples;
  return examples.map((example) =>
    isYamlMap(example)
      ? changed(example, (key, part) =>
          key === "row" && isYamlMap(part)
            ? Object.fromEntries(Object.entries(part).map(([heading, cell]) => [rename(heading), cell]))
            : part,
        )
      : example,
  );
}

function changed(map: YamlMap, change: (key: string, part: Plain) => Plain): YamlMap {
  return Object.fromEntries(Object.entries(map).map(([key, part]) => [key, change(key, part)]));
}
