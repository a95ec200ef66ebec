import type { XmlName, XmlVisitor } from "./walk.js";

/** Pseudo-attribute for the element name. No real attribute can have this name. */
const nameOfElement = "name()";

/**
 * Returns a visitor for lists that contain rows with different element names, which some systems write. For example,
 * `<Shipments>` may contain `<OceanShipment>` and `<AirShipment>`, or a list may contain invoices and credit notes.
 * For a path such as `Shipments.*`, or for several paths, the visitor receives all these elements as `*`, with the
 * original name in the attribute `name()`. The enclosing elements have the names from the first path.
 */
export function withAnyElement(
  visitor: XmlVisitor,
  records: string | readonly string[] | undefined,
): XmlVisitor {
  if (records === undefined || (typeof records === "string" && !records.endsWith(".*"))) return visitor;
  const paths = [records].flat().map((path) => path.split("."));
  const [first = []] = paths;
  /** The paths that pass through each open element that may contain rows. */
  const onTheWay = [paths];
  let depth = 0;
  /** If there are several paths, the namespace of the first row, which is used for all rows of the table. */
  let rowNamespace: Pick<XmlName, "uri" | "prefix"> | undefined;
  return {
    open: (name, attributes, line) => {
      const through =
        depth === onTheWay.length - 1
          ? (onTheWay.at(-1) ?? []).filter((path) => isStep(name, path[depth]))
          : [];
      const step = first[depth] ?? "";
      const isRow = through.length > 0 && depth === first.length - 1;
      if (through.length > 0 && !isRow) onTheWay.push(through);
      depth += 1;
      if (isRow) {
        if (paths.length > 1) rowNamespace ??= { uri: name.uri, prefix: name.prefix };
        const called = { local: nameOfElement, prefix: "", uri: "", value: name.local };
        visitor.open({ ...name, ...rowNamespace, local: "*" }, [called, ...attributes], line);
      } else if (through.length > 0 && !isStep(name, step)) {
        visitor.open({ ...name, local: step.split(":").at(-1) ?? step }, attributes, line);
      } else visitor.open(name, attributes, line);
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

/** Returns the path to pass to `getRows` for elements that the visitor receives as `*`. */
export function seenPath(records: string | readonly string[] | undefined): string | undefined {
  if (records === undefined || typeof records === "string") return records;
  return [...(records[0] ?? "").split(".").slice(0, -1), "*"].join(".");
}

function isStep({ local, prefix }: XmlName, step: string | undefined): boolean {
  return step === "*" || step === local || step === `${prefix}:${local}`;
}
