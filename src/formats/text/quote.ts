/** Unusual quote characters. One is accepted only if nearly all of its occurrences are at the edges of cells. */
export const rareQuotes = ["`", "~", "*", "|", "#", "^", "$", "%", "/", "@", "´"] as const;

/** All quote characters. */
export const quotes = ['"', "'", ...rareQuotes] as const;
