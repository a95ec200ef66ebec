import { evaluateInMemory } from "../src/convert/engine.js";
import { compileMapping } from "../src/mapping/compile.js";
import { parseMapping } from "../src/mapping/parse.js";
import { account } from "../src/model/account.js";
import type { Damaged } from "../test/corpus/damage.js";

/** Runs whole files through the engine of `convert` and compares each published record with the truth. */

export interface Converted {
  readonly published: number;
  readonly rejected: number;
  /** Published rows that are not in the truth and have no issue. */
  readonly wrong: number;
  /** Rows of the truth that are neither published nor rejected and have no issue. */
  readonly missing: number;
  readonly examples: readonly string[];
}

const nothing: Converted = { published: 0, rejected: 0, wrong: 0, missing: 0, examples: [] };
const tenant = account("bench", { country: "DE", zone: "UTC" });
const lookups = { find: () => [] };

export async function convertDamaged({ bytes, headings, rows }: Damaged): Promise<Converted> {
  const width = headings?.length ?? rows[0]?.length ?? 0;
  if (width === 0) return nothing;
  const columns = Array.from({ length: width }, (_, i) => `#${i + 1}`);
  const row = { join: columns, separator: "|" };
  const mapping = {
    lading: 1,
    record: "tax-code",
    fields: { external_id: row, code: "#1", description: row, is_active: { constant: true } },
  };
  const parsed = parseMapping(JSON.stringify(mapping), "bench.yaml");
  if ("diagnostics" in parsed) throw new Error(JSON.stringify(parsed.diagnostics));
  const context = { account: tenant, lookups, today: "2026-06-01", tables: new Map() };
  const compiled = compileMapping(parsed.parsed, context);
  if ("diagnostics" in compiled) throw new Error(JSON.stringify(compiled.diagnostics));
  const source = {
    name: "damaged.csv",
    size: bytes.length,
    async *stream() {
      await Promise.resolve();
      yield bytes;
    },
  };
  const { accepted, rejected, issues, refused } = await evaluateInMemory({
    source,
    mapping: compiled.compiled,
    account: tenant,
    lookups,
    mode: "lenient",
  });
  if (refused !== undefined) return nothing;
  const reported = issues.filter(({ severity }) => severity !== "note");
  if (reported.some(({ line }) => line === undefined)) return { ...nothing, published: accepted.length };
  const lines = new Set([...reported.map(({ line }) => line), ...rejected.map(({ line }) => line)]);
  const truth = new Set(rows.map((cells) => plain(cells.filter((cell) => cell.trim() !== "").join("|"))));
  const results = accepted.map(({ line, record }) => ({ line, text: plain(record.external_id) }));
  const wrong = results.filter(({ line, text }) => !truth.has(text) && !lines.has(line));
  const published = new Set(results.map(({ text }) => text));
  const lacking = [...truth].filter((text) => !published.has(text));
  // A missing row is reported by the issue of the row read in its place.
  const missing = Math.max(0, lacking.length - lines.size - wrong.length);
  return {
    published: accepted.length,
    rejected: rejected.length,
    wrong: wrong.length,
    missing,
    examples: [...wrong.map(({ text }) => text), ...lacking.slice(0, missing)].slice(0, 3),
  };
}

/** Ignores differences in spaces and line breaks, which do not concern reading. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?\| ?/g, "|")
    .trim();
}
