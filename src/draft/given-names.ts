import { atFirstUse, ownNames } from "./data.js";
import { fold } from "./words.js";

/**
 * Given names, and the family names with which Chinese, Korean and Japanese names begin. Family names have one
 * character in Chinese and Korean, and two in Japanese.
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
