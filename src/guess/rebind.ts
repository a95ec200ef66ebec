import { foldHeading } from "../formats/fold-heading.js";
import { partWords } from "../mapping/grammar.js";
import { readYaml } from "../mapping/read-yaml.js";
import type { Plain } from "../mapping/yaml-document.js";
import { editYaml, type YamlEdit } from "../mapping/yaml-edit.js";

/** A mapping whose headings were renamed in the export, bound to the new ones. */

/** Parts of a mapping in which headings stand, beside its fields. */
const parts = ["only", "skip", "carry_down", "continuation", "operation", "examples"] as const;

/**
 * @param renamed new headings by the ones that the mapping names
 * @returns the text with the new headings; comments, order and everything else stay. Undefined: the text is no mapping
 */
export function rebound(text: string, renamed: ReadonlyMap<string, string>): string | undefined {
  const { document } = readYaml(text, "mapping");
  if (document === undefined || !isMap(document.value)) return undefined;
  const names = new Map([...renamed].map(([from, to]) => [foldHeading(from), to]));
  const rename = (heading: string): string => names.get(foldHeading(heading)) ?? heading;
  const edits: YamlEdit[] = [];
  const edit = (path: readonly [string, ...string[]], before: Plain, after: Plain): void => {
    if (JSON.stringify(before) !== JSON.stringify(after)) edits.push({ path, value: after });
  };
  const { value } = document;
  const fields = value["fields"];
  for (const [name, source] of isMap(fields) ? Object.entries(fields) : []) {
    edit(["fields", name], source, sourceWith(source, rename));
  }
  for (const part of parts) {
    const before = value[part];
    if (before !== undefined)
      edit([part], before, part === "examples" ? examplesWith(before, rename) : ruleWith(before, rename));
  }
  return edits.length === 0 ? text : editYaml(text, edits, () => []);
}

type Rename = (heading: string) => string;
type PlainMap = { readonly [key: string]: Plain };

/** A source of a field: a heading, a list of sources, or a map with `column`, `first` or `join`. */
function sourceWith(source: Plain, rename: Rename): Plain {
  if (typeof source === "string") return rename(source);
  if (!isMap(source)) return source.map((each) => sourceWith(each, rename));
  return changed(source, (key, part) => {
    if (key === "column" && typeof part === "string") return rename(part);
    return partWords.some((word) => word === key) && typeof part !== "string"
      ? sourceWith(part, rename)
      : part;
  });
}

/** Rules and the like: headings stand under `column` and `blank`, or alone in a list. */
function ruleWith(rule: Plain, rename: Rename): Plain {
  if (typeof rule === "string") return rename(rule);
  if (!isMap(rule)) return rule.map((each) => ruleWith(each, rename));
  return changed(rule, (key, part) =>
    (key === "column" || key === "blank") && typeof part === "string" && part !== "true" && part !== "false"
      ? rename(part)
      : part,
  );
}

/** The rows of examples have headings as keys. */
function examplesWith(examples: Plain, rename: Rename): Plain {
  if (typeof examples === "string" || isMap(examples)) return examples;
  return examples.map((example) =>
    isMap(example)
      ? changed(example, (key, part) =>
          key === "row" && isMap(part)
            ? Object.fromEntries(Object.entries(part).map(([heading, cell]) => [rename(heading), cell]))
            : part,
        )
      : example,
  );
}

function changed(map: PlainMap, change: (key: string, part: Plain) => Plain): PlainMap {
  return Object.fromEntries(Object.entries(map).map(([key, part]) => [key, change(key, part)]));
}

function isMap(part: Plain | undefined): part is PlainMap {
  return typeof part === "object" && !Array.isArray(part);
}
