import type { ElementPath } from "./outline.js";
import type { XmlName, XmlVisitor } from "./walk.js";

/**
 * What elements and attributes are called in headings and paths. A namespace is a prefix there: the one that it has first in
 * the file, and none where it is the namespace of the rows.
 */
export class XmlNames {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #plain: string;

  /** @param plain the namespace whose elements need no prefix */
  constructor(prefixes: ReadonlyMap<string, string>, plain: string) {
    this.#prefixes = prefixes;
    this.#plain = plain;
  }

  element({ local, uri }: XmlName): string {
    const prefix = uri === this.#plain ? "" : (this.#prefixes.get(uri) ?? "");
    return prefix === "" ? local : `${prefix}:${local}`;
  }

  attribute({ local, uri }: XmlName): string {
    const prefix = uri === "" ? "" : (this.#prefixes.get(uri) ?? "");
    return prefix === "" ? `@${local}` : `@${prefix}:${local}`;
  }

  path(elementPath: ElementPath): string {
    const own = this.element(elementPath.name);
    return elementPath.parent === undefined ? own : `${this.path(elementPath.parent)}.${own}`;
  }
}

/** The path of a place with all prefixes, or with none. */
export function xmlPath(elementPath: ElementPath, withPrefixes: boolean): string {
  const { local, prefix } = elementPath.name;
  const own = withPrefixes && prefix !== "" ? `${prefix}:${local}` : local;
  return elementPath.parent === undefined ? own : `${xmlPath(elementPath.parent, withPrefixes)}.${own}`;
}

/**
 * Gives names the prefixes that a mapping has for their namespaces, whatever the file writes. A prefix of the mapping that the file has
 * for another namespace ends with `_`.
 */
export function withNamespaces(
  visitor: XmlVisitor,
  namespaces: Readonly<Record<string, string>> | undefined,
): XmlVisitor {
  if (namespaces === undefined) return visitor;
  const prefixes = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]));
  const named = <N extends XmlName>(name: N): N => {
    const prefix = prefixes.get(name.uri) ?? (name.prefix in namespaces ? `${name.prefix}_` : name.prefix);
    return { ...name, prefix };
  };
  return {
    open: (name, attributes, line) => visitor.open(named(name), attributes.map(named), line),
    text: (piece) => visitor.text(piece),
    close: () => visitor.close(),
    ignore: (kind, line) => visitor.ignore?.(kind, line),
  };
}
