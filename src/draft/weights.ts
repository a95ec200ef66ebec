/** Every number that evidence is weighed with. A new one has to be of another meaning than those that stand here. */

/** Shares of a column's cells, values or rows: how many of them have to be so. */
export const part = Object.freeze({
  /** Exceptions: a few cells that are otherwise do not change what a column is. */
  few: 0.2,
  /** Values of a list that are out of place: more than one value in fifty is something else. */
  outliers: 0.02,
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
  /** No guess is sure. */
  most: 0.99,
});

/** How well a heading says what a field needs, before its words are weighed that are not understood. */
export const says = Object.freeze({
  whole: 1,
  /** So in nearly all exports. */
  sure: 0.9,
  /** The thing itself is named, and not its code or number. */
  thing: 0.75,
  /** Means other things too. */
  fair: 0.6,
  /** Where nothing else is: a login as an id, a kind as a tax. */
  weak: 0.5,
  /** As the last way out: an address as an id. */
  last: 0.4,
  /** Only as a candidate. */
  hardly: 0.2,
  /** Too little to be taken: the field is asked, and the column shown. */
  asked: 0.1,
});

/** What moves a column before or behind another one that the heading speaks for as well. */
export const preference = Object.freeze({
  /** Less than this apart, two columns are as good, and the field is asked. */
  margin: 0.05,
  slight: 0.1,
  clear: 0.2,
  /** More than one kind of heading: a better one in which a few values repeat is still the one that is meant. */
  strong: 0.3,
  /** Before or behind all others. */
  decisive: 1,
});

/** What a cut of a heading into phrases costs: the cheapest one is taken. */
export const cut = Object.freeze({
  phrase: 1,
  filler: 0.3,
  /** Each end that lies inside a word. */
  inside: 0.15,
  unknown: 2.2,
  unknownLetter: 0.12,
  /** A letter where words are written without blanks. */
  unknownSign: 1,
  digits: -1,
});

/** Rates of taxes as fractions: the smallest, and the largest that is not a percentage below one. */
export const fraction = Object.freeze({
  least: 0.01,
  usual: 0.03,
  most: 0.45,
  /** How many of a column may be larger. */
  larger: 0.1,
  /** Largest tax beside the amount before it. */
  ofNet: 0.3,
});

/** What evidence loses before it becomes a confidence. */
export const doubt = Object.freeze({
  /** No value says percent or fraction: only a heading that clearly says a rate is left to decide. */
  unit: 0.5,
  /** An id that is not different in every row: only a clear heading is left to decide. */
  notWhole: 0.25,
  /** A word of a heading that is not understood. */
  unknownWord: 0.1,
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
