import type { Limits } from "../../formats/limits.js";
import { openTable } from "../../formats/index.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { ChildJob } from "./child-job.js";

/** Reading a table, as it travels to the child. */
export interface ReadTask {
  readonly options: ReadOptions;
  readonly limits: Limits;
}

/** Runs in the child: what the table is, its rows one by one, the issues of the file. */
export const run: ChildJob = async (given, source, answer) => {
  const { options, limits } = given as ReadTask;
  const table = await openTable(source, options, limits);
  await answer.send("table", { detected: table.detected, headings: table.headings });
  for await (const batch of table.rows) {
    for (const row of batch) {
      const drained = answer.send("row", row);
      if (drained !== undefined) await drained;
    }
  }
  for (const found of table.issues) await answer.send("issue", found);
};
