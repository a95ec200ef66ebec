import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { textTable } from "../../src/cli/feeds/table.js";
import { Reader } from "../../src/system/readers/reader.js";
import { evaluateFile, openTableSafely } from "../../src/system/readers/evaluate-file.js";
import { visible } from "../../src/sentence.js";
import { standardInput } from "../../src/system/standard-input.js";
import { recommendedMapping } from "../../src/mapping/recommended.js";
import { taxCode } from "../../src/model/record-types/index.js";
import { account } from "../../src/model/account.js";
import { book } from "../formats/workbooks.js";
import { sourceOf, wholeTable } from "../formats/reading.js";
import { writeZip } from "../formats/zip-writer.js";
import { noLookups } from "../mapping/evaluating.js";
import { workdir } from "../support/workdir.js";

const parts = Array.from({ length: 2_000 }, (_, i) => ({ name: `xl/x${i}.xml`, data: Buffer.from("<a/>") }));
const workbook = book({ Codes: [["external_id"], ["1"]] });
const hostile: readonly (readonly [name: string, bytes: Buffer, words: string])[] = [
  ["bomb.csv.gz", gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), "compression ratio"],
  ["parts.xlsx", writeZip(parts), "files in the archive"],
  ["cut.xlsx", workbook.subarray(0, workbook.length - 40), "truncated"],
];

const taxCodes =
  "external_id,updated_at,code,description,is_active\nT1,2026-01-01T00:00:00.000Z,V19,Tax,true\n";
const mapping = "mappings/nordlicht/staff.yaml";
const accountOptions = ["--company", "10", "--country", "DE"];

/** Every command that opens a named file, with the hostile file in each position. */
function commandsOver(file: string): readonly (readonly string[])[] {
  return [
    ["read", file],
    ["guess", file],
    ["diff", "good.csv", file],
    ["convert", file],
    ["convert", file, "--mapping", mapping, ...accountOptions],
    ["convert", "good.csv", "--record", "tax-code", "--previous", file],
    ["convert", "good.csv", "--record", "tax-code", "--with", `tax-code=${file}`],
    ["preview", file, "--mapping", mapping, ...accountOptions],
    ["guess", file, "--fit", mapping],
    ["diff", file, "good.csv"],
  ];
}

it.each(hostile)("rejects %s with one message and exit code", async (file, bytes, words) => {
  const dir = await workdir({ [file]: bytes, "good.csv": taxCodes });
  await dir.copy("mappings/nordlicht");
  // One kind is enough to try every command.
  const most = file === "parts.xlsx" ? undefined : 1;
  for (const args of commandsOver(file).slice(0, most)) {
    const ran = await dir.lading(args);
    expect(ran, args.join(" ")).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr, args.join(" ")).toContain(words);
  }
  const piped = await dir.lading(["read", "-"], { stdin: bytes });
  expect(piped).toMatchObject({ code: 3, stdout: "" });
  expect(piped.stderr).toContain(words);
});

it("reads a workbook from standard input as it does from a file", async () => {
  const held = await standardInput(Readable.from([workbook.subarray(0, 100), workbook.subarray(100)]), 1e9);
  expect((await wholeTable(await openTableSafely(held, {}))).cells).toEqual([["1"]]);
});

it("evaluates workbooks and archives in a child process and text in its own process", async () => {
  const job = {
    mapping: recommendedMapping(taxCode),
    account: account(undefined, { country: "DE" }),
    lookups: noLookups,
    mode: "lenient",
  } as const;
  const started = vi.spyOn(Reader.prototype, "read");
  for (const [source, processes] of [
    [sourceOf(taxCodes, "a.csv"), 0],
    [sourceOf(gzipSync(taxCodes), "a.csv.gz"), 1],
  ] as const) {
    started.mockClear();
    const evaluation = await evaluateFile({ ...job, source });
    expect(evaluation.refused?.message).toBeUndefined();
    expect(evaluation.counts).toMatchObject({ read: 1 });
    expect(started.mock.calls).toHaveLength(processes);
  }
});

/**
 * A table that is not opened by `system/readers/evaluate-file.ts` would unpack an untrusted archive in the
 * command's own process.
 */
it("opens a table in only one way in all commands and pages", () => {
  const files = ["src/cli", "src/console/studio", "src/workspace"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const opening = files.filter((file) =>
    /\bopenTable\b|\b(?:openTable|evaluate)InReader\b/.test(readFileSync(file, "utf8")),
  );
  expect(opening).toEqual([]);
  const evaluating = files
    // The page evaluates a table that is in memory.
    .filter((file) => !file.startsWith(join("src", "console", "studio")))
    .filter((file) =>
      /import \{[^}]*\bevaluate(?:InMemory)?\b[^}]*\} from "[./]*engine\.js"/.test(
        readFileSync(file, "utf8"),
      ),
    );
  expect(evaluating).toEqual([]);
});

it("keeps control characters in a file or its name away from the terminal", async () => {
  const name = "\u001b]0;title\u0007\u009b31mstaff\n\u202e.csv";
  const cell = "A\u001b[2J\u009b5m\u202eb";
  const dir = await workdir({
    "staff.csv": `external_id,name\u001b[1m,email_address,is_active\n1,${cell},a@x.example,true\n2,${cell},\u001bx,true\n`,
    "staff.yaml": [
      "lading: 1",
      "record: staff",
      "fields:",
      "  external_id: external_id",
      '  name: "#2"',
      "  email_address: email_address",
      "  is_active: is_active",
    ].join("\n"),
  });
  const steering = /[^\P{C}\n]/u;
  for (const verb of [
    ["preview", "staff.csv"],
    ["preview", "staff.csv", "--id", "1"],
  ]) {
    const { stdout, stderr } = await dir.lading([...verb, "--mapping", "staff.yaml"]);
    expect(stdout).toContain("[2J");
    expect(stdout + stderr, verb[0]).not.toMatch(steering);
  }
  expect(textTable(["file"], [[name]])).toBe(
    "file\n" + "-".repeat(name.length) + "\n" + visible(name) + "\n",
  );
  expect(visible(name)).not.toMatch(/\p{C}/u);
});
