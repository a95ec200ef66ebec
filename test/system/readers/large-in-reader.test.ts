/** @module-tag long */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { evaluate, type Evaluation } from "../../../src/convert/engine.js";
import { evaluateInReader } from "../../../src/system/readers/evaluate-in-reader.js";
import { largeFile } from "../../../src/system/readers/start-thread.js";
import { sourceOf } from "../../formats/reading.js";
import { jobFor } from "../../support/job.js";

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

const job = jobFor(mapping);

const rows = 4_000;
const row = (id: string): string => `${id},"Vogel, Petra ${"x".repeat(1_600)}",p${id}@example.com,Y\n`;
const inOrder = Array.from({ length: rows }, (_, i) => row(`E${String(i).padStart(6, "0")}`));
const text = (lines: readonly string[]): Buffer => Buffer.from(`Id,Name,Mail,Active\n${lines.join("")}`);

const files: Readonly<Record<string, Buffer>> = {
  "in order": text(inOrder),
  "the last row belongs to the front": text([...inOrder, row("A")]),
  "no order at all": text([...inOrder].reverse()),
  "an id twice, far apart": text([...inOrder, row("E000001")]),
  "a repeated id with other values": text([...inOrder, "E000001,Someone else,e@example.com,Y\n"]),
  "a row of the middle rejected": text(inOrder.with(2_000, "E002000,Nobody,no address,Y\n")),
  "an encoding that shows at the end": Buffer.concat([
    text(inOrder),
    Buffer.from("Z,J\xf6rg,j@example.com,Y\n", "latin1"),
  ]),
  "a quote that nothing closes": text([...inOrder, 'Z,"Vogel,z@example.com,Y\n']),
};

async function everything(evaluation: Evaluation): Promise<unknown> {
  const accepted = [];
  for await (const batch of evaluation.accepted.batches())
    accepted.push(...batch.map(({ line, record }) => ({ line, record })));
  return { ...evaluation, accepted };
}

describe("a large file in a reader", () => {
  for (const [name, bytes] of Object.entries(files)) {
    it(`has the same result as in this process for ${name}`, async () => {
      expect(bytes.length).toBeGreaterThan(largeFile);
      const source = sourceOf(bytes, "staff.csv");
      const path = join(folder, "staff.csv");
      writeFileSync(path, bytes);
      const there = await evaluateInReader({ ...job, source }, path);
      expect(await everything(there)).toEqual(await everything(await evaluate({ ...job, source })));
    });
  }
});
