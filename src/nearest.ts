/**
 * Returns the word that is most similar to a mistyped one, or undefined if no word is similar. Words are similar if
 * the number of edits is at most a third of the length of the mistyped word, or 1 for short words.
 */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Returns the word that is most similar to a mistyped one or, if no word is similar, the only word that begins with
 * the mistyped one or has a similar part.
 */
export function suggestWord(word: string, words: readonly string[]): string | undefined {
  const near = nearest(word, words);
  if (near !== undefined || word.length < 3) return near;
  const [begun, ...others] = words.filter(
    (candidate) => candidate.startsWith(word) || nearest(word, candidate.split(/[-_/]/)) !== undefined,
  );
  return others.length === 0 ? begun : undefined;
}

/**
 * Returns the number of edits (insertions, deletions, substitutions, swaps of adjacent letters) that turn one word
 * into the other.
 */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(rows, i - 2, j - 2) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

function at(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
