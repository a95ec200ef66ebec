/** @module-tag long */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { LadingError } from "../../src/errors.js";
import { account } from "../../src/model/account.js";
import type { Evaluation } from "../../src/convert/engine.js";
import { evaluateFile } from "../../src/system/readers/evaluate-file.js";
import { evaluateInReader } from "../../src/system/readers/evaluate-in-reader.js";
import { residentBytes } from "../../src/system/readers/process-state.js";
import type { ReaderLimits } from "../../src/system/readers/reader.js";
import { readerPool, type ReaderPool } from "../../src/system/readers/reader-pool.js";
import { book } from "../formats/workbooks.js";
import { sourceOf } from "../formats/reading.js";
import { jobFor } from "../support/job.js";

/**
 * Hostile and harmless files of many accounts, in any order, through reused and new readers: the results are
 * equal byte for byte, and no result contains data of another account.
 */

const folder = mkdtempSync(join(tmpdir(), "lading-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const isLong = process.env["LADING_PROOF"] === "long";
const count = isLong ? 500 : 20;
const rounds = isLong ? 2 : 1;

/** The same numbers in each run. */
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

/** Typical and hostile files, each with the marker of its account. */
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

/** A backtracking search would never finish this pattern with the file that is made for it. */
const endless = `${mapping}skip: [{ column: Name, matches: "^(\\\\w+ ?)+$" }]\n`;

interface File {
  readonly mark: string;
  readonly path: string;
  readonly isEndless: boolean;
}

/** A small file exceeds this limit only if something deliberately stops its reader. */
const outOfTime = { time: 0, timePerMegabyte: 0 };

function evaluated(
  { mark, path, isEndless }: File,
  readers: ReaderPool,
  limits?: Partial<ReaderLimits>,
): Promise<Evaluation> {
  const job = jobFor(isEndless ? endless : mapping, { account: account(mark, { country: "DE" }) });
  const source = { ...sourceOf(readFileSync(path), "staff"), path };
  if (limits !== undefined) return evaluateInReader({ ...job, source }, path, { readers, limits });
  return evaluateFile({ ...job, source }, undefined, readers);
}

/** The reader processes that this process has started. */
function readerPids(): readonly number[] {
  if (process.platform !== "linux") return [];
  const children = readdirSync("/proc/self/task").flatMap((task) =>
    textOf(`/proc/self/task/${task}/children`).split(" "),
  );
  return children
    .filter((pid) => pid !== "" && textOf(`/proc/${pid}/cmdline`).includes("system/readers/process"))
    .map(Number);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function asText(evaluation: Evaluation): Promise<string> {
  const { accepted, skipped, otherCompanies, issueCounts, ...others } = evaluation;
  const records: string[] = [];
  for (const { stored, lines } of accepted.runs)
    records.push(Buffer.from(await stored.read(0, stored.size)).toString(), lines.join());
  return JSON.stringify([records, [...skipped], [...otherCompanies], [...issueCounts], others]);
}

it("reused readers give the same bytes as new ones, after any files", async () => {
  const next = numbers(7);
  const files = Array.from({ length: count }, (_, i): File => {
    const mark = `Mark${String(i).padStart(4, "0")}`;
    const path = join(folder, mark);
    const isEndless = i % (kinds.length + 1) === kinds.length;
    const name = `${mark} ${"a".repeat(60)}!`;
    writeFileSync(
      path,
      isEndless ? `${header}1,${name},a@example.com\n` : kinds[i % (kinds.length + 1)]!(mark, next),
    );
    return { mark, path, isEndless };
  });
  const expected = new Map<File, string>();
  for (const file of files) {
    const fresh = readerPool();
    expected.set(file, await asText(await evaluated(file, fresh)));
    await fresh.end();
  }
  expect([...expected.values()].filter((text) => text.includes('"refused":{')).length).toBeLessThan(count);

  const readers = readerPool();
  const running = new Set<Promise<string>>();
  let isCalm = true;
  try {
    for (let round = 0; round < rounds; round++) {
      const waiting = files.toSorted(() => next(3) - 1);
      const work = async (): Promise<void> => {
        for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
          // Stopped in the middle of it, a reader leaves nothing for the next file.
          if (next(5) === 0) await evaluated(file, readers, outOfTime).then((result) => asText(result));
          if (isCalm && next(4) === 0) {
            disturb(next);
            // A file that is disturbed in both attempts would rightly be given up.
            isCalm = false;
            void Promise.allSettled([...running]).then(() => (isCalm = true));
          }
          const trying = twice(file, readers);
          running.add(trying);
          const found = await trying.finally(() => running.delete(trying));
          expect(found, file.mark).toBe(expected.get(file));
          const marks = new Set(found.match(/Mark\d{4}/g));
          expect([...marks].filter((mark) => mark !== file.mark)).toEqual([]);
        }
      };
      await Promise.all([work(), work(), work(), work(), work(), work()]);
    }
    for (const pid of readerPids()) expect(residentBytes(pid)).toBeLessThan(300 * 1024 * 1024);
  } finally {
    await readers.end();
  }
  await expect.poll(readerPids).toEqual([]);
}, 3_600_000);

/** A separate process ends or stops a reader at any moment. */
function disturb(next: (below: number) => number): void {
  const pids = readerPids();
  const pid = pids[next(Math.max(1, pids.length))];
  const signal = (["SIGKILL", "SIGSEGV", "SIGSTOP", "SIGTERM"] as const)[next(4)]!;
  if (pid !== undefined) process.kill(pid, signal);
}

/** A file is tried twice before its failure counts, as in a feed. */
async function twice(file: File, readers: ReaderPool): Promise<string> {
  const first = await evaluated(file, readers).catch((error: unknown) => {
    if (error instanceof LadingError && error.code === "reader_ended") return undefined;
    throw error;
  });
  const isStopped = first === undefined || first.refused?.code === "reader_stopped";
  return asText(isStopped ? await evaluated(file, readers) : first);
}
