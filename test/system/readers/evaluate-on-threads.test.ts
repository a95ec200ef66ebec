import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, type ChunkPool, type Evaluation, type Job } from "../../../src/convert/engine.js";
import { inFileOrder } from "../../../src/convert/accepted-rows.js";
import { chunkEvaluator } from "../../../src/convert/part.js";
import type { RowsJob } from "../../../src/convert/rows.js";
import { jobOf, taskOf } from "../../../src/convert/task.js";
import { compareBytes } from "../../../src/model/order.js";
import { threadPool } from "../../../src/system/readers/thread-pool.js";
import { sourceOf } from "../../formats/reading.js";
import { noLookups } from "../../mapping/evaluating.js";
import { jobFor } from "../../support/job.js";

/** More runs: `npm run proof:rules`. */
const isLong = process.env["LADING_PROOF"] === "long";

/**
 * Compares chunks on several threads with rows from top to bottom: the same records, rejects, issues with the
 * same lines, and counts.
 */

const mapping = (more = ""): string => `lading: 1
record: staff
${more}
fields:
  external_id: Employee
  updated_at: { column: Changed, date: "dd.MM.yyyy HH:mm", zone: Europe/Berlin }
  name: { join: [First, Last] }
  email_address: { column: Email, case: lower }
  is_active: { column: Status, values: { Active: "true", Gone: "false" } }
skip:
  - { column: Office, equals: Test }
`;

const taskFor = (text: string, mode: "strict" | "lenient" = "lenient"): RowsJob => jobFor(text, { mode });

/**
 * Simulates the threads here, and evaluates every third chunk itself. The answers of the others are
 * transferred as usual.
 */
function localPool(task: RowsJob, chunkSize: number): ChunkPool {
  return {
    chunkSize,
    async *evaluate(order, here, chunks) {
      const there = chunkEvaluator(
        jobOf(structuredClone(taskOf(task, new Map())), noLookups),
        structuredClone(order),
      );
      for await (const chunk of chunks) {
        yield chunk.index % 3 === 0 ? here(chunk) : structuredClone(there(structuredClone(chunk)));
      }
    },
  };
}

interface Both {
  readonly plain: Evaluation;
  readonly threads: Evaluation;
  /** Whether the second one used threads in the end. */
  readonly by: "threads" | "here";
}

async function both(text: string | Uint8Array, task: RowsJob, chunkSize: number): Promise<Both> {
  const job: Job = { ...task, source: sourceOf(text, "staff.csv", Math.max(1, chunkSize >> 1)) };
  const plain = await evaluate(job);
  const pool = localPool(task, chunkSize);
  let by: Both["by"] = "here";
  const threads = await evaluate({
    ...job,
    pool: {
      ...pool,
      async *evaluate(order, here, chunks) {
        by = "threads";
        for await (const result of pool.evaluate(order, here, chunks)) {
          if (result === undefined) by = "here";
          yield result;
        }
      },
    },
  });
  return { plain, threads, by: threads.refused === undefined ? by : "here" };
}

async function expectSame(text: string | Uint8Array, task: RowsJob, chunkSize: number): Promise<Both["by"]> {
  const { plain, threads, by } = await both(text, task, chunkSize);
  const ids: string[] = [];
  for await (const rows of threads.accepted.batches()) ids.push(...rows.map((row) => row.record.external_id));
  expect(ids).toEqual([...ids].sort(compareBytes));
  expect(ids).toHaveLength(threads.accepted.count);
  const [here, there] = [await inFileOrder(plain), await inFileOrder(threads)];
  expect(there).toEqual(here);
  expect([...there.issueCounts]).toEqual([...here.issueCounts]);
  return by;
}

const header = "Employee,First,Last,Email,Office,Status,Changed\n";

interface Cells {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly office: string;
  readonly status: string;
  readonly changed: string;
}

