import type { EvaluationInMemory } from "../../convert/engine.js";
import type { Issue } from "../../model/issues.js";
import type { LoadedMapping } from "../../workspace/mapping-file.js";

/**
 * Observations about a mapping, based on its sample. Remarks are not errors, but they can help the author improve the
 * mapping.
 */

const mostValues = 10;

/** Returns the remarks, one per line, without personal data. */
export function remarks(evaluated: EvaluationInMemory, mapping: LoadedMapping): string[] {
  return [...uncovered(evaluated, mapping), ...neverFilled(evaluated, mapping), ...unsure(evaluated)];
}

/**
 * Returns one line per field and code for the errors and warnings in the rows. Most of these issues are values that the
 * mapping does not cover.
 */
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

function neverFilled({ accepted }: EvaluationInMemory, { parsed, type }: LoadedMapping): string[] {
  if (parsed === undefined || accepted.length === 0) return [];
  return type.columns
    .filter((name) => parsed.mapping.fields[name] !== undefined)
    .filter((name) => accepted.every(({ record }) => (record[name] ?? "") === ""))
    .map((name) => `the field ${name} is blank in every record of this sample`);
}

/** Returns a remark if the character set could not be detected with certainty, because feeds reject such a file. */
function unsure({ detected }: EvaluationInMemory): string[] {
  if (detected.encodingCertainty !== "suggested") return [];
  return [
    `the character set ${detected.encoding} is not certain, so feeds reject the file. Set \`read.encoding\``,
  ];
}
