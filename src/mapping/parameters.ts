import { nearest } from "../nearest.js";
import type { Account } from "../records/account.js";
import type { Mistake } from "./mistakes.js";
import type { Path, Plain, YamlDocument } from "./yaml-document.js";

/** `${account.NAME}`: how one mapping serves many accounts. */

/** The parameter by which rows of other companies are told. */
export const companyParameter = "${account.company}";

/** Puts an account's values into a mapping as written. An unknown name is a mistake at its place. */
export function fillParameters(
  document: YamlDocument<Plain>,
  account: Account,
): { readonly document: YamlDocument<Plain> } | { readonly mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = [];
  const names = [...account.parameters.keys()].map((name) => `account.${name}`);

  const fillText = (text: string, path: Path): string =>
    text.replace(/\$\{([^}]*)\}/g, (whole, written: string) => {
      const name = written.trim();
      const value = name.startsWith("account.") ? account.parameters.get(name.slice(8)) : undefined;
      if (value !== undefined) return value;
      const near = nearest(name, names);
      mistakes.push(
        document.mistake(path, `there is no parameter \`${whole}\` for this account`, {
          expected: names.map((each) => `\`\${${each}}\``).join(", "),
          nearest: near === undefined ? undefined : `\${${near}}`,
        }),
      );
      return whole;
    });
  const fillPart = (part: Plain, path: Path): Plain => {
    if (typeof part === "string") return part.includes("${") ? fillText(part, path) : part;
    if (Array.isArray(part)) return (part as readonly Plain[]).map((item, i) => fillPart(item, [...path, i]));
    const map: Record<string, Plain> = Object.create(null) as Record<string, Plain>;
    for (const [key, value] of Object.entries(part as { readonly [key: string]: Plain })) {
      map[key] = path.length === 0 && key === "description" ? value : fillPart(value, [...path, key]);
    }
    return map;
  };
  const value = fillPart(document.value, []);
  return mistakes.length > 0 ? { mistakes } : { document: { ...document, value } };
}
