import { issue } from "../../model/issues.js";
import { Refused } from "../refused.js";

/**
 * Handles characters that XML does not allow but that accounting systems write, either as a reference such as `&#4;`
 * or as the character itself. The characters are dropped if the mapping permits it. Otherwise, the file is refused,
 * and the issue includes the first such character and its line number.
 */
export class XmlCharacters {
  readonly #drops: boolean;
  #line = 1;
  #inside: "text" | "CDATA" | "comment" = "text";
  /** The end of the last piece, which may be an incomplete token. */
  #rest = "";
  first: { readonly line: number; readonly character: string } | undefined;

  constructor(drops: boolean) {
    this.#drops = drops;
  }

  /** Returns the text without the characters that XML does not allow. Throws `Refused`. */
  clean(piece: string, isLast = false): string {
    const text = this.#rest + piece;
    this.#rest = isLast ? "" : (unfinished.exec(text)?.[0] ?? "");
    const whole = text.slice(0, text.length - this.#rest.length);
    if (!suspicious.test(whole)) {
      this.#line += linesIn(whole);
      return whole;
    }
    let clean = "";
    let from = 0;
    for (const match of whole.matchAll(tokens)) {
      const [token, hex, decimal] = match;
      const code = hex === undefined ? Number(decimal ?? token.codePointAt(0)) : parseInt(hex, 16);
      const isReference = token.startsWith("&");
      if (this.#enters(token) || (isReference && (this.#inside !== "text" || isAllowed(code)))) continue;
      if (!isReference && isAllowed(code)) continue;
      const before = whole.slice(from, match.index);
      this.#line += linesIn(before);
      const character = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      if (!this.#drops) {
        const found = issue("control_character", { line: this.#line }, { line: this.#line, character });
        throw new Refused({ ...found, severity: "error" });
      }
      this.first ??= { line: this.#line, character };
      clean += before;
      from = match.index + token.length;
    }
    const after = whole.slice(from);
    this.#line += linesIn(after);
    return clean + after;
  }

  /**
   * True if the token starts or ends CDATA or a comment, which do not contain references. Also records whether the
   * text that follows is inside CDATA or a comment.
   */
  #enters(token: string): boolean {
    const before = this.#inside;
    if (before === "text" && token === "<![CDATA[") this.#inside = "CDATA";
    else if (before === "text" && token === "<!--") this.#inside = "comment";
    else if ((before === "CDATA" && token === "]]>") || (before === "comment" && token === "-->"))
      this.#inside = "text";
    return token.length > 1 && !token.startsWith("&");
  }
}

const control = "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]";
const suspicious = new RegExp(`${control}|&#|<!|\\]\\]>|-->`);
const tokens = new RegExp(`<!\\[CDATA\\[|<!--|\\]\\]>|-->|&#(?:x([\\da-f]+)|(\\d+));|${control}`, "gi");
const unfinished =
  /(?:<(?:!(?:\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?|-)?)?|\]\]?|(?<!<!-?)--?|&(?:#(?:x[\da-f]{0,8}|\d{0,8})?)?)$/i;

function isAllowed(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
