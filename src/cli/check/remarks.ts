import type { EvaluationInMemory } from "../../convert/engine.js";
import type { Issue } from "../../model/issues.js";
import type { LoadedMapping } from "../../workspace/mapping-file.js";

/** What a sample shows about its mapping that is no mistake, but that its author should know. */

const mostValues = 10;

/** One line each; values of people are not shown. */
export function remarks(evaluated: EvaluationInMemory, mapping: LoadedMapping): string[] {
  return [...uncovered(evaluated, mapping), ...neverFilled(evaluated, mapping), ...unsure(evaluated)];
}

/** Issues of the sample's rows, one line for each field and code: above all values that no map covers. */
function uncovered({ issues }: EvaluationInMemory, { type }: LoadedMapping): string[] {
  const groups = new Map<string, Issue[]>();
  for (const found of issues) {
    if (found.severity === "note" || found.line === undefined) continue;
    const key = `${found.code} ${found.field ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), found]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [Issue];
    const lines = listed(group.map((found) => String(found.line)));
    const values = new Set(group.flatMap((found) => found.value ?? []));
    const shown =
      type.personal || values.size === 0
        ? ""
        : ` Values: ${listed([...values].map((value) => JSON.stringify(value)))}.`;
    const where = `${group.length === 1 ? "line" : "lines"} ${lines}`;
    return `${first.severity === "error" ? "rejected: " : ""}${first.message}${shown} (${first.code}, ${where})`;
  });
}

function listed(items: readonly string[]): string {
  const more = items.length > mostValues ? ` and ${items.length - mostValues} more` : "";
  return items.slice(0, mostValues).join(", ") + more;
}

/** Fields that the mapping makes and that no record of the sample has. */
function neverFilled({ accepted }: EvaluationInMemory, { parsed, type }: LoadedMapping): string[] {
  if (parsed === undefined || accepted.length === 0) return [];
  return type.columns
    .filter((name) => parsed.mapping.fields[name] !== undefined)
    .filter((name) => accepted.every(({ record }) => (record[name] ?? "") === ""))
    .map((name) => `the field ${name} is blank in every record of this sample`);
}

/** A feed refuses a character set that is only likely. */
function unsure({ detected }: EvaluationInMemory): string[] {
  if (detected.encodingCertainty !== "suggested") return [];
  return [
    `the character set ${detected.encoding} is only likely: a feed refuses the file until \`read.encoding\` pins it`,
  ];
}
