/** All numbers used to weigh evidence. Add one only if none of these has the same meaning. */

/** Minimum shares of cells, values or rows in a column. */
export const part = Object.freeze({
  /** Largest share of exceptions. A few other cells do not change what a column contains. */
  few: 0.2,
  /** If more than one value in fifty does not fit, the column contains something else. */
  outliers: 0.02,
  half: 0.5,
  /** More than chance, for letters in a heading or for values. */
  clearly: 0.6,
  /** Enough to identify the content of a column. Exports usually contain a few odd cells. */
  most: 0.8,
  /** For keys and required fields. Allows for a mistake. */
  nearlyAll: 0.9,
  /** For IDs: one repeated value in fifty is a mistake in the list. With more, the column is not an ID. */
  unique: 0.98,
});

/** Confidence of a guess, from 0 to 1, if it does not depend on a share. */
export const confidence = Object.freeze({
  /** Below this, the field stays open. */
  least: 0.5,
  /** Only the values or only the heading supports the guess. */
  doubtful: 0.6,
  /** Both support the guess, but a person has to confirm part of it. */
  likely: 0.8,
  certain: 0.95,
  /** No guess is certain. */
  most: 0.99,
});

/** How clearly a heading names a field, before unknown words reduce the weight. */
export const says = Object.freeze({
  whole: 1,
  /** Correct in nearly all exports. */
  sure: 0.9,
  /** Names the entity itself instead of its code or number. */
  thing: 0.75,
  /** Also has other meanings. */
  fair: 0.6,
  /** Used only if nothing better exists, such as a login as the ID. */
  weak: 0.5,
  /** The last resort, such as an email address as the ID. */
  last: 0.4,
  /** Only as a candidate. */
  hardly: 0.2,
  /** Too weak to be chosen, but the question shows the column. */
  asked: 0.1,
});

/** Ranks a column before or after others with matching headings. */
export const preference = Object.freeze({
  /** If the scores of two columns are closer than this, the field stays open. */
  margin: 0.05,
  slight: 0.1,
  clear: 0.2,
  /** More than one step between headings: a better heading wins even if a few of its values repeat. */
  strong: 0.3,
  /** Ranks a column before or after all others. */
  decisive: 1,
});

/** Costs of splitting a heading into phrases. The cheapest split wins. */
export const cut = Object.freeze({
  phrase: 1,
  filler: 0.3,
  /** Per phrase that ends inside a word. */
  inside: 0.15,
  unknown: 2.2,
  unknownLetter: 0.12,
  /** Per character in scripts without spaces. */
  unknownSign: 1,
  digits: -1,
});

/** Limits for tax rates as fractions. */
export const fraction = Object.freeze({
  least: 0.01,
  usual: 0.03,
  most: 0.45,
  /** Share of values that may exceed the limit. */
  larger: 0.1,
  /** Maximum ratio of tax to net amount. */
  ofNet: 0.3,
});

/** Subtracted from the confidence. */
export const doubt = Object.freeze({
  /** No value shows percent or fraction, so the heading must be clear. */
  unit: 0.5,
  /** The ID repeats in some rows, so the heading must be clear. */
  notWhole: 0.25,
  /** Per unknown word in a heading. */
  unknownWord: 0.1,
});

/** Points for a record type from headings, values and the file name. */
export const sign = Object.freeze({
  /** Only one record type has such a column. Example: a family name. */
  own: 2,
  strong: 1.5,
  clear: 1,
  /** Other lists have such a column too, but less often than this list. */
  some: 0.7,
  slight: 0.4,
  /** Most descriptions mention charges or taxes. Stronger than any heading. */
  values: 2.5,
  /** Minimum score. A single hint that also fits other lists is not enough. */
  least: 1.2,
  /** If the scores of two record types are closer than this, both are possible. */
  margin: 0.4,
  /** With this lead, the record type is certain. */
  sure: 4,
});

/** Converts evidence from 0 to 1 into a confidence. */
export function confident(evidence: number): number {
  const none = 0.4;
  return none + (confidence.certain - none) * evidence;
}
