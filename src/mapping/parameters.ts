import { nearest } from "../nearest.js";
import type { Account } from "../model/account.js";
import type { Diagnostic } from "./diagnostics.js";
import type { Path, Plain, YamlDocument } from "./yaml-document.js";

/** Parameters `${account.NAME}`, which let one mapping serve many accounts. */

export function isCompanyParameter(text: string): boolean {
  return /^\$\{\s*account\.company\s*\}$/.test(text);
}

/** Parameters that accounts usually have. */
const usual = [
  "account.company",
  "account.country",
  "account.zone",
  "account.tax_mode",
  "account.currency",
] as const;

export interface FilledDocument {
  /** Parameters without a value stay as written. */
  readonly document: YamlDocument<Plain>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Unknown names are reported with their positions. If `account` is undefined because the account is not known yet,
 * only names that do not begin with `account.` are reported.
 */
export function fillParameters(document: YamlDocument<Plain>, account: Account | undefined): FilledDocument {
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  const names =
    account === undefined ? usual : [...account.parameters.keys()].map((name) => `account.${name}`);

  const fillText = (text: string, path: Path): string =>
    text.replace(/\$\{([^}]*)\}/g, (whole, written: string) => {
      const name = written.trim();
      const accountOfFeed = /^account\../.test(name);
      const value = accountOfFeed ? account?.parameters.get(name.slice(8)) : undefined;
      if (value !== undefined) return value;
      if (account === undefined && accountOfFeed) return whole;
      if (account !== undefined && usual.some((each) => each === name)) {
        // Examples often repeat a parameter, so a common parameter without a value is reported only once.
        if (reported.has(name)) return whole;
        reported.add(name);
        const key = name.slice(8);
        diagnostics.push(
          document.diagnostic(path, `the account has no ${key}, so \`${whole}\` has no value`, {
            expected: `\`--${key}\` on the command line, or \`--account\` with an account that has \`${key}:\` in lading.yaml`,
          }),
        );
        return whole;
      }
      const near = nearest(name, [...names, ...usual]);
      diagnostics.push(
        document.diagnostic(path, `there is no parameter \`${whole}\` for this account`, {
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
  return { document: { ...document, value }, diagnostics };
}
