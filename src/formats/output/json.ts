import type { OutputFormat } from "./output-format.js";
import { joinedBy, servedLines } from "./chunks.js";

/** A JSON array with one record per line, readable by `cat`, `grep` and `diff` as well as by parsers. */
export const json: OutputFormat = {
  name: "json",
  summary: "a JSON array, one record per line",
  mediaType: "application/json",
  async *encode({ lines }) {
    let separator = "[\n";
    for await (const piece of servedLines(lines)) {
      yield separator;
      yield joinedBy(",\n", piece);
      separator = ",\n";
    }
    yield separator === "[\n" ? "[]\n" : "\n]\n";
  },
};
