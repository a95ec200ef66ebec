/** Unusual quote characters. Accepted only if nearly all of them are at the edges of cells, in most lines. */
export const rareQuotes = ["`", "~", "*", "|", "#", "^", "$", "%", "/", "@", "´"] as const;

/** All quote characters. */
export const quotes = ['"', "'", ...rareQuotes] as const;
