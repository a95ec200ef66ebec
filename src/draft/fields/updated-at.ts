import { clear, head } from "../column.js";
import { abstain, candidates, choose, datedAs, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confidence, part } from "../weights.js";

/**
 * The time of the last change, only from a column that is named so and holds times. Hire, birth, validity, creation and login
 * dates are never it; without one Lading makes the time itself when a record changes.
 */
export function guessUpdatedAt(table: GuessTable): FieldGuess {
  const named = table.columns.filter(
    (column) => head(column) === "modified_at" && clear(column) && column.profile.dates !== undefined,
  );
  const fits = named.filter(({ profile }) => profile.filledShare >= part.nearlyAll);
  const best = fits.length === 1 ? fits[0] : fits.find((column) => column.profile.dates?.hasTime === true);
  const dates = best?.profile.dates;
  if (best === undefined || dates === undefined) {
    const silent = table.columns.filter(
      ({ profile, reading }) => reading.heads.length === 0 && profile.dates?.hasTime === true,
    );
    return abstain(
      `${named.length > fits.length ? "the time of the last change is missing in some rows" : "no column holds the time of the last change"}; Lading sets the time when a record changes`,
      [
        ...candidates(named, "named like a change time"),
        ...candidates(silent, "holds times, and its heading does not say of what"),
      ],
    );
  }
  return choose(
    [best],
    datedAs("timestamp", dates),
    dates.hasTime ? confidence.certain : confidence.likely,
    "heading says the last change and the values are times",
    {
      warnings: [
        !dates.hasOffset &&
          "the times have no offset: they are read in the time zone of the mapping, else of the account",
      ],
    },
  );
}
