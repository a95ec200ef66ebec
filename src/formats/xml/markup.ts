import { Parser } from "htmlparser2";

/** Receives the parts of an HTML page in order. */
export interface MarkupVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** `implied`: the end tag is missing. A truncated file ends with implied tags. */
  close(name: string, implied: boolean): void;
}

/** Parses HTML leniently: invalid markup is not an error. Only HTML entities are supported, so none can expand. */
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
