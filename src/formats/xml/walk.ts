import { SaxesParser } from "saxes";
import type { Limits } from "../limits.js";
import { unreadable } from "../refused.js";
import { XmlCharacters } from "./characters.js";

/** A name of an element or an attribute. */
export interface XmlName {
  readonly local: string;
  /** As the file writes it; empty: none. */
  readonly prefix: string;
  /** Its namespace; empty: none. */
  readonly uri: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** What a walk over XML meets, in the order of the file. */
export interface XmlVisitor {
  /** @param line where the element begins, from 1 */
  open(name: XmlName, attributes: readonly XmlAttribute[], line: number): void;
  /** Text of the element that is open, CDATA too; a text may come in several pieces. */
  text(piece: string): void;
  close(): void;
  /** A comment or a processing instruction, of which nothing is read. */
  ignore?(kind: "comment" | "instruction", line: number): void;
}

/** More than any export has, and little enough to hold. */
export interface XmlLimits {
  readonly depth: number;
  /** Characters of a name. */
  readonly name: number;
  /** Attributes of an element. */
  readonly attributes: number;
  /** Characters of a text, a comment, a value or a tag, which the parser holds as a whole. */
  readonly piece: number;
}

/** Elements deeper than this are an attack, not an export. */
export function limitsOf(limits: Limits): XmlLimits {
  return { depth: 64, name: 1_024, attributes: limits.columns, piece: Math.max(limits.record, 64 * 1024) };
}

/** Attributes that say how the file is written: its namespaces, and where its schema is. */
function isMarkup({ uri, local }: { readonly uri: string; readonly local: string }): boolean {
  return (
    uri === "http://www.w3.org/2000/xmlns/" ||
    (uri === "http://www.w3.org/2001/XMLSchema-instance" &&
      /^(?:schemaL|noNamespaceSchemaL)ocation$/.test(local))
  );
}

/**
 * Walks over the pieces of an XML text, strictly: what is not well-formed is refused with its line. No entity is known but
 * the five of XML and those of numbers, and a document type is refused, so that nothing can expand and nothing is fetched.
 * Throws `Refused`.
 */
export class XmlWalk {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly characters: XmlCharacters;
  readonly #limits: XmlLimits;
  #depth = 0;
  #attributes = 0;
  #line = 1;
  /** Where the parser last told of something: what it holds since then is one piece. */
  #reached = 0;

  /** @param drops whether characters that XML does not allow are dropped. If not, the file is refused */
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
        `in line ${parser.line} it has a document type (<!DOCTYPE), which could define what its text becomes; ask for the export without one`,
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

  /** The file is at its end; one that was cut off is refused. */
  end(): void {
    this.#parser.write(this.characters.clean("", true));
    this.#parser.close();
  }

  #limit(what: string, found: number, allowed: number): void {
    if (found <= allowed) return;
    throw unreadable(
      `in line ${this.#parser.line} it goes over a limit of XML: ${what} ${found}, allowed ${allowed}`,
    );
  }

  /** The parser's messages begin with the place, and may end with a name out of the file. */
  #malformed(message: string): Error {
    const [reason = ""] = message.replace(/^[\d:]*\s*/, "").split(":");
    return unreadable(
      `it is not well-formed XML, in line ${this.#parser.line}: ${reason.replace(/\.$/, "")}`,
    );
  }
}

/** What a walk over a document whose names are known meets: names with the prefix of their namespace. */
export interface DocumentVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(piece: string): void;
  close(name: string): void;
}

/** The prefix that each namespace has here, by its URI. A file may write another one. */
export type Namespaces = ReadonlyMap<string, string>;

/** Receives the first character that was dropped because XML does not allow it. */
export type OnDropped = (first: NonNullable<XmlCharacters["first"]>) => void;

/**
 * Walks over a whole text, as strictly. Names of other namespaces begin with `?:`. Throws `Refused`.
 *
 * @param dropped if absent, a character that XML does not allow refuses the file
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
