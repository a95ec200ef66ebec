import type { XmlName, XmlVisitor } from "./walk.js";

/** Where the name of an element stands; no attribute can be called so. */
const nameOfElement = "name()";

/**
 * Some systems write rows of one list under several names: `<Shipments>` of `<OceanShipment>` and `<AirShipment>`. For a path such as
 * `Shipments.*` the visitor sees all elements of `Shipments` as `*`, and what each is called as its attribute `name()`.
 */
export function withAnyElement(visitor: XmlVisitor, records: string | undefined): XmlVisitor {
  if (records?.endsWith(".*") !== true) return visitor;
  const outer = records.slice(0, -2).split(".");
  let depth = 0;
  /** How many of the open elements are on the way to the rows. */
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
