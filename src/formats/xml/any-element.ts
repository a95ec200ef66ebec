import type { XmlName, XmlVisitor } from "./walk.js";

/** Pseudo-attribute for the element name. No real attribute can have this name. */
const nameOfElement = "name()";

type Records = string | readonly string[] | undefined;

/**
 * Returns a visitor for lists that contain rows with different element names, which some systems write. For example,
 * `<Shipments>` may contain `<OceanShipment>` and `<AirShipment>`, or a list may contain invoices and credit notes.
 * For a path such as `Shipments.*`, or for several paths, the visitor receives all these elements as `*`, with the
 * original name in the attribute `name()`. All rows receive the namespace of the first row. If there are several paths,
 * the enclosing elements have the names from the first path, and the namespace of the first element.
 */
export function withAnyElement(visitor: XmlVisitor, records: Records): XmlVisitor {
  if (!isAnyElement(records)) return visitor;
  const paths = [records].flat().map((path) => path.split("."));
  const [first = []] = paths;
  /** The paths that pass through each open element that may contain rows. */
  const onTheWay = [paths];
  let depth = 0;
  const namespaces: Pick<XmlName, "uri" | "prefix">[] = [];
  return {
    open: (name, attributes, line) => {
      const through =
        depth === onTheWay.length - 1
          ? (onTheWay.at(-1) ?? []).filter((path) => isStep(name, path[depth]))
          : [];
      const step = first[depth] ?? "";
      const isRow = through.length > 0 && depth === first.length - 1;
      const { uri, prefix } =
        isRow || (through.length > 0 && paths.length > 1) ? (namespaces[depth] ??= name) : name;
      if (through.length > 0 && !isRow) onTheWay.push(through);
      depth += 1;
      if (isRow) {
        const called = { local: nameOfElement, prefix: "", uri: "", value: name.local };
        visitor.open({ local: "*", uri, prefix }, [called, ...attributes], line);
      } else {
        const isRenamed = through.length > 0 && !isStep(name, step);
        visitor.open({ local: isRenamed ? localName(step) : name.local, uri, prefix }, attributes, line);
      }
    },
    text: (piece) => {
      visitor.text(piece);
    },
    close: () => {
      depth -= 1;
      if (onTheWay.length > depth + 1) onTheWay.length = depth + 1;
      visitor.close();
    },
    ignore: (kind, line) => {
      visitor.ignore?.(kind, line);
    },
  };
}

/**
 * Returns the path to pass to `getRows`. Elements that the visitor receives as `*` need no prefixes in the path, because
 * their names were already compared with `records`.
 */
export function seenPath(records: Records): string | undefined {
  if (!isAnyElement(records)) return records;
  const [path = ""] = [records].flat();
  return [...path.split(".").slice(0, -1).map(localName), "*"].join(".");
}

function isAnyElement(records: Records): records is string | readonly string[] {
  return typeof records === "string" ? /[.:]\*$/.test(records) : records !== undefined;
}

/** A step without a prefix matches elements of every namespace. */
function isStep({ local, prefix }: XmlName, step: string | undefined): boolean {
  return [local, "*"].some((name) => step === name || step === `${prefix}:${name}`);
}

function localName(step: string): string {
  return step.split(":").at(-1) ?? step;
}
