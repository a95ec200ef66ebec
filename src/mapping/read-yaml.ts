import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "./yaml-library.js";
import type { z } from "zod";
import { diagnosticAt, openAnswer, sortDiagnostics, type Diagnostic, type Span } from "./diagnostics.js";
import { checkAgainst, onePerPosition, type Path, type Plain, type YamlDocument } from "./yaml-document.js";

/**
 * YAML files that people write: mappings and `lading.yaml`. Every scalar is text, so that `0123` stays `0123`; a diagnostic
 * is shown where it stands. Aliases, tags, repeated keys and whatever could make reading expensive are refused.
 */

export type Parsed<T> =
  | { readonly document: YamlDocument<T> }
  | { readonly diagnostics: readonly Diagnostic[] };

/** What a file came to before any grammar: with diagnostics beside a document, the rest of it can still be checked. */
export interface ReadYaml {
  readonly document: YamlDocument<Plain> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const mostCharacters = 1_000_000;
const deepest = 40;

/** Reads a file and checks it against its grammar: all of it, or every diagnostic at once. */
export function parseYaml<S extends z.ZodType>(
  text: string,
  fileName: string,
  schema: S,
): Parsed<z.output<S>> {
  const { document, diagnostics } = readYaml(text, fileName);
  if (document === undefined) return { diagnostics };
  const all = onePerPosition([...diagnostics, ...checkAgainst(document, schema)]);
  if (all.length > 0) return { diagnostics: all };
  return { document: { ...document, value: document.value as z.output<S> } };
}

/** Reads a file as plain text, lists and maps, without a grammar. */
export function readYaml(text: string, fileName: string): ReadYaml {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const refuse = (span: Span, message: string): ReadYaml => ({
    document: undefined,
    diagnostics: [diagnosticAt(fileName, source, span, message)],
  });
  if (source.length > mostCharacters) {
    return refuse([0, 1], `the file has ${source.length} characters; allowed are ${mostCharacters}`);
  }
  const tooDeep = firstTooDeep(source);
  if (tooDeep !== undefined) return refuse([tooDeep, tooDeep + 1], "brackets are nested too deep");

  const parsed = parseDocument(source, {
    schema: "failsafe",
    stringKeys: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: "error",
  });
  const complaints = [...parsed.errors, ...parsed.warnings];
  const diagnostics: Diagnostic[] = complaints.map(({ code, message, pos }) => {
    const span: Span = [pos[0], Math.max(pos[1], pos[0] + 1)];
    // `*/staff:` is meant for a pattern.
    const isStar = code === "NON_STRING_KEY" && source[pos[0]] === "*";
    return isStar
      ? diagnosticAt(fileName, source, span, "what begins with `*` has to stand in quotes", {
          expected: `"${source.slice(...span).replace(/:$/, "")}":`,
        })
      : diagnosticAt(fileName, source, span, plainYamlError(code, message));
  });
  const content = parsed.contents as Node | null;
  if (content === null || (isScalar(content) && content.value === "")) {
    return diagnostics.length > 0
      ? { document: undefined, diagnostics }
      : refuse([0, 0], "the file is empty");
  }
  if (complaints.some(({ code }) => !harmless.has(code))) {
    return { document: undefined, diagnostics: onePerLine(diagnostics) };
  }
  const value = toPlain(content, 0, (node, message, expected) => {
    diagnostics.push(diagnosticAt(fileName, source, spanOfNode(node), message, { expected }));
  });
  return {
    document: {
      fileName,
      value,
      diagnostic(path, message, more = {}) {
        const at = more.at ?? "value";
        const asks = more.asks ?? (isOpenAt(value, path, at) ? "answer" : undefined);
        return diagnosticAt(fileName, source, spanOf(content, path, at), message, { ...more, asks });
      },
    },
    diagnostics: onePerPosition(diagnostics),
  };
}

/** Whether the answer that a draft left open stands there; whatever is said about it asks for the answer. */
function isOpenAt(value: Plain, path: Path, at: "key" | "value"): boolean {
  if (at === "key" && path.at(-1) === openAnswer) return true;
  let part: unknown = value;
  for (const step of path)
    part = typeof part === "object" ? (part as Record<string | number, unknown>)[step] : undefined;
  return part === openAnswer;
}

type Report = (node: Node, message: string, expected?: string) => void;

/** Text, lists and maps of a node. What cannot stand there is reported and becomes an empty text. */
function toPlain(node: Node, depth: number, report: Report): Plain {
  if (depth > deepest) {
    report(node, "this is nested too deep");
    return "";
  }
  if (isAlias(node)) {
    report(node, "an alias (`*name`) cannot stand here", "the text itself");
    return "";
  }
  if ("anchor" in node && node.anchor !== undefined) {
    report(node, "an anchor (`&name`) cannot stand here", "the text without it");
  }
  if (isSeq(node)) return node.items.map((item) => toPlain(item as Node, depth + 1, report));
  if (isMap(node)) return yamlMapOf(node, depth, report);
  return isScalar(node) ? scalarText(node, report) : "";
}

function yamlMapOf(node: YAMLMap, depth: number, report: Report): Plain {
  // Without a prototype, no key can mean anything but itself; `__proto__` is refused for those who copy the map.
  const map: Record<string, Plain> = Object.create(null) as Record<string, Plain>;
  for (const { key, value } of node.items as Pair<Scalar, Node | null>[]) {
    const name = String(key.value);
    if (name === "__proto__") report(key, `${JSON.stringify(name)} cannot be a key`);
    else if (value === null) report(key, `nothing stands after ${JSON.stringify(name)}`);
    else map[name] = toPlain(value, depth + 1, report);
  }
  return map;
}

function scalarText(node: Scalar, report: Report): string {
  const text = String(node.value);
  if (text === "" && node.type === "PLAIN") {
    report(
      node,
      "nothing stands here",
      'some text; a sign such as # begins a comment unless it is quoted: "#3"',
    );
  }
  return text;
}

/** Where a part of the document stands. A part that is missing stands at the nearest part around it. */
function spanOf(content: Node, path: Path, at: "key" | "value"): Span {
  let node: Node = content;
  let key: Scalar | undefined;
  for (const [i, step] of path.entries()) {
    if (isMap(node)) {
      const pair = (node.items as Pair<Scalar, Node>[]).find(
        (each) => String(each.key.value) === String(step),
      );
      if (pair === undefined || pair.value === null) return keySpan(key, node);
      key = pair.key;
      node = pair.value;
      if (i === path.length - 1 && at === "key") return spanOfNode(key);
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      if (item === undefined) return keySpan(key, node);
      key = undefined;
      node = item;
    } else {
      break;
    }
  }
  // Of a map or a list the key alone is shown, for it may go over many lines.
  return isScalar(node) || isAlias(node) ? spanOfNode(node) : keySpan(key, node);
}

function keySpan(key: Scalar | undefined, node: Node): Span {
  if (key !== undefined) return spanOfNode(key);
  if (isMap(node) && node.items.length > 0) return spanOfNode((node.items[0] as Pair<Scalar, Node>).key);
  return spanOfNode(node);
}

function spanOfNode(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

/** Where brackets open for the hundredth time without closing: the library's parser would go that deep itself. */
function firstTooDeep(source: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < source.length; i++) {
    const sign = source.charCodeAt(i);
    if (sign === 91 || sign === 123) {
      if (++depth > 100) return i;
    } else if ((sign === 93 || sign === 125) && depth > 0) depth--;
  }
  return undefined;
}

const plainErrors: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "this key stands twice in the same map",
  TAG_RESOLVE_FAILED: "a tag (`!name`) cannot stand here",
  NON_STRING_KEY: "a key must be text",
  MISSING_CHAR: "a closing sign is missing",
  BAD_INDENT: "the indentation does not fit",
  TAB_AS_INDENT: "a tab cannot indent: use blanks",
  MULTIPLE_DOCS: "the file holds more than one document (`---`)",
  BLOCK_AS_IMPLICIT_KEY: "this cannot be a key: perhaps a colon too many, or a missing line break",
  MULTILINE_IMPLICIT_KEY: "a key must stand on one line, with a colon after it",
};

function plainYamlError(code: string, message: string): string {
  return plainErrors[code] ?? message.charAt(0).toLowerCase() + message.slice(1);
}

/** The first of each line: what the parser reports behind an error in the same line follows from that error. */
function onePerLine(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<number>();
  return sortDiagnostics(diagnostics).filter(({ line }) => (seen.has(line) ? false : (seen.add(line), true)));
}

/** Complaints behind which the document still stands, so that the rest of it can be checked. */
const harmless: ReadonlySet<string> = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED"]);
