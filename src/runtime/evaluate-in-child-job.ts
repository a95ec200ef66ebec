import { jobOf, type EvaluationTask } from "../evaluation/task.js";
import type { EvaluationInMemory } from "../engine.js";
import { inOrder } from "../evaluation/accepted-rows.js";
import type { AcceptedRow } from "../evaluation/evaluation.js";
import { evaluateOnThreads } from "./evaluate-on-threads.js";
import { follows, type StoredRun } from "../evaluation/merge.js";
import { JsonLineBytes } from "../encode/json-line-bytes.js";
import { memorySpill } from "../evaluation/spill.js";
import type { EvaluationRest } from "./child-answer.js";
import type { Answer, ChildJob } from "./child-job.js";

/** Runs in the child. */
export const run: ChildJob = async (given, source, answer) => {
  const task = given as EvaluationTask;
  const job = { ...jobOf(task), source };
  const early = new EarlyRuns(answer);
  const { decided, records } = await evaluateOnThreads(job, task, {
    spill: async () => memorySpill(),
    share: worthThread,
    onRun: (run) => early.take(run),
  });
  if (records !== undefined) {
    if (!early.are(records.runs)) {
      await early.recall();
      for (const run of records.runs) await sendRun(answer, run);
    }
    return sendOthers(answer, decided);
  }
  await early.recall();
  const { accepted, ...others } = decided;
  for await (const rows of inOrder(accepted).batches()) await sendRows(answer, rows, decided.columns);
  await sendOthers(answer, others);
};

/** The parent needs a core, too: it verifies the list of now, and looks at the records while others are decided. */
const worthThread = 16 * 1024 * 1024;

/** The kind of an item that says that the records sent so far are not the list. */
export type Recalled = "recalled";

/** Records that go out while others are decided, as long as they come in the order of a list, as in most exports. */
class EarlyRuns {
  readonly #answer: Answer;
  #sent = 0;
  #last: StoredRun | undefined;
  #isInOrder = true;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  async take(run: StoredRun): Promise<void> {
    this.#isInOrder &&= follows(this.#last, run);
    if (!this.#isInOrder) return;
    this.#sent += 1;
    this.#last = run;
    await sendRun(this.#answer, run);
  }

  /** Whether just these were sent: those of a file that had to be read anew come on top of the ones before. */
  are(runs: readonly StoredRun[]): boolean {
    return runs.length === this.#sent && runs.at(-1) === this.#last;
  }

  async recall(): Promise<void> {
    if (this.#sent > 0) await this.#answer.send("recalled" satisfies Recalled, null);
  }
}

async function sendRun(answer: Answer, { stored, lines }: StoredRun): Promise<void> {
  await answer.sendBytes("records", [...lines], await stored.read(0, stored.size));
}

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

async function sendOthers(answer: Answer, decided: Omit<EvaluationInMemory, "accepted">): Promise<void> {
  const { rejected, issues, skipped, otherCompanies, issueCounts, ...others } = decided;
  await sendAll(answer, "rejected", rejected);
  await sendAll(answer, "issues", issues);
  const rest: EvaluationRest = {
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
