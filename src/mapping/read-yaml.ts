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
 * This module reads YAML files that people write, such as mappings and `lading.yaml`. All scalars are strings, so
 * `0123` stays `0123`, and diagnostics have positions. Aliases, tags, duplicate keys and input that is expensive to
 * parse are rejected.
 */

export type Parsed<T> =
  | { readonly document: YamlDocument<T> }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Result before any grammar is applied. Even a document with diagnostics can be checked further. */
export interface ReadYaml {
  readonly document: YamlDocument<Plain> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const mostCharacters = 1_000_000;
const deepest = 40;

/** Reads a file and checks its content against a grammar. */
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

export function readYaml(text: string, fileName: string): ReadYaml {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const refuse = (span: Span, message: string): ReadYaml => ({
    document: undefined,
    diagnostics: [diagnosticAt(fileName, source, span, message)],
  });
  if (source.length > mostCharacters) {
    return refuse([0, 1], `the file has ${source.length} characters; the maximum is ${mostCharacters}`);
  }
  const tooDeep = firstTooDeep(source);
  if (tooDeep !== undefined) return refuse([tooDeep, tooDeep + 1], "brackets are nested too deeply");

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
    // In keys such as `*/staff:`, the asterisk is meant as a wildcard but has a special meaning in YAML.
    const isStar = code === "NON_STRING_KEY" && source[pos[0]] === "*";
    return isStar
      ? diagnosticAt(fileName, source, span, "text that begins with `*` must be quoted", {
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

/** True if the path is an open question in a draft. Every diagnostic for an open question asks for the answer. */
function isOpenAt(value: Plain, path: Path, at: "key" | "value"): boolean {
  if (at === "key" && path.at(-1) === openAnswer) return true;
  let part: unknown = value;
  for (const step of path)
    part = typeof part === "object" ? (part as Record<string | number, unknown>)[step] : undefined;
  return part === openAnswer;
}

type Report = (node: Node, message: string, expected?: string) => void;

/** Converts a node to strings, lists and maps. Invalid parts are reported and replaced with an empty string. */
function toPlain(node: Node, depth: number, report: Report): Plain {
  if (depth > deepest) {
    report(node, "the value is nested too deeply");
    return "";
  }
  if (isAlias(node)) {
    report(node, "aliases (`*name`) are not allowed", "the value itself");
    return "";
  }
  if ("anchor" in node && node.anchor !== undefined) {
    report(node, "anchors (`&name`) are not allowed", "the value without the anchor");
  }
  if (isSeq(node)) return node.items.map((item) => toPlain(item as Node, depth + 1, report));
  if (isMap(node)) return yamlMapOf(node, depth, report);
  return isScalar(node) ? scalarText(node, report) : "";
}

function yamlMapOf(node: YAMLMap, depth: number, report: Report): Plain {
  // In an object without a prototype, no key has a special meaning. The key `__proto__` is refused to protect code
  // that copies the map.
  const map: Record<string, Plain> = Object.create(null) as Record<string, Plain>;
  for (const { key, value } of node.items as Pair<Scalar, Node | null>[]) {
    const name = String(key.value);
    if (name === "__proto__") report(key, `${JSON.stringify(name)} cannot be a key`);
    else if (value === null) report(key, `${JSON.stringify(name)} has no value`);
    else map[name] = toPlain(value, depth + 1, report);
  }
  return map;
}

function scalarText(node: Scalar, report: Report): string {
  const text = String(node.value);
  if (text === "" && node.type === "PLAIN") {
    report(node, "the value is missing", 'some text; # begins a comment unless it is quoted: "#3"');
  }
  return text;
}

/** Returns the position of a part of the document, or of the nearest enclosing part if the part is missing. */
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
  // For a map or list, marks only the key, because the value may span many lines.
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

/**
 * Returns the position of the first bracket that is nested more than 100 levels deep, or undefined if there is none.
 * The library's parser is recursive, so deeper nesting could overflow the stack.
 */
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
  DUPLICATE_KEY: "this key occurs twice in the same map",
  TAG_RESOLVE_FAILED: "tags (`!name`) are not allowed",
  NON_STRING_KEY: "a key must be text",
  MISSING_CHAR: "a closing bracket or quote is missing",
  BAD_INDENT: "the indentation is wrong",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  MULTIPLE_DOCS: "the file contains more than one document (`---`)",
  BLOCK_AS_IMPLICIT_KEY: "the text cannot be a key; check for an extra colon or a missing line break",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line, followed by a colon",
};

function plainYamlError(code: string, message: string): string {
  return plainErrors[code] ?? message.charAt(0).toLowerCase() + message.slice(1);
}

/**
 * Keeps the first diagnostic on each line. Later diagnostics on the same line are usually consequences of the first.
 */
function onePerLine(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<number>();
  return sortDiagnostics(diagnostics).filter(({ line }) => (seen.has(line) ? false : (seen.add(line), true)));
}

/** Errors after which the rest of the document can still be checked. */
const harmless: ReadonlySet<string> = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED"]);
