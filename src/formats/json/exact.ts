import { ExactNumber, type ExactJson } from "../../model/exact-json.js";
import { JsonScanner } from "./scanner.js";

/**
 * Parses one JSON value without losing digits. Throws `JsonError` for invalid JSON, and for duplicate keys in an
 * object, because one of the values would be lost.
 */
export function parseExactJson(text: string): ExactJson {
  const scanner = new JsonScanner(text, 0, true);
  const value = valueAt(scanner);
  if (!scanner.ended) throw scanner.error("there is text after the value");
  return value;
}

function valueAt(scanner: JsonScanner): ExactJson {
  const kind = scanner.kind();
  switch (kind) {
    case "object": {
      // Without a prototype, keys such as `__proto__` have no special meaning.
      const object = Object.create(null) as Record<string, ExactJson>;
      scanner.object((key) => {
        if (key in object) throw scanner.error(`an object has the key ${JSON.stringify(key)} twice`);
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
