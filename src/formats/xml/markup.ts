import { Parser } from "htmlparser2";

/** What a walk over HTML meets, in order. */
export interface MarkupVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** `implied`: the text has no end tag there; a cut file ends with implied ones. */
  close(name: string, implied: boolean): void;
}

/**
 * Walks over HTML, tolerantly: nothing is thrown for what is not well-formed. Of entities only those of HTML are known, so
 * that none can expand.
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
