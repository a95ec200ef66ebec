import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import type { Evaluation } from "../../src/convert/engine.js";
import { evaluateFile } from "../../src/system/readers/evaluate-file.js";
import { evaluateInReader } from "../../src/system/readers/evaluate-in-reader.js";
import { readerPool } from "../../src/system/readers/reader-pool.js";
import { book } from "../formats/workbooks.js";
import { sourceOf } from "../formats/reading.js";
import { jobFor } from "../support/job.js";

/**
 * Hostile and innocent files of many accounts, in any order, through readers that are reused and through fresh ones: the results
 * have the same bytes, and nothing of one account is in a result of another.
 */

const folder = mkdtempSync(join(tmpdir(), "lading-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const isLong = process.env["LADING_PROOF"] === "long";
const count = isLong ? 500 : 19;
const rounds = isLong ? 2 : 1;

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const header = "Id,Name,Mail\n";
const rows = (mark: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${i},${mark} ${i},p${i}@example.com\n`).join("");
const json = (mark: string): string =>
  JSON.stringify([{ Id: "1", Name: mark, Mail: "a@example.com", __proto__: null, constructor: "x" }]);

/** What partners and attackers send, each with the mark of its account. */
const kinds: readonly ((mark: string, next: (below: number) => number) => string | Buffer)[] = [
  (mark, next) => header + rows(mark, 1 + next(30)),
  (mark) =>
    `${header}1,${mark},nobody\n,${mark},a@example.com\n1,${mark} x,b@example.com\n2,${mark},c@example.com\n`,
  json,
  (mark) => `${json(mark).slice(1, -1)}\n${json(mark).slice(1, -1).replace('"1"', '"2"')}\n`,
  (mark) => `<list><p><Id>1</Id><Name>${mark}</Name><Mail>a@example.com</Mail></p></list>`,
  (mark) => `${"[".repeat(200_000)}"${mark}"`,
  (mark) => `${"<a>".repeat(100_000)}${mark}`,
  (mark) => `<html><table>${"<tr><td>".repeat(50_000)}${mark}`,
  (mark) => `${header}1,${mark}${",x".repeat(100_000)}\n`,
  (mark) => `${header}1,${mark}${"x".repeat(3_000_000)},a@example.com\n`,
  (mark) => `${header}1,"${mark},a@example.com\n${rows(mark, 2_000)}`,
  () => "",
  (_, next) => Buffer.from(Array.from({ length: 3_000 }, () => next(256))),
  (mark) => Buffer.concat([Buffer.from(header + rows(mark, 20)), Buffer.from([0xc3, 0x28, 0xff, 0x0a])]),
  (mark) => gzipSync(header + rows(mark, 5)),
  () => gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)),
  (mark) => gzipSync(header + rows(mark, 500)).subarray(0, 200),
  (mark) =>
    book({
      People: [
        ["Id", "Name", "Mail"],
        ["1", mark, "a@example.com"],
      ],
    }),
  (mark) =>
    book({
      People: [
        ["Id", "Name", "Mail"],
        ["1", mark, "a@example.com"],
      ],
    }).subarray(0, 2_000),
];

const mapping = `lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: Mail
  is_active: { constant: true }
`;

interface File {
  readonly mark: string;
  readonly path: string;
}

/** A small file exceeds this one only if somebody stops its reader on purpose. */
const outOfTime = { time: 0, timePerMegabyte: 0 };

function evaluated(
  { mark, path }: File,
  readers = readerPool(),
  limits?: typeof outOfTime,
): Promise<Evaluation> {
  const job = jobFor(mapping, { account: account(mark, { country: "DE" }) });
  const source = { ...sourceOf(readFileSync(path), "staff"), path };
  if (limits !== undefined) return evaluateInReader({ ...job, source }, path, { readers, limits });
  return evaluateFile({ ...job, source }, undefined, readers);
}

async function asText(evaluation: Evaluation): Promise<string> {
  const { accepted, skipped, otherCompanies, issueCounts, ...others } = evaluation;
  const records: string[] = [];
  for (const { stored, lines } of accepted.runs)
    records.push(Buffer.from(await stored.read(0, stored.size)).toString(), lines.join());
  return JSON.stringify([records, [...skipped], [...otherCompanies], [...issueCounts], others]);
}

it("reused readers give the bytes that fresh ones give, whatever came before", async () => {
  const next = numbers(7);
  const files = Array.from({ length: count }, (_, i): File => {
    const mark = `Mark${String(i).padStart(4, "0")}`;
    const path = join(folder, mark);
    writeFileSync(path, kinds[i % kinds.length]!(mark, next));
    return { mark, path };
  });
  const expected = new Map<File, string>();
  for (const file of files) {
    const fresh = readerPool();
    expected.set(file, await asText(await evaluated(file, fresh)));
    await fresh.end();
  }
  expect([...expected.values()].filter((text) => text.includes('"refused":{')).length).toBeLessThan(count);

  const readers = readerPool();
  try {
    for (let round = 0; round < rounds; round++) {
      const waiting = files.toSorted(() => next(3) - 1);
      const work = async (): Promise<void> => {
        for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
          // Stopped in the midst of it, a reader takes nothing of the next file with it.
          if (next(5) === 0) await evaluated(file, readers, outOfTime).then((result) => asText(result));
          const found = await asText(await evaluated(file, readers));
          expect(found, file.mark).toBe(expected.get(file));
          const marks = new Set(found.match(/Mark\d{4}/g));
          expect([...marks].filter((mark) => mark !== file.mark)).toEqual([]);
        }
      };
      await Promise.all([work(), work(), work(), work(), work(), work()]);
    }
  } finally {
    await readers.end();
  }
}, 3_600_000);
