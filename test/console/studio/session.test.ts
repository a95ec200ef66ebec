import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProject } from "../../../src/console/studio/projects.js";
import { openSession } from "../../../src/console/studio/session.js";
import type { FormCommand } from "../../../src/console/studio/requests.js";
import { sourceInMemory } from "../../../src/formats/bytes.js";

/** Tests the Mappings screen through the session behind it. */

async function sessionOf(name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), "lading-session-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const session = await openSession("1", sourceInMemory(name, Buffer.from(text)), () => openProject(folder));
  const apply = async (...commands: readonly FormCommand[]) => {
    for (const command of commands) await session.command((await session.view()).revision, command);
    return session.view();
  };
  const outcome = () => session.outcome();
  const fieldOf = async (name: string) =>
    (await session.view()).form?.fields.find((field) => field.name === name);
  return { session, apply, outcome, fieldOf };
}

const taxMapping = `lading: 1
record: tax-code
fields:
  external_id: Code
  code: Code
  description: Text
  rate: { column: Rate, decimal: { sign: ".", scale: percent } }
  is_active: { constant: true }
`;

test("shows which OK rows a feed rejects, until the mapping accepts the issue", async () => {
  const file = "Code,Text,Rate\nV19,VAT 19,19%\nV07,VAT 7,0.07\nV05,VAT 5,5.5%\nV01,VAT 1,1%\n";
  const { session, apply, outcome } = await sessionOf("tax.csv", file);
  await apply({ do: "text", text: taxMapping });
  const before = await outcome();
  expect([before.counts.accepted, before.counts.rejected, before.inFeed]).toEqual([
    4,
    0,
    { rejected: 1, refused: undefined },
  ]);
  const doubt = before.issues.find(({ code }) => code === "value_in_doubt");
  expect(doubt).toMatchObject({ isRejectedInFeed: true, fixes: [{ kind: "accept" }] });
  const { rows } = await session.rows("all", 0, 10);
  expect(rows.map(({ line, isRejectedInFeed }) => [line, isRejectedInFeed])).toEqual([
    [2, false],
    [3, true],
    [4, false],
    [5, false],
  ]);
  await apply(doubt!.fixes[0]!.command);
  expect((await outcome()).inFeed.rejected).toBe(0);
});
