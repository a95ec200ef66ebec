import { rollBack, type RolledBack } from "../deliveries/operator.js";
import type { Decision, Person } from "./decision.js";

/**
 * Publishes the content of an older version again and pauses the feed. `to` is the number of the older version. By
 * default, this is the version before the current one, or before the one to which the feed was rolled back. Throws
 * `no_such_publication` or `list_moved`.
 */
export async function rollback(
  { setup, feed, name }: Person,
  { to, reason }: { readonly to: number | undefined; readonly reason: string },
): Promise<Decision & RolledBack> {
  const done = await rollBack(setup, feed, to, reason, name);
  return {
    ...done,
    act: `Rolled back by ${name} to version ${done.to}, which is published again as version ${done.number}: ${reason}`,
    outcomes: [],
    sentence: resultOf(done),
  };
}

function resultOf({ number, to, forgotten, kept_inactive, not_back }: RolledBack): string {
  return [
    `Version ${number} has the content of version ${to}${forgotten ? ", except for people who have been removed since then" : ""}. The feed is paused.`,
    ...(kept_inactive === undefined
      ? []
      : [
          `The rollback kept ${recordsText(kept_inactive)} of the newer version as inactive, because of references in other records.`,
        ]),
    ...(not_back === undefined
      ? []
      : [
          `The rollback did not restore ${recordsText(not_back)}, because of references to records that no longer exist.`,
        ]),
  ].join(" ");
}

function recordsText(count: number): string {
  return count === 1 ? "1 record" : `${count} records`;
}
