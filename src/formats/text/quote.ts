/** Signs that stand around cells, and are believed only where nearly each of them stands at the edge of one, in most lines. */
export const rareQuotes = ["`", "~", "*", "|", "#", "^", "$", "%", "/", "@", "´"] as const;

/** All signs that may stand around cells. */
export const quotes = ['"', "'", ...rareQuotes] as const;
