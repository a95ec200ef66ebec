import iconv from "iconv-lite";
import { type CleanTable, dice } from "./clean-tables.js";
import { cellText, joinLines, plainWriting, rowTexts, type Writing, writeRows } from "./write-table.js";

/**
 * Kinds of damage and unusual writing. Each creates files from a clean table, together with the table that a
 * careful person sees in them. The expected table is derived from the clean table and the change, never from the
 * reader.
 */

export interface Damaged {
  /** Description of the change, unique within the kind. */
  readonly variant: string;
  readonly bytes: Uint8Array;
  /** Character set of the bytes. Default: UTF-8. */
  readonly charset?: string;
  /** Null if the table has no header. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

export interface DamageKind {
  readonly name: string;
  make(table: CleanTable): Iterable<Damaged>;
}

/**
 * Columns that contain a delimiter, quote or line end would make other damage ambiguous, so some kinds leave
 * out such cells.
 */
function tame(table: CleanTable, forbidden: RegExp): CleanTable {
  const clean = (cell: string): string => cell.replace(forbidden, "").replace(/ +/g, " ").trim();
  return { ...table, rows: table.rows.map((row) => row.map(clean)) };
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function whole({ headings, rows }: CleanTable, variant: string, text: string): Damaged {
  return { variant, bytes: utf8(text), headings, rows };
}

function all(table: CleanTable): readonly (readonly string[])[] {
  return [table.headings, ...table.rows];
}

function kind(name: string, make: DamageKind["make"]): DamageKind {
  return { name, make };
}

function written(table: CleanTable, variant: string, change: Partial<Writing>): Damaged {
  return whole(table, variant, writeRows(all(table), { ...plainWriting, ...change }));
}

/** A line that a program took for one cell and quoted again. */
function quotedWhole(line: string): string {
  return `"${line.replaceAll('"', '""')}"`;
}

/** Replaces one row of the body, in the file and in the expected table. */
function withRow(
  table: CleanTable,
  variant: string,
  index: number,
  text: string,
  cells: readonly string[],
  writing = plainWriting,
): Damaged {
  const lines = rowTexts(all(table), writing);
  lines[index + 1] = text;
  const rows = table.rows.map((row, i) => (i === index ? cells : row));
  return { variant, bytes: utf8(joinLines(lines, writing)), headings: table.headings, rows };
}

/** A few rows of the body, spread over it. */
function* someRows(table: CleanTable): Generator<number> {
  const count = table.rows.length;
  for (const share of [0, 0.3, 0.6, 0.999]) yield Math.floor(share * count);
}

export const damageKinds: readonly DamageKind[] = [
  kind("well-formed", function* (table) {
    yield written(table, "as needed", {});
    yield written(table, "all quoted", { quoted: "all" });
  }),
  kind("delimiter", function* (table) {
    for (const delimiter of [
      ";",
      "\t",
      "|",
      ":",
      "^",
      "~",
      ", ",
      "; ",
      ";;",
      "||",
      "|||",
      "<>",
      "$$",
      "\u001f",
      " | ",
      " ; ",
      "@@",
      "##",
      "--",
    ]) {
      yield written(table, JSON.stringify(delimiter), { delimiter });
      yield written(table, `${JSON.stringify(delimiter)} all quoted`, { delimiter, quoted: "all" });
    }
    yield written(table, "blank, all quoted", { delimiter: " ", quoted: "all" });
  }),
  kind("delimiter without quotes", function* (table) {
    for (const delimiter of [",", ";", "\t", "|", "^", "~"]) {
      const plain = tame(table, new RegExp(`[\\n"'\\${delimiter}]`, "g"));
      yield written(plain, JSON.stringify(delimiter), { delimiter, quote: "" });
    }
    const bare = tame(table, /[\n"' ]/g);
    const single = { ...bare, headings: bare.headings.map((heading) => heading.replaceAll(" ", "_")) };
    yield written(single, "blank", { delimiter: " ", quote: "" });
  }),
  kind("quote", function* (table) {
    for (const delimiter of [",", ";", "\t"]) {
      yield written(table, `' all ${JSON.stringify(delimiter)}`, { delimiter, quote: "'", quoted: "all" });
    }
    for (const quote of ["`", "~", "*", "|", "#", "^", "$"]) {
      yield written(table, `${quote} all`, { quote, quoted: "all" });
      yield written(table, `${quote} all ;`, { delimiter: ";", quote, quoted: "all" });
    }
  }),
  kind("quote ' where needed", function* (table) {
    // One cell in such quotes may be text, and so may each of its lines.
    if (table.rows.flat().filter((cell) => /['\n]/.test(cell)).length < 2) return;
    for (const delimiter of [",", ";", "\t"]) {
      yield written(table, JSON.stringify(delimiter), { delimiter, quote: "'" });
    }
  }),
  kind("escape", function* (table) {
    for (const delimiter of [",", ";"]) {
      yield written(table, `backslash ${delimiter}`, { delimiter, escape: "backslash" });
      yield written(table, `backslash all ${delimiter}`, { delimiter, escape: "backslash", quoted: "all" });
      const closing = tame(table, /"$/g);
      yield written(closing, `nothing all ${delimiter}`, { delimiter, escape: "nothing", quoted: "all" });
      const inches = table.rows.map((row, i) =>
        row.map((cell, column) =>
          column === 1 ? `${i % 9}"` : column === 2 ? `pipe ${i % 7}" x 3", grey` : cell,
        ),
      );
      const sized = tame({ ...table, rows: inches }, /\n/g);
      yield written(sized, `inches, nothing all ${delimiter}`, {
        delimiter,
        escape: "nothing",
        quoted: "all",
      });
    }
  }),
  kind("line ends", function* (table) {
    for (const lineEnd of ["\n", "\r", "\r\n"]) {
      yield written(table, JSON.stringify(lineEnd), { lineEnd });
      yield written(table, `${JSON.stringify(lineEnd)} not at the end`, { lineEnd, finalLineEnd: false });
    }
    const lines = rowTexts(all(table), plainWriting);
    const ends = ["\r\n", "\n", "\r"];
    yield whole(table, "all three mixed", lines.map((line, i) => line + ends[i % 3]!).join(""));
    yield whole(table, "one LF", lines.map((line, i) => line + (i === 5 ? "\n" : "\r\n")).join(""));
    yield whole(table, "one CR", lines.map((line, i) => line + (i === 5 ? "\r" : "\n")).join(""));
    yield whole(table, "CR CR LF", lines.map((line) => `${line}\r\r\n`).join(""));
    yield whole(
      table,
      "blank lines between",
      lines.map((line, i) => line + (i % 4 === 0 ? "\n\n" : "\n")).join(""),
    );
    yield whole(table, "every line twice ended", lines.map((line) => `${line}\n\n`).join(""));
    yield whole(table, "blank lines around", `\n\n${lines.join("\n")}\n\n\n\n`);
    yield whole(table, "lines of blanks", `${lines.join("\n   \n")}\n  \n`);
  }),
  kind("unusual line ends", function* (table) {
    const lineEnds = ["\u001e", "\u2028", "\u2029", "\u0085", "\u000b", "\u000c"];
    const plain = tame(table, /\n/g);
    for (const lineEnd of lineEnds) {
      yield written(plain, JSON.stringify(lineEnd), { lineEnd });
      const within = plain.rows.map((row) =>
        row.map((cell, i) => (i === 1 ? `${cell}${lineEnd}more` : cell)),
      );
      yield written({ ...plain, rows: within }, `${JSON.stringify(lineEnd)} within cells`, {});
    }
  }),
  kind("byte order mark and character sets", function* (table) {
    const text = writeRows(all(table), plainWriting);
    yield whole(table, "UTF-8 with mark", `\ufeff${text}`);
    for (const charset of ["utf-16le", "utf-16be"]) {
      yield { ...whole(table, charset, ""), charset, bytes: iconv.encode(text, charset) };
      yield {
        ...whole(table, `${charset} with mark`, ""),
        charset,
        bytes: iconv.encode(text, charset, { addBOM: true }),
      };
    }
    yield {
      ...whole(table, "utf-32le with mark", ""),
      charset: "utf-32le",
      bytes: iconv.encode(text, "utf-32le", { addBOM: true }),
    };
  }),
  kind("preamble", function* (table) {
    const width = table.headings.length;
    const writing = plainWriting;
    const lines = rowTexts(all(table), writing);
    const made = (variant: string, before: readonly string[]): Damaged =>
      whole(table, variant, joinLines([...before, ...lines], writing));
    yield made("title", ["Export of everything"]);
    yield made("title and blank line", ["Export of everything", ""]);
    yield made("comments", ["# made by a machine", "# on 2024-05-01, at noon", "#"]);
    yield made("keys and values", [
      "Report: charge codes",
      "Company: Acme GmbH, Hamburg",
      "Date: 2024-01-05",
      "",
    ]);
    yield made("prose with commas", [
      "This file was made for you, with care, by us.",
      "Do not change it, please.",
    ]);
    yield made(
      "padded with delimiters",
      ["Export of everything", "2024-01-05"].map((text) => text + ",".repeat(width - 1)),
    );
    yield made("padded and blank", [`Charge codes${",".repeat(width - 1)}`, ",".repeat(width - 1)]);
    yield made("six lines", ["Acme", "Some street 5", "20095 Hamburg", "", "List of 2024", ""]);
    yield made("sep=", ["sep=,"]);
    yield made("keys and values in cells", ["Company:,Acme", "Period:,2024", ""]);
    yield made(
      "keys and values in cells, padded",
      ["Report", "", "Date,2024-05-01", ""].map((text) => text + ",".repeat(width - text.split(",").length)),
    );
  }),
  kind("preamble, other delimiters", function* (table) {
    for (const delimiter of [";", "\t", "|"]) {
      const writing = { ...plainWriting, delimiter };
      const lines = rowTexts(all(table), writing);
      yield whole(table, delimiter, joinLines(["Export, made by us, 2024", "", ...lines], writing));
    }
  }),
  kind("header of several lines", function* (table) {
    if (!hasTyped(table)) return;
    const units = table.headings.map((_, i) => (i % 2 === 0 ? "(a)" : "(b)"));
    const second = table.headings.map((heading, i) => `${heading} ${units[i]}`);
    yield {
      ...whole(table, "two lines", writeRows([table.headings, units, ...table.rows], plainWriting)),
      headings: second,
    };
    const groups = table.headings.map((_, i) => (i === 1 ? "Person" : i === 3 ? "Other" : ""));
    const spread = table.headings.map((heading, i) =>
      i < 1 ? heading : `${i < 3 ? "Person" : "Other"} ${heading}`,
    );
    yield {
      ...whole(table, "group titles", writeRows([groups, table.headings, ...table.rows], plainWriting)),
      headings: spread,
    };
  }),
  kind("headings repeated or blank", function* (table) {
    const repeated = table.headings.map((heading, i) =>
      i === table.headings.length - 1 ? table.headings[0]! : heading,
    );
    yield {
      ...whole(table, "first again", writeRows([repeated, ...table.rows], plainWriting)),
      headings: repeated,
    };
    const blank = table.headings.map((heading, i) => (i === 0 ? "" : heading));
    yield {
      ...whole(table, "first blank", writeRows([blank, ...table.rows], plainWriting)),
      headings: blank,
    };
    const lastBlank = table.headings.map((heading, i) => (i === table.headings.length - 1 ? "" : heading));
    yield {
      ...whole(table, "last blank", writeRows([lastBlank, ...table.rows], plainWriting)),
      headings: lastBlank,
    };
  }),
  kind("no header", function* (table) {
    if (!hasTyped(table)) return;
    for (const delimiter of [",", ";", "\t"]) {
      const writing = { ...plainWriting, delimiter };
      yield { ...whole(table, JSON.stringify(delimiter), writeRows(table.rows, writing)), headings: null };
    }
  }),
  kind("few rows", function* (table) {
    for (const count of [0, 1, 2, 3]) {
      for (const delimiter of [",", ";", "\t"]) {
        const short = { ...table, rows: table.rows.slice(0, count) };
        yield written(short, `${count} rows ${JSON.stringify(delimiter)}`, { delimiter });
      }
    }
  }),
  kind("nothing", function* (table) {
    if (table.name !== "numbers") return;
    for (const text of ["", "\ufeff", "\n", "\r\n\r\n", "  \n"]) {
      yield { variant: JSON.stringify(text), bytes: utf8(text), headings: null, rows: [] };
    }
  }),
  kind("one column", function* (table) {
    const one: CleanTable = {
      name: table.name,
      headings: [table.headings[0]!],
      rows: table.rows.map((row) => [row[0]!]).filter((row) => row[0] !== ""),
    };
    yield written(one, "plain", {});
    yield written(one, "quoted", { quoted: "all" });
  }),
  kind("very wide", function* (table) {
    const times = Math.ceil(400 / table.headings.length);
    const repeat = (cells: readonly string[], heading: boolean): string[] =>
      Array.from({ length: times }, (_, i) => cells.map((cell) => (heading ? `${cell}${i}` : cell))).flat();
    const wide = {
      ...table,
      headings: repeat(table.headings, true),
      rows: table.rows.map((row) => repeat(row, false)),
    };
    yield written(wide, "400 columns", {});
    yield written(wide, "400 columns ;", { delimiter: ";" });
  }),
  kind("row with too few cells", function* (table) {
    const width = table.headings.length;
    for (const index of someRows(table)) {
      const row = table.rows[index]!;
      const kept = row.slice(0, width - 1);
      const cells = [...kept, ""];
      yield withRow(table, `last gone in ${index}`, index, rowTexts([kept], plainWriting)[0]!, cells);
    }
  }),
  kind("row with too many cells", function* (table) {
    for (const index of someRows(table)) {
      const cells = [...table.rows[index]!, "extra"];
      yield withRow(table, `one more in ${index}`, index, rowTexts([cells], plainWriting)[0]!, cells);
    }
  }),
  kind("trailing delimiters", function* (table) {
    for (const index of someRows(table)) {
      const row = table.rows[index]!;
      const text = `${rowTexts([row], plainWriting)[0]!},,`;
      yield withRow(table, `two in ${index}`, index, text, row);
    }
    const lines = rowTexts(all(table), plainWriting);
    const rows = lines.map((line, i) => (i === 0 ? line : `${line},`));
    yield whole(table, "after every row", joinLines(rows, plainWriting));
  }),
  kind("row with another delimiter", function* (table) {
    const plain = tame(table, /[\n"',;\t|:]/g);
    for (const delimiter of [";", "\t", "|", ", ", "^"]) {
      for (const index of someRows(plain)) {
        const row = plain.rows[index]!;
        // A space after the file's delimiter belongs to the cell, as in RFC 4180.
        const cells = delimiter === ", " ? row.map((cell, i) => (i === 0 ? cell : ` ${cell}`)) : row;
        yield withRow(plain, `${JSON.stringify(delimiter)} in ${index}`, index, row.join(delimiter), cells);
      }
    }
  }),
  kind("row with another delimiter, quoted", function* (table) {
    const plain = tame(table, /\n/g);
    for (const delimiter of [";", "\t", "|"]) {
      for (const index of someRows(plain)) {
        const row = plain.rows[index]!;
        const [text] = rowTexts([row], { ...plainWriting, delimiter, quoted: "all" });
        yield withRow(plain, `${JSON.stringify(delimiter)} in ${index}`, index, text!, row, {
          ...plainWriting,
          quoted: "all",
        });
      }
    }
  }),
  kind("row quoted as one cell", function* (table) {
    const plain = tame(table, /\n/g);
    for (const quoted of ["where needed", "all"] as const) {
      for (const delimiter of [",", ";"]) {
        const writing: Writing = { ...plainWriting, delimiter, quoted };
        for (const index of someRows(plain)) {
          const row = plain.rows[index]!;
          const text = quotedWhole(rowTexts([row], { ...writing, quoted: "where needed" })[0]!);
          yield withRow(plain, `${quoted} ${delimiter} ${index}`, index, text, row, writing);
        }
      }
    }
  }),
  kind("every row quoted as one cell", function* (table) {
    const plain = tame(table, /\n/g);
    for (const delimiter of [",", ";", "\t"]) {
      for (const quoted of ["where needed", "all"] as const) {
        const lines = rowTexts(all(plain), { ...plainWriting, delimiter, quoted }).map(quotedWhole);
        yield whole(plain, `${JSON.stringify(delimiter)} ${quoted}`, joinLines(lines, plainWriting));
      }
    }
  }),
  kind("row with another quote", function* (table) {
    const plain = tame(table, /[\n'"]/g);
    const writing: Writing = { ...plainWriting, quoted: "all" };
    for (const index of someRows(plain)) {
      const row = plain.rows[index]!;
      const [text] = rowTexts([row], { ...writing, quote: "'" });
      yield withRow(plain, `${index}`, index, text!, row, writing);
    }
  }),
  kind("extra quote in a cell", function* (table) {
    const plain = tame(table, /[\n"]/g);
    const writing: Writing = { ...plainWriting, quoted: "all" };
    for (const index of someRows(plain)) {
      const row = plain.rows[index]!;
      for (let column = 0; column < row.length; column++) {
        const cell = row[column]!;
        if (cell.length < 3) continue;
        const middle = `${cell.slice(0, 2)}"${cell.slice(2)}`;
        for (const [place, wrong] of [
          ["middle", middle],
          ["end", `${cell}"`],
          ["start", `"${cell}`],
        ] as const) {
          const texts = row.map((text, i) => (i === column ? `"${wrong}"` : `"${text}"`));
          const cells = row.map((text, i) => (i === column ? wrong : text));
          yield withRow(plain, `${place} of ${index}/${column}`, index, texts.join(","), cells, writing);
        }
      }
    }
  }),
  kind("extra quote before a delimiter", function* (table) {
    const rows = table.rows.map((row, i) =>
      row.map((cell, column) =>
        column === 2 ? `${i},${i % 10}0` : cell.replaceAll('"', "").replaceAll("\n", ""),
      ),
    );
    const plain = { ...table, rows };
    for (const quoted of ["where needed", "all"] as const) {
      const writing: Writing = { ...plainWriting, quoted };
      for (const index of someRows(plain)) {
        const cells = plain.rows[index]!.map((cell, i) => (i === 2 ? cell.replace(",", '",') : cell));
        const texts = plain.rows[index]!.map((cell, i) =>
          i === 2 ? `"${cell.replace(",", '",')}"` : cellText(cell, writing),
        );
        yield withRow(plain, `${quoted} ${index}`, index, texts.join(","), cells, writing);
      }
    }
  }),
  kind("stray quote in an unquoted cell", function* (table) {
    const plain = tame(table, /[\n",]/g);
    for (const index of someRows(plain)) {
      const row = plain.rows[index]!;
      const column = row.findIndex((cell) => cell.length > 3);
      const cells = row.map((cell, i) => (i === column ? `${cell.slice(0, 2)}"${cell.slice(2)}` : cell));
      yield withRow(plain, `${index}/${column}`, index, cells.join(","), cells);
    }
  }),
  kind("unclosed quote", function* (table) {
    const plain = tame(table, /[\n"]/g);
    for (const quoted of ["where needed", "all"] as const) {
      const writing: Writing = { ...plainWriting, quoted };
      for (const index of someRows(plain)) {
        const row = plain.rows[index]!;
        const column = row.findIndex((cell) => cell.length > 3 && !cell.includes(","));
        // If every cell is quoted, the character is syntax and is left out. If no cell is quoted, it is text.
        const cells = row.map((cell, i) => (i === column && quoted !== "all" ? `"${cell}` : cell));
        const texts = rowTexts([row], writing)[0]!.split(/,(?=")/);
        const parts =
          quoted === "all"
            ? texts
            : rowTexts(
                row.map((cell) => [cell]),
                writing,
              );
        const line = parts.map((text, i) => (i === column ? `"${row[column]!}` : text)).join(",");
        yield withRow(plain, `${quoted} ${index}/${column}`, index, line, cells, writing);
      }
    }
  }),
  kind("cells of several lines", function* (table) {
    const roll = dice(99);
    const rows = table.rows.map((row) =>
      row.map((cell, i) =>
        i === 1 ? [cell, "c/o Acme, floor 5", "", "last line"].slice(0, 1 + roll(4)).join("\n") : cell,
      ),
    );
    yield written({ ...table, rows }, "LF within, CRLF between", {});
    yield written({ ...table, rows }, "LF for both", { lineEnd: "\n" });
    yield written({ ...table, rows }, "all quoted", { lineEnd: "\n", quoted: "all" });
    yield written({ ...table, rows }, "; all quoted", { delimiter: ";", lineEnd: "\n", quoted: "all" });
  }),
  kind("NUL characters", function* (table) {
    const text = writeRows(all(table), plainWriting);
    const cut = text.indexOf("\n", text.length / 2) + 1;
    yield whole(table, "one", `${text.slice(0, cut)}\u0000${text.slice(cut)}`);
  }),
  kind("blank rows at the end", function* (table) {
    const text = writeRows(all(table), plainWriting);
    const empty = ",".repeat(table.headings.length - 1);
    yield whole(table, "delimiters only", `${text}${empty}\r\n${empty}\r\n`);
  }),
  kind("second table below", function* (table) {
    const text = writeRows(all(table), plainWriting);
    const width = table.headings.length;
    const second = [table.headings.map((heading) => `${heading}_2`), ...table.rows.slice(0, 5)];
    const rows = [...table.rows, ...second];
    yield { ...whole(table, "same width", `${text}\r\n${writeRows(second, plainWriting)}`), rows };
    if (width < 3) return;
    const narrow = second.map((cells) => cells.slice(0, width - 1));
    yield {
      ...whole(table, "narrower", `${text}\r\n${writeRows(narrow, plainWriting)}`),
      rows: [...table.rows, ...narrow.map((cells) => [...cells, ""])],
    };
  }),
  kind("total below", function* (table) {
    const text = writeRows(all(table), plainWriting);
    const line = table.headings.map((_, i) => (i === 0 ? "Total" : ""));
    yield { ...whole(table, "padded", `${text}${line.join(",")}\r\n`), rows: [...table.rows, line] };
    yield { ...whole(table, "alone", `${text}\r\nTotal\r\n`), rows: [...table.rows, line] };
  }),
  kind("headings written unlike the rows", function* (table) {
    for (const delimiter of [",", ";"]) {
      const writing: Writing = { ...plainWriting, delimiter };
      const rows = rowTexts(table.rows, writing);
      const made = (variant: string, headings: string): Damaged =>
        whole(table, `${variant} ${delimiter}`, joinLines([headings, ...rows], writing));
      for (const other of [",", ";", "\t", "|"]) {
        if (other !== delimiter) yield made(JSON.stringify(other), table.headings.join(other));
      }
      yield made("quoted as one cell", quotedWhole(table.headings.join(delimiter)));
      yield made("all quoted", rowTexts([table.headings], { ...writing, quoted: "all" })[0]!);
    }
  }),
  kind("row all quoted, with another delimiter", function* (table) {
    const plain = tame(table, /[\n"]/g);
    for (const delimiter of [" ", ", ", ":"]) {
      for (const index of someRows(plain)) {
        const row = plain.rows[index]!;
        const [text] = rowTexts([row], { ...plainWriting, delimiter, quoted: "all" });
        yield withRow(plain, `${JSON.stringify(delimiter)} in ${index}`, index, text!, row, {
          ...plainWriting,
          delimiter: ";",
        });
      }
    }
  }),
  kind("cells of speech", function* (table) {
    const rows = table.rows.map((row, i) =>
      row.map((cell, column) => (column === 1 ? `"Well," said ${i}, "no"` : cell)),
    );
    for (const delimiter of [",", ";", "\t"]) {
      yield written({ ...table, rows }, JSON.stringify(delimiter), { delimiter });
    }
  }),
  kind("CR for line ends, one LF", function* (table) {
    const plain = tame(table, /\n/g);
    const lines = rowTexts(all(plain), plainWriting);
    for (const at of [0, lines.length >> 1, lines.length - 1]) {
      yield whole(plain, `${at}`, lines.map((line, i) => line + (i === at ? "\n" : "\r")).join(""));
    }
  }),
];

/** True if some column contains numbers or dates. Otherwise nobody can distinguish a header from a row. */
function hasTyped(table: CleanTable): boolean {
  return table.name !== "prose" && table.name !== "charge-codes";
}
