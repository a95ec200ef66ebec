import { isBlank } from "../profile.js";
import type { Meaning } from "../meanings.js";
import { saySame, valuesBeside } from "../column.js";
import {
  abstain,
  candidates,
  choose,
  datedAs,
  percentText,
  readValues,
  take,
  type FieldGuess,
} from "../field-guess.js";
import { confidence, part } from "../weights.js";
import { flowList, scalar } from "../yaml-text.js";
import type { EntityColumn, Role } from "./columns.js";
import type { EntityShape } from "./shape.js";

/** What single columns say of a field of a record or an element, and what is asked. */

/** The column among several of one role that names a thing best: its code before its name. */
export function bestOfRole(columns: readonly EntityColumn[]): EntityColumn | undefined {
  return columns
    .filter(({ profile }) => profile.filled > 0)
    .sort((a, b) => rank(b) - rank(a) || a.index - b.index)[0];
}

function rank({ said, isStrange }: EntityColumn): number {
  if (isStrange) return -1;
  const named = said.has("id") ? 3 : said.has("code") || said.has("number") ? 2 : said.has("name") ? 0 : 1;
  return said.has("vendor") && said.has("customer") ? named - 4 : named;
}

export function roleGuess(columns: readonly EntityColumn[], role: Role): FieldGuess {
  const all = columns.filter((column) => column.role === role && column.profile.filled > 0);
  const named = all.filter(({ said }) => said.has("invoice"));
  // Of other dates a bare one, or that of the document: invoices are received and taxed on other days.
  const bare = all.filter(({ said }) => said.size === 1 || said.has("document"));
  const fits = role !== "invoice_date" ? all : named.length > 0 ? named : bare;
  const chosen = bestOfRole(fits);
  if (chosen === undefined) return abstain("no column is seen to hold it");
  if (chosen.isStrange)
    return abstain("the heading has a word that is not known", candidates(fits, valuesBeside));
  const others = fits.filter((column) => column !== chosen);
  const isOpen = others.some((other) => rank(other) === rank(chosen) && !saySame(other, chosen));
  if (isOpen) return abstain("several columns may hold it", candidates(fits, valuesBeside));
  return take(chosen, confidence.likely, "the heading says so", {
    runnersUp: candidates(others, valuesBeside),
  });
}

const ofNumbers: ReadonlySet<Meaning> = new Set<Meaning>(["number", "document", "reference"]);

/** A bare number may be that of the invoice, where no heading says so, or only of the invoice of a job. */
export function invoiceNumberGuess(header: readonly EntityColumn[]): FieldGuess {
  const guess = roleGuess(header, "invoice_number");
  const isBare = ({ said, profile }: EntityColumn) =>
    profile.filled > 0 && said.has("number") && [...said].every((each) => ofNumbers.has(each));
  const bare = header.filter(isBare);
  const chosen = chosenColumn(guess, header);
  const isSaid =
    chosen === undefined
      ? guess.decision === "abstained" && guess.candidates.length > 0
      : !chosen.said.has("job");
  if (isSaid || bare.length === 0) return guess;
  return abstain(
    "no heading says that it is the invoice's",
    candidates([...(chosen === undefined ? [] : [chosen]), ...bare], valuesBeside),
  );
}

/** Whether a person has to say which column makes one record. */
export function isKeyOpen({ key, rivals }: Pick<EntityShape, "key" | "rivals">): boolean {
  return rivals.length > 0 || key.some(({ isStrange }) => isStrange);
}

export function keyGuess({ key, numbered, rivals }: EntityShape): FieldGuess {
  const [first, ...more] = key;
  if (rivals.length > 0)
    return abstain(
      "rows may be put together by several columns",
      candidates([...key, ...rivals], valuesBeside),
    );
  if (isKeyOpen({ key, rivals }))
    return abstain("the heading has a word that is not known", candidates(key, valuesBeside));
  if (first !== undefined && more.length === 0) {
    const reason =
      numbered === undefined ? "rows of one value are one record" : "every row has its own value";
    return take(first, confidence.likely, reason);
  }
  const names = key.map(({ name }) => name);
  return abstain(
    `no column is an id of the record; each has its own ${names.join(" and ")}: { join: ${flowList(names)}, separator: "-" }`,
    candidates(key, valuesBeside),
  );
}

