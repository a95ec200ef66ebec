import { SaxesParser } from "saxes";
import type { Limits } from "../limits.js";
import { unreadable } from "../refused.js";
import { XmlCharacters } from "./characters.js";

export interface XmlName {
  readonly local: string;
  /** Prefix as written in the file, or "" if there is none. */
  readonly prefix: string;
  /** URI of the namespace, or "" if there is none. */
  readonly uri: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

export interface XmlVisitor {
  /** `line` is the 1-based start line of the element. */
  open(name: XmlName, attributes: readonly XmlAttribute[], line: number): void;
  /** Called with text of the open element, including CDATA. The text may arrive in several pieces. */
  text(piece: string): void;
  close(): void;
  /** Called for a comment or processing instruction, which is not read. */
  ignore?(kind: "comment" | "instruction", line: number): void;
}

/** Limits that keep memory use bounded. No real export reaches these limits. */
export interface XmlLimits {
  readonly depth: number;
  /** Maximum number of characters in a name. */
  readonly name: number;
  readonly attributes: number;
  /**
   * Maximum number of characters in a tag, attribute value, comment or piece of text. The parser keeps each of these
   * items in memory in full.
   */
  readonly piece: number;
}

/** No real export is nested more than 64 levels deep. */
export function limitsOf(limits: Limits): XmlLimits {
  return { depth: 64, name: 1_024, attributes: limits.columns, piece: Math.max(limits.record, 64 * 1024) };
}

/** True for namespace declarations and schema locations. */
function isMarkup({ uri, local }: { readonly uri: string; readonly local: string }): boolean {
  return (
    uri === "http://www.w3.org/2000/xmlns/" ||
    (uri === "http://www.w3.org/2001/XMLSchema-instance" &&
      /^(?:schemaL|noNamespaceSchemaL)ocation$/.test(local))
  );
}

/**
 * Parses XML strictly. Malformed XML is refused, and the issue includes the line number. Only the five predefined
 * entities and character references are supported, and document type declarations are refused, so that nothing is
 * expanded or fetched. Throws `Refused`.
 */
export class XmlWalk {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly characters: XmlCharacters;
  readonly #limits: XmlLimits;
  #depth = 0;
  #attributes = 0;
  #line = 1;
  /**
   * Position of the last parser event. The parser keeps everything after this position in memory as a single piece.
   */
  #reached = 0;

  /** If `drops` is true, characters that XML does not allow are dropped. */
  constructor(visitor: XmlVisitor, limits: XmlLimits, drops = false) {
    this.characters = new XmlCharacters(drops);
    this.#limits = limits;
    const parser = this.#parser;
    const reach = (): void => void (this.#reached = parser.position);
    parser.on("error", (error) => {
      throw this.#malformed(error.message);
    });
    parser.on("doctype", () => {
      throw unreadable(
        `on line ${parser.line} it has a document type (<!DOCTYPE), which could redefine its text; request the export without a document type`,
      );
    });
    parser.on("opentagstart", ({ name }) => {
      reach();
      this.#attributes = 0;
      this.#line = parser.line;
      this.#limit("characters in a name", name.length, limits.name);
      this.#limit("nested elements", ++this.#depth, limits.depth);
    });
    parser.on("attribute", ({ name }) => {
      reach();
      this.#limit("attributes of an element", ++this.#attributes, limits.attributes);
      this.#limit("characters in a name", name.length, limits.name);
    });
    parser.on("opentag", ({ local, prefix, uri, attributes }) => {
      reach();
      const own = Object.values(attributes).filter((each) => !isMarkup(each));
      visitor.open({ local, prefix, uri }, own, this.#line);
    });
    const text = (piece: string): void => {
      reach();
      if (this.#depth > 0) visitor.text(piece);
    };
    parser.on("text", text);
    parser.on("cdata", text);
    parser.on("closetag", () => {
      reach();
      this.#depth -= 1;
      visitor.close();
    });
    parser.on("comment", () => {
      reach();
      visitor.ignore?.("comment", parser.line);
    });
    parser.on("processinginstruction", () => {
      reach();
      visitor.ignore?.("instruction", parser.line);
    });
  }

  write(text: string): void {
    this.#parser.write(this.characters.clean(text));
    this.#limit(
      "characters in one value, comment or tag",
      this.#parser.position - this.#reached,
      this.#limits.piece,
    );
  }

  /** Throws if the file is truncated. */
  end(): void {
    this.#parser.write(this.characters.clean("", true));
    this.#parser.close();
  }

  #limit(what: string, found: number, allowed: number): void {
    if (found <= allowed) return;
    throw unreadable(
      `on line ${this.#parser.line} it exceeds an XML limit: ${what} ${found}, allowed ${allowed}`,
    );
  }

  /**
   * Returns the error for malformed XML. The parser's messages start with the position and may end with a name from
   * the file.
   */
  #malformed(message: string): Error {
    const [reason = ""] = message.replace(/^[\d:]*\s*/, "").split(":");
    return unreadable(
      `it is not well-formed XML, on line ${this.#parser.line}: ${reason.replace(/\.$/, "")}`,
    );
  }
}

/**
 * Receives the parts of an XML document. A name in a namespace starts with Lading's prefix for the namespace, or with
 * `?:` if the namespace is unknown.
 */
export interface DocumentVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(piece: string): void;
  close(name: string): void;
}

/** Lading's prefixes by namespace URI. The prefixes in the file may be different. */
export type Namespaces = ReadonlyMap<string, string>;

/** Called with the first character that was dropped because XML does not allow it. */
export type OnDropped = (first: NonNullable<XmlCharacters["first"]>) => void;

/**
 * Parses a complete document as strictly as `XmlWalk` does. Names in unknown namespaces receive the prefix `?:`. If
 * `dropped` is undefined, a file with characters that XML does not allow is refused. Throws `Refused`.
 */
export function walkDocument(
  text: string,
  limits: Limits,
  namespaces: Namespaces,
  dropped: OnDropped | undefined,
  visitor: DocumentVisitor,
): void {
  const written = ({ uri, local }: XmlName): string =>
    uri === "" ? local : `${namespaces.get(uri) ?? "?"}:${local}`;
  const open: string[] = [];
  const walk = new XmlWalk(
    {
      open(name, attributes) {
        const opened = written(name);
        open.push(opened);
        visitor.open(opened, Object.fromEntries(attributes.map((each) => [written(each), each.value])));
      },
      text: (piece) => visitor.text(piece),
      close: () => visitor.close(open.pop() ?? ""),
    },
    limitsOf(limits),
    dropped !== undefined,
  );
  walk.write(text);
  walk.end();
  if (walk.characters.first !== undefined) dropped?.(walk.characters.first);
}
