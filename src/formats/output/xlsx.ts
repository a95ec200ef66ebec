import { workbookLibrary } from "../spreadsheet/library.js";
import type { AnyRecord } from "../../model/record-type.js";
import { jsonLines } from "./chunks.js";
import { flatRecord } from "./csv.js";
import type { OutputFormat } from "./output-format.js";

/** A workbook with a single sheet of text cells, so that `00123` keeps its zeros and formulas are not evaluated. */
export const xlsx: OutputFormat = {
  name: "xlsx",
  summary: "an Excel workbook with text cells",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  async *encode({ type, columns, lines }) {
    const library = await workbookLibrary();
    const rows = [[...columns]];
    for await (const piece of lines) {
      for (const line of jsonLines(piece)) rows.push(flatRecord(JSON.parse(line) as AnyRecord, columns));
    }
    const sheet = library.utils.aoa_to_sheet(rows, { dense: true });
    const book = library.utils.book_new(sheet, type.plural);
    yield library.write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Uint8Array;
  },
};
