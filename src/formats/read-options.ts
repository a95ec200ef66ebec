import { z } from "zod";
import { escapes } from "./text/escape.js";
import { quotes } from "./text/quote.js";
import { option } from "../model/scalars.js";

/** The `read:` section of a mapping, which specifies how to read the export. Omitted properties are detected. */

/** Prefixes that `namespaces` can define. */
export const namespacePrefix = /^[A-Za-z_][\w-]*$/;

const number = z.string().regex(/^[1-9]\d*$/, "a number from 1");

export const readOptionsSchema = z.strictObject({
  format: option(
    z.enum(["delimited", "fixed-width", "spreadsheet", "json", "xml", "html"]),
    "The file format. Default: detected from the content.",
    "delimited",
  ),
  encoding: option(z.string(), "Character set of a text file.", "windows-1252", "utf-16le", "shift_jis"),
  delimiter: option(
    z.string().min(1, "one to three characters").max(3, "one to three characters"),
    "The separator between two cells of a text file.",
    ";",
    "\t",
  ),
  quote: option(z.enum([...quotes, "none"]), "The quotation mark around cells of a text file.", '"', "none"),
  escape: option(
    z.enum(escapes),
    "How a quotation mark within a quoted cell is written: doubled (`double`), or preceded by a backslash (`backslash`) or another character, such as `@`.",
    "double",
  ),
  member: option(
    z.string(),
    "The file to read from a .zip with several files. `*` matches any characters.",
    "staff*.csv",
  ),
  members: option(
    z.string(),
    "Files in a .zip that together form one table, in archive order, such as messages with one record each. `*` matches any characters. Feeds with `many` pack their files into such archives.",
    "messages/*",
  ),
  sheet: option(
    z.union([
      z.string(),
      z.strictObject({
        number: number.meta({ description: "Number of the sheet, starting at 1.", examples: ["2"] }),
      }),
      z.strictObject({
        matches: z.string().meta({
          description: "Pattern for the name of the sheet. `*` matches any characters.",
          examples: ["Charge*"],
        }),
      }),
    ]),
    "Sheet in a workbook: its name, `{ number: 2 }` or `{ matches: PATTERN }`.",
    "Charge Codes",
  ),
  range: option(
    z.string().regex(/^[A-Z]{1,3}[1-9]\d*:[A-Z]{1,3}(?:[1-9]\d*)?$/, "a range such as A3:H200 or A3:H"),
    "The cell range that contains the table, including its header.",
    "A3:H",
  ),
  table: option(number, "Number of the table in an HTML page, starting at 1.", "1"),
  header: option(
    z.union([
      number,
      z.literal("none"),
      z.strictObject({
        contains: z
          .array(z.string())
          .min(1)
          .meta({ description: "Headings that the row must contain.", examples: [["Code", "Description"]] }),
      }),
      z.strictObject({
        rows: z
          .array(number)
          .min(2)
          .meta({
            description:
              "Numbers of the header rows. The cells of these rows are joined column by column with a space.",
            examples: [["3", "4"]],
          }),
      }),
    ]),
    "Where the header is: a line or row number, `none`, `{ contains: [HEADING, ...] }`, or `{ rows: [3, 4] }` for a header in several rows.",
    "4",
    "none",
  ),
  columns: option(
    z
      .array(
        z.strictObject({
          name: z
            .string()
            .min(1)
            .meta({ description: "Name by which the mapping refers to the column.", examples: ["ID"] }),
          from: number.meta({
            description: "Position of the first character, starting at 1.",
            examples: ["1"],
          }),
          to: option(
            number,
            "Position of the last character. Default: the position before the next column, or the end of the line.",
            "8",
          ),
        }),
      )
      .min(1),
    "Columns of fixed-width text by character position, starting at 1. `to` is inclusive.",
    [{ name: "ID", from: "1", to: "8" }],
  ),
  records: option(
    z.union([z.string(), z.array(z.string().min(1, "a path")).min(2, "at least two paths")]),
    "In JSON, the path of the list, or `$` if the document is one record. In XML, the path of the elements that are the rows. If the path ends with `.*`, all elements directly under it are rows. You can specify several paths with the same number of steps, such as those of invoices and credit notes. Some of the paths may be missing from a file.",
    "data.items",
    "Export.Staff.Person",
    "Shipments.*",
    ["Export.Invoice", "Export.CreditNote"],
  ),
  types: option(
    z.string().min(1, "a column"),
    'The column with the type of each row, if rows of different types have different numbers of cells. All rows of one type must have the same number of cells. With `types`, positions such as `"#9"` may be beyond the header.',
    "#1",
    "Rec",
  ),
  longest_cell: option(
    z.string().regex(/^[1-9]\d{0,7}$/, "a number of characters, up to 8 digits"),
    "Maximum length of a cell that a field reads, in characters. Default: 65536. Cells that no field reads may be longer.",
    "500000",
  ),
  namespaces: option(
    z.record(z.string().regex(namespacePrefix, "a prefix"), z.string().min(1)),
    "Prefixes for XML namespaces, with their URIs. Headings and `records` use these prefixes even if the file uses different ones. Elements in the same namespace as the rows have no prefix in headings.",
    { acc: "urn:example:accounting" },
  ),
  stop_at: option(
    z.string().min(1),
    "The table ends before the first row in which the first non-blank cell begins with this text. Use `stop_at` to skip totals, notes and footers.",
    "Total",
  ),
  blanks: option(z.array(z.string()), "Cell values that are treated as blank.", ["\\N", "NULL", "-"]),
  accept: option(z.array(z.string()), "Issue codes of repairs that feeds accept.", ["row_too_short"]),
});

export function shownPaths(records: string | readonly string[]): string {
  return typeof records === "string" ? records : records.join(" or ");
}

export type ReadOptions = z.infer<typeof readOptionsSchema> & {
  /** Headings that the mapping's fields read, and positions that the mapping uses. Not part of the YAML. */
  readonly wanted?: readonly string[];
  /**
   * Headings without which the mapping cannot read a file. If there are several possible delimiters, sheets, tables
   * or header rows, these headings determine the choice. Not part of the YAML.
   */
  readonly required?: readonly string[];
  /**
   * Headings of the record key. A line outside the table is treated as a row if it contains a key. Not part of the
   * YAML.
   */
  readonly keys?: readonly string[];
};
