import type { FieldKind } from "../../model/fields.js";
import type { AnyRecord } from "../../model/record-type.js";
import { workbookLibrary, type CellObject } from "../spreadsheet/library.js";
import { jsonLines } from "./chunks.js";
import { flatRecord } from "./csv.js";
import type { OutputFormat } from "./output-format.js";

/**
 * A workbook with a single sheet. Flags, dates and numbers have their types. All other cells are text, so that `00123`
 * keeps its zeros and formulas are not evaluated.
 */
export const xlsx: OutputFormat = {
  name: "xlsx",
  summary: "an Excel workbook with typed cells",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  async *encode({ type, columns, lines }) {
    const library = await workbookLibrary();
    const kinds = columns.map((column) => type.fields[column]?.kind);
    const widths = columns.map((column) => column.length);
    const rows: (string | CellObject)[][] = [[...columns]];
    for await (const piece of lines) {
      for (const line of jsonLines(piece)) {
        const cells = flatRecord(JSON.parse(line) as AnyRecord, columns);
        cells.forEach((text, at) => (widths[at] = Math.max(widths[at] ?? 0, text.length)));
        rows.push(cells.map((text, at) => typedCell(text, kinds[at]) ?? text));
      }
    }
    const sheet = library.utils.aoa_to_sheet(rows, { dense: true });
    sheet["!cols"] = widths.map((width) => ({ wch: Math.min(width, widest) + 2 }));
    const book = library.utils.book_new(sheet, type.plural);
    yield library.write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Uint8Array;
  },
};

/** Width of the widest column, in characters. */
const widest = 50;

/** Days since the beginning of Excel's calendar. Excel has a day too many before March 1900. */
const firstDay = 61;

/** Returns undefined if the cell has to be text, for example because a number has more digits than Excel stores. */
function typedCell(text: string, kind: FieldKind | undefined): CellObject | undefined {
  switch (kind) {
    case "flag":
      return text === "" ? undefined : { t: "b", v: text === "true" };
    case "integer":
    case "decimal":
      return text.replace(/\D/g, "").length <= 15 && String(Number(text)) === text
        ? { t: "n", v: Number(text) }
        : undefined;
    case "date": {
      const day = Date.parse(text) / 86_400_000 + 25_569;
      return day >= firstDay ? { t: "n", v: day, z: "yyyy-mm-dd" } : undefined;
    }
    default:
      return undefined;
  }
}