const cells: fc.Arbitrary<Cells> = fc.record({
  id: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.integer({ min: 0, max: 99_999 }).map((id) => `E${String(id).padStart(5, "0")}`),
    },
    { weight: 2, arbitrary: fc.constantFrom("E00001", "E00002", "é", "\u{1f600}", "Ｚ", '"x""y"', "a\\b") },
    { weight: 1, arbitrary: fc.constant("") },
  ),
  first: fc.constantFrom("Petra", "Chloé", "Łukasz", " Uwe ", '"Anna ""Ann"""', "", "\u{1f600}", "'O'"),
  last: fc.constantFrom("Vogel", '"de Vries, MSc"', "García", '5" screen', "", "Total", "a\\b\tc"),
  email: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 99 }).map((i) => `P${i}@Example.COM`) },
    { weight: 1, arbitrary: fc.constantFrom("nobody", "a..b@example.com", "", "x@y.co,m") },
  ),
  office: fc.constantFrom("Hamburg", "Test", "00123", "123", "1,5E+10", "Ã¼ber", '"two\nlines"', ""),
  status: fc.constantFrom("Active", "gone", " ACTIVE", "", "Retired"),
  changed: fc.constantFrom(
    "01.03.2026 09:15",
    "29.03.2026 02:30",
    "31.02.2026 00:00",
    "",
    "01.01.2024 08:00",
  ),
});

const line: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 30,
    arbitrary: cells.map((c) => [c.id, c.first, c.last, c.email, c.office, c.status, c.changed].join(",")),
  },
  {
    weight: 30,
    arbitrary: cells.map((c) => `${c.id},Jan,Jansen,${c.id || "x"}@example.com,Kiel,Active,01.02.2026 10:00`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "",
      ",,,,,,",
      "Total,,,,,,",
      header.trim(),
      "a,b",
      "x,y,z,,,,,,9",
      "'x','y','z','a@b.de','Kiel','Active',''",
      "E1, Jan, Jansen, a@b.de, Kiel, Active, 01.02.2026 10:00",
      "E1,J\u0000n,Jansen,a@b.de,Kiel,Active,01.02.2026 10:00",
      "E1,J\ufffdn,Jansen,a@b.de,12-Mar,Active,01.02.2026 10:00",
      '"open,,,,,,',
    ),
  },
);

const file = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 60 }),
    end: fc.constantFrom("\n", "\r\n"),
    isOpen: fc.boolean(),
  })
  .map(({ lines, end, isOpen }) => (header.trim() + end + lines.join(end)).concat(isOpen ? "" : end));

