import type { EmptyList, OutcomeView } from "../studio/messages.js";
import { texts } from "./texts.js";

/**
 * Describes what the downloaded list does not contain. If only the first rows were checked, their counts do not apply
 * to the list, which contains the records of all rows.
 */
export function leftOutOfList(
  { counts, rules, emptyLists }: Pick<OutcomeView, "counts" | "rules" | "emptyLists">,
  isWhole: boolean,
): readonly string[] {
  if (!isWhole) return [texts.outcome.wholeList];
  return [
    ...(counts.rejected > 0 ? [texts.outcome.notInList(counts.rejected)] : []),
    ...rules.map(({ rule, count }) => `${texts.outcome.skipped(count, rule)}.`),
    ...emptyLists.map(emptyList),
  ];
}

export function emptyList({ list, count, columns }: EmptyList): string {
  return texts.outcome.emptyList(count, texts.lists[list] ?? list, columns);
}
