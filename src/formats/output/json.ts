import type { OutputFormat } from "./output-format.js";
import { joinedBy, servedLines } from "./chunks.js";

/** A JSON array with one record per line, which suits line-based tools such as `grep` and `diff` as well as parsers. */
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
