/** Makes server messages safe to print: escapes control characters and direction marks, and limits the length. */
export function plain(text: string, longest = 200): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}
