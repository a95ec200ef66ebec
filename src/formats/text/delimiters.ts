/** Delimiters that most files use. */
export const usualDelimiters: readonly string[] = ["\t", ";", "|", ","];

/**
 * Delimiters that are rare within cells. If a row contains one of these delimiters in place of the table's delimiter,
 * the row can be split unambiguously.
 */
export const strongDelimiters: readonly string[] = [...usualDelimiters, "^", "~"];

/** Delimiters that a single row or the header may use in place of the table's delimiter. */
export const possibleDelimiters: readonly string[] = [...strongDelimiters, ", ", " ", ":"];
