/**
 * Error thrown by the scanner, which follows RFC 8259 strictly. Numbers keep their digits (`1.10`, 19-digit IDs).
 * Unlike JSON.parse, the scanner passes the values of duplicate keys to the caller.
 */
export class JsonError extends Error {
  readonly line: number;
  /** The part of the message after "line N: ". */
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/** Kind of a value, determined by its first character. */
export type JsonKind = "object" | "array" | "text" | "number" | "word";

/** Maximum nesting depth. */
const deepest = 64;

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const word = /true|false|null/y;
const space = /[ \t\r\n]*/y;
/** Lone surrogates, which are not characters. */
const halves = /\p{Surrogate}/gu;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

export class JsonScanner {
  readonly #text: string;
  readonly #isStrict: boolean;
  at: number;

  /**
   * If `isStrict` is true, strings that databases cannot store are refused. Otherwise, lone surrogates are replaced
   * with U+FFFD.
   */
  constructor(text: string, at = 0, isStrict = false) {
    this.#text = text;
    this.at = at;
    this.#isStrict = isStrict;
  }

  get ended(): boolean {
    this.#match(space);
    return this.at >= this.#text.length;
  }

  kind(): JsonKind {
    this.#match(space);
    const sign = this.#text[this.at];
    if (sign === "{") return "object";
    if (sign === "[") return "array";
    if (sign === '"') return "text";
    if (sign !== undefined && (sign === "-" || (sign >= "0" && sign <= "9"))) return "number";
    return "word";
  }

  /** Reads a scalar as a string. A number is returned as written, and null as undefined. */
  scalar(): string | undefined {
    switch (this.kind()) {
      case "text":
        return this.string();
      case "number": {
        const found = this.#match(numberForm);
        if (found === "") throw this.error("a number is incomplete");
        return found;
      }
      default: {
        const found = this.#match(word);
        if (found === "") throw this.error("a value is missing");
        return found === "null" ? undefined : found;
      }
    }
  }

  string(): string {
    this.expect('"', "text in quotation marks");
    let result = this.#match(plainText);
    for (;;) {
      const sign = this.#text[this.at++];
      if (sign === '"') break;
      if (sign !== "\\") {
        this.at -= 1;
        throw this.error(
          sign === undefined
            ? "a string has no closing quotation mark"
            : "a string contains a control character",
        );
      }
      result += this.#escape() + this.#match(plainText);
    }
    if (!this.#isStrict) return result.replace(halves, "\ufffd");
    if (result.search(halves) >= 0) throw this.error("a string contains an incomplete character");
    if (result.includes("\0")) throw this.error("a string contains NUL");
    return result;
  }

  #escape(): string {
    const sign = this.#text[this.at++] ?? "";
    const plain = escapes[sign];
    if (plain !== undefined) return plain;
    const code = this.#text.slice(this.at, this.at + 4);
    if (sign !== "u" || !/^[0-9a-fA-F]{4}$/.test(code))
      throw this.error("a string contains an invalid escape");
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** The callback `member` must read or skip the value. */
  object(member: (key: string) => void): void {
    this.expect("{", "an object");
    this.#list("}", () => {
      const key = this.string();
      this.expect(":", "a colon");
      member(key);
    });
  }

  /** Calls `element` for each element in an array, with the element's 1-based position. */
  array(element: (position: number) => void): void {
    this.expect("[", "an array");
    let position = 0;
    this.#list("]", () => element(++position));
  }

  #depth = 0;

  #list(end: "}" | "]", part: () => void): void {
    if (++this.#depth > deepest) throw this.error(`values are nested more than ${deepest} levels deep`);
    if (!this.take(end)) {
      do part();
      while (this.take(","));
      this.expect(end, `a comma or ${end}`);
    }
    this.#depth -= 1;
  }

  skip(): void {
    switch (this.kind()) {
      case "object":
        return this.object(() => this.skip());
      case "array":
        return this.array(() => this.skip());
      default:
        this.scalar();
    }
  }

  /** Skips whitespace. If the character is next, consumes it and returns true. */
  take(sign: string): boolean {
    this.#match(space);
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  expect(sign: string, what: string): void {
    if (!this.take(sign)) {
      throw this.error(this.ended ? `the file ends before ${what}` : `${what} is missing`);
    }
  }

  error(reason: string): JsonError {
    return new JsonError(this.#text.slice(0, this.at).split("\n").length, reason);
  }

  #match(form: RegExp): string {
    form.lastIndex = this.at;
    const found = form.exec(this.#text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}

/**
 * Calls `value` for each scalar in the current value, with the scalar's heading and text. The headings of nested
 * keys have the form `outer.inner`, and list elements are numbered from 1. `empty` is called with the headings of
 * empty lists and objects.
 */
export function eachValue(
  scanner: JsonScanner,
  heading: string,
  value: (heading: string, text: string, isNumber: boolean) => void,
  empty?: (heading: string) => void,
): void {
  const kind = scanner.kind();
  if (kind !== "object" && kind !== "array") return value(heading, scanner.scalar() ?? "", kind === "number");
  const inner = heading === "" ? "" : `${heading}.`;
  let isEmpty = true;
  const each = (name: string | number): void => {
    isEmpty = false;
    eachValue(scanner, `${inner}${name}`, value, empty);
  };
  if (kind === "object") scanner.object(each);
  else scanner.array(each);
  if (isEmpty) empty?.(heading);
}
