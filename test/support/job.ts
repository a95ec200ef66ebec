import type { RowsJob } from "../../src/convert/rows.js";
import { account as accountOf } from "../../src/model/account.js";
import { compiledFor, noLookups } from "../mapping/evaluating.js";

/** Settings for evaluating a file of the account `acme` with a mapping. */
export function jobFor(text: string, changes: Partial<Omit<RowsJob, "mapping">> = {}): RowsJob {
  const { account = accountOf("acme", { country: "DE" }), lookups = noLookups } = changes;
  const mapping = compiledFor(text, account, { lookups, today: "2026-01-31" });
  return { mapping, account, lookups, mode: "strict", ...changes };
}
