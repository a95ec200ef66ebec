import { jobOf, type DecisionTask } from "../deciding/task.js";
import type { Decided } from "../engine.js";
import { inOrder, type AcceptedRow } from "../lists/delivered-rows.js";
import { decideInThreads } from "../threads/decide-in-threads.js";
import { JsonLineBytes } from "../threads/json-line-bytes.js";
import { memorySpill } from "../storage/spill.js";
import type { Answer, ChildJob } from "./child-job.js";

/** What is left of a decision when its rows and issues have been sent one by one. */
export type DecisionRest = Omit<
  Decided,
  "accepted" | "rejected" | "issues" | "skipped" | "otherCompanies" | "issueCounts"
> & {
  readonly skipped: readonly (readonly [string, number])[];
  readonly otherCompanies: readonly (readonly [string, number])[];
  readonly issueCounts: readonly (readonly [string, number])[];
};

/** Runs in the child. */
export const run: ChildJob = async (given, source, answer) => {
  const task = given as DecisionTask;
  const job = { ...jobOf(task), source };
  const { decided, records } = await decideInThreads(job, task, {
    spill: async () => memorySpill(),
  });
  if (records !== undefined) {
    for (const { stored, lines } of records.runs) {
      const room = answer.sendBytes("records", [...lines], await stored.read(0, stored.size));
      if (room !== undefined) await room;
    }
    return sendOthers(answer, decided);
  }
  const { accepted, ...others } = decided;
  for await (const rows of inOrder(accepted).batches()) await sendRows(answer, rows, decided.columns);
  await sendOthers(answer, others);
};

/** How many records are sent at once. */
const rowsAtOnce = 4_000;

async function sendRows(
  answer: Answer,
  rows: readonly AcceptedRow[],
  columns: readonly string[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    const json = new JsonLineBytes(columns, new Uint8Array(some.length * 160));
    for (const { record } of some) json.add(record);
    const lines = some.map(({ line }) => line);
    await answer.sendBytes("records", lines, json.end());
  }
}

async function sendOthers(answer: Answer, decided: Omit<Decided, "accepted">): Promise<void> {
  const { rejected, issues, skipped, otherCompanies, issueCounts, ...others } = decided;
  await sendAll(answer, "rejected", rejected);
  await sendAll(answer, "issues", issues);
  const rest: DecisionRest = {
    ...others,
    skipped: [...skipped],
    otherCompanies: [...otherCompanies],
    issueCounts: [...issueCounts],
  };
  await answer.send("rest", rest);
}

async function sendAll(answer: Answer, kind: string, items: readonly unknown[]): Promise<void> {
  for (const item of items) {
    const room = answer.send(kind, item);
    if (room !== undefined) await room;
  }
}
