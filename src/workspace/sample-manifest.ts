import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Diagnostic } from "../mapping/diagnostics.js";
import { parseYaml } from "../mapping/read-yaml.js";
import { nearest } from "../nearest.js";
import { account, accountSchema, type Account } from "../model/account.js";
import { recordTypeNames, type RecordTypeName } from "../model/record-types/index.js";
import { option } from "../model/scalars.js";

/**
 * `samples/samples.yaml` lists exports and the result that each of them must produce. Paths are relative to the
 * parent of the manifest's folder, so they can be pasted into `lading convert`.
 */

const path = z.string().min(1);

const sampleSchema = z.strictObject({
  file: path.meta({ description: "The export.", examples: ["samples/acme/staff.csv"] }),
  mapping: option(path, "The mapping file for the export.", "mappings/acme/staff.yaml"),
  record: option(
    z.enum(recordTypeNames),
    "The record type of a file in the recommended format. Use `record` instead of `mapping`.",
    "staff",
  ),
  account: z
    .string()
    .min(1)
    .meta({
      description: "The account to which the export belongs, from `accounts` in this file or in lading.yaml.",
      examples: ["acme-de"],
    }),
  with: option(
    path,
    "The `file` of the sample with the tax codes to which the charge codes refer.",
    "samples/acme/tax.csv",
  ),
  expected: option(
    path,
    "The CSV file with the expected list. Default: the value of `file`, followed by `.expected.csv`.",
    "samples/acme/staff.csv.expected.csv",
  ),
  report: option(
    path,
    "The JSON file with the expected report for a broken export. Use `report` instead of `expected`.",
    "samples/broken/staff.csv.expected.json",
  ),
});

export const manifestSchema = z.strictObject({
  lading: z.literal("1"),
  updated_at: z
    .string()
    .refine(
      (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
      "a time such as 2026-03-02T06:00:00Z",
    )
    .meta({ description: "`updated_at` for records in exports that have no modification time." }),
  today: z.iso
    .date("a date such as 2026-03-02")
    .meta({ description: "The date against which end dates are compared." }),
  accounts: z.record(z.string(), accountSchema).optional(),
  samples: z.array(sampleSchema).min(1, "at least one sample"),
});

export interface Sample {
  /** Paths are relative to `SampleManifest.root`. */
  readonly file: string;
  readonly mapping: string | undefined;
  readonly record: RecordTypeName | undefined;
  readonly account: Account;
  readonly with: string | undefined;
  readonly expected: { readonly kind: "list" | "report"; readonly path: string };
}

export interface SampleManifest {
  /** The base folder for all paths in the manifest. */
  readonly root: string;
  /** Time in ISO 8601 format, in UTC with milliseconds. */
  readonly updatedAt: string;
  /** `yyyy-MM-dd`. */
  readonly today: string;
  readonly samples: readonly Sample[];
}

/**
 * `label` is the file name for diagnostics. `known` contains the accounts of the enclosing workspace, which can be used
 * in the manifest.
 */
export async function loadSampleManifest(
  file: string,
  label: string,
  known: ReadonlyMap<string, Account>,
): Promise<{ readonly manifest: SampleManifest } | { readonly diagnostics: readonly Diagnostic[] }> {
  const parsed = parseYaml(await readFile(file, "utf8"), label, manifestSchema);
  if ("diagnostics" in parsed) return parsed;
  const { document } = parsed;
  const { value } = document;
  const accounts = new Map(known);
  for (const [name, settings] of Object.entries(value.accounts ?? {}))
    accounts.set(name, account(name, settings));

  const diagnostics: Diagnostic[] = [];
  const samples = value.samples.flatMap((stated, i): Sample[] => {
    const report = (key: string, message: string, near?: string) =>
      diagnostics.push(document.diagnostic(["samples", i, key], message, { nearest: near }));
    if ((stated.mapping === undefined) === (stated.record === undefined)) {
      report(
        "file",
        "a sample must have either a `mapping` or, if it is in the recommended format, a `record`",
      );
    }
    if (stated.expected !== undefined && stated.report !== undefined) {
      report("report", "`report` and `expected` cannot be used together");
    }
    const of = accounts.get(stated.account);
    if (of === undefined) {
      const near = nearest(stated.account, accounts.keys());
      report("account", `there is no account ${JSON.stringify(stated.account)}`, near);
      return [];
    }
    if (stated.with !== undefined && !value.samples.some((other) => other.file === stated.with)) {
      const near = nearest(
        stated.with,
        value.samples.map((other) => other.file),
      );
      report("with", "no sample has this file", near);
    }
    return [sample(stated, of)];
  });
  if (diagnostics.length > 0) return { diagnostics };
  return {
    manifest: {
      root: join(dirname(file), ".."),
      updatedAt: new Date(value.updated_at).toISOString(),
      today: value.today,
      samples,
    },
  };
}

function sample(stated: z.output<typeof sampleSchema>, of: Account): Sample {
  return {
    file: stated.file,
    mapping: stated.mapping,
    record: stated.record,
    account: of,
    with: stated.with,
    expected:
      stated.report === undefined
        ? { kind: "list", path: stated.expected ?? `${stated.file}.expected.csv` }
        : { kind: "report", path: stated.report },
  };
}
