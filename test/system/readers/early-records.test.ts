import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { jobOf, taskOf, type TaskParts } from "../../../src/convert/task.js";
import { evaluate } from "../../../src/convert/engine.js";
import type { Answer } from "../../../src/system/readers/child-job.js";
import { run } from "../../../src/system/readers/evaluate-in-child-job.js";
import { evaluateInChild } from "../../../src/system/readers/evaluate-in-child.js";
import type { Evaluation } from "../../../src/convert/engine.js";
import { account } from "../../../src/model/account.js";
import { worthThreads } from "../../../src/system/readers/start-thread.js";
import type { ByteSource } from "../../../src/formats/format.js";
import { sourceOf } from "../../formats/reading.js";
import { writtenMapping } from "../../support/written-mapping.js";

/** Records of a large text file go out while others are decided, and are taken back when they were not the list. */

const folder = mkdtempSync(join(tmpdir(), "lading-early-"));
afterAll(() => rmSync(folder, { recursive: true }));

const mapping = `lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: Mail
  is_active: { column: Active, values: { Y: "true" } }
`;

const task: TaskParts = {
  mapping: writtenMapping(mapping),
  account: account("acme", { country: "DE" }),
  today: "2026-01-31",
  tables: new Map(),
  lists: new Map(),
  mode: "strict",
};

const rows = 4_000;
const row = (id: string): string => `${id},"Vogel, Petra ${"x".repeat(1_600)}",p${id}@example.com,Y\n`;
const inOrder = Array.from({ length: rows }, (_, i) => row(`E${String(i).padStart(6, "0")}`));
const text = (lines: readonly string[]): Buffer => Buffer.from(`Id,Name,Mail,Active\n${lines.join("")}`);

const files: Readonly<Record<string, Buffer>> = {
  "in order": text(inOrder),
  "the last row belongs to the front": text([...inOrder, row("A")]),
  "no order at all": text([...inOrder].reverse()),
  "an id twice, far apart": text([...inOrder, row("E000001")]),
  "the last row of an id says something else": text([...inOrder, "E000001,Someone else,e@example.com,Y\n"]),
  "a row of the middle rejected": text(inOrder.with(2_000, "E002000,Nobody,no address,Y\n")),
  "an encoding that shows at the end": Buffer.concat([
    text(inOrder),
    Buffer.from("Z,J\xf6rg,j@example.com,Y\n", "latin1"),
  ]),
  "a quote that nothing closes": text([...inOrder, 'Z,"Vogel,z@example.com,Y\n']),
};

/** What the job answers, and between which pieces of the file. */
async function answersTo(bytes: Buffer): Promise<string[]> {
  const told: string[] = [];
  const whole = sourceOf(bytes, "staff.csv");
  const answer: Answer = {
    send: (kind) => void told.push(kind),
    sendBytes: (kind) => void told.push(kind),
  };
  const source: ByteSource = {
    name: whole.name,
    size: whole.size,
    async *stream() {
      for (let at = 0; at < bytes.length; at += 1 << 20) {
        told.push("piece");
        yield bytes.subarray(at, at + (1 << 20));
      }
    },
  };
  await run(taskOf(task), source, answer);
  return told;
}

async function everything(evaluation: Evaluation): Promise<unknown> {
  const accepted = [];
  for await (const batch of evaluation.accepted.batches())
    accepted.push(...batch.map(({ line, record }) => ({ line, record })));
  return { ...evaluation, accepted };
}

describe("records of a large file", () => {
  for (const [name, bytes] of Object.entries(files)) {
    it(`are the same as without: ${name}`, async () => {
      expect(bytes.length).toBeGreaterThan(worthThreads);
      const here = await evaluate({ ...jobOf(taskOf(task)), source: sourceOf(bytes, "staff.csv") });
      const path = join(folder, "staff.csv");
      writeFileSync(path, bytes);
      const there = await evaluateInChild({ ...task, file: { ...sourceOf(bytes, "staff.csv"), path } });
      if (there.state !== "evaluated") throw new Error(there.issue.message);
      expect(await everything(there.evaluation)).toEqual(await everything(here));
    });
  }

  it("go out before the last of the file is read, once each", async () => {
    const told = await answersTo(files["in order"]!);
    expect(told.indexOf("records")).toBeGreaterThan(0);
    expect(told.indexOf("records")).toBeLessThan(told.lastIndexOf("piece"));
    expect(told).not.toContain("recalled");
    expect(told.filter((kind) => kind === "records").length).toBeLessThanOrEqual(
      Math.ceil(files["in order"]!.length / (1 << 20)),
    );
  });

  it("are recalled, all of them, before the list goes out", async () => {
    const told = await answersTo(files["the last row belongs to the front"]!);
    expect(told.indexOf("records")).toBeLessThan(told.indexOf("recalled"));
    expect(told.slice(told.indexOf("recalled"))).toContain("records");
    expect(told.filter((kind) => kind === "recalled")).toHaveLength(1);
  });
});
