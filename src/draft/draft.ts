import { singleFields, type Field } from "../model/fields.js";
import { recordType } from "../model/record-types/index.js";
import type { FixedLayout } from "../formats/text/fixed-columns.js";
import type { Detected } from "../formats/format.js";
import { columnPosition } from "../formats/heading.js";
import { blankTokens } from "./profile.js";
import type { Guess } from "./guess.js";
import { samplesOf } from "./mask.js";
import type { GuessColumn } from "./column.js";
import type {
  Abstention,
  ColumnChoice,
  FieldCandidate,
  FieldGuess,
  GuessOperation,
  GuessedValues,
} from "./field-guess.js";
import { wordingOf } from "./text-words.js";
import { titleColumns } from "./title-rows.js";
import { comment, flowList, scalar } from "./yaml-text.js";

/** This module writes the draft mapping of a guess as YAML, with a reason next to every field. */

interface DraftOptions {
  /** Name of the sample, used in the description. */
  readonly name: string;
  /** Path from the draft to the JSON Schema, for editors. */
  readonly schema: string;
  /** The properties detected by the reader, which become part of the draft. */
  readonly detected?: Detected;
  /** The archive member that a person chose. */
  readonly member?: string | undefined;
  /** Columns of fixed-width text, which become part of the draft. */
  readonly layout?: FixedLayout | undefined;
  /** If `non_tax`, charge codes do not need a tax code. */
  readonly taxMode?: "tax" | "non_tax";
  /** The account's values by parameter name, such as `country` and `zone`. */
  readonly account?: ReadonlyMap<string, string>;
  /**
   * True if the draft asks for the time zone of times without an offset. The question is necessary if no account
   * provides a time zone and no other question asks for one.
   */
  readonly asksZone?: boolean;
  readonly company?: CompanyColumn | undefined;
  /** Returns the line number of a row, which is used to describe duplicates. */
  readonly lineOf?: (row: readonly string[]) => number | undefined;
}

export interface CompanyColumn {
  readonly column: string;
  readonly index: number;
  readonly companies: number;
}

/** Finds the column that identifies the account's company, in a file with several companies. */
export function companyColumn({ columns }: Guess, company: string): CompanyColumn | undefined {
  const found = columns.find(
    ({ reading, profile }) =>
      reading.heads[0] === "company" && profile.counts.has(company) && profile.distinct > 1,
  );
  if (found === undefined) return undefined;
  return { column: found.name, index: found.index, companies: found.profile.distinct };
}

export function draftMapping(guess: Guess, options: DraftOptions): string {
  const body = [
    "lading: 1",
    `record: ${guess.record ?? "TODO"}`,
    `description: ${JSON.stringify(`Made from ${options.name}${guess.system === undefined ? "" : `, which looks like an export of ${guess.system}`}`)}`,
    ...readBlock(guess, options),
    ...zoneLines(guess, options),
    ...otherSheets(options),
    ...optionalLines(guess, options),
    ...rowRules(guess),
    ...companyRule(options),
    ...duplicateLines(guess, options),
    ...(guess.documents?.group ?? []),
    "fields:",
    ...fieldLines(guess, options),
    ...listLines(guess, options),
    ...refusedLines(guess),
  ];
  const head = [...schemaLines(options.schema), ...comment(headline(guess))];
  return [...head, ...body].join("\n") + "\n";
}

/**
 * Marks values as optional in JSON and XML. Optional values may be missing from the next file, because exports often
 * omit blank values.
 */
function optionalLines(
  { record, fields, documents, columns }: Guess,
  { detected }: DraftOptions,
): readonly string[] {
  if (!["json", "ndjson", "xml"].includes(detected?.format ?? "")) return [];
  const known = new Map((documents?.columns ?? columns).map((column) => [column.name, column]));
  const ofType = singleFields(recordType(record ?? "")?.fields ?? {});
  const named = Object.entries(fields).flatMap(([field, guess]) =>
    guess.decision === "chosen" && ofType[field]?.required === "never" ? guess.columns : [],
  );
  const inPart = named.filter((name) => {
    const profile = known.get(name)?.profile;
    return profile !== undefined && profile.filledShare < 1;
  });
  const lists = Object.values(documents?.elements ?? {}).flatMap((guess) =>
    guess.decision === "chosen" ? guess.columns.filter((name) => name.includes(".{n}")) : [],
  );
  const all = [...new Set([...inPart, ...lists.map((name) => name.split(".{n}")[0] ?? "")])];
  if (all.length === 0) return [];
  const why =
    "These columns may be missing from a file if no row has a value for them. Missing columns are read as blank.";
  return [...comment(why), `optional: ${flowList(all)}`];
}

