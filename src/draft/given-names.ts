import { atFirstUse, ownNames } from "./data.js";
import { fold } from "./words.js";

/**
 * Given names in many languages, and Chinese, Korean and Japanese family names, which come first in a full name. The
 * Chinese and Korean family names have one character, and the Japanese ones have two.
 */
const names = atFirstUse(() => {
  const { given, family } = ownNames();
  return {
    given: new Set(Object.values(given).join(" ").split(" ").map(fold)),
    zh: new Set(family.zh),
    ko: new Set(family.ko),
    ja: new Set(family.ja.split(" ")),
  };
});

export function holdsGivenName(value: string): boolean {
  const { given, zh, ko, ja } = names();
  const text = value.trim();
  if (/^\p{Script=Han}[\p{Script=Han}\s]{1,4}$/u.test(text)) {
    return (zh.has(text[0] ?? "") && text.length <= 4) || ja.has(text.slice(0, 2));
  }
  if (/^\p{Script=Hangul}{2,4}$/u.test(text)) return text.length <= 3 && ko.has(text[0] ?? "");
  return fold(text)
    .split(/[\s,.;-]+/)
    .some((word) => given.has(word));
}
