import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { failure, LadingError } from "../errors.js";
import { draftMapping } from "../mapping/guess/draft.js";
import { guessMapping, type Guess } from "../mapping/guess/guess.js";
import { guessReport } from "../mapping/guess/report.js";
import { writeFileWhole } from "../outputs/write-file.js";
import type { Account } from "../records/account.js";
import { recordTypeNames, type RecordTypeName } from "../records/index.js";
import { loadWorkspace } from "../workspace/load.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";
import { existingFits, fitTalk } from "./guess/existing.js";
import { infer } from "./guess/infer.js";
import { asSample, mostRows, readSample, schemaPath } from "./guess/sample.js";

interface GuessArgs {
  readonly files: readonly string[];
  readonly record?: RecordTypeName | undefined;
  readonly account?: string | undefined;
  readonly out?: string | undefined;
  readonly sheet?: string | undefined;
  readonly like?: string | undefined;
  readonly with?: string | undefined;
  readonly json: boolean;
}

export const guess = defineCommand<GuessArgs>({
  usage: "guess <files..>",
  summary: "Draft a mapping from a sample, with reasons and confidence; it abstains where unsure",
  examples: [
    ["lading guess staff.csv", "print a draft mapping"],
    ["lading guess charges.xlsx --record charge-code --out charges.yaml", "write the draft into a file"],
    ["lading guess export.csv --like list.csv", "infer the mapping that makes a finished list, with proof"],
    ["lading guess export.csv --json", "the guesses as data: columns, confidence, reasons, runners-up"],
  ],
  options: (yargs) =>
    yargs
      .positional("files", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "Samples of exports",
      })
      .option("record", {
        choices: recordTypeNames,
        describe: "What the export lists; found by itself when omitted",
      })
      .option("account", { type: "string", describe: "Account of the workspace that the export belongs to" })
      .option("sheet", { type: "string", describe: "Sheet of a workbook" })
      .option("like", {
        type: "string",
        describe: "Finished list in the recommended format that was made from the file",
      })
      .option("with", {
        type: "string",
        describe: "Finished tax-code list, for look-ups by code: tax-code=FILE",
      })
      .option("out", { type: "string", describe: "File that the draft is written to; it must not exist" })
      .option("json", { type: "boolean", default: false, describe: "Print the guesses as data" }),
  run: runGuess,
});

async function runGuess(args: GuessArgs, terminal: Terminal): Promise<ExitCode> {
  if (args.out !== undefined && args.files.length > 1) {
    throw failure("wrong_use", { reason: "--out takes the draft of one file." });
  }
  const out = args.out === undefined ? undefined : resolve(terminal.cwd, args.out);
  if (out !== undefined && existsSync(out)) {
    throw failure("wrong_use", {
      reason: `${args.out ?? ""} exists already; a draft never overwrites a file.`,
    });
  }
  if (args.like !== undefined && args.files.length > 1) {
    throw failure("wrong_use", { reason: "--like compares one export with one list." });
  }
  const account = args.account === undefined ? undefined : await accountOf(args.account, terminal);
  const outcomes: Outcome[] = [];
  for (const name of args.files) {
    if (terminal.signal.aborted) break;
    try {
      const done =
        args.like === undefined
          ? guessOne(name, out, account, args, terminal)
          : inferOne(name, args.like, out, account, args, terminal);
      outcomes.push(await done);
    } catch (error) {
      // One file among many must not stop the others; alone, its error is the command's.
      if (args.files.length === 1 || !(error instanceof LadingError)) throw error;
      terminal.stderr.write(`${name}: ${error.message}\n  Next: ${error.hint}\n`);
      outcomes.push("nothing");
    }
  }
  if (outcomes.every((outcome) => outcome === "nothing")) return 3;
  return outcomes.every((outcome) => outcome === "draft") ? 0 : 1;
}

/** `partly`: a list was compared, and not everything in it is explained. */
type Outcome = "draft" | "partly" | "nothing";

async function guessOne(
  name: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<Outcome> {
  const sample = await readSample(name, args.sheet, terminal);
  if (sample.refused !== undefined) {
    const { message, hint } = sample.refused;
    if (args.json) print(terminal, { file: sample.name, verdict: "no_list", reason: message, fields: {} });
    else terminal.stderr.write(`${name}: ${message}\n  Next: ${hint}\n`);
    return "nothing";
  }
  const { detected, headings } = sample.table;
  const found = guessMapping(asSample(sample), { record: args.record });
  const isDraft = found.verdict === "draft";
  const draft = draftMapping(found, {
    name: sample.name,
    schema: schemaPath(out === undefined ? terminal.cwd : dirname(out)),
    detected,
    ...(account === undefined ? {} : { taxMode: account.taxMode }),
    lineOf: sample.lineOf,
  });
  const fits = isDraft ? await existingFits(headings, found, terminal) : [];
  if (args.json) {
    const { format, encoding, delimiter, sheet, headerRows } = detected;
    print(terminal, {
      file: sample.name,
      detected: { format, encoding, delimiter, sheet, header_rows: headerRows },
      ...guessReport(found),
      existing: fits,
      draft: isDraft ? draft : null,
    });
  }
  if (isDraft && out !== undefined) await writeFileWhole(out, [draft]);
  else if (isDraft && !args.json) terminal.stdout.write(draft);
  terminal.stderr.write(summary(name, found, sample.isWhole) + fitTalk(fits));
  return isDraft ? "draft" : "nothing";
}

async function inferOne(
  file: string,
  like: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<Outcome> {
  const schema = schemaPath(out === undefined ? terminal.cwd : dirname(out));
  const result = await infer({ file, like, with: args.with, sheet: args.sheet, account, schema }, terminal);
  if (args.json) print(terminal, result.data);
  if (result.draft !== undefined && out !== undefined) await writeFileWhole(out, [result.draft]);
  else if (result.draft !== undefined && !args.json) terminal.stdout.write(result.draft);
  terminal.stderr.write(result.talk);
  return result.draft === undefined ? "nothing" : result.whole ? "draft" : "partly";
}

function print(terminal: Terminal, data: unknown): void {
  terminal.stdout.write(`${JSON.stringify(data)}\n`);
}

function summary(name: string, found: Guess, isWhole: boolean): string {
  const fields = Object.values(found.fields);
  const chosen = fields.filter((field) => field.decision === "chosen").length;
  const cut = isWhole ? "" : ` Only the first ${String(mostRows)} rows were looked at.`;
  if (found.verdict !== "draft") return `${name}: no draft, ${found.reason}.${cut}\n`;
  const other =
    found.kind.type !== undefined && found.kind.type !== found.record
      ? ` It looks more like a list of ${found.kind.type} records.`
      : "";
  return `${name}: ${String(found.record)}, ${String(chosen)} of ${String(fields.length)} fields guessed, the rest is open.${other}${cut}\n`;
}

async function accountOf(account: string, terminal: Terminal): Promise<Account> {
  const workspace = await loadWorkspace(terminal.cwd);
  const known = workspace.accounts.get(account);
  if (known === undefined) {
    const names = [...workspace.accounts.keys()].join(", ");
    throw failure("wrong_use", { reason: `There is no account ${account}; the workspace has ${names}.` });
  }
  return known.account;
}
