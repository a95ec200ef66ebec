import { isRepair, type Issue } from "../issues.js";
import { zoneNeeded } from "../mapping/dates/dates.js";
import type { Mistake } from "../mapping/mistakes.js";
import type { RecordType } from "../records/record-type.js";
import type { Command, Mend, Plain } from "./messages.js";
import type { SampleTable } from "./sample-table.js";

/** What can be done about a remark, offered as a button beside it; nothing is done by itself. */

/** @param accepted repairs that the mapping accepts already */
export function mendsOf(
  { code, field, column, line }: Issue,
  table: SampleTable,
  accepted: readonly Plain[],
  type: RecordType | undefined,
): readonly Mend[] {
  const { encoding } = table.detected;
  if (code === "encoding_suggested" || code === "encoding_unsure" || code === "encoding_contradicted") {
    if (encoding === undefined) return [];
    return [{ kind: "read as", what: encoding, command: pin(["read", "encoding"], encoding) }];
  }
  if (isRepair(code)) {
    return [{ kind: "accept", what: code, command: pin(["read", "accept"], [...accepted, code]) }];
  }
  if (code === "zone_needed") return [zoneMend()];
  if (code === "missing_value" && field !== undefined && type?.fields[field]?.kind === "flag") {
    if (table.valuesOf(table.indexOf(column ?? "")).blanks === 0) return [];
    return ["false", "true"].map((value) => ({
      kind: "blank means",
      what: value,
      command: { do: "word", field, word: "blank", value },
    }));
  }
  const place = code === "footer_row" ? table.rows.findIndex((row) => row.line === line) : -1;
  return place < 0 ? [] : [rowMend("end", place, table)];
}

/** Of rows that are none of the list: it ends before them, or rows like them are left out. */
export function rowMends(place: number, table: SampleTable): readonly Mend[] {
  const isNearEnd = place >= table.rows.length - 5;
  return [...(isNearEnd ? [rowMend("end", place, table)] : []), rowMend("leave out", place, table)];
}

function rowMend(kind: "end" | "leave out", place: number, table: SampleTable): Mend {
  return { kind, what: beginning(place, table).text, command: { do: kind, place } };
}

/** A mapping whose times need a zone: that of this machine, where the person sits, is used when the person says so. */
export function zoneMends({ message }: Mistake): readonly Mend[] {
  return message === zoneNeeded ? [zoneMend()] : [];
}

function zoneMend(): Mend {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { kind: "zone", what: zone, command: pin(["zone"], zone) };
}

/** What a person's word about a row changes in the mapping. */
export function rowEdit(
  { do: what, place }: Extract<Command, { readonly place: number }>,
  table: SampleTable,
  rules: Plain | undefined,
): { readonly path: [string, ...string[]]; readonly value: Plain } | undefined {
  const row = table.rows[place];
  const { text, column } = beginning(place, table);
  if (row === undefined || column === undefined) return undefined;
  if (what === "heading") return { path: ["read", "header"], value: String(row.line) };
  if (what === "end") return { path: ["read", "stop_at"], value: text };
  const written = Array.isArray(rules) ? (rules as readonly Plain[]) : [];
  return { path: ["skip"], value: [...written, { column, starts_with: text }] };
}

/** How a row begins: its first filled cell without the numbers behind its words. */
function beginning(place: number, table: SampleTable): { readonly text: string; readonly column?: string } {
  const cells = table.rows[place]?.cells ?? [];
  const at = cells.findIndex((cell) => cell.trim() !== "");
  const cell = cells[at]?.trim() ?? "";
  const words = /^[^\d]+/.exec(cell)?.[0].replace(/[\s:.=(-]+$/, "") ?? "";
  const column = table.columns[at];
  return { text: words === "" ? cell : words, ...(column === undefined ? {} : { column }) };
}

function pin(path: [string, ...string[]], value: Plain): Command {
  return { do: "set", path, value };
}