describe("several threads", () => {
  it("give the same result as one thread", async () => {
    const used = { threads: 0, here: 0 };
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.constantFrom(80, 200, 700, 5_000),
        fc.constantFrom("strict" as const, "lenient" as const),
        fc.constantFrom(
          "",
          "duplicates: prefer active",
          "duplicates: prefer newest Changed",
          'read: { delimiter: "," }',
        ),
        async (text, chunkSize, mode, more) => {
          used[await expectSame(text, taskFor(mapping(more), mode), chunkSize)] += 1;
        },
      ),
      { numRuns: isLong ? 150 : 50 },
    );
    // The property proves little if nearly all files were left to one thread.
    expect(used.threads).toBeGreaterThan(isLong ? 20 : 6);
  });

  const rows = (count: number, id: (i: number) => string): string =>
    header +
    Array.from(
      { length: count },
      (_, i) => `${id(i)},Jan,Jansen,p${i}@example.com,Kiel,Active,01.02.2026 10:0${i % 10}\n`,
    ).join("");

  it.each([
    ["ordered", rows(300, (i) => `E${1000 + i}`)],
    ["reversed", rows(300, (i) => `E${1999 - i}`)],
    ["mixed, beyond the basic plane", rows(300, (i) => `${i % 3 ? "\u{1f600}" : "Ｚ"}${(i * 7919) % 300}`)],
    ["contradicting far apart", rows(300, (i) => `E${i % 290}`)],
    [
      "in windows-1252",
      Buffer.from(rows(300, (i) => `E${1000 + i}`).replaceAll("Jansen", "Jansén"), "latin1"),
    ],
    ["with cells of several lines", rows(300, (i) => `"E\n${1000 + i}"`)],
  ])("keep the order of the list with ids that are %s", async (_, text) => {
    expect(await expectSame(text, taskFor(mapping('read: { delimiter: "," }')), 1_500)).toBe("threads");
  });

  it("merge equal rows, and reject contradictions with the lines of all", async () => {
    const same = "E5,Jan,Jansen,p5@example.com,Kiel,Active,01.02.2026 10:00\n";
    const other = "E7,Jan,Jansen,other@example.com,Kiel,Active,01.02.2026 10:00\n";
    const text = rows(200, (i) => `E${i}`).replace("10:05", "10:00") + same + other;
    expect(await expectSame(text, taskFor(mapping()), 900)).toBe("threads");
    const { threads } = await both(text, taskFor(mapping()), 900);
    expect(threads.counts).toMatchObject({ read: 202, accepted: 199, merged: 1, rejected: 2 });
  });

  it.each([
    ["rows that look back", "carry_down: [Office]"],
    ["an end of the table", "read: { stop_at: Total }"],
  ])("leave to one thread what depends on earlier rows: %s", async (_, more) => {
    expect(
      await expectSame(
        rows(50, (i) => `E${i}`),
        taskFor(mapping(more)),
        500,
      ),
    ).toBe("here");
  });

  const utf8 = Buffer.from(rows(300, (i) => `E${1000 + i}`).replaceAll("Jan,", "Chloé,"));
  const plain = Buffer.from(rows(300, (i) => `E${1000 + i}`));
  const withBytes = (text: Buffer, at: number, ...bytes: number[]): Buffer => {
    const changed = Buffer.from(text);
    changed.set(bytes, at < 0 ? text.length + at : at);
    return changed;
  };

  it.each([
    ["a letter of windows-1252 in the last row only", withBytes(plain, -40, 0xe9), "threads"],
    ["a letter of windows-1252 in the first row only", withBytes(plain, 60, 0xe9), "threads"],
    ["a damaged letter late among many whole ones", withBytes(utf8, -40, 0xff), "here"],
    ["a letter that is truncated at the end of the file", Buffer.concat([utf8, Buffer.from([0xc3])]), "here"],
    ["a NUL in the last row", withBytes(utf8, -40, 0), "threads"],
    ["a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), "threads"],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${utf8.toString()}`, "utf16le"), "here"],
    ["UTF-16 without a mark", Buffer.from(utf8.toString(), "utf16le"), "here"],
  ])("find the same encoding as one thread: %s", async (_, bytes, by) => {
    for (const mode of ["lenient", "strict"] as const) {
      const refuses = mode === "strict" && bytes.includes(0xe9) && by === "threads";
      expect(await expectSame(bytes, taskFor(mapping(), mode), 1_500)).toBe(refuses ? "here" : by);
    }
  });

  it("find the same encoding as one thread, wherever bytes are changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(plain, utf8),
        fc.array(fc.tuple(fc.nat(plain.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
        async (text, changes) => {
          const changed = Buffer.from(text);
          for (const [at, byte] of changes) changed[at] = byte;
          await expectSame(changed, taskFor(mapping()), 1_500);
        },
      ),
      { numRuns: isLong ? 25 : 8 },
    );
  });

  it("leave invalid bytes to one thread, and agree about a quote that never closes", async () => {
    const text = rows(100, (i) => `E${i}`);
    const bytes = Buffer.from(text);
    bytes[4_000] = 0xff;
    const utf8 = taskFor(mapping("read: { encoding: utf-8 }"));
    expect(await expectSame(bytes, utf8, 900)).toBe("here");
    const open = text.replaceAll(",Jan,", ',"Jan",').replace('E50,"Jan"', 'E50,"Jan');
    await expectSame(open, taskFor(mapping()), 900);
  });

  it("are used, even if the file is read a second time", async () => {
    const ascii = rows(5_000, (i) => `E${10_000 + i}`);
    for (const text of [
      ascii,
      Buffer.from(ascii.replace(/Jansen(?=[^]{0,200}$)/, "Jans\u00e9n"), "latin1"),
    ]) {
      const task = taskFor(mapping());
      const job: Job = { ...task, source: sourceOf(text, "staff.csv") };
      const pool = threadPool(3, taskOf(task, new Map()), 32 * 1024);
      const threads = await evaluate({ ...job, pool });
      expect(threads.counts).toMatchObject({ read: 5_000, accepted: 5_000 });
      expect(await inFileOrder(threads)).toEqual(await inFileOrder(await evaluate(job)));
    }
  });
});
