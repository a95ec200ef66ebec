import { Parser } from "htmlparser2";

export interface MarkupVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** `implied` is true if the end tag is missing. If the file is truncated, the last elements have implied end tags. */
  close(name: string, implied: boolean): void;
}

/**
 * Parses HTML leniently, so that invalid markup is not an error. Only HTML entities are supported, none of which can
 * expand to other entities.
 */
export function walkMarkup(text: string, visitor: MarkupVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => visitor.open(name, attributes),
      ontext: (piece) => visitor.text(piece),
      onclosetag: (name, implied) => visitor.close(name, implied),
    },
    { decodeEntities: true },
  );
  parser.end(text);
}