/** An id of the line, or its number under the key; else which columns name a line for ever is a person's to say. */
export function elementId(shape: EntityShape): FieldGuess {
  const { elements, header, key, numbered, types, match } = shape;
  const isLine = (row: number) => types === undefined || types.column.cells[row]?.trim() !== types.header;
  const width =
    numbered === undefined ? 1 : (elements[0]?.cells.length ?? 0) / Math.max(1, key[0]?.cells.length ?? 1);
  let above = "";
  const keys = (elements[0]?.cells ?? header[0]?.cells ?? []).map((_, row) => {
    const here = key.map(({ cells }) => cells[Math.floor(row / width)]?.trim() ?? "").join("\u0001");
    return (above = isBlank(here) ? above : here);
  });
  const used = keys
    .map((_, row) => row)
    .filter((row) => isLine(row) && elements.some(({ cells }) => !isBlank(cells[row])));
  const tells = (columns: readonly EntityColumn[], withKey: boolean) => {
    const texts = used.map((row) =>
      [withKey ? keys[row] : "", ...columns.map(({ cells }) => cells[row]?.trim() ?? "")].join("\u0001"),
    );
    return (
      columns.every(({ cells }) => used.every((row) => !isBlank(cells[row]))) &&
      new Set(texts).size === used.length
    );
  };
  const named = elements.filter(({ role }) => role === "key" || role === "line" || role === "accrual");
  const id = named.find((column) => column.role !== "line" && tells([column], false));
  if (id !== undefined)
    return take(id, confidence.likely, "the heading says an id and every line has its own");
  // A column of letters that tells the lines apart in this file may hold what is charged, which comes twice in the next.
  const isNumbers = ({ cells }: EntityColumn) => used.every((row) => /\d/.test(cells[row] ?? ""));
  const line = named.find((column) => isNumbers(column) && tells([column], true));
  if (line !== undefined && isKeyOpen(shape))
    return abstain(`${line.name} numbers the lines of each record, whose id is open`);
  const joined = (columns: readonly EntityColumn[]) =>
    `{ join: ${flowList([...(match === undefined ? key : [match]), ...columns].map(({ name }) => name))}, separator: "-" }`;
  if (line !== undefined)
    return choose(
      [...key, line],
      { op: "written", text: joined([line]) },
      confidence.likely,
      "numbers the lines of each record",
      {
        warnings: ["invoices refer to it: a line has to keep its number when others come or go"],
      },
    );
  const several = elements.filter(({ role }) => role === "charge_code" || role === "creditor");
  const hint =
    several.length > 0 && tells(several, true)
      ? `; in this file these tell the lines of a record apart: ${joined(several)}`
      : "";
  return abstain(`no column is an id of a line that stays${hint}`, candidates(named, valuesBeside));
}

export function chosenColumn(guess: FieldGuess, columns: readonly EntityColumn[]): EntityColumn | undefined {
  return guess.decision === "chosen" ? columns.find(({ name }) => name === guess.columns[0]) : undefined;
}

/**
 * By code, as users see it, or of orgs by name: where these are ids the look-up finds nothing. Numbers may be either, and are asked.
 */
export function referenceGuess(
  guess: FieldGuess,
  target: "org" | "charge-code" | "tax-code",
  columns: readonly EntityColumn[],
): FieldGuess {
  const column = chosenColumn(guess, columns);
  if (column === undefined || guess.decision !== "chosen") return guess;
  if (column.said.has("id")) return { ...guess, reason: "the heading says its id" };
  const { code, values } = column.profile;
  const isCode = code >= part.nearlyAll;
  const name = scalar(column.name);
  const found = (by: string) => `{ column: ${name}, lookup: ${target}.${by} }`;
  if (!isCode && target !== "org")
    return abstain("the column holds names and no codes", candidates([column], valuesBeside));
  if (!column.said.has("code") && values.every((value) => /^\d+$/.test(value.trim())))
    return abstain(
      `its numbers are ids, and then write ${name}, or codes: ${found("code")}`,
      candidates([column], valuesBeside),
    );
  const by = isCode ? "code" : "name";
  return {
    ...guess,
    operation: { op: "written", text: found(by) },
    warnings: [`found by ${by}; where these are ids, write ${name} alone`],
  };
}

export function warned(guess: FieldGuess, warning: string): FieldGuess {
  return guess.decision === "chosen" ? { ...guess, warnings: [warning] } : guess;
}

export function staffGuess(guess: FieldGuess): FieldGuess {
  return warned(guess, "these have to be the ids of staff; where they are names: lookup: staff.name");
}

export function dayGuess(guess: FieldGuess, columns: readonly EntityColumn[]): FieldGuess {
  const dates = chosenColumn(guess, columns)?.profile.dates;
  if (dates === undefined || guess.decision !== "chosen") return guess;
  return { ...guess, operation: datedAs("date", dates) };
}

/** The latest time of the rows counts, so that it may differ within a record. */
export function timeGuess(header: readonly EntityColumn[], columns: readonly EntityColumn[]): FieldGuess {
  const found = roleGuess(header, "updated_at");
  const guess = dayGuess(found.decision === "chosen" ? found : roleGuess(columns, "updated_at"), columns);
  return guess.decision === "chosen"
    ? guess
    : abstain("no column holds the time of the last change; Lading sets the time when a record changes");
}

export function rateGuess(guess: FieldGuess, columns: readonly EntityColumn[]): FieldGuess {
  const numbers = chosenColumn(guess, columns)?.profile.numbers;
  if (numbers === undefined || guess.decision !== "chosen") return abstain("no column is seen to hold it");
  const unit = numbers.values.some((value) => Math.abs(value) > 1) ? "percent" : undefined;
  return { ...guess, operation: { op: "rate", unit, decimal: numbers.decimal } };
}

/** Words that are known are mapped, others asked; where a field is needed by nobody, it is left to a person whole. */
export function wordsGuess(
  guess: FieldGuess,
  columns: readonly EntityColumn[],
  meaning: (value: string) => string | undefined,
  isNeeded: boolean,
): FieldGuess {
  const column = chosenColumn(guess, columns);
  if (column === undefined || guess.decision !== "chosen") return guess;
  const { values, distinct } = column.profile;
  const known = values.filter((value) => meaning(value) !== undefined).length;
  if (known < distinct && !isNeeded)
    return abstain("its values are not known words", candidates([column], valuesBeside));
  if (distinct > 12) return abstain("the column holds too many values", candidates([column], valuesBeside));
  return {
    ...guess,
    reason: `the heading says so, and ${percentText(known / Math.max(1, distinct))} of its words are known`,
    operation: { op: "values", values: readValues(column, meaning) },
  };
}
