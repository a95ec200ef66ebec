/**
 * Unusual quote characters, each of which is accepted only if nearly all of its occurrences are at the start or end
 * of a cell.
 */
export const rareQuotes = ["`", "~", "*", "|", "#", "^", "$", "%", "/", "@", "´"] as const;

export const quotes = ['"', "'", ...rareQuotes] as const;
