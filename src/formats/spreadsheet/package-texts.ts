import { isUtf8 } from "node:buffer";
import { unreadable } from "../refused.js";
import { booleanText, isoText, withoutValue, type CellText } from "./cell.js";

/**
 * Reads the strings of an Office package, because the library loses unexpected content: runs after plain text,
 * characters outside the Basic Multilingual Plane, booleans written as words, and text in numeric cells. The library
 * receives and returns numbers that represent the strings.
 */
export class PackageTexts {
  readonly #texts: CellText[] = [];

  text(value: unknown): CellText {
    const text = typeof value === "string" ? this.#texts[Number(value)] : undefined;
    if (text === undefined) throw unreadable("the strings of the workbook are damaged");
    return text;
  }

  /** Replaces the shared strings with numbers and counts them. */
  sharedTexts(data: Buffer, prefix: string): { readonly count: number; readonly data: Buffer } {
    const before = this.#texts.length;
    const open = new RegExp(`<${prefix}si(?:\\s[^<>]*)?/?>`, "g");
    const changed = replaceElements(data, `${prefix}si`, open, (content) => {
      const number = this.#add({ text: stringOf(content, prefix) });
      return `<${prefix}si><${prefix}t>${number}</${prefix}t></${prefix}si>`;
    });
    return { count: this.#texts.length - before, data: changed };
  }

  /**
   * Replaces the strings in a sheet's cells with numbers that represent them. If the content of a cell does not match
   * its type, an issue is reported for the cell.
   */
  cellTexts(data: Buffer, prefix: string): Buffer {
    return this.#withoutOtherNumbers(this.#withoutTexts(data, prefix), prefix);
  }

  #withoutTexts(data: Buffer, prefix: string): Buffer {
    const isThere = (type: string): boolean => data.includes(`"${type}"`) || data.includes(`'${type}'`);
    if (!["inlineStr", "str", "d", "b"].some(isThere)) return data;
    const open = new RegExp(
      `<${prefix}c(?=\\s)[^<>]*\\st\\s*=\\s*(?:"(?:str|inlineStr|d|b)"|'(?:str|inlineStr|d|b)')[^<>]*>`,
      "g",
    );
    const value = elementContent(`${prefix}v`);
    const inline = elementContent(`${prefix}is`);
    return replaceElements(data, `${prefix}c`, open, (content, tag) => {
      const type = /\st\s*=\s*["'](\w+)["']/.exec(tag)?.[1];
      // Some programs write a value in place of inline text, or inline text in a cell of a different type.
      const written = value.exec(content)?.[1] ?? "";
      const own = type === "inlineStr" || written.trim() === "" ? inline.exec(content)?.[1] : undefined;
      const text = own ?? `<${prefix}t>${written}</${prefix}t>`;
      const hasFormula = type !== "inlineStr" && content.includes(`<${prefix}f`);
      const formula = hasFormula ? `<${prefix}f>0</${prefix}f>` : "";
      const found = typedText(type, stringOf(text, prefix));
      const isWithoutValue = hasFormula && type !== "str" && found.text === "";
      const number = this.#add(isWithoutValue ? withoutValue : found);
      return `${typedAs(tag, "str")}${formula}<${prefix}v>${number}</${prefix}v></${prefix}c>`;
    });
  }

  /** Replaces text in numeric cells, because the library would read only part of it, such as the 5 in `5,5`. */
  #withoutOtherNumbers(data: Buffer, prefix: string): Buffer {
    const value = elementContent(`${prefix}v`);
    const inline = elementContent(`${prefix}is`);
    const formula = `(?:<${prefix}f[^<>]*/>|<${prefix}f[^<>]*>[^<]*</${prefix}f>)?`;
    const number = "\\s*[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?\\s*<";
    const open = new RegExp(
      `<${prefix}c(?=[\\s>])(?![^<>]*\\st\\s*=\\s*["'](?:e|str|s)["'])[^<>]*>(?=${formula}(?:<${prefix}is[\\s>]|<${prefix}v(?:\\s[^<>]*)?>(?!${number})(?:[^<]|<!\\[CDATA)))`,
      "g",
    );
    return replaceElements(data, `${prefix}c`, open, (content, tag) => {
      const own = inline.exec(content)?.[1] ?? `<${prefix}t>${value.exec(content)?.[1] ?? ""}</${prefix}t>`;
      const number = this.#add({ text: stringOf(own, prefix), issue: "not_a_number" });
      return `${typedAs(tag, "str")}<${prefix}v>${number}</${prefix}v></${prefix}c>`;
    });
  }

