import { head, headIs, is, means, type GuessColumn } from "../column.js";
import { abstain, candidates, percentText, take, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confidence, confident, part, preference } from "../weights.js";

/** The address at work: never another person's, a private or a recovery address. */
export function guessEmail(table: GuessTable): FieldGuess {
  const named = table.columns.filter(
    (column) => head(column) === "email" && !isRefused(column) && !isOneForAll(column),
  );
  const good = named
    .filter((column) => holdsAddresses(column) && column.profile.filledShare >= part.few)
    .sort((a, b) => rankOf(a) - rankOf(b));
  const [best, ...more] = good;
  if (best !== undefined) {
    const others = [
      ...more,
      ...table.columns.filter((column) => means(column, "email") && isRefused(column)),
    ];
    return take(
      best,
      confident(best.profile.email),
      `heading matches and ${percentText(best.profile.email)} of values are e-mail addresses`,
      {
        runnersUp: candidates(others.slice(0, 3), (column) =>
          isRefused(column) ? "another or a private address" : "also an e-mail address",
        ),
        warnings: [
          best.profile.filledShare < part.unique &&
            `${percentText(best.profile.filledShare)} of rows have an address`,
          best.profile.email < part.most && "one value is no address, and its row is rejected",
        ],
      },
    );
  }
  const speaking = table.columns.filter(
    (column) =>
      column.profile.email >= part.nearlyAll && !isRefused(column) && column.profile.filledShare >= part.half,
  );
  const login = speaking.find((column) => means(column, "login"));
  // "Adresse élec." reads like a postal address, "Contacto Correo" like a telephone; their values say better.
  const silent = speaking.filter(
    (column) => headIs(column, undefined, "address", "phone") && column.reading.owners.size === 0,
  );
  const chosen = login ?? (silent.length === 1 ? silent[0] : undefined);
  if (chosen !== undefined && speaking.length <= 2) {
    return take(
      chosen,
      confidence.doubtful,
      `${percentText(chosen.profile.email)} of values are e-mail addresses${login === undefined ? (table.hasHeadings ? "; the heading does not say so" : "; there are no headings") : ", and the login is the only one"}`,
    );
  }
  const empty = named.filter((column) => column.profile.filled === 0);
  if (empty.length > 0) return abstain("the e-mail column is empty", candidates(empty, "empty"));
  const refused = table.columns.filter((column) => column.profile.email >= part.most);
  return abstain(
    refused.length > 0
      ? "the addresses belong to other people or are private"
      : "no column holds e-mail addresses",
    candidates(refused, "addresses, but not this person's at work"),
  );
}

/** Most values are addresses, or all but one: in a short list one that is mistyped is a large share. */
function holdsAddresses({ profile }: GuessColumn): boolean {
  const others = Math.round(profile.filled * (1 - profile.email));
  return profile.email >= part.most || (others === 1 && profile.email >= part.half);
}

/** The company's own address in every row is nobody's. */
function isOneForAll({ profile }: GuessColumn): boolean {
  return profile.filled >= 3 && profile.distinct === 1;
}

function isRefused(column: GuessColumn): boolean {
  return (
    headIs(column, "manager", "relative", "customer", "vendor") ||
    (is(column, "private") && !is(column, "work")) ||
    is(column, "secondary") ||
    is(column, "new") ||
    is(column, "old")
  );
}

function rankOf(column: GuessColumn): number {
  const quality = is(column, "work") ? -preference.decisive : is(column, "primary") ? -preference.strong : 0;
  return (
    quality +
    (1 - column.profile.email) +
    (1 - column.profile.filledShare) * 2 +
    (1 - column.reading.strength)
  );
}
