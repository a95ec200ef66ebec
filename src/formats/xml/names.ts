import { unreadable } from "../refused.js";
import type { ElementPath } from "./outline.js";
import type { XmlAttribute, XmlName, XmlVisitor } from "./walk.js";

const mostNamespaces = 1_000;

/**
 * Formats element and attribute names for headings and paths. Element names in the same namespace as the rows have no
 * prefix.
 */
export class XmlNames {
  readonly #plain: string;
  /** The prefixes in the names formatted so far, with the URIs of their namespaces. */
  readonly prefixes = new Map<string, string>();
  /** Namespaces, other than `plain`, of the names formatted so far that have no prefix. */
  readonly unprefixed = new Set<string>();

  /** `plain` is the namespace whose elements have no prefix. */
  constructor(plain: string) {
    this.#plain = plain;
  }

  element(name: XmlName): string {
    return name.uri === this.#plain ? name.local : this.#prefixed(name);
  }

  attribute(name: XmlName): string {
    return `@${this.#prefixed(name)}`;
  }

  path(elementPath: ElementPath): string {
    const own = this.element(elementPath.name);
    return elementPath.parent === undefined ? own : `${this.path(elementPath.parent)}.${own}`;
  }

  #prefixed(name: XmlName): string {
    if (name.prefix === "") this.unprefixed.add(name.uri);
    else this.prefixes.set(name.prefix, name.uri);
    return prefixed(name);
  }
}

export function xmlPath(elementPath: ElementPath, withPrefixes: boolean): string {
  const own = withPrefixes ? prefixed(elementPath.name) : elementPath.name.local;
  return elementPath.parent === undefined ? own : `${xmlPath(elementPath.parent, withPrefixes)}.${own}`;
}

export function prefixed({ local, prefix }: XmlName): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

/**
 * Identifies namespaces by their URI. Every namespace gets one prefix for the whole file: the prefix that the mapping
 * defines, or the first prefix in the file. If that prefix already belongs to another namespace, a number is appended.
 * Elements have no prefix if the first name in their namespace has none. Attributes always need a prefix, because a
 * name without a prefix means that the attribute has no namespace.
 */
export function withNamespaces(
  visitor: XmlVisitor,
  namespaces: Readonly<Record<string, string>> = {},
): XmlVisitor {
  const taken = new Set(Object.keys(namespaces));
  const prefixes = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]));
  const ofAttributes = new Map<string, string>();
  const add = (to: Map<string, string>, { uri, prefix }: XmlName): string => {
    if (to.size >= mostNamespaces) throw unreadable(`it has more than ${mostNamespaces} namespaces`);
    let free = prefix;
    for (let number = 2; free !== "" && taken.has(free); number++) free = `${prefix}_${number}`;
    taken.add(free);
    to.set(uri, free);
    return free;
  };
  const element = (name: XmlName): XmlName =>
    name.uri === "" ? name : { ...name, prefix: prefixes.get(name.uri) ?? add(prefixes, name) };
  const attribute = (name: XmlAttribute): XmlAttribute => {
    if (name.uri === "") return name;
    const known = prefixes.get(name.uri) ?? add(prefixes, name);
    const prefix = known === "" ? (ofAttributes.get(name.uri) ?? add(ofAttributes, name)) : known;
    return { ...name, prefix };
  };
  return {
    open: (name, attributes, line) => visitor.open(element(name), attributes.map(attribute), line),
    text: (piece) => visitor.text(piece),
    close: () => visitor.close(),
    ignore: (kind, line) => visitor.ignore?.(kind, line),
  };
}
