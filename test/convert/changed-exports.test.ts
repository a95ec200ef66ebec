import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { evaluateInMemory } from "../../src/convert/engine.js";
import { foldHeading } from "../../src/formats/fold-heading.js";
import type { ReadOptions } from "../../src/formats/read-options.js";
import { account } from "../../src/model/account.js";
import { plainWriting, writeRows } from "../corpus/write-table.js";
import { truthSets } from "../draft/truth-sets.js";
import type { TruthTable } from "../draft/truth.js";
import { sourceOf } from "../formats/reading.js";
import { book } from "../formats/workbooks.js";
import { compiledFor, noLookups } from "../mapping/evaluating.js";

/**
 * Evaluates exports that changed since their mapping was written, as a feed does. Each result is right, or the
 * file or the row is refused. The headings are those of the tables of `test/draft/`.
 */

type Cells = readonly (readonly string[])[];

interface Export {
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: Cells;
  /** Headings that the mapping reads. */
  readonly read: readonly string[];
  /** Headings of columns without blank cells. They form the id. */
  readonly filled: readonly string[];
}

/** One table in this many is used, or every table with `npm run proof:formats`. */
const share = process.env["LADING_PROOF"] === "long" ? 1 : 5;

const tenant = account("test", { country: "DE", zone: "UTC" });

/** Tables with headings that a mapping can read, and columns that identify their rows. */
const exports: readonly Export[] = Object.values(truthSets)
  .flat()
  .flatMap(exportOf)
  .filter((_, i) => i % share === 0);

function exportOf({ name, headings, rows, mapping }: TruthTable): readonly Export[] {
  if (headings === null || new Set(headings.map(foldHeading)).size < headings.length) return [];
  if (rows.length < 3 || rows.some((row) => row.length !== headings.length)) return [];
  const named = Object.values(mapping).flatMap((answer) => {
    if (answer === null) return [];
    if (typeof answer === "string") return [answer];
    return "columns" in answer ? answer.columns : [answer.column];
  });
  const read = [...new Set(named)].filter((heading) => headings.includes(heading));
  const cellsOf = (heading: string) => rows.map((row) => row[headings.indexOf(heading)] ?? "");
  const filled = read.filter((heading) => !cellsOf(heading).includes(""));
  const ids = rows.map((_, i) => filled.map((heading) => cellsOf(heading)[i]).join("|"));
  const isKeyed = filled.length > 0 && new Set(ids).size === rows.length;
  return isKeyed && read.length > 1 ? [{ name, headings, rows, read, filled }] : [];
}

/** A mapping that publishes all cells that it reads, so that each can be compared. */
function mappingOf({ read, filled }: Export, options: ReadOptions) {
  const fields = {
    external_id: { join: filled, separator: "|" },
    code: filled[0],
    description: { join: read, separator: "|" },
    is_active: { constant: true },
  };
  return compiledFor(JSON.stringify({ lading: 1, record: "tax-code", read: options, fields }), tenant);
}

/** The right description of each id. */
function publishedOf({ headings, rows, read, filled }: Export): ReadonlyMap<string, string> {
  const textOf = (row: readonly string[], names: readonly string[]) =>
    names
      .map((heading) => row[headings.indexOf(heading)] ?? "")
      .filter((cell) => cell !== "")
      .join("|");
  return new Map(rows.map((row) => [textOf(row, filled), textOf(row, read)]));
}

type Outcome = "right" | "held" | "row refused" | "WRONG";

async function outcomeOf(of: Export, bytes: Uint8Array, options: ReadOptions): Promise<Outcome> {
  const mapping = mappingOf(of, options);
  const source = sourceOf(bytes, "export");
  const job = { source, mapping, account: tenant, lookups: noLookups, mode: "strict" } as const;
  const { accepted, rejected, refused } = await evaluateInMemory(job);
  if (refused !== undefined) return "held";
  const truth = publishedOf(of);
  const published = accepted.map(({ record }): [string, unknown] => [
    record.external_id,
    "description" in record ? record.description : undefined,
  ]);
  if (published.some(([id, text]) => truth.get(id) !== text)) return "WRONG";
  if (published.length === truth.size) return rejected.length === 0 ? "right" : "row refused";
  return published.length + rejected.length >= truth.size ? "row refused" : "WRONG";
}

