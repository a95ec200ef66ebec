import type { Argv } from "yargs";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { csvLine, flatValue } from "../formats/output/csv.js";
import { failure, wrongUse } from "../errors.js";
import type { Account } from "../model/account.js";
import { recordTypeNames } from "../model/record-types/index.js";
import type { AnyRecord } from "../model/record-type.js";
import { loadWorkspace } from "../workspace/load.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { defineCommand, type OptionsOf, type Terminal, requiredText } from "./command.js";
import { accountOf, inputOptions, openList, readRecords, referredLists } from "./convert-inputs.js";
import { compareRecords, type Comparison, type RecordDifference } from "./diff/compare-records.js";
import { chooseFeed } from "./feeds/open.js";
import { publishedRecords } from "./feeds/published-records.js";
import { differenceLines } from "../feeds/lists/value-difference.js";

const options = (yargs: Argv) =>
  inputOptions(
    yargs
      .positional("old", requiredText(`Old list: ${sideSyntax}`))
      .positional("new", requiredText("New list, in any of the same forms")),
  ).option("to", {
    choices: ["text", "csv", "json"] as const,
    default: "text" as const,
    describe: "Output format for the differences",
  });

type Options = OptionsOf<typeof options>;

/** Values may be personal data, so they are written only to standard output. */
export const diff = defineCommand({
  usage: "diff <old> <new>",
  examples: [
    [
      "lading diff staff-monday.csv staff-tuesday.csv",
      "two lists in the recommended format; exits with 1 if they differ",
    ],
    ["lading diff old.xlsx new.xlsx --mapping acme/staff.yaml", "two exports with the same mapping"],
    ["lading diff acme-de/staff@41 acme-de/staff", "version 41 and the current version"],
    ["lading diff acme-de/staff new.xlsx:acme/staff.yaml --to csv", "what a new export would change"],
  ],
  options,

  async run(options, terminal) {
    const target = await accountOf(options, terminal);
    const old = await readSide(options.old, options, target, terminal);
    const now = await readSide(options.new, options, target, terminal);
    if (old.type !== now.type) {
      throw wrongUse(
        `${options.old} contains ${old.type} records and ${options.new} contains ${now.type} records. Only lists of the same type can be compared.`,
      );
    }
    const comparison = compareRecords(old.records, now.records);
    const { differences } = comparison;
    if (options.to === "json") terminal.stdout.write(jsonText(old.type, comparison));
    else if (options.to === "csv") terminal.stdout.write(csvText(differences));
    else terminal.stdout.write(wrappedText(differences.map(line).join(""), lookFor(terminal)));
    terminal.stderr.write(summary(comparison));
    return differences.length === 0 ? 0 : 1;
  },
});

const sideSyntax = "FILE, FILE:MAPPING, account/record-type, or account/record-type@NUMBER";

interface Side {
  readonly type: string;
  readonly records: readonly AnyRecord[];
}

async function readSide(named: string, options: Options, target: Account, terminal: Terminal): Promise<Side> {
  const publication = /^([^/@]+\/([a-z-]+))(?:@(\d+))?$/.exec(named);
  const [, feed = "", type = "", number] = publication ?? [];
  const isType = recordTypeNames.some((known) => known === type);
  if (isType && !existsSync(resolve(terminal.cwd, named))) {
    return { type, records: await recordsOfPublication(feed, number, terminal) };
  }
  const hasMapping = options.mapping === undefined || /:[^:]+\.ya?ml$/.test(named);
  const list = await openList(hasMapping ? named : `${named}:${options.mapping}`, options.record, terminal);
  const isResolved = options.account !== undefined || options.with.length > 0;
  const lists = isResolved ? await referredLists(options, list.mapping, target, terminal) : undefined;
  // If neither `--account` nor `--with` is used, references are compared as they appear in the export.
  const account = lists === undefined ? { ...target, hasTaxCodes: false } : target;
  return { type: list.mapping.type.name, records: await readRecords(list, account, lists) };
}

/** Returns the records in a version of a list. If `number` is undefined, returns those in the current version. */
async function recordsOfPublication(
  name: string,
  number: string | undefined,
  terminal: Terminal,
): Promise<readonly AnyRecord[]> {
  const workspace = await loadWorkspace(terminal.cwd);
  const feed = chooseFeed(workspace, name);
  const wanted = number === undefined ? undefined : Number(number);
  const published = await publishedRecords(workspace, feed, wanted, terminal.env);
  if (published?.isForgotten === true) {
    const which = number === undefined ? "The current version" : `Version ${number}`;
    terminal.stderr.write(
      `${which} of ${name} no longer includes the records that \`lading forget\` has removed from it.\n`,
    );
  }
  if (published !== undefined) return published.records;
  throw number === undefined
    ? wrongUse(`${name} has no version yet`)
    : failure("no_such_publication", { feed: name, number });
}

function line({ kind, external_id, fields }: RecordDifference): string {
  const values = fields.flatMap((each) =>
    kind === "changed"
      ? differenceLines(each.field, each.old, each.new)
      : `${each.field}: ${JSON.stringify(flatValue(kind === "added" ? each.new : each.old))}`,
  );
  return `${kind} ${external_id}  ${values.join("; ")}\n`;
}

function csvText(differences: readonly RecordDifference[]): string {
  const rows = differences.flatMap(({ kind, external_id, fields }) =>
    fields.map((each) => [kind, external_id, each.field, flatValue(each.old), flatValue(each.new)]),
  );
  return [["difference", "external_id", "field", "old", "new"], ...rows].map(csvLine).join("");
}

function jsonText(record: string, { differences, equal }: Comparison): string {
  return `${JSON.stringify({ record, equal, differences }, null, 2)}\n`;
}

function summary({ differences, equal }: Comparison): string {
  const count = (kind: string) => differences.filter((each) => each.kind === kind).length;
  const counts = (["added", "removed", "changed"] as const).map((kind) => `${count(kind)} ${kind}`);
  return `${counts.join(", ")}, ${equal} equal (updated_at is not compared)\n`;
}
