import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Evaluation } from "../../convert/engine.js";
import { follows, type StoredRows, type StoredRun } from "../../convert/runs.js";
import { memorySpill, type Spill } from "../../convert/spill.js";
import { jobOf, type EvaluationTask } from "../../convert/task.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import { scratchSpill } from "../scratch.js";
import type { EvaluationRest } from "./child-answer.js";
import type { Answer, ChildJob } from "./child-job.js";
import { evaluateHere } from "./evaluate-here.js";

/** What the file before was evaluated with: of a thousand small files of a feed, compiling the mapping takes a quarter of the time. */
let before: { readonly key: string; readonly mapping: CompiledMapping } | undefined;

/** Records of other lists up to which tasks are compared. */
const fewRecords = 1_000;

function jobLike(task: EvaluationTask): ReturnType<typeof jobOf> {
  const { mapping, account, today, tables, lists } = task;
  if (lists.reduce((sum, [, records]) => sum + records.length, 0) > fewRecords) return jobOf(task);
  const key = JSON.stringify([mapping, account, today, tables, lists]);
  const job = jobOf(task, before?.key === key ? before.mapping : undefined);
  before = { key, mapping: job.mapping };
  return job;
}

/** Runs in the reader, once for each feed that wants the file. */
export const run: ChildJob = async (given, source, answer) => {
  const task = given as EvaluationTask;
  const early = new EarlyRuns(answer);
  const spill = kept();
  const job = { ...jobLike(task), source, spill, onRun: (run: StoredRun) => early.take(run) };
  const evaluation = await evaluateHere(job, () => task, worthThread);
  const { runs } = evaluation.accepted;
  if (!early.are(runs)) {
    await early.recall();
    for (const run of runs) await sendRun(answer, run);
  }
  await sendOthers(answer, evaluation);
};

/**
 * Records stay until the last one was read, for they are sent once more when they turn out to be no list. Where no file can be
 * written they stay in memory.
 */
function kept(): Spill {
  const scratch = scratchSpill(async () => join(tmpdir(), `lading-${randomUUID()}`));
  const memory = memorySpill();
  return { append: (bytes) => scratch.append(bytes).catch(() => memory.append(bytes)) };
}

/** The parent needs a core, too: it verifies the list of now, and looks at the records while others are evaluated. */
const worthThread = 16 * 1024 * 1024;

/** The kind of an item that says that the records sent so far are not the list. */
export type Recalled = "recalled";

/** Records that go out while others are evaluated, as long as they come in the order of a list, as in most exports. */
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
  are(runs: readonly StoredRows[]): boolean {
    return runs.length === this.#sent && runs.at(-1) === this.#last;
  }

  async recall(): Promise<void> {
    if (this.#sent > 0) await this.#answer.send("recalled" satisfies Recalled, null);
  }
}

async function sendRun(answer: Answer, { stored, lines }: StoredRows): Promise<void> {
  await answer.sendBytes("records", [...lines], await stored.read(0, stored.size));
}

async function sendOthers(answer: Answer, evaluation: Evaluation): Promise<void> {
  const { accepted: _, rejected, issues, skipped, otherCompanies, issueCounts, ...others } = evaluation;
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
    const drained = answer.send(kind, item);
    if (drained !== undefined) await drained;
  }
}
