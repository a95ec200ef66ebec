/** This module normalizes words for comparison: it ignores case, accents, spaces and punctuation in any script. */

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

/**
 * Converts text to lower case and removes accents. Kana keep their voicing marks, because these distinguish words.
 */
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
 * Splits a heading into folded words. For example, `AT_TaxCode (*)` becomes at, tax, code. Removes markers of import
 * templates and hints such as `(Y/N)` and `(0/1)`. `%` and `#` count as words.
 */
export function wordsOf(heading: string): readonly string[] {
  const spaced = heading
    .normalize("NFKC")
    .replace(/\[(?:required|upload only|optional)\]/gi, " ")
    .replace(/\p{So}|\([\p{L}\p{Nd}]\/[\p{L}\p{Nd}]\)/gu, " ")
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

/** Returns the lookup key of a word or phrase, which consists of its folded words without separators. */
export function phraseKey(phrase: string): string {
  return wordsOf(phrase).join("");
}

/**
 * Returns the lookup key of a cell, folded and trimmed, with a single space for each run of punctuation or spaces.
 */
export function valueKey(value: string): string {
  const folded = fold(value.trim());
  const plain = folded.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, " ").trim();
  return plain === "" ? folded : plain;
}

/** True if the text contains characters of a script in which words are not always separated by spaces. */
export function isSpaceless(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}
