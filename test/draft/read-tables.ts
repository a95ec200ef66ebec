import type { RecordTypeName } from "../../src/model/record-types/index.js";
import type { Answer, TruthTable } from "./truth.js";

/**
 * Reads tables with their right answers from plain text:
 *
 *     ## staff | de | name of the table | real      or `invented`: whether the headings are from a public file
 *     Nr | Name | Gesperrt          headings; `(none)` if the table has no headings
 *     7 | Petra Vogel | nein        rows
 *     = external_id: Nr             the right answer; fields that are not named are not in the file
 *     = name: A + B                 joined with a space; `A +"" B` joined with nothing
 *     = is_active: not Gesperrt     inverted; `until Ende` for an end date
 *     ~ external_id: Other          also right; `(none)` if an open answer is also right
 *     map is_active: ja=true, nein=false
 *     unit: percent
 */
export function readTables(text: string): readonly TruthTable[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const lines = block.split("\n").filter((line) => line.trim() !== "");
      const [kind = "", language = "", name = "", origin] = cellsOf(lines[0] ?? "");
      const isNote = (line: string) => /^(?:[=~] |map |unit: )/.test(line);
      const table = lines.slice(1).filter((line) => !isNote(line));
      const mapping: Record<string, Answer> = {};
      const acceptable: Record<string, Answer[]> = {};
      const value_maps: Record<string, Record<string, string | boolean>> = {};
      let rate_unit: "percent" | "fraction" | undefined;
      for (const line of lines.filter(isNote)) {
        const [, sign = "", field = "", rest = ""] = /^(=|~|map|unit:)\s*(\w+):?\s*(.*)$/.exec(line) ?? [];
        if (sign === "=") mapping[field] = answerOf(rest);
        else if (sign === "~") (acceptable[field] ??= []).push(answerOf(rest));
        else if (sign === "map") value_maps[field] = mapOf(rest);
        else rate_unit = field === "fraction" ? "fraction" : "percent";
      }
      const headings = table[0]?.trim() === "(none)" ? null : cellsOf(table[0] ?? "");
      return {
        name,
        isReal: origin === "real",
        kind: kind as RecordTypeName,
        language,
        headings,
        rows: table.slice(1).map(cellsOf),
        mapping,
        acceptable,
        value_maps,
        ...(rate_unit === undefined ? {} : { rate_unit }),
      };
    });
}

function cellsOf(line: string): readonly string[] {
  return line.split("|").map((cell) => cell.trim());
}

function answerOf(text: string): Answer {
  if (text === "(none)") return null;
  if (text.startsWith("not ")) return { column: text.slice(4), invert: true };
  if (text.startsWith("until ")) return { column: text.slice(6), op: "active_if_empty_or_future" };
  const separator = / \+(?:"([^"]*)")? /.exec(text);
  if (separator === null) return text;
  return { columns: text.split(separator[0]), op: "join", separator: separator[1] ?? " " };
}

function mapOf(text: string): Record<string, string | boolean> {
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [value = "", meaning = ""] = pair.split("=").map((part) => part.trim());
      return [value, meaning === "true" ? true : meaning === "false" ? false : meaning];
    }),
  );
}
