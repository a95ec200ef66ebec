import type { EvaluationInMemory } from "../engine.js";
import { flatValue } from "../encode/csv.js";
import { currentList, readCurrent } from "../lists/publications.js";
import type { Store } from "../store/store.js";
import { occurring } from "../lists/changes.js";
import { inOrder } from "../evaluation/accepted-rows.js";
import { emptyList } from "../lists/list.js";
import { reconcile } from "../lists/reconcile.js";
import type { CompiledMapping } from "../mapping/mapping.js";
import type { AnyRecord } from "../records/record-type.js";
import type { Feed } from "../workspace/workspace.js";
import type { ChangesView } from "./messages.js";

const mostChanges = 200;

/** What a delivery of the sample would change in the list that a feed has now. Nothing is written. */
export async function changesFor(
  store: Store,
  feed: Feed,
  evaluated: EvaluationInMemory,
  mapping: CompiledMapping,
): Promise<ChangesView> {
  const current = await readCurrent(store.db, feed.name);
  const list = current === undefined ? emptyList : await currentList(store, current.publication);
  const settings = {
    delivery: feed.delivery === "delta" ? "upsert" : "full",
    missing: feed.missing ?? mapping.missing,
    missingAfter: mapping.missingAfter,
    mergesElements: mapping.mergesElements,
    part: "",
    protectedIds: new Set<string>(),
  } as const;
  const { changes } = await reconcile(
    list,
    { ...evaluated, accepted: inOrder(evaluated.accepted) },
    settings,
    new Date(),
  );
  return {
    feed: feed.name,
    number: current?.publication.number,
    counts: occurring(changes.kinds),
    changes: changes.first.slice(0, mostChanges).map(({ kind, id, fields, before, after }) => ({
      kind,
      id,
      fields: fields.map((name) => ({ name, before: shown(before, name), after: shown(after, name) })),
    })),
  };
}

function shown(record: AnyRecord | undefined, name: string): string {
  const value = record?.[name];
  return value === undefined || value === null ? "" : flatValue(value);
}
