import { readTables } from "./read-tables.js";
import { fresh } from "./tables/fresh.js";
import { heldOut } from "./tables/held-out.js";
import { notLists } from "./tables/not-lists.js";
import { real } from "./tables/real.js";
import { realAgain } from "./tables/real-again.js";
import { realLast } from "./tables/real-last.js";
import { realLater } from "./tables/real-later.js";
import { tuned } from "./tables/tuned.js";
import { unseen } from "./tables/unseen.js";
import type { Sample } from "../../src/guess/table.js";
import type { TruthTable } from "./truth.js";

/** `tuned`: the rules were made with these. `held out`: written afterwards, from other sources. `fresh`: after that. `unseen`: then. `real`: headings and values of real files. */
export const truthSets: Readonly<Record<string, readonly TruthTable[]>> = {
  tuned: readTables(tuned),
  "held out": readTables(heldOut),
  fresh: readTables(fresh),
  unseen: readTables(unseen),
  real: readTables(real),
  "real, later": readTables(realLater),
  "real, last": readTables(realLast),
  "real, again": readTables(realAgain),
};

/** Tables of which a guess has to say that they list nothing of ours. */
export const tablesOfNothing: readonly Sample[] = readTables(notLists);