/** VS Code reads the first comment, and JetBrains editors read the second. */
function schemaLines(schema: string): readonly string[] {
  return [`# yaml-language-server: $schema=${schema}`, `# $schema: ${schema}`];
}

export function openAnswers(draft: string): number {
  return draft.split("\n").filter((line) => /^[^#]*\bTODO\b/.test(line)).length;
}

function headline(guess: Guess): string {
  if (guess.verdict !== "draft") return `Not a mapping: ${guess.reason}.`;
  const unnamed = guess.columns.every(({ heading }) => heading === "")
    ? " The file has no headings, so columns are named by position: #1 is the first."
    : "";
  return `This draft shows a reason for every guess. ${openNote}${unnamed}`;
}

const openNote = "Answer the open questions before you use the draft.";

/** Removes the request to answer questions from a draft without open questions. */
export function withoutAnsweredNote(draft: string): string {
  if (openAnswers(draft) > 0) return draft;
  const gap = String.raw`(?: |\r?\n#\? )`;
  return draft.replace(
    new RegExp(
      gap +
        openNote
          .replace(".", String.raw`\.`)
          .split(" ")
          .join(gap),
    ),
    "",
  );
}

/**
 * Returns the `read` section of the draft. The section contains a detected property only if a later file from the same
 * export could otherwise be read differently.
 */
function readBlock(
  guess: Guess,
  { detected, layout, member }: Pick<DraftOptions, "detected" | "layout" | "member">,
): readonly string[] {
  const lines: string[] = [];
  const say = (key: string, value: string) => lines.push(`  ${key}: ${value}`);
  if (member !== undefined) say("member", scalar(member));
  const isDelimited = detected?.format === "delimited";
  const isSuggested = layout === undefined && detected?.encodingCertainty === "suggested";
  const needsEncoding = isDelimited || layout !== undefined || isSuggested;
  if (needsEncoding && (detected?.encoding ?? "utf-8") !== "utf-8") {
    if (isSuggested)
      lines.push(
        ...comment(
          "This character set was detected from the text. Check that accented letters are correct.",
          "  ",
        ),
      );
    say("encoding", scalar(detected?.encoding ?? ""));
  }
  const { delimiter = "", quote = "", escape = "double" } = isDelimited ? detected : {};
  if (delimiter !== "") say("delimiter", JSON.stringify(delimiter));
  if (quote !== "" && quote !== '"') say("quote", JSON.stringify(quote));
  if (escape !== "double") say("escape", JSON.stringify(escape));
  if (layout !== undefined) {
    say("header", layout.header);
    lines.push(
      ...comment(
        "Columns are defined by character position. Check that values longer than those in this file also fit.",
        "  ",
      ),
    );
    lines.push("  columns:");
    for (const { name, from, to } of layout.columns) {
      lines.push(`    - { name: ${scalar(name)}, from: ${from}${to === undefined ? "" : `, to: ${to}`} }`);
    }
  }
  // The name of a single sheet is not added, because it may contain a date, and no other sheet could be read by
  // mistake.
  if (detected?.sheet !== undefined && (detected.sheets?.length ?? 0) > 1)
    say("sheet", scalar(detected.sheet));
  if (detected?.table !== undefined) say("table", String(detected.table));
  if (detected?.records !== undefined) say("records", scalar(detected.records));
  if (detected?.namespaces !== undefined) {
    const defined = Object.entries(detected.namespaces).map(([prefix, uri]) => `${prefix}: ${scalar(uri)}`);
    say("namespaces", `{ ${defined.join(", ")} }`);
  }
  if (detected !== undefined && layout === undefined) {
    const [row, ...more] = detected.headerRows;
    // In JSON and XML, columns have names without a header row, so `header: none` is only for columns without names.
    if (row === undefined) {
      if (guess.columns.every(({ name }) => columnPosition(name) !== undefined)) say("header", "none");
    } else if (more.length > 0) say("header", `{ rows: [${detected.headerRows.join(", ")}] }`);
    else if (detected.preambleLines > 0) say("header", String(row));
  }
  const end = endOf(guess);
  if (end !== undefined) {
    lines.push(...comment(`Check: ${describeFooters(guess.rows.footers)}.`, "  "));
    say("stop_at", scalar(end));
  }
  const blanks = blanksOf(guess.columns);
  if (blanks.length > 0) say("blanks", `[${blanks.map((token) => JSON.stringify(token)).join(", ")}]`);
  return lines.length === 0 ? [] : ["read:", ...lines];
}

/** Asks for the time zone if the change times have no offset. */
function zoneLines({ fields, columns }: Guess, { asksZone }: DraftOptions): readonly string[] {
  const time = fields["updated_at"];
  const name = time?.decision === "chosen" ? time.columns[0] : undefined;
  const dates = columns.find((column) => column.name === name)?.profile.dates;
  if (asksZone !== true || dates === undefined || dates.hasOffset) return [];
  const asked = `The times of ${name} have no time zone. Enter the zone of the system that wrote them, such as Europe/Berlin. If the account has a time zone, you can remove the \`zone\` line instead.`;
  return [...comment(asked), "zone: TODO"];
}

function otherSheets({ detected }: DraftOptions): readonly string[] {
  const others = detected?.sheets?.filter((sheet) => sheet !== detected.sheet) ?? [];
  const asked = `This draft reads only one sheet. Other sheets: ${others.join(", ")}. If another sheet has elements of these records, define it under \`tables\` and use \`from\` and \`match\` under \`lists\`.`;
  return others.length === 0 ? [] : comment(asked);
}

/**
 * Returns the beginning of the first row below the records, or undefined if a record has the same beginning. For
 * `Total staff: 4`, the beginning is `Total staff:`, because the number changes.
 */
function endOf({ rows: { rows, footers } }: Guess): string | undefined {
  const beginning = (row: readonly string[]) => (row.find((cell) => cell.trim() !== "") ?? "").trim();
  const text = beginning(footers[0] ?? []).replace(/\s*\d.*$/s, "");
  return text === "" || rows.some((row) => beginning(row).startsWith(text)) ? undefined : text;
}

function describeFooters(footers: Guess["rows"]["footers"]): string {
  const [first = []] = footers;
  const cells = first.map((cell) => cell.replace(/\s+/g, " ").trim()).filter((cell) => cell !== "");
  const which =
    footers.length === 1
      ? "the last row does not look like a record"
      : `the last ${footers.length} rows do not look like records`;
  return `${which}: "${cells.join(" | ").slice(0, 60)}"`;
}

/** Returns a rule that skips a footer based on its words, if no record contains these words. */
function leftOut(footer: readonly string[], { rows, columns }: Guess): readonly string[] {
  const said = columns.flatMap(({ index, name }) => {
    const words = /\p{L}[^\d]*/u.exec(footer[index] ?? "")?.[0].trim() ?? "";
    const isOfRecords = rows.rows.some((row) => row[index]?.toLowerCase().includes(words.toLowerCase()));
    return words === "" || isOfRecords ? [] : [`  - { column: ${scalar(name)}, contains: ${scalar(words)} }`];
  });
  return said.slice(0, 1);
}

/** Finds placeholders for blank values, such as `\N`. */
function blanksOf(columns: readonly GuessColumn[]): readonly string[] {
  const cells = columns.flatMap((column) => [...new Set(column.cells.map((cell) => cell.trim()))]);
  return [...new Set(cells)].filter((cell) => cell !== "" && blankTokens.has(cell));
}

function rowRules(guess: Guess): readonly string[] {
  const { rows, columns } = guess;
  const lines: string[] = [];
  const note = (text: string) => lines.push(...comment(text));
  if (rows.continuationColumn !== undefined) {
    const name = columns[rows.continuationColumn]?.name ?? "";
    note(`${rows.continuations} rows without ${name} continue the record above.`);
    lines.push(`continuation: { blank: ${scalar(name)} }`);
  }
  const first = columns[0];
  const skipped: string[] = [];
  if (rows.examples > 0 && first !== undefined) {
    note(`${rows.examples} rows above the data are examples.`);
    skipped.push(`  - { column: ${scalar(first.name)}, matches: "^\\\\s*(?:[\\\\[<{]|Example)" }`);
  }
  const named = columns.find(({ heading }) => heading.trim() !== "");
  if (rows.headings > 0 && named !== undefined) {
    note(`${rows.headings} rows repeat the headings.`);
    skipped.push(`  - { column: ${scalar(named.name)}, equals: ${scalar(named.heading.trim())} }`);
  }
  const titles = titleColumns(guess);
  if (titles.length > 0) {
    const said = titles.map(({ name, profile }) => `${name} (${countsOf(profile.counts)})`).join(", ");
    const rule = `such as { column: ${scalar(titles[0]!.name)}, in: [VALUE] }`;
    const asked = `These columns suggest that some rows are titles for the rows below rather than charges: ${said}. Enter the values to skip, ${rule}, or remove the rule if all rows are charges.`;
    note(asked);
    skipped.push("  - TODO");
  }
  if (rows.footers.length > 0 && endOf(guess) === undefined) {
    const rules = rows.footers.flatMap((row) => leftOut(row, guess));
    const left =
      rules.length === rows.footers.length
        ? ""
        : ". A row without distinctive words is still read as a record";
    note(`Check: ${describeFooters(rows.footers)}${left}.`);
    skipped.push(...rules);
  }
  if (skipped.length > 0) lines.push("skip:", ...skipped);
  if (rows.captions > 0) {
    note(
      `${rows.captions} rows have only one filled cell and look like captions, so this draft ignores them.`,
    );
  }
  return lines;
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  const named = [...counts].slice(0, 5).map(([value, rows]) => `${value}: ${rows}`);
  return `${named.join(", ")}${counts.size > 5 ? ", ..." : ""}`;
}

/**
 * Returns a rule that selects the rows of the account's company. If the account has a company but no column contains
 * it, returns an open question.
 */
function companyRule({ company, account }: DraftOptions): readonly string[] {
  if (company === undefined) {
    const own = account?.get("company");
    if (own === undefined) return [];
    const asked = `The account's company is ${own}, but no column contains it. Write \`one\` if the export has no rows for other companies, or \`shared\` if its records belong to all companies.`;
    return [...comment(asked), "company: TODO"];
  }
  return [
    ...comment(
      `${company.column} contains ${company.companies} companies, including the account's. Only the rows of the account's company were used.`,
    ),
    "only:",
    `  - { column: ${scalar(company.column)}, equals: "\${account.company}" }`,
  ];
}

function duplicateLines(guess: Guess, { lineOf }: DraftOptions): readonly string[] {
  const different = guess.duplicates.filter((duplicate) => !duplicate.same);
  const same = guess.duplicates.length - different.length;
  const lines: string[] = [];
  const note = (text: string) => lines.push(...comment(text));
  if (same > 0)
    note(`${same} ${same === 1 ? "ID occurs" : "IDs occur"} in several equal rows. Equal rows are merged.`);
  if (different.length > 0) {
    const places = different
      .slice(0, 20)
      .map((duplicate) =>
        duplicate.rows
          .map((place) => String(lineOf?.(guess.rows.rows[place] ?? []) ?? place + 1))
          .join(" and "),
      );
    const what = lineOf === undefined ? "rows" : "lines";
    note(
      `${different.length === 1 ? "1 ID occurs" : `${different.length} IDs occur`} in rows with different contents (${what} ${places.join("; ")}). These rows are rejected until the partner corrects them or you choose one with \`duplicates:\`.`,
    );
  }
  return lines;
}

function fieldLines(guess: Guess, options: DraftOptions): readonly string[] {
  const type = guess.record === undefined ? undefined : recordType(guess.record);
  if (type === undefined) return ["  external_id: TODO"];
  return linesOf(type.fields, guess.fields, guess.documents?.columns ?? guess.columns, guess, options);
}

/** Returns the lines for the element lists of jobs and invoices, or for lists within a cell. */
function listLines(guess: Guess, options: DraftOptions): readonly string[] {
  const { documents, lists = [] } = guess;
  if (documents === undefined) {
    const isOpen = lists.every((line) => line.startsWith("#"));
    return isOpen ? lists : ["lists:", ...lists.map((line) => `  ${line}`)];
  }
  const { record, list, elements, columns, place } = documents;
  const fields = recordType(record)?.fields[list]?.fields ?? {};
  return [
    "lists:",
    `  ${list}:`,
    ...place.map((line) => `    ${line}`),
    "    fields:",
    ...linesOf(fields, elements, columns, guess, options).map((line) => `    ${line}`),
  ];
}

function linesOf(
  fields: Readonly<Record<string, Field>>,
  guesses: Readonly<Record<string, FieldGuess>>,
  columns: readonly GuessColumn[],
  guess: Guess,
  options: DraftOptions,
): readonly string[] {
  return Object.entries(singleFields(fields)).flatMap(([name, { required: need }]) => {
    const field = guesses[name];
    if (field === undefined) return [];
    const isOfStaff = guess.record === "staff" && name !== "is_active" && name !== "updated_at";
    const personal = isOfStaff || name === "operator";
    if (field.decision === "chosen") return chosenLines(name, field, columns, personal);
    const required = need === "always" || (need === "tax" && options.taxMode !== "non_tax");
    if (
      name === "country" &&
      guess.record !== "org" &&
      field.candidates.length === 0 &&
      options.account?.has("country") === true
    ) {
      return [
        ...comment("No column contains the country, so the account's country is used.", "  "),
        '  country: { constant: "${account.country}" }',
      ];
    }
    return openLines(name, field, guess, required && name !== "updated_at");
  });
}

function chosenLines(
  name: string,
  field: ColumnChoice,
  columns: readonly GuessColumn[],
  personal: boolean,
): readonly string[] {
  const samples = field.columns
    .flatMap((column) => columns.find((each) => each.name === column) ?? [])
    .map((column) => samplesOf(column, personal).map((sample) => JSON.stringify(sample)))
    .flatMap((values) => (values.length === 0 ? [] : [values.join(", ")]));
  const parts = [`${Math.round(field.confidence * 100)}%: ${field.reason}.`];
  if (samples.length > 0) parts.push(`Examples: ${samples.join(" + ")}.`);
  if (field.runnersUp.length > 0) parts.push(`Other possible columns: ${listed(field.runnersUp)}.`);
  const warnings = field.warnings.map((warning) => `Check: ${warning}.`);
  const blank = "values" in field.operation ? blankQuestion(name, field.operation.values) : [];
  return [
    ...comment([...parts, ...warnings, ...blank].join(" "), "  "),
    ...sourceLines(name, field.columns, field.operation),
  ];
}

/** Explains `blank: TODO`. */
function blankQuestion(field: string, values: GuessedValues): readonly string[] {
  return values.has("") && values.get("") === undefined
    ? [`Set \`blank\` to the meaning of a blank cell for ${field}: true or false.`]
    : [];
}

function listed(candidates: readonly FieldCandidate[]): string {
  return candidates.map(({ column, reason }) => `${column} (${reason})`).join(", ");
}

function openLines(name: string, field: Abstention, guess: Guess, required: boolean): readonly string[] {
  const known = field.candidates.length === 0 ? "" : ` Candidates: ${listed(field.candidates)}.`;
  const blank = blankQuestion(name, field.ask?.values ?? new Map());
  const said = [`${name}: ${field.reason}.${known}${advice(name, field, guess)}`, ...blank];
  const lines = comment(said.join(" "), "  ");
  if (name === "charge_type") return [...lines, ...wordingHints(guess), "  charge_type: TODO"];
  if (field.ask !== undefined) {
    return [...lines, ...sourceLines(name, [field.ask.column], { op: "values", values: field.ask.values })];
  }
  return required
    ? [...lines, `  ${name}: TODO`]
    : field.candidates.length > 0 || name === "updated_at"
      ? lines
      : [];
}

function advice(name: string, field: Abstention, guess: Guess): string {
  switch (name) {
    case "is_active":
      // If there are candidates, a constant is not suggested, because it would be the easiest answer but probably a
      // wrong one.
      return field.candidates.length > 0
        ? ""
        : " If the export lists only active records, write { constant: true }.";
    case "name": {
      if (field.isNameSwapped !== true) return "";
      const column = scalar(field.candidates[0]?.column ?? "");
      const taking = (take: number) => `{ column: ${column}, split: { by: ",", take: ${take} } }`;
      return ` To put the given name first, write { join: [${taking(2)}, ${taking(1)}] }.`;
    }
    case "tax_code":
      return " Omit this field in accounts without tax codes.";
    case "charge_type":
      return " To map groups, write { column: GROUP, values: { ... } }. To map codes, write { column: CODE, lookup: { file: groups.csv, key: Code, value: Type } }.";
    case "email_address": {
      const id = guess.fields["external_id"];
      const key = id?.decision === "chosen" && id.columns.length === 1 ? scalar(id.columns[0] ?? "") : "ID";
      return ` Another list, such as a directory, may contain the addresses. Put that list next to the mapping and write { column: ${key}, lookup: { file: addresses.csv, key: ${key}, value: Email } }.`;
    }
    default:
      return "";
  }
}

function wordingHints(guess: Guess): readonly string[] {
  const field = guess.fields["description"];
  const name = field?.decision === "chosen" ? field.columns[0] : undefined;
  const texts = [...(guess.columns.find((column) => column.name === name)?.profile.counts.keys() ?? [])];
  const hints = texts.flatMap((text) => {
    const said = wordingOf(text);
    return said === undefined ? [] : [`${text.slice(0, 40)} = ${said}`];
  });
  if (hints.length === 0) return [];
  return comment(
    `Possible charge types, based on the wording of the descriptions: ${hints.slice(0, 12).join("; ")}${hints.length > 12 ? "; ..." : ""}.`,
    "  ",
  );
}

/** Writes a field of a mapping, on one line if the field is short. */
function sourceLines(name: string, columns: readonly string[], operation: GuessOperation): readonly string[] {
  const column = scalar(columns[0] ?? "");
  switch (operation.op) {
    case "column":
      return [`  ${name}: ${column}`];
    case "join": {
      const separator =
        operation.separator === " " ? "" : `, separator: ${JSON.stringify(operation.separator)}`;
      return [`  ${name}: { join: ${flowList(columns)}${separator} }`];
    }
    case "flag": {
      const plain = [...operation.values].every(
        ([value, flag]) =>
          flag !== undefined && value.trim().toLowerCase() === String(flag !== operation.invert),
      );
      // Unless every value is `true` or `false` and has a known meaning, the draft lists all values, because a person
      // might enter the opposite meaning if the list were incomplete.
      if (!plain) return mapLines(name, column, operation.values);
      return [`  ${name}: ${operation.invert ? `{ column: ${column}, invert: true }` : column}`];
    }
    case "values":
      return mapLines(name, column, operation.values);
    case "active_until": {
      const form = scalar(operation.format ?? "TODO");
      const never = operation.never.filter((token) => !/^\d{4}-|\d{4}$/.test(token));
      if (never.length === 0) return [`  ${name}: { column: ${column}, active_until: ${form} }`];
      return [
        `  ${name}: { column: ${column}, active_until: { date: ${form}, never: [${never.map((token) => JSON.stringify(token)).join(", ")}] } }`,
      ];
    }
    case "date":
    case "timestamp": {
      const choice = operation.either === undefined ? [] : comment(`${operation.either.join(" or ")}?`, "  ");
      return [...choice, `  ${name}: { column: ${column}, date: ${scalar(operation.format ?? "TODO")} }`];
    }
    case "rate":
      return [
        `  ${name}: { column: ${column}, decimal: { sign: "${operation.decimal}", scale: ${operation.unit ?? "TODO"} } }`,
      ];
    case "reference":
      return [`  ${name}: { column: ${column}, lookup: tax-code.code }`];
    case "written":
      return [`  ${name}: ${operation.text}`];
  }
}

function mapLines(name: string, column: string, values: GuessedValues): readonly string[] {
  const answer = (said: string | boolean | undefined) => (said === undefined ? "TODO" : String(said));
  const pairs = [...withoutEqualKeys(values)].map(([value, said]) => `${scalar(value)}: ${answer(said)}`);
  const blank = values.has("") ? [`blank: ${answer(values.get(""))}`] : [];
  const line = `  ${name}: { column: ${column}, values: { ${pairs.join(", ")} }${blank.map((each) => `, ${each}`).join("")} }`;
  if (line.length <= 110 && pairs.length <= 6) return [line];
  return [
    `  ${name}:`,
    `    column: ${column}`,
    "    values:",
    ...pairs.map((pair) => `      ${pair}`),
    ...blank.map((each) => `    ${each}`),
  ];
}

/**
 * Removes the blank key and duplicate keys. Value maps ignore case and surrounding spaces, so the key `Yes` also covers
 * `YES`.
 */
function withoutEqualKeys(values: GuessedValues): GuessedValues {
  const seen = new Set<string>();
  return new Map(
    [...values].filter(([value]) => {
      const key = value.trim().toLowerCase();
      if (key === "" || seen.has(key)) return false;
      seen.add(key);
      return true;
    }),
  );
}

function refusedLines(guess: Guess): readonly string[] {
  if (guess.refused.length === 0) return [];
  return [
    ...comment("Columns that look similar but were not used:"),
    ...guess.refused.flatMap(({ column, reason }) => comment(`${column} ${reason}`)),
  ];
}
