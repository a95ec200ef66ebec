import { readFileSync } from "node:fs";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { csv } from "../src/formats/output/csv.js";
import { evaluateInMemory } from "../src/convert/engine.js";
import { lookupsIn } from "../src/mapping/list-index.js";
import { diskFile } from "../src/system/read-file.js";
import { recommendedFormat } from "../src/workspace/mapping-file.js";
import { loadSampleManifest, type Sample } from "../src/workspace/sample-manifest.js";
import { encodedText } from "./support/encoded-text.js";
import { Workdir } from "./support/workdir.js";

/**
 * Processes every sample with the real command line. `lading convert` must write exactly the expected bytes,
 * which were written by hand.
 */

const loaded = await loadSampleManifest("samples/samples.yaml", "samples/samples.yaml", new Map());
if ("diagnostics" in loaded) throw new Error(loaded.diagnostics.map((each) => each.message).join("\n"));
const { manifest } = loaded;

let dir: Workdir;
beforeAll(async () => {
  dir = await Workdir.make();
  await dir.copy("samples");
  await dir.copy("mappings");
});
afterAll(() => dir.remove());

function argumentsFor(sample: Sample, out: string): string[] {
  const { parameters, taxMode, hasTaxCodes, zone } = sample.account;
  const args = [
    "convert",
    sample.file,
    "--out",
    out,
    "--updated-at",
    manifest.updatedAt,
    "--tax-mode",
    taxMode,
  ];
  if (sample.mapping !== undefined) args.push("--mapping", sample.mapping);
  if (sample.record !== undefined) args.push("--record", sample.record);
  if (zone !== undefined) args.push("--zone", zone);
  for (const name of ["country", "company"]) {
    const value = parameters.get(name);
    if (value !== undefined) args.push(`--${name}`, value);
  }
  const taxCodes = manifest.samples.find(
    (other) => other.file === sample.with && other.account.name === sample.account.name,
  );
  if (taxCodes !== undefined) args.push("--with", `tax-code=${taxCodes.file}:${taxCodes.mapping}`);
  else if (!hasTaxCodes) args.push("--with", "tax-code=none");
  return args;
}

describe("good exports", () => {
  const lists = manifest.samples.filter((sample) => sample.expected.kind === "list");
  it.each(lists.map((sample) => [sample.file, sample.account.name, sample] as const))(
    "convert to the expected list: %s for %s",
    async (_, __, sample) => {
      const out = `out/${sample.account.name}/${sample.file}.csv`;
      await dir.write({ [`out/${sample.account.name}/${sample.file}.keep`]: "" });
      const ran = await dir.lading(argumentsFor(sample, out));
      expect(ran.stderr).not.toMatch(/error:/);
      expect(ran.code).toBe(0);
      expect(await dir.read(out)).toBe(readFileSync(sample.expected.path, "utf8"));
    },
  );

  it.each(lists.map((sample) => [sample.expected.path, sample] as const))(
    "%s converts to itself",
    async (path, { account }) => {
      const source = await diskFile(path);
      const recommended = await recommendedFormat(undefined, source, path);
      const { type } = recommended;
      // Their tax codes are a different sample.
      const target = { ...account, hasTaxCodes: false };
      const lookups = lookupsIn(new Map());
      const mapping = recommended.compile({ account: target, lookups, today: manifest.today });
      const evaluated = await evaluateInMemory({ source, mapping, lookups, account: target, mode: "strict" });
      const records = evaluated.accepted.map((row) => row.record);
      const text = await encodedText(csv, type, evaluated.columns, records);
      expect(evaluated.issues.filter(({ severity }) => severity !== "note")).toEqual([]);
      expect(text).toBe(readFileSync(path, "utf8"));
    },
  );
});

describe("broken exports", () => {
  const broken = manifest.samples.filter((sample) => sample.expected.kind === "report");
  it.each(broken.map((sample) => [sample.file, sample] as const))(
    "are reported as expected: %s",
    async (_, sample) => {
      const expected = JSON.parse(readFileSync(sample.expected.path, "utf8")) as {
        exit: number;
        refused: string | null;
        counts: object;
        issues: [number | null, string | null, string][];
      };
      const ran = await dir.lading([...argumentsFor(sample, "out/broken.csv"), "--json"]);
      const report = JSON.parse(ran.stdout) as {
        refused: { code: string } | null;
        counts: object;
        issues: { line?: number; field?: string; column?: string; code: string }[];
      };
      expect(ran.code).toBe(expected.exit);
      expect(report.refused?.code ?? null).toBe(expected.refused);
      expect(report.counts).toMatchObject(expected.counts);
      const triples = report.issues.map(({ line, field, column, code }) => [
        line ?? null,
        field ?? column ?? null,
        code,
      ]);
      expect(triples.map((each) => JSON.stringify(each)).sort()).toEqual(
        expected.issues.map((each) => JSON.stringify(each)).sort(),
      );
      expect(ran.stderr).not.toMatch(/\bat .*\.js:\d+/);
    },
  );
});
