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
    if (accepted.includes(code)) return [];
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
  return place < 0 ? [] : rowMend("end", place, table);
}

/**
 * Of rows that are none of the list: it ends before them, or rows like them are left out. A row that is as full as others is of the
 * list, and something else is wrong with it.
 */
export function rowMends(place: number, table: SampleTable): readonly Mend[] {
  const filled = table.rows[place]?.cells.filter((cell) => cell.trim() !== "").length ?? 0;
  if (filled * 3 > table.columns.length * 2) return [];
  const isNearEnd = place >= table.rows.length - 5;
  return [...(isNearEnd ? rowMend("end", place, table) : []), ...rowMend("leave out", place, table)];
}

function rowMend(kind: "end" | "leave out", place: number, table: SampleTable): readonly Mend[] {
  const command = { do: kind, place } as const;
  return rowEdit(command, table, undefined) === undefined
    ? []
    : [{ kind, what: beginning(place, table).text, command }];
}

/** A mapping whose times need a zone: that of this machine, where the person sits, is used when the person says so. */
export function zoneMends({ message }: Mistake): readonly Mend[] {
  return message === zoneNeeded ? [zoneMend()] : [];
}

function zoneMend(): Mend {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { kind: "zone", what: zone, command: pin(["zone"], zone) };
}

/**
 * What a person's word about a row changes in the mapping.
 *
 * @returns undefined where it would concern other rows as well: a list ends at the first row that begins so
 */
export function rowEdit(
  { do: what, place }: Extract<Command, { readonly place: number }>,
  table: SampleTable,
  rules: Plain | undefined,
): { readonly path: [string, ...string[]]; readonly value: Plain } | undefined {
  const row = table.rows[place];
  const { text, cell, column } = beginning(place, table);
  if (row === undefined || column === undefined) return undefined;
  if (what === "heading") return { path: ["read", "header"], value: String(row.line) };
  if (what === "end") {
    const isEarlier = table.rows.slice(0, place).some(({ cells }) => firstFilled(cells).startsWith(text));
    return isEarlier ? undefined : { path: ["read", "stop_at"], value: text };
  }
  const written = Array.isArray(rules) ? (rules as readonly Plain[]) : [];
  const test = text === cell ? { equals: cell } : { starts_with: text };
  return { path: ["skip"], value: [...written, { column, ...test }] };
}

/** Rows of totals and notes are few: what more rows begin with is no sign of them. */
const mostAlike = 3;

/** How a row begins: its first filled cell, of "Total staff: 4" the words alone. */
function beginning(place: number, table: SampleTable) {
  const cells = table.rows[place]?.cells ?? [];
  const at = cells.findIndex((each) => each.trim() !== "");
  const cell = firstFilled(cells);
  const words = /^(.*?\p{L}.*?)[\s:.=(-]+\d/u.exec(cell)?.[1] ?? cell;
  const alike = table.rows.filter((row) => firstFilled(row.cells).startsWith(words)).length;
  return { text: alike > mostAlike ? cell : words, cell, column: table.columns[at] };
}

function firstFilled(cells: readonly string[]): string {
  return cells.find((cell) => cell.trim() !== "")?.trim() ?? "";
}

function pin(path: [string, ...string[]], value: Plain): Command {
  return { do: "set", path, value };
}
