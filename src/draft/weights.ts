/** All numbers used to weigh evidence. Add a new number only if no existing number has the same meaning. */

/** Shares of cells, values or rows in a column, from 0 to 1. */
export const part = Object.freeze({
  /** Maximum share of exceptions that are ignored when the content of a column is determined. */
  few: 0.2,
  /** Maximum share of values that may not match. If more values do not match, the column contains something else. */
  outliers: 0.02,
  half: 0.5,
  /** Share at which matching letters in a heading, or matching values, are not considered a coincidence. */
  clearly: 0.6,
  /** Share of values that is enough to determine the content of a column. Exports usually contain a few odd cells. */
  most: 0.8,
  /** Minimum for keys and mandatory fields. Allows for an occasional mistake. */
  nearlyAll: 0.9,
  /** Minimum share of unique values for IDs. One repeated value in fifty is considered a mistake in the list. */
  unique: 0.98,
});

/** Confidence of a guess, from 0 to 1, if it does not depend on a share. */
export const confidence = Object.freeze({
  /** If the confidence is lower, the field stays open. */
  least: 0.5,
  /** Either the values or the heading support the guess, but not both. */
  doubtful: 0.6,
  /** Both the values and the heading support the guess, but a person has to confirm part of it. */
  likely: 0.8,
  certain: 0.95,
  /** Maximum confidence, because no guess is certain. */
  most: 0.99,
});

/** How clearly a heading identifies a field, before unknown words reduce the weight. */
export const says = Object.freeze({
  whole: 1,
  /** The heading is correct in nearly all exports. */
  sure: 0.9,
  /** The heading mentions only the entity, without "code" or "number". */
  thing: 0.75,
  /** The heading also has other meanings. */
  fair: 0.6,
  /** The column is used only if nothing better exists. Example: a login as the ID. */
  weak: 0.5,
  /** The column is used only as a last resort. Example: an email address as the ID. */
  last: 0.4,
  /** The column can only be suggested as a candidate. */
  hardly: 0.2,
  /** The weight is too low for the column to be chosen, but a question shows the column. */
  asked: 0.1,
});

/** Ranks a column before or after other columns with matching headings. */
export const preference = Object.freeze({
  /** If the difference between the scores of two columns is smaller than this margin, the field stays open. */
  margin: 0.05,
  slight: 0.1,
  clear: 0.2,
  /**
   * Exceeds the difference between two adjacent weights in `says`. A column with repeated values is preferred only
   * if its heading is much better.
   */
  strong: 0.3,
  /** Ranks a column before or after all other columns. */
  decisive: 1,
});

/** Costs of splitting a heading into phrases. The split with the lowest cost is used. */
export const cut = Object.freeze({
  phrase: 1,
  filler: 0.3,
  /** Additional cost for each end of a phrase that is inside a word. */
  inside: 0.15,
  unknown: 2.2,
  unknownLetter: 0.12,
  /** Cost of an unknown character in a script without spaces. */
  unknownSign: 1,
  digits: -1,
});

/** Limits for tax rates as fractions. */
export const fraction = Object.freeze({
  least: 0.01,
  usual: 0.03,
  most: 0.45,
  /** Maximum share of values that may exceed the upper limit. */
  larger: 0.1,
  /** Maximum ratio of tax to net amount. */
  ofNet: 0.3,
});

/** Amounts that are subtracted from the confidence of a guess or, for unknown words, from the strength of a heading. */
export const doubt = Object.freeze({
  /** No value shows whether the unit is percent or fraction, so the heading must be clear. */
  unit: 0.5,
  /** The ID repeats in some rows, so the heading must be clear. */
  notWhole: 0.25,
  /** Subtracted for each unknown word in a heading. */
  unknownWord: 0.1,
});

/** Points for a record type, based on headings, values and the file name. */
export const sign = Object.freeze({
  /** Such a column occurs in only one record type. Example: a family name. */
  own: 2,
  strong: 1.5,
  clear: 1,
  /** Such a column also occurs in other lists but less often than in this type of list. */
  some: 0.7,
  slight: 0.4,
  /** Points if all descriptions mention charges or taxes, which is stronger evidence than any heading. */
  values: 2.5,
  /** Minimum score. A single hint that also fits other lists is not enough to reach this score. */
  least: 1.2,
  /** If the difference between the scores of two record types is smaller than this margin, both types are possible. */
  margin: 0.4,
  /** If the lead is at least this large, the record type is certain. */
  sure: 4,
});

/** Converts an amount of evidence from 0 to 1 to a confidence. */
export function confident(evidence: number): number {
  const none = 0.4;
  return none + (confidence.certain - none) * evidence;
}
