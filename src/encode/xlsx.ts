import { workbookLibrary } from "../formats/spreadsheet/library.js";
import { flatRecord } from "./csv.js";
import type { Encoder } from "./encoder.js";

/** A workbook with one sheet of text cells: `00123` keeps its zeros, and what looks like a formula is text. */
export const xlsx: Encoder = {
  name: "xlsx",
  summary: "an Excel workbook with text cells",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  async *encode({ type, columns, records }) {
    const library = await workbookLibrary();
    const rows = [[...columns]];
    for (const record of records) rows.push(flatRecord(record, columns));
    const sheet = library.utils.aoa_to_sheet(rows, { dense: true });
    const book = library.utils.book_new(sheet, type.plural);
    yield library.write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Uint8Array;
  },
};
