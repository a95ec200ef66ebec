import { enoughMatch } from "../profile.js";
import { clear, head, is, means, owned, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, percentText, take, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { holdsGivenName } from "../given-names.js";
import { fold, isSpaceless } from "../words.js";
import { confidence, confident, part } from "../weights.js";

/** Guesses a person's name: one column, or given and family names joined in the order of the language. */
export function guessName(table: GuessTable): FieldGuess {
  const usable = table.columns.filter(
    (column) =>
      clear(column) &&
      column.profile.filledShare > part.half &&
      !is(column, "translation") &&
      !is(column, "old"),
  );
  const given = first(
    usable.filter(
      (column) =>
        head(column) === "given_name" || isGivenBySide(column, usable) || isWithoutFamily(column, usable),
    ),
  );
  const family = first(
    usable.filter(
      (column) =>
        (head(column) === "family_name" && !is(column, "secondary")) || isFamilyBySide(column, usable),
    ),
  );
  const whole = usable
    .filter((column) => column !== given && column !== family && isWholeName(column))
    // `Nombre1, Nombre2, Apellido`: beside both parts of a name, a single word is another part.
    .filter((column) => given === undefined || family === undefined || !isOneWord(column))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const [best, ...more] = whole;
  const parts = best !== undefined && isOneWord(best) ? unreadGivenNames(best, table) : [];
  if (best !== undefined && parts.length > 0) {
    return abstain(
      `${best.name} has one word in most rows, and another column has given names. They are probably parts of a name: { join: [GIVEN, FAMILY] }`,
      candidates([...parts, best], (column) => `${percentText(column.profile.word)} words`),
    );
  }
  if (best !== undefined && (best.profile.filledShare >= part.nearlyAll || given === undefined)) {
    const others = [...more, ...[given, family].filter((column) => column !== undefined)];
    if (mostly(best, isFamilyNameFirst)) {
      const reason =
        "most names have a comma, so the family name is probably first; keep it so or swap the parts";
      return { ...abstain(reason, candidates([best], "as it stands")), isTurned: true };
    }
    return take(
      best,
      isOneWord(best) ? confidence.doubtful : confident(Math.max(best.profile.person, best.profile.word)),
      isOneWord(best)
        ? "heading suggests a name and the values are words"
        : `heading suggests a name and ${percentText(best.profile.person)} of values look like full names`,
      {
        runnersUp: candidates(others.slice(0, 3), "another column with names"),
        warnings: [isOneWord(best) && "most values are one word; check that it is the full name"],
      },
    );
  }
  if (given !== undefined && family !== undefined) return joined(table, given, family, usable);
  if (given !== undefined && (given.profile.person >= part.most || means(given, "name"))) {
    return take(
      given,
      confidence.doubtful,
      `the only column of names; ${percentText(given.profile.person)} of values look like full names`,
    );
  }
  return (
    byValues(table) ??
    abstain(
      "no column contains full names",
      candidates(
        [given, family].filter((c) => c !== undefined),
        "only part of a name",
      ),
    )
  );
}

function first(columns: readonly GuessColumn[]): GuessColumn | undefined {
  const plain = columns.filter((column) => column.profile.word >= part.most);
  return plain.find((column) => !is(column, "english") && !is(column, "secondary")) ?? plain[0];
}

/** `Nome` beside `Cognome` or `Name` beside `Surname` is the given name. */
function isGivenBySide(column: GuessColumn, all: readonly GuessColumn[]): boolean {
  return (
    (isBareName(column) || lacksFamily(column, all)) &&
    all.some((other) => head(other) === "family_name" && other !== column) &&
    !all.some((other) => head(other) === "given_name" && other !== column)
  );
}

/** `Name` beside `Vorname` or `Nom` beside `Prénom` is the family name. */
function isFamilyBySide(column: GuessColumn, all: readonly GuessColumn[]): boolean {
  return (
    isBareName(column) &&
    all.some((other) => head(other) === "given_name" && other !== column) &&
    !all.some((other) => head(other) === "family_name" && other !== column)
  );
}

function isBareName(column: GuessColumn): boolean {
  return head(column) === "name" && !isOfAnotherRecord(column) && column.profile.person < part.most;
}

/**
 * "Juan José" under `Nombre` beside `Apellidos` looks like a full name but never contains the family name.
 */
function lacksFamily(column: GuessColumn, all: readonly GuessColumn[]): boolean {
  const family = all.find((other) => head(other) === "family_name" && other !== column);
  if (family === undefined || head(column) !== "name" || isOfAnotherRecord(column)) return false;
  const within = column.cells.filter((cell, row) => {
    const part = family.cells[row] ?? "";
    return part !== "" && fold(cell).includes(fold(part));
  });
  return within.length <= column.cells.length * part.few;
}

/** `名前` beside `名字`: headed like a full name but never contains the family name beside it. */
function isWithoutFamily(column: GuessColumn, all: readonly GuessColumn[]): boolean {
  if (head(column) !== "full_name" && head(column) !== "name") return false;
  const family = all.find((other) => head(other) === "family_name" && other !== column);
  if (family === undefined || all.some((other) => head(other) === "given_name")) return false;
  if (!mostly(column, isSpaceless) || !mostly(family, isSpaceless)) return false;
  return column.cells.every((cell, row) => !cell.includes(family.cells[row] ?? cell));
}

/** `Nom` with DURAND and JEAN may be a family name or a whole name. */
function isOneWord({ profile }: GuessColumn): boolean {
  return profile.person < part.half;
}

/** Columns of given names with unknown headings: `emp_pre` beside `emp_nom`. */
function unreadGivenNames(best: GuessColumn, table: GuessTable): readonly GuessColumn[] {
  return table.columns.filter(
    (column) =>
      column !== best &&
      head(column) === undefined &&
      column.profile.word >= part.most &&
      column.profile.person < part.half &&
      column.profile.uniqueness >= part.half &&
      enoughMatch(column.profile.values, holdsGivenName, part.half),
  );
}

/** `Whitfield, Grace` */
export function isFamilyNameFirst(name: string): boolean {
  return /^[^,]+,[^,]+$/.test(name);
}

function isOfAnotherRecord(column: GuessColumn): boolean {
  return owned(column, "charge") || owned(column, "tax");
}

function isWholeName(column: GuessColumn): boolean {
  const { profile } = column;
  if (isOfAnotherRecord(column) || profile.email > part.few) return false;
  if (means(column, "full_name")) {
    const mayBeLogin = means(column, "login");
    return mayBeLogin ? profile.person >= part.half : profile.word >= part.most;
  }
  if (head(column) === "name") return profile.word >= part.most && profile.meanLength >= 2;
  return column.reading.heads.length === 0 && owned(column, "staff") && profile.person >= part.most;
}

/** Names in the local script before English ones, full names before display names. */
function rankOf(column: GuessColumn): number {
  const english = is(column, "english") || is(column, "secondary") ? 4 : 0;
  const meaning = head(column) === "full_name" ? 0 : head(column) === "name" ? 1 : 2;
  return english + meaning - column.profile.person + (1 - column.profile.filledShare) * 3;
}

function joined(
  table: GuessTable,
  given: GuessColumn,
  family: GuessColumn,
  usable: readonly GuessColumn[],
): FieldGuess {
  const spaceless = [given, family].every((column) => mostly(column, isSpaceless));
  const language = (code: string) => (table.languages.get(code) ?? 0) >= 2;
  const share = (code: string) => table.languages.get(code) ?? 0;
  // Bulgarian shares most words with Russian but puts the given name first.
  const slavic = (language("ru") || language("uk")) && share("bg") <= Math.max(share("ru"), share("uk"));
  const familyFirst = spaceless || language("vi") || language("hu") || slavic;
  const middle = usable.find((column) => head(column) === "middle_name" && column.profile.word >= part.most);
  const second = usable.find((column) => head(column) === "family_name" && is(column, "secondary"));
  const core = familyFirst ? [family, given] : [given, family];
  const columns = [...core];
  if (middle !== undefined && slavic) columns.push(middle);
  if (middle !== undefined && language("vi")) columns.splice(1, 0, middle);
  if (second !== undefined) columns.push(second);
  const infix = table.columns.find((column) => head(column) === "middle_name");
  if (infix !== undefined && language("nl")) columns.splice(1, 0, infix);
  const order = familyFirst ? "family name first" : "given name first";
  return choose(
    columns,
    { op: "join", separator: spaceless ? "" : " " },
    confidence.certain,
    `given and family name are in separate columns; ${order}${spaceless ? ", without a space" : ""}`,
    middle !== undefined && !columns.includes(middle)
      ? { runnersUp: candidates([middle], "a middle name, left out") }
      : {},
  );
}

function mostly(column: GuessColumn, test: (value: string) => boolean): boolean {
  const values = column.profile.values.slice(0, 200);
  return values.length > 0 && enoughMatch(values, test, part.most);
}

/** Without a useful heading, a single column of full names is chosen. */
function byValues(table: GuessTable): FieldGuess | undefined {
  const speaking = table.columns.filter(
    (column) =>
      column.profile.person >= part.nearlyAll &&
      column.profile.uniqueness >= part.most &&
      column.profile.filledShare >= part.nearlyAll &&
      (column.reading.heads.length === 0 || !table.hasHeadings) &&
      column.reading.owners.size === 0,
  );
  const only = speaking.length === 1 ? speaking[0] : undefined;
  if (only === undefined) return undefined;
  return take(
    only,
    confidence.doubtful,
    `${percentText(only.profile.person)} of values look like full names; ${table.hasHeadings ? "the heading does not show it" : "there are no headings"}`,
  );
}
