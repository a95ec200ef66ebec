import { Parser } from "htmlparser2";

/** What a walk over HTML or XML meets, in order. Names of XML keep their prefix. */
export interface MarkupVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** `implied`: the text has no end tag there; a cut file ends with implied ones. */
  close(name: string, implied: boolean): void;
}

/**
 * Walks over markup, tolerantly: nothing is thrown for what is not well-formed. Of entities only the predefined ones (and
 * those of HTML in HTML) are known, so that none can expand.
 */
export function walkMarkup(text: string, language: "html" | "xml", visitor: MarkupVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => visitor.open(name, attributes),
      ontext: (piece) => visitor.text(piece),
      onclosetag: (name, implied) => visitor.close(name, implied),
    },
    { xmlMode: language === "xml", decodeEntities: true },
  );
  parser.end(text);
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
