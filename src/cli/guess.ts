import type { Argv } from "yargs";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { LadingError, wrongUse } from "../errors.js";
import { mostSampleRows } from "../console/studio/sample-table.js";
import { companyColumn, draftMapping, openAnswers, type CompanyColumn } from "../draft/draft.js";
import { guessMapping, type Guess } from "../draft/guess.js";
import { rebound } from "../draft/rebind.js";
import { fitOf } from "../draft/refit.js";
import { guessReport } from "../draft/report.js";
import { writeFileWhole } from "../system/write-file.js";
import type { Account } from "../model/account.js";
import { recordTypeNames, typeOfColumns, type RecordTypeName } from "../model/record-types/index.js";
import { shellWord } from "../sentence.js";
import { loadLexicon } from "../workspace/synonyms.js";
import { workspaceAccount } from "./convert-inputs.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
} from "./command.js";
import { existingFits, existingMapping, fitText } from "./guess/existing.js";
import { readSample, refusalOf, refuseWithoutTable, schemaPath, type ReadSample } from "./guess/sample.js";
import { inputFile } from "./input-file.js";
import { issueLines } from "./issue-lines.js";
import { nextText } from "./next-text.js";

const options = (yargs: Argv) =>
  yargs
    .positional("files", {
      type: "string",
      array: true,
      demandOption: true,
      describe: "Sample exports; - for standard input",
    })
    .option("record", {
      choices: recordTypeNames,
      describe: "Record type of the export. Default: detected from the content",
    })
    .option("account", textOption("Account in the workspace that the export belongs to"))
    .option("sheet", textOption("Sheet in a workbook"))
    .option("records", textOption("Path to the rows in JSON or XML, such as Export.Staff"))
    .option("member", textOption("File within an archive"))
    .option("fit", textOption("Existing mapping to adapt to the file's renamed headings"))
    .option("out", textOption("New file for the draft"))
    .option("json", flagOption("Print the guesses as JSON"));

type GuessArgs = OptionsOf<typeof options>;

export const guess = defineCommand({
  usage: "guess <files...>",
  examples: [
    ["lading guess staff.csv", "print a draft mapping"],
    ["lading guess charges.xlsx --record charge-code --out charges.yaml", "write the draft to a file"],
    [
      "lading guess export.csv --fit mappings/acme/staff.yaml --out staff.draft.yaml",
      "adapt a mapping to renamed headings",
    ],
    [
      "lading guess export.csv --json",
      "print the guesses as JSON: columns, confidence, reasons, alternatives",
    ],
  ],
  options,
  run: runGuess,
});

async function runGuess(args: GuessArgs, terminal: Terminal): Promise<ExitCode> {
  const out = args.out === undefined ? undefined : resolve(terminal.cwd, args.out);
  if (out !== undefined && existsSync(out)) {
    throw wrongUse(
      `${args.out ?? ""} already exists, and a draft never overwrites a file. Choose another file with --out, or delete the existing file.`,
    );
  }
  if (args.fit !== undefined && args.files.length > 1) {
    throw wrongUse("--fit can be used with only one export.");
  }
  const account =
    args.account === undefined ? undefined : (await workspaceAccount(args.account, terminal)).account;
  const outcomes: Outcome[] = [];
  if (args.out !== undefined && args.files.length > 1)
    throw wrongUse("--out can be used with only one export.");
  for (const name of args.files) {
    if (terminal.signal.aborted) break;
    try {
      const done =
        args.fit === undefined
          ? guessOne(name, out, account, args, terminal)
          : fitOne(name, args.fit, out, args, terminal);
      outcomes.push(await done);
    } catch (error) {
      // If several files are named and one causes an error, the others are still processed. If a single file is
      // named, its error ends the command.
      if (args.files.length === 1 || !(error instanceof LadingError)) throw error;
      terminal.stderr.write(`${name}: ${error.message}\n${nextText(error.hint, "  ")}\n`);
      outcomes.push("nothing");
    }
  }
  if (args.files.length === 2) terminal.stderr.write(notJoined);
  if (outcomes.every((outcome) => outcome === "nothing")) return 3;
  return outcomes.every((outcome) => outcome === "draft") ? 0 : 1;
}

const notJoined =
  "The two files were not joined. `guess` drafts each file separately.\n" +
  "  Next: If one of the files has only details about the records in the other, draft a mapping for the file with the records. In that mapping, add the file with the details under `tables` and its key under `match`.\n";

/** `partly`: some of the mapping's headings were not found. */
type Outcome = "draft" | "partly" | "nothing";

