import type { GuessColumn } from "../column.js";
import { datedAs, readValues, warn, type ColumnChoice, type FieldGuess } from "../field-guess.js";
import { enoughMatch } from "../profile.js";
import type { ValueTest } from "../scorer.js";

export const dates: ValueTest = {
  says: "dates",
  share: ({ profile }) => Number(profile.dates !== undefined),
  least: 1,
};
export const addresses = (least: number): ValueTest => ({
  says: "email addresses",
  share: ({ profile }) => profile.email,
  least,
});
export const words = (says: string, read: Read, least: number, different: number): ValueTest => ({
  says,
  share: (column) => (meaningsIn(column, read) >= different ? known(column, read) : 0),
  least,
});

export const every = (says: string, test: (value: string) => boolean): ValueTest => ({
  says,
  share: ({ profile }) => Number(enoughMatch(profile.values, (value) => test(value.trim()), 1)),
  least: 1,
});

export type Read = (value: string) => string | undefined;

/** Returns the share of distinct values that are recognized, or 0 if there are more than 300 distinct values. */
export function known({ profile }: GuessColumn, read: Read): number {
  const { values, distinct } = profile;
  if (distinct === 0 || distinct > 300) return 0;
  return values.filter((value) => read(value) !== undefined).length / distinct;
}

function meaningsIn({ profile }: GuessColumn, read: Read): number {
  return new Set(profile.values.map(read).filter((said) => said !== undefined)).size;
}

/** Builds a value map in which unrecognized values have no meaning yet. */
export function mapped(read: Read) {
  return (chosen: ColumnChoice, column: GuessColumn): FieldGuess => {
    const open = column.profile.values.filter((value) => read(value) === undefined).length;
    return warn({ ...chosen, operation: { op: "values", values: readValues(column, read) } }, [
      open > 0 && `the meaning of ${open} ${open === 1 ? "value" : "values"} is unknown`,
    ]);
  };
}

export function dated(op: "date" | "timestamp") {
  return (chosen: ColumnChoice, { profile }: GuessColumn): ColumnChoice => {
    const either = profile.dates?.ambiguous;
    if (profile.dates === undefined) return chosen;
    return warn({ ...chosen, operation: datedAs(op, profile.dates) }, [
      either !== undefined && `dates could be ${either.join(" or ")}; no value shows which`,
    ]);
  };
}
