import { readTables } from "./read-tables.js";
import { fresh } from "./tables/fresh.js";
import { heldOut } from "./tables/held-out.js";
import { tuned } from "./tables/tuned.js";
import { unseen } from "./tables/unseen.js";
import type { TruthTable } from "./truth.js";

/** `tuned`: the rules were made with these. `held out`: written afterwards, from other sources. `fresh`: after that. `unseen`: last. */
export const truthSets: Readonly<Record<string, readonly TruthTable[]>> = {
  tuned: readTables(tuned),
  "held out": readTables(heldOut),
  fresh: readTables(fresh),
  unseen: readTables(unseen),
};
