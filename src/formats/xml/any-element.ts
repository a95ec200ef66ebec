import type { XmlName, XmlVisitor } from "./walk.js";

/** Pseudo-attribute for the element name. No real attribute can have this name. */
const nameOfElement = "name()";

/**
 * Some systems write the rows of one list under several names, such as `<OceanShipment>` and `<AirShipment>` in
 * `<Shipments>`. For a path such as `Shipments.*`, the visitor sees all children of `Shipments` as `*`, with their
 * name in the attribute `name()`.
 */
export function withAnyElement(visitor: XmlVisitor, records: string | undefined): XmlVisitor {
  if (records?.endsWith(".*") !== true) return visitor;
  const outer = records.slice(0, -2).split(".");
  let depth = 0;
  /** Number of open elements on the path to the rows. */
  let onTheWay = 0;
  const isStep = ({ local, prefix }: XmlName) =>
    [local, `${prefix}:${local}`].includes(outer[onTheWay] ?? "");
  return {
    open: (name, attributes, line) => {
      const isRow = depth === outer.length && onTheWay === depth;
      if (onTheWay === depth && isStep(name)) onTheWay += 1;
      depth += 1;
      if (!isRow) visitor.open(name, attributes, line);
      else {
        const called = { local: nameOfElement, prefix: "", uri: "", value: name.local };
        visitor.open({ ...name, local: "*" }, [called, ...attributes], line);
      }
    },
    text: (piece) => {
      visitor.text(piece);
    },
    close: () => {
      depth -= 1;
      onTheWay = Math.min(onTheWay, depth);
      visitor.close();
    },
    ignore: (kind, line) => {
      visitor.ignore?.(kind, line);
    },
  };
}
