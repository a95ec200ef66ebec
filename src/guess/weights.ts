/** Every number that evidence is weighed with. A new one has to be of another meaning than those that stand here. */

/** Shares of a column's cells, values or rows: how many of them have to be so. */
export const part = Object.freeze({
  /** Exceptions: a few cells that are otherwise do not change what a column is. */
  few: 0.2,
  /** A mistake in a list: more than one value in fifty is something else. */
  mistake: 0.02,
  half: 0.5,
  /** More than chance: of a heading's letters, of values under a heading that says the same. */
  clearly: 0.6,
  /** What a column is: partners' exports hold some odd cells. */
  most: 0.8,
  /** What every record needs: keys and required fields, with a mistake among them. */
  nearlyAll: 0.9,
  /** An id: one repeated value in fifty is a mistake in the list, more are another kind of column. */
  unique: 0.98,
});

/** How sure a guess is, from 0 to 1, where no share says it. */
export const confidence = Object.freeze({
  /** Below this a guess abstains. */
  least: 0.5,
  /** Only the values or only the heading speak. */
  doubtful: 0.6,
  /** Both speak, and something has to be confirmed. */
  likely: 0.8,
  certain: 0.95,
});

/** What evidence loses before it becomes a confidence. */
export const doubt = Object.freeze({
  /** No value says percent or fraction: only a heading that clearly says a rate is left to decide. */
  unit: 0.5,
  /** An id that is not different in every row: only a clear heading is left to decide. */
  notWhole: 0.25,
});

/** What headings, values and the file's name say about the record type, added up. */
export const sign = Object.freeze({
  /** Such a column stands in one record type only, as a family name does. */
  own: 2,
  strong: 1.5,
  clear: 1,
  /** Stands in other lists too, and more often in this one. */
  some: 0.7,
  slight: 0.4,
  /** Texts that all speak of charges or of taxes: more than any one heading. */
  values: 2.5,
  /** One sign that other lists have too is no evidence. */
  least: 1.2,
  /** Closer than this, two record types are as likely. */
  margin: 0.4,
  /** So far before the next one a record type is certain. */
  sure: 4,
});

/** The confidence of evidence from 0 to 1: hardly any abstains, all of it is certain. */
export function confident(evidence: number): number {
  const none = 0.4;
  return none + (confidence.certain - none) * evidence;
}
