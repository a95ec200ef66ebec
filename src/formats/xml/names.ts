import type { ElementPath } from "./outline.js";
import type { XmlName, XmlVisitor } from "./walk.js";

/**
 * Formats element and attribute names for headings and paths. Each namespace is represented by the first prefix that
 * the file uses for it. Element names in the same namespace as the rows have no prefix.
 */
export class XmlNames {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #plain: string;

  /** `plain` is the namespace whose elements have no prefix. */
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

export function xmlPath(elementPath: ElementPath, withPrefixes: boolean): string {
  const { local, prefix } = elementPath.name;
  const own = withPrefixes && prefix !== "" ? `${prefix}:${local}` : local;
  return elementPath.parent === undefined ? own : `${xmlPath(elementPath.parent, withPrefixes)}.${own}`;
}

/**
 * Replaces the prefixes in the file with those that the mapping defines for the same namespaces. If the file uses one
 * of the mapping's prefixes for a different namespace, `_` is appended to the file's prefix.
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
