/**
 * File name patterns of a feed: `*` stands for anything, `?` for one sign, `{part}` and `{sequence}` for a part's name and
 * a number, `{date:yyyyMMdd}` for a date, `{batch}` for what the files of a set have in common. Case does not count. Everything
 * else stands for itself.
 */

export interface NamePattern {
  /** As it is written. */
  readonly text: string;
  /** What the name says, or undefined when it does not fit. */
  match(name: string): NameParts | undefined;
}

export interface NameParts {
  /** Empty when the pattern has none. */
  readonly part: string;
  /** Orders the deliveries of a feed as text; empty when the pattern has no sequence, no date and no batch that is a number. */
  readonly sequence: string;
  /** In lower case; empty when the pattern has none. */
  readonly batch: string;
}

interface Token {
  readonly kind: "any" | "one" | "sign" | "part" | "sequence" | "batch" | "date";
  /** As it is written; of a date its format, such as `yyyyMMdd`. */
  readonly text: string;
  /** What it stands for, as a regular expression. */
  readonly expression: string;
}

const fixed: ReadonlyMap<string, Pick<Token, "kind" | "expression">> = new Map([
  ["*", { kind: "any", expression: ".*" }],
  ["?", { kind: "one", expression: "." }],
  ["{part}", { kind: "part", expression: "([\\p{L}\\p{N}]+)" }],
  ["{sequence}", { kind: "sequence", expression: "(\\d+)" }],
  ["{batch}", { kind: "batch", expression: "([\\p{L}\\p{N}_-]+)" }],
]);

/** Compiles a pattern, or says what is wrong with it. */
export function namePattern(pattern: string): NamePattern | { readonly error: string } {
  const tokens = tokensOf(pattern);
  if ("error" in tokens) return tokens;
  const fields = tokens.filter((token) => !["any", "one", "sign"].includes(token.kind));
  const expression = new RegExp(`^${tokens.map(({ expression: each }) => each).join("")}$`, "isu");
  return {
    text: pattern,
    match(name) {
      const found = expression.exec(name);
      if (found === null) return undefined;
      const parts = { part: "", sequence: "", batch: "" };
      for (const [index, field] of fields.entries()) {
        const text = found[index + 1] ?? "";
        if (field.kind === "part") parts.part = text.toLowerCase();
        else if (field.kind === "sequence") parts.sequence += text.padStart(20, "0");
        else if (field.kind === "date") parts.sequence += sortableDate(text, field.text);
        else if (field.kind === "batch") parts.batch = text.toLowerCase();
      }
      if (parts.sequence === "" && /^\d+$/.test(parts.batch)) parts.sequence = parts.batch.padStart(20, "0");
      return parts;
    },
  };
}

/** Whether some name could fit both patterns. */
export function patternsOverlap(one: string, other: string): boolean {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  if ("error" in a || "error" in b) return false;
  const seen = new Map<number, boolean>();
  return meets(0, 0);

  function meets(i: number, j: number): boolean {
    const key = i * 10_000 + j;
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, false);
    const result = step(i, j);
    seen.set(key, result);
    return result;
  }

  function step(i: number, j: number): boolean {
    const [x, y] = [(a as readonly Token[])[i], (b as readonly Token[])[j]];
    if (x === undefined && y === undefined) return true;
    if (x !== undefined && isLong(x) && meets(i + 1, j)) return true;
    if (y !== undefined && isLong(y) && meets(i, j + 1)) return true;
    if (x === undefined || y === undefined || !sharesSign(x, y)) return false;
    return meets(isLong(x) ? i : i + 1, isLong(y) ? j : j + 1) || meets(i + 1, j + 1);
  }
}

/** Whether a token may stand for several signs, or for none. A hole is taken as anything, to be on the safe side. */
function isLong(token: Token): boolean {
  return token.kind !== "one" && token.kind !== "sign";
}

function sharesSign(x: Token, y: Token): boolean {
  if (x.kind !== "sign" || y.kind !== "sign") return true;
  return x.text.toLowerCase() === y.text.toLowerCase();
}

function tokensOf(pattern: string): readonly Token[] | { readonly error: string } {
  const tokens: Token[] = [];
  for (const [text] of pattern.matchAll(/\{[^}]*\}?|./gsu)) {
    const known = fixed.get(text);
    if (known !== undefined) tokens.push({ text, ...known });
    else if (/^\{date:[yMdHms._-]+\}$/.test(text) && text.includes("yy")) {
      const format = text.slice("{date:".length, -1);
      const expression = `(${format.replace(/[a-z]/gi, "\\d").replaceAll(".", "\\.")})`;
      tokens.push({ kind: "date", text: format, expression });
    } else if (text.startsWith("{")) {
      return { error: `${text} is none of {part}, {sequence}, {batch} and {date:yyyyMMdd}` };
    } else {
      tokens.push({ kind: "sign", text, expression: text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") });
    }
  }
  return tokens;
}

function sortableDate(text: string, format: string): string {
  const pick = (letter: string) =>
    [...format].map((sign, index) => (sign === letter ? (text[index] ?? "") : "")).join("");
  return ["y", "M", "d", "H", "m", "s"].map(pick).join("");
}
