import { notedFaults } from "../../feeds/deliveries/faults.js";
import { readFeeds } from "../../feeds/lists/feed-log.js";
import { lastArrived } from "../../feeds/lists/feed-state.js";
import { readCurrents } from "../../feeds/lists/publications.js";
import type { Queries } from "../../store/store.js";
import type { Look } from "../look.js";
import { faultProblem, problemList } from "../../feeds/health/problems.js";
import { problemsText } from "./problems-text.js";
import { textTable } from "./table.js";
import { age } from "../../sentence.js";

/** Formats the feeds' state as recorded in the store. Used while lading.yaml has errors. */
export async function storedOverview(db: Queries, now: Date, look: Look): Promise<string> {
  const rows = await db.selectFrom("feeds").select("name").orderBy("name").execute();
  const names = rows.map(({ name }) => name);
  const stored = await readFeeds(db, names);
  const currents = await readCurrents(db, names);
  const table = textTable(
    ["feed", "version", "records", "confirmed", "last delivery"],
    names.map((name) => {
      const current = currents.get(name);
      const state = stored.get(name)?.state;
      return [
        name,
        String(current?.publication.number ?? ""),
        String(current?.publication.counts.records ?? ""),
        current === undefined ? "never" : age(current.confirmedAt, now),
        (state && lastArrived(state)?.status) ?? "",
      ];
    }),
    look,
  );
  const faults = await notedFaults(db, now);
  return problemsText(problemList(faults.map(faultProblem)), now) + (table === "" ? "" : `\n${table}`);
}