async function guessOne(
  name: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<Outcome> {
  const sample = await readSample(await inputFile(name, terminal), args, terminal.signal);
  const refusal = refusalOf(sample);
  if (refusal !== undefined) {
    const { message, hint } = refusal;
    if (args.json) print(terminal, { file: sample.name, verdict: "no_list", reason: message, fields: {} });
    else terminal.stderr.write(`${name}: ${message}\n${nextText(hint, "  ")}\n`);
    return "nothing";
  }
  const lexicon = await loadLexicon(terminal.cwd);
  const whole = sample.guessed;
  const first = guessMapping(whole, { record: args.record, lexicon });
  const own = account?.parameters.get("company");
  const company = own === undefined ? undefined : companyColumn(first, own);
  // Rows from other companies are ignored because they reveal nothing about this account's records.
  const found =
    company === undefined
      ? first
      : guessMapping(
          { ...whole, rows: whole.rows.filter((row) => row[company.index]?.trim() === own) },
          { record: args.record, lexicon },
        );
  await writeDraft({ sample, found, company }, name, out, account, args, terminal);
  return found.verdict === "draft" ? "draft" : "nothing";
}

interface DraftInput {
  readonly sample: ReadSample;
  readonly found: Guess;
  readonly company?: CompanyColumn | undefined;
}

/** Prints or saves the draft, or explains why no draft could be created. */
async function writeDraft(
  { sample, found, company }: DraftInput,
  name: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<void> {
  const { detected, headings } = sample.table;
  const isDraft = found.verdict === "draft";
  const draft = draftMapping(found, {
    name: sample.name,
    schema: schemaPath(out === undefined ? terminal.cwd : dirname(out)),
    detected,
    member: args.member,
    layout: sample.layout,
    ...(account === undefined ? {} : { taxMode: account.taxMode, account: account.parameters, company }),
    asksZone: account?.zone === undefined,
    lineOf: sample.lineOf,
  });
  const fits = isDraft ? await existingFits(headings, found, terminal) : [];
  // `convert` shows the same warning. If cells are shifted, any draft would be wrong.
  const issues = sample.table.issues.filter(({ code }) => code === "headings_too_few");
  if (args.json) {
    const { format, encoding, delimiter, sheet, records, headerRows } = detected;
    print(terminal, {
      file: sample.name,
      detected: { format, encoding, delimiter, sheet, records, header_rows: headerRows },
      ...guessReport(found),
      existing: fits,
      issues: issues.map(({ code, severity, line, message, hint }) => ({
        code,
        severity,
        line,
        message,
        hint,
      })),
      draft: isDraft ? draft : null,
    });
  }
  if (isDraft && out !== undefined) await writeFileWhole(out, [draft]);
  else if (isDraft && !args.json) terminal.stdout.write(draft);
  terminal.stderr.write(summary(name, found, draft, sample.table.isWhole) + fitText(name, fits));
  terminal.stderr.write(issueLines({ issues, issueCounts: new Map() }, { personal: true }));
}

/** Writes a copy of an existing mapping with the file's renamed headings. */
async function fitOne(
  name: string,
  mapping: string,
  out: string | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<Outcome> {
  const sample = await readSample(await inputFile(name, terminal), args, terminal.signal);
  refuseWithoutTable(sample);
  const lexicon = await loadLexicon(terminal.cwd);
  const { parsed, text } = await existingMapping(mapping, terminal);
  const found = guessMapping(sample.guessed, { record: parsed.recordType.name as RecordTypeName, lexicon });
  const fit = fitOf(mapping, parsed, sample.table.headings ?? [], found);
  const bound = new Map(
    fit.renamed.flatMap(({ from, to }) => (to === undefined ? [] : [[from, to] as const])),
  );
  const draft = rebound(text, bound) ?? text;
  if (args.json) print(terminal, { file: sample.name, ...fit, draft });
  if (out !== undefined) await writeFileWhole(out, [draft]);
  else if (!args.json) terminal.stdout.write(draft);
  for (const { from, to, reason } of fit.renamed) {
    terminal.stderr.write(`  ${from} -> ${to ?? "nothing"} (${reason})\n`);
  }
  const lost = fit.renamed.length - bound.size;
  const all =
    fit.renamed.length === 0
      ? "all headings match, so nothing was changed"
      : `${bound.size} ${bound.size === 1 ? "heading" : "headings"} adapted`;
  terminal.stderr.write(`${mapping}: ${all}${lost === 0 ? "" : `, ${String(lost)} not found`}.\n`);
  return lost === 0 ? "draft" : "partly";
}

function print(terminal: Terminal, data: unknown): void {
  terminal.stdout.write(`${JSON.stringify(data)}\n`);
}

function summary(name: string, found: Guess, draft: string, isWhole: boolean): string {
  const fields = Object.values(found.fields);
  const chosen = fields.filter((field) => field.decision === "chosen").length;
  const cut = isWhole ? "" : ` Only the first ${String(mostSampleRows)} rows were read.`;
  if (found.verdict !== "draft") {
    const next =
      found.refusal === "type_open" || found.refusal === "nothing_listed"
        ? `If the file lists records of one of these types, add --record ${(found.offers ?? recordTypeNames).join(" | ")}`
        : found.refusal === "transactions"
          ? "If the file contains jobs or supplier invoices, add --record job or --record payables-invoice. Otherwise, ask the partner for a list with one row per record."
          : "If the file has one row per record, write the mapping manually. Otherwise, ask the partner for a list with one row per record.";
    return `${name}: no draft, because ${found.reason}.${cut}\n  Next: ${next}\n`;
  }
  const other =
    found.kind.type !== undefined && found.kind.type !== found.record
      ? ` It looks more like a list of ${found.kind.type} records.`
      : "";
  const open = openAnswers(draft);
  const left = open === 0 ? "no open questions" : `open questions marked TODO: ${String(open)}`;
  const needless =
    typeOfColumns(found.columns.map(({ heading }) => heading))?.name === found.record
      ? `  Next: the file is already in the recommended format and does not need a mapping: lading convert ${shellWord(name)}\n`
      : "";
  return `${name}: ${String(found.record)}, ${String(chosen)} of ${String(fields.length)} fields found, ${left}.${other}${cut}\n${needless}`;
}
