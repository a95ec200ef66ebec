import { z } from "zod";
import { escapes } from "./escape.js";
import { quotes } from "./quote.js";

/** The `read:` part of a mapping: how to read the export. Everything is detected when it is left out. */

const number = z.string().regex(/^[1-9]\d*$/, "a number from 1");

export const readOptionsSchema = z.strictObject({
  format: z
    .enum(["delimited", "fixed-width", "spreadsheet", "json", "xml", "html"])
    .optional()
    .meta({
      description: "How the file is encoded. Found from its content when omitted.",
      examples: ["delimited"],
    }),
  encoding: z
    .string()
    .optional()
    .meta({
      description: "Character set of a text file.",
      examples: ["windows-1252", "utf-16le", "shift_jis"],
    }),
  delimiter: z
    .string()
    .min(1, "one to three characters")
    .max(3, "one to three characters")
    .optional()
    .meta({ description: "What stands between two cells of a text file.", examples: [";", "\t"] }),
  quote: z
    .enum([...quotes, "none"])
    .optional()
    .meta({ description: "Quote sign around cells of a text file.", examples: ['"', "none"] }),
  escape: z
    .enum(escapes)
    .optional()
    .meta({
      description: "How a quote sign within a quoted cell is written: doubled, or behind this sign.",
      examples: ["double"],
    }),
  member: z
    .string()
    .optional()
    .meta({
      description: "File within a .zip, when it holds more than one; `*` stands for anything.",
      examples: ["staff*.csv"],
    }),
  members: z
    .string()
    .optional()
    .meta({
      description:
        "Files within a .zip that are one table, in their order there, such as messages with a record each; `*` stands for anything. A feed packs files that it takes together (`many`).",
      examples: ["messages/*"],
    }),
  sheet: z
    .union([
      z.string(),
      z.strictObject({
        number: number.meta({ description: "Which sheet, from 1.", examples: ["2"] }),
      }),
      z.strictObject({
        matches: z.string().meta({
          description: "A pattern for the name of the sheet; `*` stands for anything.",
          examples: ["Charge*"],
        }),
      }),
    ])
    .optional()
    .meta({
      description: "Sheet of a workbook: its name, `{ number: 2 }` or `{ matches: PATTERN }`.",
      examples: ["Charge Codes"],
    }),
  range: z
    .string()
    .regex(/^[A-Z]{1,3}[1-9]\d*:[A-Z]{1,3}(?:[1-9]\d*)?$/, "a range such as A3:H200 or A3:H")
    .optional()
    .meta({ description: "Part of a sheet that holds the table, header included.", examples: ["A3:H"] }),
  table: number.optional().meta({ description: "Which table of an HTML page, from 1.", examples: ["1"] }),
  header: z
    .union([
      number,
      z.literal("none"),
      z.strictObject({
        contains: z
          .array(z.string())
          .min(1)
          .meta({ description: "Headings that the row has to hold.", examples: [["Code", "Description"]] }),
      }),
      z.strictObject({
        rows: z
          .array(number)
          .min(2)
          .meta({
            description: "Rows whose headings are joined by a blank, column by column.",
            examples: [["3", "4"]],
          }),
      }),
    ])
    .optional()
    .meta({
      description:
        "Where the headings stand: a line or row number, `none`, `{ contains: [HEADING, ...] }`, or `{ rows: [3, 4] }` for headings over several rows, which are joined by a blank.",
      examples: ["4", "none"],
    }),
  columns: z
    .array(
      z.strictObject({
        name: z
          .string()
          .min(1)
          .meta({ description: "How the mapping names the column.", examples: ["ID"] }),
        from: number.meta({ description: "Its first character, from 1.", examples: ["1"] }),
        to: number.optional().meta({
          description: "Its last character; up to the next column when omitted.",
          examples: ["8"],
        }),
      }),
    )
    .min(1)
    .optional()
    .meta({
      description: "Columns of fixed-width text by character position, from 1, `to` included.",
      examples: [[{ name: "ID", from: "1", to: "8" }]],
    }),
  records: z
    .string()
    .optional()
    .meta({
      description:
        "Where the list stands within a JSON document, or the path of the elements that are the rows in XML.",
      examples: ["data.items", "Export.Staff.Person"],
    }),
  stop_at: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        "Stop before the first row whose first filled cell begins with this text: totals, notes, footers.",
      examples: ["Total"],
    }),
  blanks: z
    .array(z.string())
    .optional()
    .meta({ description: "Cells that mean blank.", examples: [["\\N", "NULL", "-"]] }),
  accept: z
    .array(z.string())
    .optional()
    .meta({
      description: "Repairs of the reader that a feed accepts, by issue code.",
      examples: [["row_too_short"]],
    }),
});

export type ReadOptions = z.infer<typeof readOptionsSchema> & {
  /** Headings that the fields of the mapping read: they tell its sheet among several. Never written under `read:`. */
  readonly wanted?: readonly string[];
};