interface Variant {
  readonly name: string;
  /** What must happen. Undefined: anything but a wrong result. */
  readonly must?: "right" | "held";
  /** Undefined if the change does not apply to the export. */
  readonly bytes: (of: Export) => Uint8Array | undefined;
  /** How the mapping states to read the file. */
  readonly options?: ReadOptions;
}

const written = (of: Pick<Export, "headings" | "rows">, delimiter = ","): string =>
  writeRows([of.headings, ...of.rows], { ...plainWriting, delimiter });
const utf8 = (text: string): Buffer => Buffer.from(text);

/** Changes the columns. `change` returns the columns of the new file, by their positions in the old one. */
function columns(
  of: Export,
  change: (positions: readonly number[]) => readonly number[],
  rename: (heading: string) => string = (heading) => heading,
): Buffer {
  const positions = change(of.headings.map((_, i) => i));
  return utf8(
    written({
      headings: positions.map((i) => rename(of.headings[i] ?? "")),
      rows: of.rows.map((row) => positions.map((i) => row[i] ?? "")),
    }),
  );
}

const positionOf = ({ headings }: Export, heading: string | undefined) => headings.indexOf(heading ?? "");
const unreadIn = ({ headings, read }: Export) => headings.find((heading) => !read.includes(heading));

/** Lines above the table that could be taken for its header: as many different words as it has columns. */
function otherHeader({ headings }: Export): Cells {
  const words = ["Depot", "Region", "Carrier", "Vessel", "Voyage", "Berth", "Quay", "Crane", "Pilot", "Tug"];
  const names = headings.map((_, i) => `${words[i % words.length]}${i < words.length ? "" : ` ${i}`}`);
  return [names, headings.map((_, i) => `${i + 1}`)];
}

const notes: Cells = Array.from({ length: 15 }, (_, i) => [`Note ${i + 1}`, `see contract, part ${i + 1}`]);

function withAbove(of: Export, above: Cells, delimiter = ","): Buffer {
  return utf8(writeRows(above, { ...plainWriting, delimiter }) + written(of, delimiter));
}

const variants: readonly Variant[] = [
  { name: "unchanged", must: "right", bytes: (of) => utf8(written(of)) },
  { name: "columns reversed", must: "right", bytes: (of) => columns(of, (all) => all.toReversed()) },
  {
    name: "column moved",
    must: "right",
    bytes: (of) => columns(of, ([first = 0, ...others]) => [...others, first]),
  },
  {
    name: "column renamed",
    must: "held",
    bytes: (of) =>
      columns(
        of,
        (all) => all,
        (heading) => (heading === of.read[1] ? `${heading} (new)` : heading),
      ),
  },
  {
    name: "column doubled",
    must: "held",
    bytes: (of) => columns(of, (all) => [...all, positionOf(of, of.read[1])]),
  },
  {
    name: "column lost",
    must: "held",
    bytes: (of) => columns(of, (all) => all.filter((i) => i !== positionOf(of, of.read.at(-1)))),
  },
  {
    name: "unread column lost",
    must: "right",
    bytes: (of) =>
      unreadIn(of) === undefined
        ? undefined
        : columns(of, (all) => all.filter((i) => i !== positionOf(of, unreadIn(of)))),
  },
  ...[";", "\t", "|"].flatMap((delimiter): Variant[] => [
    {
      name: `delimiter changed to ${JSON.stringify(delimiter)}`,
      must: "right",
      bytes: (of) => utf8(written(of, delimiter)),
    },
    {
      name: `stated comma, delimiter changed to ${JSON.stringify(delimiter)}`,
      bytes: (of) => utf8(written(of, delimiter)),
      options: { delimiter: "," },
    },
    {
      name: `delimiter changed to ${JSON.stringify(delimiter)}, other header above`,
      bytes: (of) => withAbove(of, otherHeader(of), delimiter),
    },
  ]),
  {
    name: "UTF-16 with a mark",
    must: "right",
    bytes: (of) => Buffer.from(`\ufeff${written(of)}`, "utf16le"),
  },
  { name: "UTF-8 with a mark", must: "right", bytes: (of) => utf8(`\ufeff${written(of)}`) },
  ...["windows-1252", "windows-1250", "windows-1251", "shift_jis"].flatMap((charset): Variant[] => {
    const fits = (of: Export) =>
      /[^ -~\r\n]/.test(written(of)) &&
      iconv.decode(iconv.encode(written(of), charset), charset) === written(of);
    return [
      {
        name: `changed to ${charset}`,
        must: "held",
        bytes: (of) => (fits(of) ? iconv.encode(written(of), charset) : undefined),
      },
      {
        name: `stated ${charset}`,
        must: "right",
        bytes: (of) => (fits(of) ? iconv.encode(written(of), charset) : undefined),
        options: { encoding: charset },
      },
      {
        name: `stated ${charset}, changed to UTF-8`,
        must: "held",
        bytes: (of) => (fits(of) ? utf8(written(of)) : undefined),
        options: { encoding: charset },
      },
    ];
  }),
  { name: "title above", bytes: (of) => withAbove(of, [["Export of Monday"], [""]]) },
  { name: "keys above", bytes: (of) => withAbove(of, [["Company:", "ACME"], ["Period:", "2026-11"], [""]]) },
  { name: "notes above", bytes: (of) => withAbove(of, notes) },
  { name: "other header above", bytes: (of) => withAbove(of, otherHeader(of)) },
  {
    name: "stated header, one more line above",
    bytes: (of) => withAbove(of, [["Export of Monday"], ["Page 1"]]),
    options: { header: "2" },
  },
  { name: "same header twice", bytes: (of) => withAbove(of, [of.headings, [""]]) },
  { name: "note below", bytes: (of) => utf8(`${written(of)}Printed by the night shift\r\n`) },
  {
    name: "total below",
    bytes: (of) => utf8(`${written(of)}Total${",".repeat(of.headings.length - 1)}\r\n`),
  },
  {
    name: "same table below, in other order",
    bytes: (of) =>
      Buffer.concat([
        utf8(`${written(of)}\r\n`),
        columns(of, ([first = 0, ...others]) => [...others, first]),
      ]),
  },
];

