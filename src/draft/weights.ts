/** All numbers that evidence is weighed with. Add a number only if none of these has the same meaning. */

/** Minimum shares of a column's cells, values or rows. */
export const part = Object.freeze({
  /** Largest share of exceptions: a few other cells do not change what a column contains. */
  few: 0.2,
  /** More than one value in fifty that does not fit shows a different kind of column. */
  outliers: 0.02,
  half: 0.5,
  /** More than chance, for the letters of a heading or for values. */
  clearly: 0.6,
  /** Enough to say what a column is. Exports usually contain a few odd cells. */
  most: 0.8,
  /** Keys and required fields, allowing for a mistake. */
  nearlyAll: 0.9,
  /** Ids: one repeated value in fifty is a mistake in the list, more show a different kind of column. */
  unique: 0.98,
});

/** Confidence of a guess from 0 to 1, if no share determines it. */
export const confidence = Object.freeze({
  /** Below this, the field stays open. */
  least: 0.5,
  /** Only the values or only the heading support the guess. */
  doubtful: 0.6,
  /** Both support the guess, but a person has to confirm something. */
  likely: 0.8,
  certain: 0.95,
  /** Never certain. */
  most: 0.99,
});

/** How well a heading names a field, before unknown words reduce it. */
export const says = Object.freeze({
  whole: 1,
  /** Right in nearly all exports. */
  sure: 0.9,
  /** Names the thing itself rather than its code or number. */
  thing: 0.75,
  /** Also has other meanings. */
  fair: 0.6,
  /** Used if nothing better exists, such as a login as the id. */
  weak: 0.5,
  /** The last resort, such as an address as the id. */
  last: 0.4,
  /** Only as a candidate. */
  hardly: 0.2,
  /** Too weak to choose: the question shows the column. */
  asked: 0.1,
});

/** Moves a column before or after others whose headings also fit. */
export const preference = Object.freeze({
  /** If two columns are closer than this, the field stays open. */
  margin: 0.05,
  slight: 0.1,
  clear: 0.2,
  /** More than a step between headings: a better heading wins even if a few of its values repeat. */
  strong: 0.3,
  /** Before or after all others. */
  decisive: 1,
});

/** Costs of splitting a heading into phrases. The cheapest split wins. */
export const cut = Object.freeze({
  phrase: 1,
  filler: 0.3,
  /** For each end inside a word. */
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
  /** Share of values that may be larger. */
  larger: 0.1,
  /** Maximum ratio of a tax to the amount before it. */
  ofNet: 0.3,
});

/** Reductions of confidence. */
export const doubt = Object.freeze({
  /** No value shows percent or fraction, so only a clear heading is enough. */
  unit: 0.5,
  /** The id repeats in some rows, so only a clear heading is enough. */
  notWhole: 0.25,
  /** Per unknown word in a heading. */
  unknownWord: 0.1,
});

/** Points for a record type from headings, values and the file name. */
export const sign = Object.freeze({
  /** Such a column exists only in one record type, as a family name does. */
  own: 2,
  strong: 1.5,
  clear: 1,
  /** Exists in other lists too, but more often in this one. */
  some: 0.7,
  slight: 0.4,
  /** Texts that mostly mention charges or taxes. Worth more than any heading. */
  values: 2.5,
  /** Minimum score. One sign that other lists have too is not enough. */
  least: 1.2,
  /** If two record types are closer than this, both are possible. */
  margin: 0.4,
  /** With this lead, a record type is certain. */
  sure: 4,
});

/** Confidence for evidence from 0 to 1. */
export function confident(evidence: number): number {
  const none = 0.4;
  return none + (confidence.certain - none) * evidence;
}
