import { expect } from "vitest";
import { evaluateInMemory } from "../../src/convert/engine.js";
import { compileMapping } from "../../src/mapping/compile.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { account } from "../../src/model/account.js";

interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Applies an answered draft to its table. No row may be rejected. */
export async function recordsOf(draft: string, { headings, rows }: Table) {
  const result = parseMapping(draft, "draft.yaml");
  if ("diagnostics" in result) throw new Error(JSON.stringify(result.diagnostics));
  const tenant = account("de", { country: "DE", zone: "Europe/Berlin" });
  const lookups = {
    find: (_target: string, _field: string, value: string) => [{ external_id: value, is_active: true }],
  };
  const compiled = compileMapping(result.parsed, {
    account: tenant,
    lookups,
    today: "2026-06-01",
    tables: new Map(),
  });
  if ("diagnostics" in compiled) throw new Error(JSON.stringify(compiled.diagnostics));
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const bytes = new TextEncoder().encode(
    [headings, ...rows].map((row) => `${row.map(quoted).join(",")}\n`).join(""),
  );
  const source = {
    name: "export.csv",
    size: bytes.length,
    async *stream() {
      await Promise.resolve();
      yield bytes;
    },
  };
  const { accepted, rejected, refused } = await evaluateInMemory({
    source,
    mapping: compiled.compiled,
    account: tenant,
    lookups,
    mode: "strict",
  });
  expect([refused, rejected.map(({ issues }) => issues)]).toEqual([undefined, []]);
  return accepted.map(({ record }) => record);
}
