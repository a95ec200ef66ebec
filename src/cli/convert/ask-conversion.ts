import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, parse, relative, resolve } from "node:path";
import { LadingError } from "../../errors.js";
import { outputFormat, outputFormats } from "../../formats/output/index.js";
import { isOpenQuestion } from "../../mapping/diagnostics.js";
import { parseMapping } from "../../mapping/parse.js";
import type { Account } from "../../model/account.js";
import { shellWord } from "../../sentence.js";
import type { DiskFile } from "../../system/read-file.js";
import { assertWritable, writeFileWhole } from "../../system/write-file.js";
import {
  loadMapping,
  mappingOfText,
  recommendedFormat,
  type LoadedMapping,
} from "../../workspace/mapping-file.js";
import { isBinary } from "../binary-output.js";
import type { Terminal } from "../command.js";
import type { ConvertOptions } from "./options.js";
import { accountOf, namedLists } from "../convert-inputs.js";
import { nextText } from "../next-text.js";
import type { Asking } from "../question.js";
import { askMapping, askYes, type AnsweredFile } from "./ask-mapping.js";

/**
 * This module asks the user for everything that a conversion needs in addition to the file: the mapping, tax codes, and
 * output file.
 */

export interface AskedConversion {
  readonly mapping: LoadedMapping;
  readonly account: Account;
  readonly options: ConvertOptions;
  /** The completed mapping, to be saved next to the export. */
  readonly answered?: { readonly text: string; readonly path: string };
  /** Part of the summary that lists which values the mapping replaces. */
  readonly valuesText?: string;
}

interface Context {
  readonly source: DiskFile;
  readonly asking: Asking;
  readonly terminal: Terminal;
  /** Mappings that the user completed for earlier files in the same command. */
  readonly earlier: AnsweredFile[];
}

