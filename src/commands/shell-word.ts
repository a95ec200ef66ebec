/** A word as it can be pasted into a shell, such as a file name with a blank in it. */
export function shellWord(word: string): string {
  return /^[\p{L}\p{N}_./:@%+=,][\p{L}\p{N}_./:@%+=,-]*$/u.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
