import { fill } from "../profile.js";
import {
  abstain,
  candidates,
  choose,
  head,
  is,
  means,
  percent,
  type Column,
  type FieldGuess,
  type Table,
} from "../table.js";

/** The address at work: never another person's, a private or a recovery address. */
export function guessEmail(table: Table): FieldGuess {
  const named = table.columns.filter(
    (column) => head(column) === "email" && !isRefused(column) && !isOneForAll(column),
  );
  const good = named
    .filter((column) => column.profile.email >= 0.8 && fill(column.profile) >= 0.2)
    .sort((a, b) => rankOf(a) - rankOf(b));
  const best = good[0];
  if (best !== undefined) {
    const others = [
      ...good.slice(1),
      ...table.columns.filter((column) => means(column, "email") && isRefused(column)),
    ];
    return choose(
      [best],
      { op: "column" },
      0.55 + 0.43 * best.profile.email * Math.min(1, fill(best.profile) + 0.1),
      `heading matches and ${percent(best.profile.email)} of values are e-mail addresses`,
      {
        runnersUp: candidates(others.slice(0, 3), (column) =>
          isRefused(column) ? "another or a private address" : "also an e-mail address",
        ),
        warnings: fill(best.profile) < 0.98 ? [`${percent(fill(best.profile))} of rows have an address`] : [],
      },
    );
  }
  const speaking = table.columns.filter(
    (column) => column.profile.email >= 0.9 && !isRefused(column) && fill(column.profile) >= 0.5,
  );
  const login = speaking.find((column) => means(column, "login"));
  // "Adresse élec." reads like a postal address; its values say better.
  const silent = speaking.filter(
    (column) =>
      (column.reading.heads.length === 0 || head(column) === "address") && column.reading.owners.size === 0,
  );
  const chosen = login ?? (silent.length === 1 ? silent[0] : undefined);
  if (chosen !== undefined && speaking.length <= 2) {
    return choose(
      [chosen],
      { op: "column" },
      login === undefined ? 0.65 : 0.7,
      `${percent(chosen.profile.email)} of values are e-mail addresses${login === undefined ? (table.hasHeadings ? "; the heading does not say so" : "; there are no headings") : ", and the login is the only one"}`,
    );
  }
  const empty = named.filter((column) => column.profile.filled === 0);
  if (empty.length > 0)
    return abstain(
      "the e-mail column is empty",
      candidates(empty, () => "empty"),
    );
  const refused = table.columns.filter((column) => column.profile.email >= 0.8);
  return abstain(
    refused.length > 0
      ? "the addresses belong to other people or are private"
      : "no column holds e-mail addresses",
    candidates(refused, () => "addresses, but not this person's at work"),
  );
}

/** The company's own address in every row is nobody's. */
function isOneForAll({ profile }: Column): boolean {
  return profile.filled >= 3 && profile.distinct === 1;
}

function isRefused(column: Column): boolean {
  return (
    head(column) === "manager" ||
    head(column) === "relative" ||
    head(column) === "customer" ||
    head(column) === "vendor" ||
    (is(column, "private") && !is(column, "work")) ||
    is(column, "secondary") ||
    is(column, "new") ||
    is(column, "old")
  );
}

function rankOf(column: Column): number {
  const quality = is(column, "work") ? -1 : is(column, "primary") ? -0.5 : 0;
  return (
    quality + (1 - column.profile.email) + (1 - fill(column.profile)) * 2 + (1 - column.reading.strength)
  );
}