/** Returns undefined if the user stopped the conversion. */
export async function askConversion(
  options: ConvertOptions,
  account: Account,
  context: Context,
): Promise<AskedConversion | undefined> {
  const { source, terminal } = context;
  const shown = relative(terminal.cwd, source.path);
  const known = await recommendedFormat(undefined, source, shown).catch((error: unknown) => {
    const isUnknown =
      error instanceof LadingError && ["mapping_missing", "nearly_recommended"].includes(error.code);
    if (!isUnknown) throw error;
    return undefined;
  });
  const asked =
    known === undefined
      ? await askForMapping(options, account, context)
      : { mapping: known, account, options };
  const withTaxCodes = asked && (await askTaxCodes(asked, context));
  // If the input is in the recommended format, the user is not asked for an output file, and the list is printed. This
  // does not apply to workbooks, because a workbook cannot be printed.
  const isPrinted = known !== undefined && !isBinary(options.to);
  const done = isPrinted ? withTaxCodes : withTaxCodes && (await askOut(withTaxCodes, context));
  if (done === undefined) {
    terminal.stderr.write(`Stopped. No file was converted.\n`);
    const draft = `lading guess ${shellWord(shown)} --out ${shellWord(mappingBeside(shown))}`;
    if (known === undefined) {
      terminal.stderr.write(`${nextText(`\`${draft}\` saves the draft. Complete it in an editor.`)}\n`);
    }
  }
  return done;
}

/**
 * Returns the mapping next to the export, another mapping that the user chose, or a draft that the user completed.
 * Returns undefined if the user stopped the conversion.
 */
async function askForMapping(
  options: ConvertOptions,
  account: Account,
  { source, asking, terminal, earlier }: Context,
): Promise<AskedConversion | undefined> {
  const path = mappingBeside(source.path);
  const label = relative(terminal.cwd, path);
  const started = existsSync(path) ? await readFile(path, "utf8") : undefined;
  const isUnfinished = started !== undefined && isOpen(started, label);
  if (started !== undefined) terminal.stderr.write(`Using the mapping ${label} next to the file.\n`);
  if (started !== undefined && !isUnfinished) {
    return { mapping: await loadMapping(path, label, [account]), account, options };
  }
  const asked = await askMapping({ source, account, terminal, asking, earlier }, started);
  if (asked === undefined) return undefined;
  if ("path" in asked) {
    const found = resolve(terminal.cwd, asked.path);
    return { mapping: await loadMapping(found, asked.path, [account]), account, options };
  }
  const chosen = asked.hasNoTax ? { ...options, "tax-mode": "non_tax" as const } : options;
  const answered = { text: asked.text, path };
  try {
    const own = asked.hasNoTax ? await accountOf(chosen, terminal) : account;
    const mapping = await mappingOfText(asked.text, dirname(path), label, [own]);
    earlier.push({ name: source.name, text: asked.text });
    return { mapping, account: own, options: chosen, answered, valuesText: asked.valuesText };
  } catch (error) {
    await save(answered, asking, terminal);
    throw error;
  }
}

function isOpen(text: string, label: string): boolean {
  const result = parseMapping(text, label);
  return "diagnostics" in result && result.diagnostics.every(isOpenQuestion);
}

/**
 * Asks for the list of tax codes if the records refer to tax codes, the tax mode is `tax`, and neither `--account` nor
 * `--with tax-code=...` is used.
 */
async function askTaxCodes(
  asked: AskedConversion,
  { asking, terminal }: Context,
): Promise<AskedConversion | undefined> {
  const { mapping, account, options } = asked;
  const isNamed = options.account !== undefined || options.with.some((pair) => pair.startsWith("tax-code="));
  if (isNamed || account.taxMode === "non_tax" || !mapping.refersTo(account).includes("tax-code"))
    return asked;
  terminal.stderr.write(taxCodesQuestion);
  for (;;) {
    const file = await asking.ask("File, or Enter: ");
    if (file === undefined) return undefined;
    const named = [`tax-code=${file === "" ? "none" : file}`];
    try {
      await namedLists(named, account, terminal);
      const chosen = { ...options, with: [...options.with, ...named] };
      return { ...asked, options: chosen, account: await accountOf(chosen, terminal) };
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      terminal.stderr.write(`${error.message}\n`);
    }
  }
}

const taxCodesQuestion =
  "\nThe records contain tax codes. To check them, name the file with the account's list of tax codes:\n" +
  "  tax-codes.csv            a list that Lading produced\n" +
  "  taxes.xlsx:taxes.yaml    an export and its mapping\n" +
  "If you have no such file, press Enter to copy the tax codes without a check.\n";

async function askOut(
  asked: AskedConversion,
  { source, asking, terminal }: Context,
): Promise<AskedConversion | undefined> {
  const { options } = asked;
  if (options.out !== undefined) return asked;
  const defaultName = freeName(relative(terminal.cwd, source.path), options.to ?? "csv", terminal.cwd);
  for (;;) {
    const typed = await asking.ask(`\nOutput file (press Enter for ${defaultName}): `);
    if (typed === undefined) return undefined;
    const out = resolve(terminal.cwd, typed === "" ? defaultName : typed);
    if (outputFormat(options.to ?? parse(out).ext.slice(1)) === undefined) {
      terminal.stderr.write(
        `The name must end with ${outputFormats.map(({ name }) => `.${name}`).join(" or ")}.\n`,
      );
      continue;
    }
    if (out === source.path) {
      terminal.stderr.write("This is the export file. Choose another name.\n");
      continue;
    }
    if (existsSync(out) && (await askYes(`${typed} already exists. Replace it?`, asking, false)) !== true)
      continue;
    try {
      await assertWritable(out);
      return { ...asked, options: { ...options, out } };
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      terminal.stderr.write(`${error.message}\n`);
    }
  }
}

/** Returns `staff.converted.csv` for `staff.xlsx`, or a numbered name if that file exists. */
function freeName(path: string, format: string, cwd: string): string {
  const { dir, name } = parse(path);
  for (let number = 1; ; number += 1) {
    const file = join(dir, `${name}.converted${number === 1 ? "" : `-${number}`}.${format}`);
    if (!existsSync(resolve(cwd, file))) return file;
  }
}

export async function offerToSave(
  { answered, options }: AskedConversion,
  file: string,
  asking: Asking,
  terminal: Terminal,
): Promise<void> {
  if (answered === undefined || !(await save(answered, asking, terminal))) return;
  const mapping = relative(terminal.cwd, answered.path);
  const others = [
    ...(options["tax-mode"] === undefined ? [] : ["--tax-mode", options["tax-mode"]]),
    ...options.with.flatMap((pair) => ["--with", shellWord(pair)]),
  ];
  const command = ["lading convert", shellWord(file), "--mapping", shellWord(mapping), ...others].join(" ");
  terminal.stderr.write(`${nextText(`\`${command}\` converts the next file without questions.`)}\n`);
}

async function save(
  { text, path }: NonNullable<AskedConversion["answered"]>,
  asking: Asking,
  terminal: Terminal,
): Promise<boolean> {
  const isWanted = await askYes(`\nSave the answers as the mapping ${basename(path)}?`, asking);
  if (isWanted !== true) return false;
  await writeFileWhole(path, [text]);
  terminal.stderr.write(`Wrote ${relative(terminal.cwd, path)}.\n`);
  return true;
}

/** Path of the mapping that is saved next to an export: `staff.mapping.yaml` for `staff.csv`. */
function mappingBeside(path: string): string {
  const { dir, name } = parse(path);
  return join(dir, `${name}.mapping.yaml`);
}