  #add({ text, issue }: CellText): number {
    const sound = text.replace(/\p{Surrogate}/gu, "\ufffd");
    return this.#texts.push(issue === undefined ? { text: sound } : { text: sound, issue }) - 1;
  }
}

function typedText(type: string | undefined, text: string): CellText {
  if (type === "b") return booleanText(text);
  // A time of midnight indicates a date without a time.
  if (type === "d" && text.trim() !== "")
    return isoText(text.trim().replace(/T00:00(?::00(?:\.0+)?)?Z?$/, ""));
  return { text };
}

function typedAs(tag: string, type: string): string {
  const opened = tag.replace(/\/>$/, ">").replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, "");
  return opened.replace(/>$/, ` t="${type}">`);
}

function elementContent(name: string): RegExp {
  return new RegExp(`<${name}(?:\\s[^<>]*[^<>/]|\\s*)>([\\s\\S]*?)</${name}\\s*>`);
}

/**
 * Replaces the elements that match `open`. The data is decoded as Latin-1, so that string indexes are byte offsets.
 * Only the content of an element is decoded as UTF-8.
 */
function replaceElements(
  data: Buffer,
  name: string,
  open: RegExp,
  replacement: (content: string, tag: string) => string,
): Buffer {
  const bytes = data.toString("latin1");
  const pieces: string[] = [];
  const close = new RegExp(`</${name}\\s*>`, "g");
  let from = 0;
  for (let match = open.exec(bytes); match !== null; match = open.exec(bytes)) {
    const [tag] = match;
    const start = match.index + tag.length;
    let content = "";
    let end = start;
    if (!tag.endsWith("/>")) {
      close.lastIndex = start;
      const closed = close.exec(bytes);
      if (closed === null) throw unreadable("a string of the workbook has no end");
      content = utf8(bytes.slice(start, closed.index));
      end = close.lastIndex;
    }
    pieces.push(bytes.slice(from, match.index), replacement(content, tag));
    from = end;
    open.lastIndex = end;
  }
  pieces.push(bytes.slice(from));
  return Buffer.from(pieces.join(""), "latin1");
}

function utf8(bytes: string): string {
  if (/^[\u0000-\u007f]*$/.test(bytes)) return bytes;
  const data = Buffer.from(bytes, "latin1");
  if (!isUtf8(data)) throw unreadable("a string of the workbook contains bytes that are not UTF-8");
  return data.toString("utf8");
}

const markup =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)(?:"[^"]*"|'[^']*'|[^<>"'])*>|([^<]+)/g;

/**
 * Returns the string of an `<si>` or `<is>` element, which consists of its plain text and runs in order, without
 * phonetic text.
 */
function stringOf(content: string, prefix: string): string {
  const single = /^<([\w.:-]+)(?: xml:space="preserve")?>([^<&]*)<\/([\w.:-]+)>$/.exec(content);
  if (single !== null && single[1] === `${prefix}t` && single[3] === single[1])
    return escapes(single[2] ?? "");
  let text = "";
  let inText = false;
  let pronounced = false;
  for (const [whole, data, slash, name, plain] of content.matchAll(markup)) {
    if (whole.startsWith("<?") || whole.startsWith("<!--")) continue;
    if (name === `${prefix}rPh`) pronounced = slash === "" && !whole.endsWith("/>");
    else if (name === `${prefix}t`) inText = slash === "" && !whole.endsWith("/>");
    else if (inText && !pronounced) text += data ?? references(plain ?? "");
  }
  return escapes(text);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function references(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code > 0x10ffff ? whole : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
    },
  );
}

/**
 * Decodes escapes such as `_x000D_`, with which Excel represents characters that XML does not allow. CRLF becomes LF.
 */
function escapes(text: string): string {
  const whole = text.includes("_x")
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
  return whole.includes("\r") ? whole.replace(/\r\n/g, "\n") : whole;
}
