import { ownNames } from "./data.js";
import { fold } from "./words.js";

interface Names {
  readonly given: ReadonlySet<string>;
  /** Family names of one sign, which begin a name in Chinese and Korean, and of two signs in Japanese. */
  readonly zh: ReadonlySet<string>;
  readonly ko: ReadonlySet<string>;
  readonly ja: ReadonlySet<string>;
}

let known: Names | undefined;

function names(): Names {
  if (known === undefined) {
    const { given, family } = ownNames();
    known = {
      given: new Set(Object.values(given).join(" ").split(" ").map(fold)),
      zh: new Set(family.zh),
      ko: new Set(family.ko),
      ja: new Set(family.ja.split(" ")),
    };
  }
  return known;
}

/** Whether a value holds a name that many people have. */
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
