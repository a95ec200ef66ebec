import { ExactNumber, type ExactJson } from "../../model/exact-json.js";
import { JsonScanner } from "./scanner.js";

/**
 * Reads one JSON value with all that it says.
 *
 * @throws {JsonError} also at a key that stands twice in an object, of which one would be lost
 */
export function parseExactJson(text: string): ExactJson {
  const scanner = new JsonScanner(text, 0, true);
  const value = valueAt(scanner);
  if (!scanner.ended) throw scanner.error("something follows the value");
  return value;
}

function valueAt(scanner: JsonScanner): ExactJson {
  const kind = scanner.kind();
  switch (kind) {
    case "object": {
      // Without a prototype, no key can mean anything but itself.
      const object = Object.create(null) as Record<string, ExactJson>;
      scanner.object((key) => {
        if (key in object) throw scanner.error(`the key ${JSON.stringify(key)} stands twice in an object`);
        object[key] = valueAt(scanner);
      });
      return object;
    }
    case "array": {
      const list: ExactJson[] = [];
      scanner.array(() => list.push(valueAt(scanner)));
      return list;
    }
    case "text":
      return scanner.string();
    default: {
      const written = scanner.scalar();
      if (written === undefined) return null;
      return kind === "number" ? new ExactNumber(written) : written === "true";
    }
  }
}
