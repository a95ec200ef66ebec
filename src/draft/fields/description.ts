import { clear, hardlyDiffers, head, headIs, is, owned, valuesBeside, type GuessColumn } from "../column.js";
import { abstain, candidates, take, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { mentions } from "../text-words.js";
import { phraseKey } from "../words.js";
import { confidence, confident, part, preference, says } from "../weights.js";

/** What people read: a description, else a name. Languages are never put together; the column that is always filled wins. */
export function guessDescription(table: GuessTable, codeColumn: string | undefined): FieldGuess {
  const own = table.record === "tax-code" ? "tax" : "charge";
  const other = table.record === "tax-code" ? "charge" : "tax";
  const named = table.columns.filter(
    (column) =>
      (headIs(column, "description", "name") || isTitle(column)) &&
      column.reading.strength >= part.half &&
      column.profile.filled > 0 &&
      column.profile.number < part.half &&
      !is(column, "translation") &&
      !is(column, "old") &&
      (!owned(column, other) || owned(column, own)) &&
      !owned(column, "staff"),
  );
  const texts = named.filter((column) => column.name !== codeColumn || named.length === 1);
  const [best, ...others] = texts.sort((a, b) => scoreOf(b, own) - scoreOf(a, own) || a.index - b.index);
  const better = best === undefined || !hardlyDiffers(best) ? [] : table.columns.filter(tellsRowsApart);
  if (best !== undefined && better.length > 0) {
    return abstain(
      "the column that is named like a description says the same in many rows, and another text differs in each",
      candidates([...better.slice(0, 3), best], valuesBeside),
    );
  }
  if (best !== undefined && best.profile.filledShare >= part.few) {
    const isCode = best.name === codeColumn;
    return take(
      best,
      isCode ? confidence.doubtful : confident(best.profile.filledShare),
      `heading says a ${head(best) === "name" ? "name" : "description"} and the values are words`,
      {
        runnersUp: candidates(others.slice(0, 3), "another text"),
        warnings: [
          best.profile.filledShare < part.unique && "some rows have no text; the code could stand in",
        ],
      },
    );
  }
  const silent = table.columns.filter(
    (column) =>
      column.profile.prose >= part.most &&
      column.profile.filledShare >= part.nearlyAll &&
      column.profile.uniqueness >= part.half &&
      column.profile.dates === undefined &&
      (column.reading.heads.length === 0 || !table.hasHeadings) &&
      column.name !== codeColumn,
  );
  const only = silent.length === 1 ? silent[0] : undefined;
  if (only !== undefined && clear(only)) {
    return take(only, confidence.doubtful, "the only column of words; its heading names the thing itself");
  }
  if (only !== undefined && !table.hasHeadings) {
    return take(only, confidence.doubtful, "no headings; the only column of words");
  }
  return abstain("no column holds a description", candidates(silent.slice(0, 3), "words"));
}

function tellsRowsApart({ profile }: GuessColumn): boolean {
  return (
    profile.prose >= part.most &&
    profile.uniqueness >= part.most &&
    profile.filledShare >= part.nearlyAll &&
    profile.dates === undefined
  );
}

/** A title is a position of people, but the name of a thing. */
function isTitle(column: GuessColumn): boolean {
  return head(column) === "job_title" && mentions("title", phraseKey(column.heading));
}

function scoreOf(column: GuessColumn, own: "tax" | "charge"): number {
  const { profile, reading } = column;
  const meaning = head(column) === "description" ? says.whole : says.thing;
  const mine = owned(column, own) ? preference.slight : 0;
  const short = is(column, "short") ? -preference.clear : 0;
  const local = is(column, "local") ? -preference.margin : 0;
  const english = is(column, "english") ? -preference.margin / 2 : 0;
  const filled =
    profile.filledShare < part.half ? -preference.decisive : (profile.filledShare - 1) * part.half;
  const coded = profile.code >= part.nearlyAll && profile.prose < part.few ? -preference.strong : 0;
  return meaning * reading.strength + mine + short + local + english + filled + coded;
}
