import type { ElementPath } from "./outline.js";
import type { XmlName } from "./walk.js";

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

  path(place: ElementPath): string {
    const own = this.element(place.name);
    return place.parent === undefined ? own : `${this.path(place.parent)}.${own}`;
  }
}

/** The path of a place with all prefixes, or with none. */
export function xmlPath(place: ElementPath, withPrefixes: boolean): string {
  const { local, prefix } = place.name;
  const own = withPrefixes && prefix !== "" ? `${prefix}:${local}` : local;
  return place.parent === undefined ? own : `${xmlPath(place.parent, withPrefixes)}.${own}`;
}