/** Workbooks take longer, so only some of the exports are written as one. */
const workbookVariants: readonly Variant[] = [
  {
    name: "workbook",
    must: "right",
    bytes: (of) => book({ List: [of.headings.slice(), ...copied(of.rows)] }),
  },
  {
    name: "workbook, larger sheet first",
    must: "right",
    bytes: (of) =>
      book({
        Other: [...copied(otherHeader(of)), ...copied(notes)],
        List: [of.headings.slice(), ...copied(of.rows)],
      }),
  },
  {
    name: "workbook, other header above",
    must: "right",
    bytes: (of) => book({ List: [...copied(otherHeader(of)), of.headings.slice(), ...copied(of.rows)] }),
  },
  {
    name: "workbook, the same sheet twice",
    must: "held",
    bytes: (of) => {
      const list = [of.headings.slice(), ...copied(of.rows)];
      return book({ Old: list.slice(0, -1), List: list });
    },
  },
];

function copied(cells: Cells): string[][] {
  return cells.map((row) => row.slice());
}

test("tests at least 60 exports", () => {
  expect(exports.length).toBeGreaterThanOrEqual(60);
});

test.each(variants.map((variant) => [variant.name, variant] as const))(
  "converts or rejects exports without a wrong value: %s",
  async (_, variant) => {
    await check(variant, exports);
  },
);

test.each(workbookVariants.map((variant) => [variant.name, variant] as const))(
  "converts or rejects workbooks without a wrong value: %s",
  async (_, variant) => {
    await check(
      variant,
      exports.filter((_export, i) => i % 5 === 0),
    );
  },
);

async function check({ bytes, must, options = {} }: Variant, of: readonly Export[]): Promise<void> {
  const outcomes = new Map<Outcome, string[]>();
  for (const each of of) {
    const changed = bytes(each);
    if (changed === undefined) continue;
    const outcome = await outcomeOf(each, changed, options);
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), each.name]);
  }
  expect(outcomes.size).toBeGreaterThan(0);
  expect(outcomes.get("WRONG") ?? []).toEqual([]);
  const others = must === undefined ? [] : [...outcomes].filter(([outcome]) => outcome !== must);
  expect(others).toEqual([]);
}
