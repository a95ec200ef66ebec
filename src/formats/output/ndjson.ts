import type { OutputFormat } from "./output-format.js";
import { servedLines } from "./chunks.js";

export const ndjson: OutputFormat = {
  name: "ndjson",
  summary: "one JSON record per line",
  mediaType: "application/x-ndjson",
  encode: ({ lines }) => servedLines(lines),
};
