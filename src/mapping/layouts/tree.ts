import { cellRules } from "./cells.js";
import { isDecimal } from "./decimals.js";
import { layoutInputWords, type Node, type LayoutPart } from "./grammar.js";
import { scopesOf } from "./repeat.js";
import { valueOf, type Scope } from "./values.js";

/** This module renders nested files in XML or JSON format. */

type CellOf = ReturnType<typeof cellRules>;

export function renderXml(part: LayoutPart, scope: Scope): string {
  const end = part.file.line_end === "lf" ? "\n" : "\r\n";
  const { encoding = "utf-8" } = part.file;
  const declaration =
    part.declaration === "false" ? "" : `<?xml version="1.0" encoding="${encoding.toUpperCase()}"?>${end}`;
  const lines = part.root === undefined ? [] : elements(part.root, scope, cellRules(part, scope), "");
  return declaration + lines.map((line) => line + end).join("");
}

const step = "  ";

function elements(node: Node, outer: Scope, cellOf: CellOf, indent: string): string[] {
  const { name = "", children = [] } = node;
  return [...scopesOf(node, outer)].flatMap((scope) => {
    const own = children.filter((child) => isAttribute(child));
    const attributes = own.flatMap((child) =>
      [...scopesOf(child, scope)].flatMap((each) => attribute(child, each, cellOf)),
    );
    const open = `${indent}<${name}${attributes.join("")}`;
    const inner = children.filter((child) => !isAttribute(child));
    if (inner.length > 0) {
      const within = inner.flatMap((child) => elements(child, scope, cellOf, indent + step));
      return within.length === 0 ? [`${open}/>`] : [`${open}>`, ...within, `${indent}</${name}>`];
    }
    if (!hasValue(node)) return [`${open}/>`];
    const value = valueOf(node, scope, name);
    if (value.text === null && node.blank !== "empty" && attributes.length === 0) return [];
    const text = cellOf(value, name);
    return [text === "" ? `${open}/>` : `${open}>${escaped(text)}</${name}>`];
  });
}

function attribute(node: Node, scope: Scope, cellOf: CellOf): string[] {
  const { name = "" } = node;
  const value = valueOf(node, scope, name);
  if (value.text === null && node.blank !== "empty") return [];
  return [` ${name.slice(1)}="${escaped(cellOf(value, name)).replaceAll('"', "&quot;")}"`];
}

export function isAttribute({ name }: Node): boolean {
  return name?.startsWith("@") === true;
}

/** True if the node itself has a value, with or without children. */
export function hasValue(node: Node): boolean {
  return layoutInputWords.some((word) => node[word] !== undefined);
}

/** Line breaks and tabs become character references, because XML parsers normalize literal ones. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text
    .replace(/[&<>]/g, (sign) => names[sign] ?? sign)
    .replace(/[\r\n\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function renderJson(part: LayoutPart, scope: Scope): string {
  const end = part.file.line_end === "lf" ? "\n" : "\r\n";
  const { root = {} } = part;
  const [text = "null"] = values(root, scope, cellRules(part, scope), "", end);
  return text + end;
}

function values(node: Node, outer: Scope, cellOf: CellOf, indent: string, end: string): string[] {
  const isList = node.list === "true";
  const within = isList ? indent + step : indent;
  const texts = [...scopesOf(node, outer)].flatMap((scope) => {
    if (node.children !== undefined) return [object(node.children, scope, cellOf, within, end)];
    const text = scalar(node, scope, cellOf);
    return text === undefined ? [] : [text];
  });
  return isList ? [listText(texts, indent, end)] : texts;
}

function object(
  children: readonly Node[],
  scope: Scope,
  cellOf: CellOf,
  indent: string,
  end: string,
): string {
  const inner = indent + step;
  // Members with the same name form one list, such as charge lines and the tax lines that follow them.
  const members = new Map<string, { readonly texts: string[]; readonly isList: boolean }>();
  for (const child of children) {
    const { name = "" } = child;
    const isList = child.for !== undefined || child.list === "true";
    const member = members.get(name) ?? { texts: [], isList };
    members.set(name, member);
    const { list: _, ...single } = child;
    member.texts.push(...values(single, scope, cellOf, isList ? inner + step : inner, end));
  }
  const lines = [...members].flatMap(([name, { texts, isList }]) => {
    if (!isList && texts.length === 0) return [];
    return [
      `${inner}${JSON.stringify(name)}: ${isList ? listText(texts, inner, end) : (texts[0] ?? "null")}`,
    ];
  });
  return lines.length === 0 ? "{}" : `{${end}${lines.join(`,${end}`)}${end}${indent}}`;
}

function listText(texts: readonly string[], indent: string, end: string): string {
  if (texts.length === 0) return "[]";
  return `[${end}${texts.map((text) => indent + step + text).join(`,${end}`)}${end}${indent}]`;
}

function scalar(node: Node, scope: Scope, cellOf: CellOf): string | undefined {
  const name = node.name ?? "the outermost value";
  const value = valueOf(node, scope, name);
  if (value.text === null) return node.blank === "empty" ? "null" : undefined;
  const text = cellOf(value, name);
  if (node.as === "number") {
    if (!isDecimal(text) || /^-?0\d/.test(text))
      scope.report(value.field, `is not a number, but ${name} requires one`);
    return text;
  }
  if (node.as === "flag") {
    if (text !== "true" && text !== "false")
      scope.report(value.field, `is neither true nor false, as ${name} requires`);
    return text;
  }
  return JSON.stringify(text);
}
