import { jobOf, type DecisionTask } from "../deciding/task.js";
import type { Decided } from "../engine.js";
import { decideInThreads } from "../threads/decide-in-threads.js";
import { recordsOf } from "../threads/merge.js";
import { memorySpill } from "../threads/spill.js";
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
  const { decided, records } = await decideInThreads(job, task, { spill: async () => memorySpill() });
  if (records === undefined) {
    const { accepted, ...others } = decided;
    await sendAll(answer, "accepted", accepted);
    return sendOthers(answer, others);
  }
  for (const stored of records.runs) {
    const texts = await recordsOf(stored);
    for (const [i, json] of texts.entries()) {
      const room = answer.sendJson("accepted", `{"line":${stored.lines[i]},"record":${json}}`);
      if (room !== undefined) await room;
    }
  }
  await sendOthers(answer, decided);
};

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
