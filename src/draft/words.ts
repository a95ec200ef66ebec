/** How words are compared: without case, accents, blanks and signs, in any script. */

const letters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ß: "ss",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ё: "е",
  ى: "ي",
  ة: "ه",
};

/** Lower case without accents. Kana keep their sound marks: that would be another word. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0640]/g, "")
    .normalize("NFC")
    .replace(/[łøđðßıæœёىة]/g, (letter) => letters[letter] ?? letter);
}

/**
 * The words of a heading, folded: `AT_TaxCode (*)` is at, tax, code. Signs that import templates put on headings and what its cells may be (`(Y/N)`) are
 * dropped; `%` and `#` are words.
 */
export function wordsOf(heading: string): readonly string[] {
  const spaced = heading
    .normalize("NFKC")
    .replace(/\[(?:required|upload only|optional)\]/gi, " ")
    .replace(/\p{So}|\(\p{L}\/\p{L}\)/gu, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\p{Nd})/gu, "$1 $2")
    .replace(/(\p{Nd})(\p{L})/gu, "$1 $2")
    .replace(/([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])([\p{sc=Latn}\p{Nd}])/gu, "$1 $2")
    .replace(/([\p{sc=Latn}\p{Nd}])([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu, "$1 $2")
    .replace(/%/g, " % ")
    .replace(/#/g, " # ");
  return fold(spaced).match(/[\p{L}\p{M}\p{Nd}]+|[%#]/gu) ?? [];
}

/** A word or phrase as it is looked up: folded, without anything between its words. */
export function phraseKey(phrase: string): string {
  return wordsOf(phrase).join("");
}

/** A value as value words are looked up: folded and trimmed, inner signs and blanks as one blank. */
export function valueKey(value: string): string {
  const folded = fold(value.trim());
  const plain = folded.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, " ").trim();
  return plain === "" ? folded : plain;
}

/** Scripts that write words without blanks between them. */
export function isSpaceless(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}
