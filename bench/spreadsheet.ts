import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { workbookLibrary } from "../src/formats/spreadsheet/library.js";
import { defaultLimits } from "../src/formats/limits.js";
import { spreadsheet } from "../src/formats/spreadsheet/spreadsheet.js";
import { writeZip } from "../test/formats/zip-writer.js";

/**
 * Reads a workbook of 100,000 rows and 8 columns, compared with the library alone with the same options. Each
 * runs in its own process. Measures processor time without the start, which is stable under load. Target: at
 * most 1.3 times the library's time. Run: npm run bench:spreadsheet
 */
const rowCount = 100_000;
const rounds = 3;
const [mode, path] = process.argv.slice(2);

if (mode === undefined) compare();
else {
  const bytes = readFileSync(path as string);
  const started = process.cpuUsage();
  const rows = mode === "lading" ? await readWithLading(bytes) : await readWithLibrary(bytes);
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  if (rows < rowCount) throw new Error(`read ${rows} rows`);
  process.stdout.write(JSON.stringify({ milliseconds, rss: process.resourceUsage().maxRSS / 1024 }));
}

async function readWithLading(bytes: Buffer): Promise<number> {
  const source = { name: "bench.xlsx", size: bytes.length, stream: () => whole(bytes) };
  const table = await spreadsheet.read(source, {}, defaultLimits);
  let rows = 0;
  for await (const batch of table.rows) rows += batch.length;
  return rows;
}

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readWithLibrary(bytes: Buffer): Promise<number> {
  const library = await workbookLibrary();
  const workbook = library.read(bytes, {
    type: "buffer",
    dense: true,
    nodim: true,
    cellDates: false,
    cellText: false,
    cellNF: true,
    cellHTML: false,
    sheetStubs: true,
    cellFormula: true,
  });
  const [name = ""] = workbook.SheetNames;
  return workbook.Sheets[name]?.["!data"]?.length ?? 0;
}

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), "lading-bench-"));
  try {
    const file = join(folder, "bench.xlsx");
    writeFileSync(file, makeWorkbook());
    const best = { lading: { milliseconds: Infinity, rss: 0 }, library: { milliseconds: Infinity, rss: 0 } };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ["lading", "library"] as const) {
        const run = spawnSync(
          process.execPath,
          [...process.execArgv, fileURLToPath(import.meta.url), name, file],
          {
            encoding: "utf8",
          },
        );
        if (run.status !== 0) throw new Error(run.stderr);
        const found = JSON.parse(run.stdout) as { milliseconds: number; rss: number };
        if (found.milliseconds < best[name].milliseconds) best[name] = found;
      }
    }
    for (const [name, { milliseconds, rss }] of Object.entries(best)) {
      process.stdout.write(`${name.padEnd(8)} ${Math.round(milliseconds)} ms, ${Math.round(rss)} MB\n`);
    }
    const ratio = best.lading.milliseconds / best.library.milliseconds;
    process.stdout.write(`ratio    ${ratio.toFixed(2)} (aim: at most 1.30)\n`);
    process.exitCode = ratio <= 1.3 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Texts, codes with leading zeros, amounts, dates and flags, as in an export of charge codes. */
function makeWorkbook(): Buffer {
  const texts = new Map<string, number>();
  const shared = (text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const rows = [
    `<row r="1">${["Id", "Code", "Name", "Group", "Rate", "From", "Zeros", "Active"].map((h, c) => text(c, 1, h)).join("")}</row>`,
  ];
  for (let i = 2; i <= rowCount + 1; i += 1) {
    rows.push(
      `<row r="${i}">${text(0, i, `ID-${i}`)}${text(1, i, `C${i % 900}`)}${text(2, i, `Charge number ${i}`)}${text(3, i, i % 2 ? "FRT" : "ORG")}` +
        `<c r="E${i}"><v>${(i % 400) / 4}</v></c><c r="F${i}" s="1"><v>${40_000 + (i % 5_000)}</v></c><c r="G${i}" s="2"><v>${i}</v></c><c r="H${i}" t="b"><v>${i % 2}</v></c></row>`,
    );
  }
  function text(column: number, row: number, value: string): string {
    return `<c r="${String.fromCharCode(65 + column)}${row}" t="s"><v>${shared(value)}</v></c>`;
  }
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const part = (name: string, body: string): { name: string; data: Buffer } => ({
    name,
    data: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${body}`),
  });
  const relations = (list: readonly (readonly [string, string])[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
  return writeZip([
    part(
      "[Content_Types].xml",
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
        ["workbook", "sheet.main"],
        ["worksheets/sheet1", "worksheet"],
        ["sharedStrings", "sharedStrings"],
        ["styles", "styles"],
      ]
        .map(([name, type]) => `<Override PartName="/xl/${name}.xml" ContentType="${kind}.${type}+xml"/>`)
        .join("")}</Types>`,
    ),
    part("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])),
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Codes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relations([
        ["worksheet", "worksheets/sheet1.xml"],
        ["sharedStrings", "sharedStrings.xml"],
        ["styles", "styles.xml"],
      ]),
    ),
    part(
      "xl/styles.xml",
      `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
    part(
      "xl/worksheets/sheet1.xml",
      `<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData></worksheet>`,
    ),
    part(
      "xl/sharedStrings.xml",
      `<sst xmlns="${main}">${[...texts.keys()].map((value) => `<si><t>${value}</t></si>`).join("")}</sst>`,
    ),
  ]);
}
