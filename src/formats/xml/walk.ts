import { SaxesParser } from "saxes";
import type { Limits } from "../limits.js";
import { unreadable } from "../refused.js";
import { XmlCharacters } from "./characters.js";

/** The name of an element or attribute. */
export interface XmlName {
  readonly local: string;
  /** As written in the file. Empty: none. */
  readonly prefix: string;
  /** Namespace. Empty: none. */
  readonly uri: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** Receives the parts of an XML file in order. */
export interface XmlVisitor {
  /** @param line 1-based start line of the element */
  open(name: XmlName, attributes: readonly XmlAttribute[], line: number): void;
  /** Text of the open element, including CDATA. It may arrive in several pieces. */
  text(piece: string): void;
  close(): void;
  /** A comment or processing instruction, which is not read. */
  ignore?(kind: "comment" | "instruction", line: number): void;
}

/** Limits above any real export that still bound memory use. */
export interface XmlLimits {
  readonly depth: number;
  /** Characters of a name. */
  readonly name: number;
  /** Attributes of an element. */
  readonly attributes: number;
  /** Number of characters in a text, comment, value or tag. The parser keeps each of them in memory as a whole. */
  readonly piece: number;
}

/** No real export is deeper than 64 levels. */
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
 * Parses XML strictly: malformed XML is refused with its line. Only the five predefined entities and character
 * references are supported, and a document type is refused, so nothing is expanded or fetched. Throws `Refused`.
 */
export class XmlWalk {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly characters: XmlCharacters;
  readonly #limits: XmlLimits;
  #depth = 0;
  #attributes = 0;
  #line = 1;
  /** Position of the last parser event. Everything after it is one piece in memory. */
  #reached = 0;

  /** @param drops true: drop characters that XML does not allow. False: refuse the file. */
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
        `in line ${parser.line} it has a document type (<!DOCTYPE), which could redefine its text; ask for the export without one`,
      );
    });
    parser.on("opentagstart", ({ name }) => {
      reach();
      this.#attributes = 0;
      this.#line = parser.line;
      this.#limit("characters in a name", name.length, limits.name);
      this.#limit("elements within each other", ++this.#depth, limits.depth);
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
    this.#limit("characters in one piece", this.#parser.position - this.#reached, this.#limits.piece);
  }

  /** Ends the file. A truncated file is refused. */
  end(): void {
    this.#parser.write(this.characters.clean("", true));
    this.#parser.close();
  }

  #limit(what: string, found: number, allowed: number): void {
    if (found <= allowed) return;
    throw unreadable(
      `in line ${this.#parser.line} it exceeds an XML limit: ${what} ${found}, allowed ${allowed}`,
    );
  }

  /** The parser's messages start with the position and may end with a name from the file. */
  #malformed(message: string): Error {
    const [reason = ""] = message.replace(/^[\d:]*\s*/, "").split(":");
    return unreadable(
      `it is not well-formed XML, in line ${this.#parser.line}: ${reason.replace(/\.$/, "")}`,
    );
  }
}

/** Receives the parts of a document with known namespaces. Names start with the prefix of their namespace. */
export interface DocumentVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(piece: string): void;
  close(name: string): void;
}

/** Lading's prefixes by namespace URI. The file may use others. */
export type Namespaces = ReadonlyMap<string, string>;

/** Receives the first character that was dropped because XML does not allow it. */
export type OnDropped = (first: NonNullable<XmlCharacters["first"]>) => void;

/**
 * Parses a complete text with the same strictness. Names in unknown namespaces start with `?:`. Throws `Refused`.
 *
 * @param dropped if absent, a file with characters that XML does not allow is refused
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
