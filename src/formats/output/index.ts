import { csv } from "./csv.js";
import type { OutputFormat } from "./output-format.js";
import { json } from "./json.js";
import { ndjson } from "./ndjson.js";
import { xlsx } from "./xlsx.js";

export const outputFormats: readonly OutputFormat[] = [csv, json, ndjson, xlsx];

export function outputFormat(name: string): OutputFormat | undefined {
  return outputFormats.find((candidate) => candidate.name === name);
}
